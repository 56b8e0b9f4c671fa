import type { Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { type Ending, recordEndings } from '../../outcome/public.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { creditedEnding } from '../posting.ts'
import { type OwnPayment, selectOpenLinked } from './payment-match-store.ts'
import type { PaymentRow } from './payment-store.ts'
import { selectTransfers, type Transfer } from './store.ts'

/**
 * How a payment ends for the member who asked for its code, where it was found to be the money of a bank transfer (rules.md §21).
 */

/** Money that a payment may be: a transfer, or another report of it. */
type Money = Pick<Transfer | PaymentRow, 'state' | 'memberId' | 'journalKey' | 'amountMinor' | 'currency'>

/** States of money about which somebody has still to say whose it is, or whether it was sent back. */
const openStates: readonly string[] = ['returning', 'unmatched', 'in-doubt']

/**
 * The ending of a payment whose money is one of these: the member's own credit, where that is one; else nothing comes, because the
 * money went back or is another member's.
 * @param codeId of the code that it pays
 * @returns undefined while one of them may still be sent back or be credited: `endLinked` records it then
 */
export function linkedEnding(
  { id, memberId, amountMinor, currency, gateway: from }: OwnPayment,
  moneys: readonly Money[],
  at: Date,
  codeId?: string,
): Ending | undefined {
  const awaited = { kind: 'qr', source: codeId ?? `payment-${id}`, from } as const
  const own = moneys.find((one) => one.memberId === memberId && one.journalKey)
  if (own?.journalKey) {
    return creditedEnding({ ...own, key: own.journalKey, memberId, postedAt: at }, awaited)
  }
  if (moneys.some(({ state }) => openStates.includes(state))) return undefined
  const isBack = moneys.every(({ state }) => state === 'returned')
  return {
    key: `linked:payment-${id}`,
    memberId,
    result: isBack ? 'RETURNED' : 'REFUSED',
    reason: isBack ? null : 'CREDITED_ELSEWHERE',
    amountMinor,
    currency,
    at,
    ...awaited,
  }
}

/**
 * Records how the payments end that were linked to a transfer while it was to be sent back, in the transaction that decides what
 * becomes of it. Run it under `lockAmount`, when that is stored.
 * @param same the reports whose money the transfer has turned out to be
 */
export async function endLinked(
  { clock, sockets }: Pick<Context, 'clock' | 'sockets'>,
  tx: Tx,
  decided: Pick<Transfer, 'id' | 'currency' | 'amountMinor' | 'sentAt'>,
  same: readonly Money[] = [],
): Promise<void> {
  const { id } = decided
  for (const { sameAs, ...payment } of await selectOpenLinked(tx, decided)) {
    const others = same.length > 0 ? sameAs.filter((one) => one !== id) : sameAs
    const transfers = await selectTransfers(tx, 't.id = any($1::bigint[])', [others])
    const ending = linkedEnding(payment, [...transfers, ...same], clock.now())
    if (!ending) continue
    await recordEndings(tx, [ending])
    notifyDepositsChanged({ sockets }, [payment.memberId], tx)
  }
}
