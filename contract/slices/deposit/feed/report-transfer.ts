import { Amount, hook, Timestamp, Type } from '../../../endpoint.ts'

/**
 * A bank's report of a transfer, with the sender as the bank's own screens show it. Only values that cannot
 * be stored are refused. The signature covers the body alone, so the body names the receiving account: a
 * report cannot be forwarded to another account's address.
 */
export const TransferReport = Type.Object({
  accountNo: Type.String({ pattern: '^[^\\x00]{1,40}$' }),
  reference: Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$' }),
  amount: Amount({ minimum: 0.01 }),
  at: Timestamp(),
  fromBank: Type.String({ pattern: '^[^\\x00]{0,40}$' }),
  fromAccountNo: Type.String({ pattern: '^[^\\x00]{0,40}$' }),
  fromName: Type.String({ pattern: '^[^\\x00]{0,200}$' }),
})

export const reportTransfer = hook({
  method: 'POST',
  path: '/hooks/bank/:accountNo',
  summary: 'The bank reports a transfer to an account of the house',
  access: 'outside',
  signedBy: 'bank',
  params: Type.Object({ accountNo: Type.String() }),
  body: TransferReport,
  answer: Type.Object({ status: Type.String() }),
  errors: ['DEST_ACC_INVALID', 'NO_DATA'],
})
