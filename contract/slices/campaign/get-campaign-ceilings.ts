import { Currency, endpoint, Money, Nullable, Type } from '../../endpoint.ts'

export const getCampaignCeilings = endpoint({
  method: 'GET',
  path: '/api/console/campaigns/ceilings',
  summary: 'The ceilings of campaigns in a currency, and what their cost is worked out from',
  access: 'operator',
  query: Type.Object({ currency: Currency }),
  answer: Type.Object({
    /** Most that one bonus, code, prize or day of cashback or invite money may bring. */
    credit: Money(),
    /** Most that a campaign may give in all. */
    budget: Money(),
    /** Most that a spin may cost on average, in per cent of a coin's price. */
    spinPercent: Type.Number(),
    /** The deposits that bring a coin; 0: none do. */
    coinPrice: Money(),
    /** A bonus has failed when its member has this or less in all. */
    leastFloor: Money(),
    /** The bonuses that a slice may give: the most that one brings, and what all of them may. */
    bonuses: Type.Array(Type.Object({ code: Type.String(), most: Money(), budget: Nullable(Money()) })),
  }),
  errors: [],
})
