import { fetching, page, plain } from './lazy.tsx'
import type { Part } from './part.tsx'

/** Every page of the app by its path below `/user`, or by its path (product.md §2 Route table). */
export const pages = {
  visitor: {
    login: page(plain(['account'], () => import('../slices/account/login-page.tsx'))),
    register: page(fetching(['account'], () => import('../slices/account/register-page.tsx'))),
    howto: page(fetching(['lookup'], () => import('../slices/lookup/howto-page.tsx'))),
    contact: page(fetching(['lookup'], () => import('../slices/lookup/contact-page.tsx'))),
  } as Record<string, Part<object>>,
  member: {
    home: page(fetching(['wallet', 'game'], () => import('./home-page.tsx'))),
    profile: page(fetching(['account'], () => import('../slices/account/profile-page.tsx'))),
    statement: page(
      fetching(['statement', 'game', 'wallet'], () => import('../slices/statement/statement-page.tsx')),
    ),
    bonus: page(fetching(['bonus', 'promotion', 'wallet'], () => import('../slices/bonus/bonus-page.tsx'))),
    contact: page(fetching(['lookup'], () => import('../slices/lookup/contact-page.tsx'))),
    spin: page(fetching(['spinwheel', 'wallet'], () => import('../slices/spinwheel/spin-page.tsx'))),
    'spin/fair': page(fetching(['spinwheel'], () => import('../slices/spinwheel/fair-page.tsx'))),
  } as Record<string, Part<object>>,
  terminated: page(plain(['lookup'], () => import('../slices/lookup/terminated-page.tsx'))),
  notFound: page(plain(['lookup'], () => import('../slices/lookup/not-found-page.tsx'))),
}

/** Starts to load the page of a path while the app itself is still loading, which saves one round trip. */
export function fetchAhead(path: string): void {
  const [, first = '', ...rest] = path.split('/')
  const inside = first === 'user' || first === ''
  const wanted = inside ? pages.member[rest.filter(Boolean).join('/') || 'home'] : pages.visitor[first]
  wanted?.fetchAhead()
}
