import type { DeskQueue } from '../../../desk/queue.ts'
import type { Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findOwner } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { payerRefusalOf, rememberPayer } from '../payers/payers.ts'
import { possibleMembers, rivalledBy, senderIn } from '../possible/members.ts'
import { settle } from './credit.ts'
import { referencesIn, transferEntries } from './entries.ts'
import { readSlipsOf } from './equal-slips-store.ts'
import { readMatchLimits } from './match-store.ts'
import { reversesTransfers } from './reversal.ts'
import { transferEnd } from './review-ends.ts'
import { lockWaiting, selectWaiting, waitingTransfers } from './review-store.ts'
import { keepState, type Transfer } from './store.ts'
import { explain, suspendWaiting } from './suspense.ts'

/**
 * Transfers of the bank's feed that nobody is recognised by (rules.md §5.2). Approving credits the member that the
 * operator names, under the key that the feed itself would have used, unless that member may have been credited for it
 * by a slip or a QR payment: then it waits in the queue of `matchDesk`. Refusing takes two people: the money goes back to its sender (see
 * `returnDesk`), or, where the report contradicts another one, it is no money of its own.
 */
export function unmatchedDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    ...reversesTransfers(context, 'bank-transfer'),
    name: 'bank-transfer',
    refusalInDoubt: false,
    refusalByTwo: 'RETURN',
    referenceNeeded: false,
    waiting: [waitingTransfers('unmatched')],
    async entries(ids) {
      const numbers = ids.flatMap((id) => readId(id) ?? [])
      return transferEntries(context, await selectWaiting(db, 'unmatched', numbers), false)
    },
    async evidence(entry) {
      const [possible, slips, refusal] = await Promise.all([
        possibleMembers(context, 'bank-transfer', entry),
        readSlipsOf(context, referencesIn(entry)),
        payerRefusalOf(db, senderIn(entry)),
      ])
      return { ...possible, slips, payer: { refusal } }
    },
    rivalled: (entry, memberId) => rivalledBy(context, 'bank-transfer', entry, memberId),
    payerRefusal: (entry) => payerRefusalOf(db, senderIn(entry)),
    async ended(id) {
      const number = readId(id)
      return number === undefined ? undefined : transferEnd(db, number)
    },
    async decide(tx, id, { choice, operatorId, memberId: named, payerNote }) {
      const number = readId(id)
      if (number === undefined) throw new Refusal('NO_DATA')
      const row = await lockWaiting(tx, 'unmatched', number)
      if (choice === 'refuse') {
        await refuse(context, tx, row, operatorId)
        return undefined
      }
      const memberId = await findOwner(tx, named, row.currency)
      const settled = await settle(context, tx, row, { memberId, operatorId }, await readMatchLimits(tx))
      // Money that was credited already, or may have been, says nothing about its sender.
      if (settled === 'credited' && payerNote !== undefined) {
        await rememberPayer(context, tx, row, { memberId, operatorId, note: payerNote })
      }
      await suspendWaiting(context, tx)
      return settled === 'credited' ? undefined : settled === 'matched' ? 'CREDITED' : 'IN_DOUBT'
    },
  }
}

/** Two people have decided that nobody is credited for a transfer. */
async function refuse(context: Context, tx: Tx, row: Transfer, operatorId: string): Promise<void> {
  if (row.contradictsId === null) {
    await keepState(context, tx, row, { state: 'returning', operatorId })
    await suspendWaiting(context, tx)
  } else {
    await keepState(context, tx, row, { state: 'explained', operatorId })
    await explain(context, tx, row, { sameAs: [row.contradictsId], operatorId })
  }
}

const readId = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)
