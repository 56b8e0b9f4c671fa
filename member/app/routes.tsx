import type { ReactNode } from 'react'
import { ownToken } from '../frame/calls/session.ts'
import { loadMembersCodes } from '../frame/i18n.ts'
import { fetching, page, plain } from '../frame/load/lazy.tsx'
import { type Part, partOf } from '../frame/load/part.tsx'
import { pagePlaceholders } from '../frame/load/part-placeholders.tsx'
import { Frame } from './frame.tsx'

/** Every page of the app by its path below `/user`, or by its path (product.md §2 Route table). */
export const pages = {
  visitor: {
    login: page(plain(['account'], () => import('../slices/account/login-page.tsx'))),
    forgot: page(plain(['account', 'account/person'], () => import('../slices/account/forgot-page.tsx'))),
    register: page(
      fetching(['account', 'account/person'], () => import('../slices/account/register-page.tsx')),
    ),
    howto: page(fetching(['lookup'], () => import('../slices/lookup/howto-page.tsx'))),
    contact: page(fetching(['lookup'], () => import('../slices/lookup/contact-page.tsx'))),
  } as Record<string, Part<object>>,
  member: {
    home: page(
      fetching(['wallet', 'game'], async () => {
        const module = await import('./home-page.tsx')
        await module.takeFigures()
        return module
      }),
    ),
    profile: page(
      fetching(['account', 'account/person'], () => import('../slices/account/profile-page.tsx')),
    ),
    devices: page(
      fetching(['account', 'account/person'], () => import('../slices/account/devices-page.tsx')),
    ),
    statement: page(
      fetching(['statement', 'game', 'wallet'], () => import('../slices/statement/statement-page.tsx')),
      'menu.statement',
    ),
    bonus: page(fetching(['bonus', 'promotion', 'wallet'], () => import('../slices/bonus/bonus-page.tsx'))),
    contact: page(fetching(['lookup'], () => import('../slices/lookup/contact-page.tsx'))),
    outcomes: page(
      fetching(['outcome', 'statement', 'wallet'], () => import('../slices/outcome/outcomes-page.tsx')),
    ),
    settings: page(fetching(['settings'], () => import('../slices/settings/settings-page.tsx'))),
    howto: page(fetching(['lookup'], () => import('../slices/lookup/howto-page.tsx'))),
    spin: page(fetching(['spinwheel', 'wallet', 'bonus'], () => import('../slices/spinwheel/spin-page.tsx'))),
    'spin/fair': page(fetching(['spinwheel'], () => import('../slices/spinwheel/fair-page.tsx'))),
  } as Record<string, Part<object>>,
  terminated: page(plain(['lookup'], () => import('../slices/lookup/terminated-page.tsx'))),
  notFound: page(plain(['lookup'], () => import('../slices/lookup/not-found-page.tsx'))),
}

/** The chat alone, for the frame on other sites. */
export const ChatPage = page(plain(['chat'], () => import('../slices/chat/chat-page.tsx')))

/** The layout of members' pages, with the texts of their error codes; visitors do not load it. */
export const MemberLayout = partOf<{ children: ReactNode }>(
  async () => {
    const [module] = await Promise.all([import('./member-layout.tsx'), loadMembersCodes()])
    return module
  },
  {
    waiting: () => <Frame>{pagePlaceholders.waiting({})}</Frame>,
    failed: (_, again, why) => <Frame>{pagePlaceholders.failed({}, again, why)}</Frame>,
  },
)

/**
 * Starts to load the page of a path while the app itself is still loading, which saves one round trip.
 * Resolves when the layout around it is there, so that the first thing shown is not an empty screen.
 */
export async function fetchAhead(path: string): Promise<void> {
  const [, first = '', ...rest] = path.split('/')
  const isMembers = first === 'user' || first === ''
  if (isMembers && ownToken()) {
    pages.member[rest.filter(Boolean).join('/') || 'home']?.fetchAhead()
    await MemberLayout.fetchAhead()
  } else {
    // Without a login a member's page leads to the login page.
    pages.visitor[isMembers ? 'login' : first]?.fetchAhead()
  }
}
