import { fetching, page, plain } from './lazy.tsx'
import type { Part } from './part.tsx'

/** Every page of the app by the last part of its path (product.md §2 Route table). */
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
    contact: page(fetching(['lookup'], () => import('../slices/lookup/contact-page.tsx'))),
  } as Record<string, Part<object>>,
  terminated: page(plain(['lookup'], () => import('../slices/lookup/terminated-page.tsx'))),
  notFound: page(plain(['lookup'], () => import('../slices/lookup/not-found-page.tsx'))),
}

/** Fetches the page of a path while the app itself is still starting: one round trip less before it shows. */
export function fetchAhead(path: string): void {
  const [, first = '', second = ''] = path.split('/')
  const inside = first === 'user' || first === ''
  const wanted = inside ? pages.member[second || 'home'] : pages.visitor[first]
  wanted?.fetchAhead()
}
