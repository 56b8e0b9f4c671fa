import { memberRoom } from '@krapao/contract/events.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { whenCommitted } from '../../platform/database.ts'
import { type DeskEntry, type DeskQueue, evidenceOf } from '../../platform/desk.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { findOwner } from './manual-store.ts'
import {
  countUnmatched,
  decideUnmatched,
  findUnmatched,
  lockUnmatched,
  selectUnmatched,
  type Unmatched,
} from './unmatched-store.ts'

/**
 * Transfers of the bank's feed that nobody is recognised by (rules.md §5.2). Approving credits the member that the
 * operator names, under the key that the feed itself would have used; refusing says that the money goes back to its
 * sender outside the ledger.
 */
export function unmatchedDesk({ db, ledger, sockets }: Context): DeskQueue {
  return {
    name: 'bank-transfer',
    refusalInDoubt: false,
    count: () => countUnmatched(db),
    list: async ({ after, limit }) => (await selectUnmatched(db, readId(after) ?? 0, limit)).map(entryOf),
    async find(id) {
      const number = readId(id)
      const transfer = number === undefined ? undefined : await findUnmatched(db, number)
      return transfer && entryOf(transfer)
    },
    async decide(tx, id, { verdict, operatorId, memberId: named }) {
      const number = readId(id)
      if (number === undefined) throw new Refusal('NO_DATA')
      const transfer = await lockUnmatched(tx, number)
      if (verdict === 'refuse') {
        const returned = { state: 'returned', operatorId, memberId: null, journalKey: null } as const
        await decideUnmatched(tx, number, returned)
        return
      }
      const { houseBankCode: bankCode, houseAccountNo: accountNo, reference, amountMinor } = transfer
      const asset = transfer.currency
      const memberId = await findOwner(tx, named, asset)
      const key = `bank:${accountNo}:${reference}`
      await decideUnmatched(tx, number, { state: 'credited', operatorId, memberId, journalKey: key })
      await ledger.postIn(tx, {
        key,
        kind: 'deposit',
        memberId,
        legs: [
          { account: { house: `bank:${bankCode}` }, asset, amountMinor: -amountMinor },
          { account: { member: memberId, name: 'wallet' }, asset, amountMinor },
        ],
        meta: {
          source: 'bank-feed',
          bankCode,
          accountNo,
          reference,
          fromBank: transfer.fromBank,
          sentAt: transfer.sentAt.toISOString(),
          operatorId,
        },
      })
      await whenCommitted(tx, () => sockets.emit(memberRoom(memberId), 'deposits-changed'))
    },
  }
}

const readId = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

const entryOf = (transfer: Unmatched): DeskEntry => ({
  id: String(transfer.id),
  createdAt: transfer.receivedAt.toISOString(),
  memberId: null,
  amount: fromMinor(transfer.amountMinor),
  currency: transfer.currency,
  reason: 'UNMATCHED',
  evidence: evidenceOf([
    ['bankCode', transfer.houseBankCode],
    ['accountNo', transfer.houseAccountNo],
    ['reference', transfer.reference],
    ['fromBank', transfer.fromBank],
    ['fromAccountNo', transfer.fromAccountNo],
    ['fromName', transfer.fromName],
    ['sentAt', transfer.sentAt.toISOString()],
  ]),
  picture: null,
})
