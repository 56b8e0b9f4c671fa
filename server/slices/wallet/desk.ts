import type { GameCode } from '@krapao/contract/game.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { HoldResolved } from '../../ledger/public.ts'
import { type DeskEntry, type DeskQueue, evidenceOf } from '../../platform/desk.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { countOnDesk, findOnDesk, selectOnDesk, type TransferOnDesk, takeFromDesk } from './desk-store.ts'
import { legsOf, resolutionKey } from './rules.ts'

/**
 * Transfers for which a game provider has owed the answer for an hour (rules.md §4.3); it is asked on all the while.
 * Approving says that the provider carried the transfer out, refusing that it did not and sends the money back. One that
 * is settled is there because the provider contradicted itself: both only take note of it.
 */
export function transferDesk({ db, ledger }: Context): DeskQueue {
  return {
    name: 'transfer',
    refusalInDoubt: true,
    referenceNeeded: true,
    count: () => countOnDesk(db),
    list: async ({ after, limit }) => (await selectOnDesk(db, after, limit)).map(entryOf),
    async find(key) {
      const transfer = await findOnDesk(db, key)
      return transfer && entryOf(transfer)
    },
    async ended(key) {
      const hold = await ledger.findHold(key)
      const held = hold?.legs.find(({ amountMinor }) => amountMinor > 0)
      if (hold?.pending.kind !== 'transfer' || !held) return undefined
      return {
        memberId: hold.pending.memberId,
        amountMinor: held.amountMinor,
        currency: held.asset === 'LAK' ? 'LAK' : 'THB',
        verdict: hold.resolution && (hold.resolution.phase === 'posted' ? 'approve' : 'refuse'),
        at: hold.resolution?.postedAt ?? null,
      }
    },
    async decide(tx, key, { verdict, operatorId, reason }) {
      const transfer = await findOnDesk(tx, key)
      if (!transfer || !(await takeFromDesk(tx, key))) throw new Refusal('ALREADY_DECIDED')
      if (transfer.resolvedAs !== null) return
      const { memberId, asset, amountMinor, meta } = transfer
      const phase = verdict === 'approve' ? 'posted' : 'voided'
      const step = { code: meta.code as GameCode, direction: meta.direction }
      try {
        await ledger.postIn(tx, {
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
        })
      } catch (error) {
        // The provider's own word came first.
        if (error instanceof HoldResolved) throw new Refusal('ALREADY_DECIDED')
        throw error
      }
    },
  }
}

const entryOf = ({ key, memberId, asset, amountMinor, meta, ...transfer }: TransferOnDesk): DeskEntry => ({
  id: key,
  createdAt: transfer.heldAt.toISOString(),
  memberId,
  amount: fromMinor(amountMinor),
  currency: asset,
  reason: transfer.resolvedAs === null ? 'UNCERTAIN' : 'CONTRADICTION',
  evidence: evidenceOf([
    ['transferId', meta.transferId],
    ['gameCode', meta.code],
    ['direction', meta.direction],
    ['providerUsername', meta.providerUsername],
    ['settledAs', transfer.resolvedAs],
    ['lastAnswer', transfer.lastAnswer],
  ]),
  picture: null,
})
