import { type ComponentType, lazy } from 'react'
import { loadTexts } from './i18n.ts'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** How to fetch each lazy part, for those that should come before they are shown. */
const loaders = new Map<unknown, () => Promise<unknown>>()

/** As React's, but the part can be fetched ahead. */
function lazyPart<P extends object>(load: Load<P>) {
  let loading: ReturnType<Load<P>> | undefined
  const once = () => {
    loading ??= load()
    // A lost connection: the next visit tries again.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  const part = lazy(once)
  loaders.set(part, once)
  return part
}

/** A page or modal that fetches nothing through queries: it arrives with its slice's texts, both at once. */
const plain = <P extends object>(slices: string[], load: Load<P>) =>
  lazyPart(async () => {
    const [module] = await Promise.all([load(), loadTexts(...slices)])
    return module
  })

/** A page or modal that fetches; what it needs for that comes along. */
const fetching = <P extends object>(slices: string[], load: Load<P>) =>
  lazyPart(async () => {
    const [{ default: Part }, { Queries }] = await Promise.all([
      load(),
      import('./queries.tsx'),
      loadTexts(...slices),
    ])
    return {
      default: (props: P) => (
        <Queries>
          <Part {...props} />
        </Queries>
      ),
    }
  })

/** Every page of the app by the last part of its path (spec.md §2 Route table). */
export const pages = {
  visitor: {
    login: plain(['account'], () => import('../slices/account/login-page.tsx')),
    register: fetching(['account'], () => import('../slices/account/register-page.tsx')),
    howto: fetching(['lookup'], () => import('../slices/lookup/howto-page.tsx')),
    contact: fetching(['lookup'], () => import('../slices/lookup/contact-page.tsx')),
  } as Record<string, ComponentType>,
  member: {
    home: fetching(['wallet', 'game'], () => import('../slices/wallet/home-page.tsx')),
    profile: fetching(['account'], () => import('../slices/account/profile-page.tsx')),
    statement: fetching(['statement', 'game'], () => import('../slices/statement/statement-page.tsx')),
    contact: fetching(['lookup'], () => import('../slices/lookup/contact-page.tsx')),
  } as Record<string, ComponentType>,
  terminated: plain(['lookup'], () => import('../slices/lookup/terminated-page.tsx')),
  notFound: plain(['lookup'], () => import('../slices/lookup/not-found-page.tsx')),
}

/** Fetches the page of a path while the app itself is still starting: one round trip less before it shows. */
export function fetchAhead(path: string): void {
  const [, first = '', second = ''] = path.split('/')
  const inside = first === 'user' || first === ''
  const page = inside ? pages.member[second || 'home'] : pages.visitor[first]
  loaders
    .get(page)?.()
    .catch(() => {})
}

/** A modal that arrives with its slice's texts when it is first opened. */
export const lazyModal = fetching
