import { endpoint, Type } from '../../endpoint.ts'

/** A bank or gateway account of the house that members pay to (spec.md §3). */
export const BankDepositAccount = Type.Object({
  bank: Type.Object({ nameTH: Type.String(), nameEN: Type.String() }),
  bankCode: Type.String(),
  bankType: Type.String(),
  mode: Type.String(),
  bankAccountName: Type.String(),
  bankAccountNo: Type.String(),
  currency: Type.String(),
})

export const getDeposit = endpoint({
  method: 'GET',
  path: '/api/lookup/deposit',
  summary: 'Accounts a member may pay to',
  access: 'member',
  mutates: false,
  answer: Type.Object({
    banks: Type.Array(BankDepositAccount),
    wallets: Type.Array(Type.Object({ walletAccountName: Type.String(), mode: Type.String() })),
    isManual: Type.Boolean(),
    minDeposit: Type.Number(),
  }),
  errors: [],
})
