import { endpoint, Type } from '../../endpoint.ts'

const answer = Type.Object({ link: Type.String() })
const errors = ['NO_GAME', 'SLOT_NO_ACCOUNT', 'FORBIDDEN', 'SLOT_LOGIN_FAIL', 'REQUEST_LIMIT_1MIN'] as const
const summary =
  'A link that enters the game; the server uses its stored credential, whatever the path says (rules.md §4.5)'

/** For providers whose form names the username only: pg, betflix, areaslot, joker2, huayhd. */
export const autoLogin = endpoint({
  method: 'GET',
  path: '/api/autoLogin/:provider/:username',
  summary,
  access: 'member',
  limit: { per: 'member', name: 'game-entry', perMinute: 'game.entriesPerMinute' },
  params: Type.Object({ provider: Type.String({ maxLength: 16 }), username: Type.String({ maxLength: 64 }) }),
  answer,
  errors,
})

/** For providers whose form names the password too: askmebet, imi, usun, circus, slotracha, pgslot. */
export const autoLoginWithPassword = endpoint({
  method: 'GET',
  path: '/api/autoLogin/:provider/:username/:password',
  summary,
  access: 'member',
  limit: { per: 'member', name: 'game-entry', perMinute: 'game.entriesPerMinute' },
  params: Type.Object({
    provider: Type.String({ maxLength: 16 }),
    username: Type.String({ maxLength: 64 }),
    password: Type.String({ maxLength: 64 }),
  }),
  answer,
  errors,
})
