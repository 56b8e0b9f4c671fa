import { paymentWallet } from '@krapao/contract/limits.ts'
import { toMinor } from '@krapao/contract/money.ts'
import { reportTransfer } from '@krapao/contract/slices/deposit/feed/report-transfer.ts'
import type { FastifyInstance } from 'fastify'
import { readInstant } from '../../../platform/clock.ts'
import { mountHook } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { findHouseAccount } from '../../house/public.ts'
import { receiveTransfer } from './receive.ts'

/** The bank's feed (rules.md §5.2). */
export function mountBankFeed(app: FastifyInstance, context: Context): void {
  mountHook(app, reportTransfer, context, async ({ params: { accountNo }, body }) => {
    const { amount, at, accountNo: named, ...rest } = body
    if (digitsOf(named) !== digitsOf(accountNo)) {
      throw new Refusal('DEST_ACC_INVALID', { fields: [{ field: 'accountNo', reason: 'path' }] })
    }
    const house = await findHouseAccount(context.db, accountNo)
    if (!house) throw new Refusal('NO_DATA')
    const paidAt = readInstant(at)
    if (!paidAt) throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'at', reason: 'no instant' }] })
    // To a payment wallet people pay from theirs, whatever its feed calls that.
    const fromBank = house.bankCode === paymentWallet ? paymentWallet : rest.fromBank
    const report = { ...rest, fromBank, amountMinor: toMinor(amount), paidAt }
    const state = await receiveTransfer(context, house, report)
    return { status: state === 'waiting' ? 'unmatched' : state }
  })
}

/** Banks write their numbers with dashes or without. */
const digitsOf = (accountNo: string): string => accountNo.replace(/[-\s]/g, '')
