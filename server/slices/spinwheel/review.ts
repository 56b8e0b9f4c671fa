import { memberRoom } from '@krapao/contract/events.ts'
import { type DeskEntry, type DeskQueue, evidenceOf } from '../../desk/queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { recordEndings } from '../outcome/public.ts'
import { endRequest, findRequest, type PrizeRequest, selectWaiting, waitingPrizes } from './coupon-store.ts'
import { wheelOf, wheelsOf } from './wheel.ts'

/**
 * Items that members have won and asked for (rules.md §11.3). Approving says that an item was handed over;
 * refusing gives the coupon back. No money moves.
 */
export function prizeDesk(context: Context): DeskQueue {
  const { db, clock, desk, sockets } = context
  return {
    name: 'prize',
    refusalInDoubt: false,
    referenceNeeded: false,
    waiting: [waitingPrizes],
    entries: async (ids) => entriesOf(context, await selectWaiting(db, ids)),
    async ended(id) {
      const request = await findRequest(db, id)
      if (!request) return undefined
      const { memberId, currency, state, decidedAt } = request
      const choice = { WAITING: null, DELIVERED: 'approve', REFUSED: 'refuse' } as const
      return { choice: choice[state], at: decidedAt, memberId, amountMinor: 0, currency }
    },
    async decide(tx, id, { choice, operatorId }) {
      const state = choice === 'approve' ? 'DELIVERED' : 'REFUSED'
      const at = clock.now()
      const ended = await endRequest(desk, tx, id, { state, operatorId, at })
      if (ended === undefined) throw new Refusal('ALREADY_DECIDED')
      const { memberId, currency } = ended
      const request = await findRequest(tx, id)
      const wheel = request && (await wheelOf(context, request, tx))
      const label = wheel?.slices.find(({ code }) => code === request?.code)?.label
      const result = choice === 'approve' ? 'DONE' : 'REFUSED'
      const end = { kind: 'prize', result, amountMinor: null, source: id, at } as const
      await recordEndings(tx, [
        { key: `prize:${id}`, memberId, currency, ...end, ...(label && { description: label }) },
      ])
      tx.afterCommit(() => sockets.emit(memberRoom(memberId), 'wallet-changed'))
      return undefined
    },
  }
}

async function entriesOf(context: Context, requests: PrizeRequest[]): Promise<DeskEntry[]> {
  const wheelAt = await wheelsOf(context, requests)
  return requests.map((request) => {
    const { id, couponId, memberId, currency, code, requestedAt, wonAt } = request
    const slice = wheelAt(request)?.slices.find((candidate) => candidate.code === code)
    return {
      id,
      createdAt: requestedAt.toISOString(),
      memberId,
      // Its worth is not known, and not asked for.
      amount: 0,
      currency,
      reason: 'PRIZE_REQUESTED',
      evidence: evidenceOf([
        ['prize', slice ? `${slice.label.th} / ${slice.label.en}` : code],
        ['couponId', couponId],
        ['wonAt', wonAt.toISOString()],
      ]),
      picture: null,
    }
  })
}
