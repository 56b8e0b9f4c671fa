import type { DeskQueue } from '../../../desk/queue.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findOwner } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { possibleMembers, rivalledBy } from '../possible/members.ts'
import { settlePayment } from '../reports/credit.ts'
import { readMatchLimits } from '../reports/match-store.ts'
import { decideEvent, lockPayment, selectEvents, waitingEvents } from '../reports/payment-store.ts'
import { reversesPayments } from '../reports/reversal.ts'
import { paymentEnd } from '../reports/review-ends.ts'
import { waitingPayments } from '../reports/waiting-payments.ts'

/**
 * Payments that were not credited by a code: late, of another amount, second ones, and of unknown codes (rules.md
 * §5.3). Approving credits the money to the member whose code it was, or to the one that the operator names, unless a
 * bank transfer may have been credited for it: then it waits in the queue of `matchDesk`. Refusing takes two people,
 * and the money goes back to its sender (see `returnDesk`).
 */
export function qrDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    ...reversesPayments(context),
    name: 'qr-payment',
    refusalInDoubt: false,
    refusalByTwo: 'RETURN',
    referenceNeeded: false,
    waiting: [waitingEvents('waiting')],
    async entries(ids) {
      const numbers = ids.flatMap((id) => readId(id) ?? [])
      return waitingPayments(db, await selectEvents(db, 'waiting', numbers))
    },
    // A payment of a known code is its member's.
    evidence: async (entry) => (entry.memberId === null ? possibleMembers(context, 'qr-payment', entry) : {}),
    rivalled: (entry, memberId) => rivalledBy(context, 'qr-payment', entry, memberId),
    async ended(id) {
      const number = readId(id)
      return number === undefined ? undefined : paymentEnd(db, number)
    },
    async decide(tx, id, { choice, operatorId, memberId: named }) {
      const number = readId(id)
      if (number === undefined) throw new Refusal('NO_DATA')
      const event = await lockPayment(tx, 'waiting', number)
      if (choice === 'refuse') {
        const { memberId } = event
        await decideEvent(context, tx, event, { state: 'returning', operatorId, memberId })
        notifyDepositsChanged(context, [memberId], tx)
        return undefined
      }
      const memberId = await findOwner(tx, event.memberId ?? named, event.currency)
      const limits = await readMatchLimits(tx)
      const settled = await settlePayment(context, tx, event, { memberId, operatorId }, limits)
      return settled === 'credited' ? undefined : settled === 'matched' ? 'CREDITED' : 'IN_DOUBT'
    },
  }
}

const readId = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)
