import { memberRoom } from '@krapao/contract/events.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { whenCommitted } from '../../platform/database.ts'
import type { DeskEntry, DeskQueue } from '../../platform/desk.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { leastDeposit } from '../lookup/public.ts'
import { newDepositId } from './deposit-id.ts'
import {
  type Announcement,
  countPending,
  decideAnnouncement,
  findPending,
  insertAnnouncement,
  selectPending,
} from './manual-store.ts'

/**
 * Announces a deposit that an operator confirms (rules.md §5.5); one at a time per member.
 * @param amount in the member's currency
 * @returns its id
 * @throws Refusal `DEPOSIT_MINIMUM` (with `minimum`), `DEPOSIT_ANNOUNCED`
 */
export async function announce(context: Context, memberId: string, amount: number): Promise<string> {
  const minimum = Math.max(await leastDeposit(context), 0.01)
  if (toMinor(amount) < toMinor(minimum)) throw new Refusal('DEPOSIT_MINIMUM', { minimum })
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('NO_USER')
  const { currency } = member
  const id = newDepositId('md')
  const announcement = {
    id,
    memberId,
    currency,
    amountMinor: toMinor(amount),
    createdAt: context.clock.now(),
  }
  if (!(await insertAnnouncement(context.db, announcement))) throw new Refusal('DEPOSIT_ANNOUNCED')
  context.sockets.emit(memberRoom(memberId), 'deposits-changed')
  return id
}

/**
 * Announced deposits. Approving credits the announced amount from the house's account `bank:MANUAL`, because nobody says
 * at which of its banks the money arrived; refusing closes the announcement.
 */
export function manualDesk({ db, clock, ledger, sockets }: Context): DeskQueue {
  return {
    name: 'manual-deposit',
    refusalInDoubt: false,
    count: () => countPending(db),
    list: async ({ after, limit }) => (await selectPending(db, after, limit)).map(entryOf),
    async find(id) {
      const announcement = await findPending(db, id)
      return announcement && entryOf(announcement)
    },
    async decide(tx, id, { verdict, operatorId }) {
      const approved = verdict === 'approve'
      const key = `manual:${id}`
      const { memberId, currency, amountMinor } = await decideAnnouncement(tx, id, {
        state: approved ? 'CREDITED' : 'REFUSED',
        operatorId,
        journalKey: approved ? key : null,
        now: clock.now(),
      })
      if (approved) {
        await ledger.postIn(tx, {
          key,
          kind: 'deposit',
          memberId,
          legs: [
            { account: { house: 'bank:MANUAL' }, asset: currency, amountMinor: -amountMinor },
            { account: { member: memberId, name: 'wallet' }, asset: currency, amountMinor },
          ],
          meta: { source: 'manual', depositId: id, operatorId },
        })
      }
      await whenCommitted(tx, () => sockets.emit(memberRoom(memberId), 'deposits-changed'))
    },
  }
}

const entryOf = (announcement: Announcement): DeskEntry => ({
  id: announcement.id,
  createdAt: announcement.createdAt.toISOString(),
  memberId: announcement.memberId,
  amount: fromMinor(announcement.amountMinor),
  currency: announcement.currency,
  reason: 'ANNOUNCED',
  evidence: [],
  picture: null,
})
