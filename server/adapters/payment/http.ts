import { fromMinor } from '@krapao/contract/money.ts'
import Type from 'typebox'
import { reader } from '../reader.ts'
import { createSignedPost, type Outside } from '../signed-post.ts'
import type { PaymentPort } from './port.ts'

/** Milliseconds for one call, while a person waits. */
const timeout = 5000

const readCreated = reader(
  Type.Object({ status: Type.Literal('CREATED'), payload: Type.String({ minLength: 20, maxLength: 512 }) }),
)
const readRefusal = reader(
  Type.Object({ status: Type.Literal('REFUSED'), reason: Type.String({ minLength: 1, maxLength: 200 }) }),
)

/**
 * QR gateways over signed HTTP: `POST {url}/{GATEWAY}/create` and `/cancel`, amounts in the order's currency.
 */
export function httpPayments(outside: Outside): PaymentPort {
  const post = createSignedPost(outside)
  return {
    async create({ gateway, paymentId, amountMinor, currency, expiresAt }) {
      const order = {
        paymentId,
        amount: fromMinor(amountMinor),
        currency,
        expiresAt: expiresAt.toISOString(),
      }
      try {
        const { status, body } = await post(`/${gateway}/create`, order, timeout)
        const created = status === 200 ? readCreated(body) : undefined
        if (created) return { outcome: 'created', payload: created.payload }
        const refused = status === 422 ? readRefusal(body) : undefined
        if (refused) return { outcome: 'refused', reason: refused.reason }
        return { outcome: 'uncertain', reason: `GARBAGE_${status}` }
      } catch (error) {
        return { outcome: 'uncertain', reason: (error as Error).message }
      }
    },
    async cancel({ gateway, paymentId }) {
      await post(`/${gateway}/cancel`, { paymentId }, timeout).catch(() => {})
    },
  }
}
