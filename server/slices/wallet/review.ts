import { walletEnd } from '@krapao/contract/game.ts'
import { asCurrency, fromMinor } from '@krapao/contract/money.ts'
import { type DeskEntry, type DeskQueue, evidenceOf } from '../../desk/queue.ts'
import { endReview, reviewQueue } from '../../outside/review.ts'
import { resolutionKey, resolveByPerson } from '../../outside/two-phase.ts'
import { watchRefused } from '../../outside/watch.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { recordEndings } from '../outcome/public.ts'
import { finishTransfers, selectInReview, type TransferInReview, waitingTransfers } from './review-store.ts'
import { legsOf } from './rules.ts'

/**
 * Transfers that a game provider has not answered for an hour (rules.md §4.3); follow-ups go on. Approving
 * says that the provider carried the transfer out; refusing says that it did not, and sends the money back,
 * and the provider is asked on. Of a settled transfer about which the provider contradicts itself, both
 * decisions only record that somebody has seen it.
 */
export function transferDesk(context: Context): DeskQueue {
  const { db, ledger, clock } = context
  return {
    ...reviewQueue(db, 'transfer', selectInReview, entryOf),
    waiting: [waitingTransfers],
    refusalInDoubt: true,
    refusalByTwo: 'NOT_CARRIED_OUT',
    async ended(key) {
      const hold = await ledger.findHold(key)
      const held = hold?.legs.find(({ amountMinor }) => amountMinor > 0)
      if (hold?.pending.kind !== 'transfer' || !held) return undefined
      return {
        memberId: hold.pending.memberId,
        amountMinor: held.amountMinor,
        currency: asCurrency(held.asset),
        choice: hold.resolution && (hold.resolution.phase === 'posted' ? 'approve' : 'refuse'),
        at: hold.resolution?.postedAt ?? null,
      }
    },
    async decide(tx, key, { choice, operatorId, reason }) {
      const [transfer] = await selectInReview(tx, [key])
      // A transfer that the provider contradicts has ended before: the node that settled it may have died
      // before its member was notified.
      if (transfer?.resolvedAs && transfer.reviewReason === 'CONTRADICTION') {
        await finishTransfers(context, tx, [key])
      }
      const isEnded = transfer && (await endReview(context, tx, { kind: 'transfer', key }))
      if (!isEnded) throw new Refusal('ALREADY_DECIDED')
      if (transfer.resolvedAs !== null) {
        // The provider's answer came first, and its work is about to end.
        if (transfer.reviewReason !== 'CONTRADICTION') throw new Refusal('ALREADY_DECIDED')
        return
      }
      const { memberId, asset, amountMinor, meta } = transfer
      const phase = choice === 'approve' ? 'posted' : 'voided'
      const step = { code: meta.code, direction: meta.direction }
      const journal = await resolveByPerson(() =>
        ledger.postIn(tx, {
          key: resolutionKey(key, phase),
          kind: 'transfer',
          phase,
          pendingKey: key,
          memberId,
          legs: legsOf(step, phase, { memberId, asset, amountMinor }),
          meta: {
            transferId: meta.transferId,
            operatorId,
            note: reason,
            ...(phase === 'voided' && { reason: 'OPERATOR_REFUSED' }),
          },
        }),
      )
      const [from, to] = step.direction === 'out' ? [step.code, walletEnd] : [walletEnd, step.code]
      await recordEndings(tx, [
        {
          key: `transfer:${key}`,
          memberId,
          kind: 'transfer',
          result: phase === 'posted' ? 'DONE' : 'REFUSED',
          reason: phase === 'posted' ? null : 'OPERATOR_REFUSED',
          amountMinor,
          currency: asset,
          from,
          to,
          source: `${meta.transferId}-${meta.direction}`,
          at: journal.postedAt,
        },
      ])
      if (choice === 'refuse') await watchRefused(tx, { kind: 'transfer', key }, clock)
    },
  }
}

const entryOf = ({ key, memberId, asset, amountMinor, meta, ...transfer }: TransferInReview): DeskEntry => ({
  id: key,
  createdAt: transfer.heldAt.toISOString(),
  memberId,
  amount: fromMinor(amountMinor),
  currency: asset,
  reason: transfer.reviewReason,
  evidence: evidenceOf([
    ['transferId', meta.transferId],
    ['gameCode', meta.code],
    ['direction', meta.direction],
    ['providerUsername', meta.providerUsername],
    ['settledAs', transfer.resolvedAs],
    ['lastAnswer', transfer.lastReason],
  ]),
  picture: null,
})
