import { Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'

/** What goes back to the house, and what the member keeps in all. */
const Figures = Type.Object({ returned: Money(), kept: Money() })

/** A member's active bonus, and what two people may do with it. */
const EndableBonus = Type.Object({
  _id: Type.String(),
  title: Type.String(),
  currency: Currency,
  /** By the way in which it ends (rules.md §7.7). */
  giveBack: Figures,
  inFavour: Figures,
  /** Games with money that did not answer just now, or have money on its way: their money is left out. */
  silentGames: Type.Array(Type.String()),
  /** Since when these games or bets there have kept it from its end; null: nothing does. */
  hindered: Nullable(
    Type.Object({ since: Timestamp(), games: Type.Array(Type.String()), hasOpenBets: Type.Boolean() }),
  ),
  /** The item in the queue `bonus-end` that waits for it; null: none. */
  waiting: Nullable(Type.String()),
})

export const getBonusEnd = endpoint({
  method: 'GET',
  path: '/api/console/members/:id/bonus/end',
  summary: 'A member’s active bonus with what goes back and stays when two people end it; reads the games',
  access: 'operator',
  roles: rights.decide,
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: Type.Object({ id: Type.String({ pattern: '^[a-z2-7]{12}$' }) }),
  answer: Type.Object({ bonus: Nullable(EndableBonus) }),
  errors: ['FORBIDDEN', 'NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
