import { endpoint, Money, Nullable, Type } from '../../endpoint.ts'
import { CommittedSeed, SpinSeed, Spinwheel } from './wheel.ts'

export const getSpinwheel = endpoint({
  method: 'GET',
  path: '/api/spinwheel/setup',
  summary:
    'The active wheel with its weights and stock, the member’s coins and the commitment of the next draw',
  access: 'member',
  answer: Type.Object({
    /** Null: no wheel is active. */
    activeSpinwheel: Nullable(Spinwheel),
    userCoin: Type.Integer(),
    /** Coins that today has brought so far, and what has to be deposited and staked for one. */
    coinsToday: Type.Integer(),
    coinPrice: Type.Number(),
    /** Today's deposits, and the valid stakes of the bets that count towards today. */
    depositedToday: Money(),
    stakedToday: Money(),
    seed: Nullable(SpinSeed),
    /** The seed that a rotation puts in force; null where there is no `seed`. */
    nextSeed: Nullable(CommittedSeed),
  }),
  errors: [],
})
