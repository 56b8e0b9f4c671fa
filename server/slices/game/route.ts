import { activateGame } from '@krapao/contract/slices/game/activate-game.ts'
import { autoLogin, autoLoginWithPassword } from '@krapao/contract/slices/game/auto-login.ts'
import { getGameAccount } from '@krapao/contract/slices/game/get-game-account.ts'
import { markFavourite } from '@krapao/contract/slices/game/mark-favourite.ts'
import { notePlayed } from '@krapao/contract/slices/game/note-played.ts'
import { resetGamePassword } from '@krapao/contract/slices/game/reset-game-password.ts'
import { unmarkFavourite } from '@krapao/contract/slices/game/unmark-favourite.ts'
import { mount } from '../../platform/http.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Slice } from '../context.ts'
import { activate, readCredential, resetPassword } from './activate.ts'
import { loginLink } from './auto-login.ts'
import { mountBets } from './bets/route.ts'
import { noteEntered, setFavourite } from './marks.ts'
import { artOf, openBetHoursOf, providerSeeds } from './providers.ts'
import { insertProviders } from './store.ts'

const perMinute = Type.Integer({ minimum: 1, maximum: 1_000_000 })
defineSetting(
  'game.passwordsPerMinute',
  perMinute,
  10,
  'New passwords that a member may ask game providers for in a minute',
)
defineSetting(
  'game.entriesPerMinute',
  perMinute,
  30,
  'Links into games that a member may ask for in a minute',
)

/**
 * Accounts at game providers: opening, credentials, links into games, settled bets (rules.md §4.1, §4.5,
 * §4.6).
 */
export const gameSlice: Slice = {
  name: 'game',

  mount(app, context) {
    mount(app, context.gate, activateGame, async ({ caller, params }) => ({
      ...(await activate(context, caller.memberId, params.code)),
      event: {},
    }))

    mount(app, context.gate, getGameAccount, async ({ caller, params }) => ({
      ...(await readCredential(context, caller.memberId, params.code)),
      event: {},
    }))

    mount(app, context.gate, resetGamePassword, async ({ caller, params }) => ({
      ...(await resetPassword(context, caller.memberId, params.code)),
      event: {},
    }))

    // The password in the path is ignored.
    for (const form of [autoLogin, autoLoginWithPassword]) {
      mount(app, context.gate, form, async ({ caller, params }) => ({
        link: await loginLink(context, caller.memberId, params),
      }))
    }

    mount(app, context.gate, markFavourite, async ({ caller, params }) => {
      await setFavourite(context, caller.memberId, params.code, true)
      return { message: 'OK' as const }
    })

    mount(app, context.gate, unmarkFavourite, async ({ caller, params }) => {
      await setFavourite(context, caller.memberId, params.code, false)
      return { message: 'OK' as const }
    })

    mount(app, context.gate, notePlayed, async ({ caller, params }) => {
      await noteEntered(context, caller.memberId, params.code)
      return { message: 'OK' as const }
    })

    mountBets(app, context)
  },

  async seed({ db }) {
    await insertProviders(
      db,
      providerSeeds.map(({ code, name, category, ratio, autoLogin, hasNoBets = false, isCasino }, i) => ({
        code,
        name,
        category,
        ratio,
        ...artOf(code),
        auto_login_path: autoLogin?.path ?? null,
        auto_login_with_password: autoLogin?.withPassword ?? false,
        settings: JSON.stringify({ openBetHours: openBetHoursOf({ category, isCasino }) }),
        sort: i + 1,
        reports_bets: !hasNoBets,
      })),
    )
  },
}
