import { inEachName } from '../../bank-names.ts'
import { endpoint, Type } from '../../endpoint.ts'

/** A bank or gateway account of the house that members pay to (product.md §3). */
export const BankDepositAccount = Type.Object({
  bank: Type.Object(inEachName(() => Type.String())),
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
  summary: 'Accounts of the member’s currency that a member may pay to, and the minimums',
  access: 'member',
  answer: Type.Object({
    banks: Type.Array(BankDepositAccount),
    wallets: Type.Array(
      Type.Object({ walletAccountName: Type.String(), walletAccountNo: Type.String(), mode: Type.String() }),
    ),
    isManual: Type.Boolean(),
    /** Minimums for deposits by QR code or announcement and for gift links, in the member's currency. */
    minDeposit: Type.Number(),
    minGift: Type.Number(),
  }),
  errors: [],
})
