import { endpoint, Money, Type } from '../../endpoint.ts'
import { ExpectedClear } from './bonus.ts'

export const clearBonus = endpoint({
  method: 'GET',
  path: '/api/bonus/clear',
  summary:
    'Ends the member’s bonus: an armed one, one at or below its floor, or one that may be given back (rules.md §7.3)',
  access: 'member',
  movesMoney: true,
  expected: ExpectedClear,
  answer: Type.Object({
    message: Type.Literal('BONUS_CLEAR'),
    /** The sum that went back to the house, and the sum that the member has left. */
    returned: Money(),
    kept: Money(),
  }),
  /**
   * NO_DATA: also when it has ended by itself meanwhile. BONUS_REMAINING: `current`, `required` and `floor`;
   * GAME_PENDING: money that goes back could not be brought home from `games`, or bets there are open; of
   * bets it has `until`, as in `OpenBets`. These and FIGURES_CHANGED have `home`: the games whose money has
   * come into the wallet nevertheless, if any has.
   */
  errors: [
    'NO_DATA',
    'BONUS_REMAINING',
    'GAME_PENDING',
    'FIGURES_CHANGED',
    'IDEMPOTENCY_CONFLICT',
    'UNDER_WAY',
  ],
})
