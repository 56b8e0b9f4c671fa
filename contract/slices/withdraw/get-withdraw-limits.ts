import { endpoint, Money, Type } from '../../endpoint.ts'

export const getWithdrawLimits = endpoint({
  method: 'GET',
  path: '/api/lookup/withdraw',
  summary: 'Minimum and maximum of a withdrawal, in the member’s currency',
  access: 'member',
  answer: Type.Object({ withdrawMin: Money(), withdrawMax: Money() }),
  errors: ['NO_BANK'],
})
