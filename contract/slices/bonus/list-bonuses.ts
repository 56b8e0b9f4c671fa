import { type Answer, endpoint, Type } from '../../endpoint.ts'
import { Bonus } from './bonus.ts'

export const listBonuses = endpoint({
  method: 'GET',
  path: '/api/bonus',
  summary:
    'The bonuses on offer in the member’s currency, each with the member’s own bonus of it: all, or a page of them',
  access: 'member',
  query: Type.Object({
    /** From 1. Without it and `limit` the answer is all of them, as the first specification has it. */
    page: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,5}$' })),
    /** Of a page: 1 to 100, 10 where it is not said. */
    limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$' })),
  }),
  answer: Type.Union([
    Type.Array(Bonus),
    /** The own one first, what can be taken, what the member has too much for, what was received. */
    Type.Object({ total: Type.Integer(), bonuses: Type.Array(Bonus) }),
  ]),
  errors: [],
})

/** A page of them. */
export type BonusPage = Exclude<Answer<typeof listBonuses>, unknown[]>
