import { house, type Posting } from '../../../ledger/public.ts'
import { depositPosting } from '../posting.ts'
import type { PaymentRow } from './payment-store.ts'

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
 * The journal that puts a payment which nobody is credited for into suspense; or takes it out again, because the gateway has
 * sent it back, or because the bank reported the same money (rules.md §18).
 */
export function suspenseJournal(
  payment: PaymentRow,
  kind: keyof typeof prefixes,
  meta: Record<string, unknown> = {},
): Posting {
  const { id, gateway, amountMinor, currency: asset, reversals } = payment
  const intoMinor = kind === 'suspense' ? amountMinor : -amountMinor
  return {
    // Once each, and once more after each time that a credit was taken back.
    key: `${prefixes[kind]}:qr:${id}${reversals > 0 ? `:${reversals}` : ''}`,
    kind,
    legs: [
      { account: { house: house.gateway(gateway) }, asset, amountMinor: -intoMinor },
      { account: { house: house.suspense(gateway) }, asset, amountMinor: intoMinor },
    ],
    meta: { ...factsOf(payment), ...meta },
  }
}
