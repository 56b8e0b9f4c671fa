import type { HouseAccountName } from '@krapao/contract/ledger-accounts.ts'
import { house, type Posting } from '../../../ledger/public.ts'
import type { Tx } from '../../../platform/database.ts'
import { depositPosting } from '../posting.ts'
import type { PaymentRow } from './payment-store.ts'
import { selectTransfers } from './store.ts'

/** What is posted about a payment that a gateway reported. */

const factsOf = ({ gateway, paymentId, eventId }: PaymentRow) => ({ gateway, paymentId, eventId })

/** The journal that brings a payment into a member's wallet, out of suspense where it is. */
export const creditOf = (
  payment: PaymentRow,
  { memberId, key, meta }: { memberId: string; key: string; meta: Record<string, unknown> },
): Posting => {
  const { gateway, amountMinor, currency, paidAt, inSuspense } = payment
  return depositPosting({
    key,
    memberId,
    currency,
    sources: [{ house: inSuspense ? house.suspense(gateway) : house.gateway(gateway), amountMinor }],
    meta: { source: 'qr', ...factsOf(payment), paidAt: paidAt.toISOString(), ...meta },
  })
}

const prefixes = { suspense: 'suspense', 'suspense-return': 'return', 'suspense-explained': 'explained' }

/**
 * The house account that has the money of a payment by the books: the bank's once the bank has reported it, too (see
 * `explain`), else the gateway's.
 */
export async function placeOfPayment(
  tx: Tx,
  { id, gateway }: Pick<PaymentRow, 'id' | 'gateway'>,
): Promise<HouseAccountName> {
  const isReported = `t.state = 'matched' and t.feed_reported_at is not null`
  const [row] = await selectTransfers(tx, `t.qr_event_id = $1 and ${isReported} order by t.id limit 1`, [id])
  return row ? house.bank(row.houseAccountNo) : house.gateway(gateway)
}

/**
 * The journal that puts a payment which nobody is credited for into suspense; or takes it out again, because the gateway has
 * sent it back, or because the bank reported the same money (rules.md §18).
 * @param place the account that has the money, or that the money was sent from
 */
export function suspenseJournal(
  payment: PaymentRow,
  kind: keyof typeof prefixes,
  meta: Record<string, unknown> = {},
  place: HouseAccountName = house.gateway(payment.gateway),
): Posting {
  const { id, gateway, amountMinor, currency: asset, reversals } = payment
  const intoMinor = kind === 'suspense' ? amountMinor : -amountMinor
  return {
    // Once each, and once more after each time that a credit was taken back.
    key: `${prefixes[kind]}:qr:${id}${reversals > 0 ? `:${reversals}` : ''}`,
    kind,
    legs: [
      { account: { house: place }, asset, amountMinor: -intoMinor },
      { account: { house: house.suspense(gateway) }, asset, amountMinor: intoMinor },
    ],
    meta: { ...factsOf(payment), ...meta },
  }
}
