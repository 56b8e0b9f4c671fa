import { Currency } from '@krapao/contract/endpoint.ts'
import { isAmount, toMinor } from '@krapao/contract/money.ts'
import Type from 'typebox'
import { reader } from '../reader.ts'
import { createSignedPost, type JsonAnswer, type Outside } from '../signed-post.ts'
import type { GiftPort, GiftRedeemed } from './port.ts'

/** Milliseconds for one call, while a person waits. */
const timeout = 5000

const amount = Type.Number({ exclusiveMinimum: 0 })
const reason = Type.String({ minLength: 1, maxLength: 200 })
const readFound = reader(
  Type.Object({
    status: Type.Literal('FOUND'),
    amount,
    currency: Currency,
    fromPhone: Type.String({ maxLength: 40 }),
  }),
)
const readRedeemed = reader(Type.Object({ status: Type.Literal('REDEEMED'), amount }))
const readRefusal = reader(Type.Object({ status: Type.Literal('REFUSED'), reason }))
const readUnknown = reader(Type.Object({ status: Type.Literal('UNKNOWN') }))

/**
 * The wallet's gift service over signed HTTP: `POST {url}/inspect`, `/redeem`, `/status`, amounts in the
 * gift's currency.
 */
export function httpGifts(outside: Outside): GiftPort {
  const post = createSignedPost(outside)

  async function ask<T>(path: string, request: object, read: (answer: JsonAnswer) => T | undefined) {
    try {
      const answer = await post(path, request, timeout)
      const refused = answer.status === 422 ? readRefusal(answer.body) : undefined
      if (refused) return { outcome: 'refused' as const, reason: refused.reason }
      const understood = read(answer)
      if (understood) return understood
      return { outcome: 'uncertain' as const, reason: `GARBAGE_${answer.status}` }
    } catch (error) {
      return { outcome: 'uncertain' as const, reason: (error as Error).message }
    }
  }

  return {
    inspect: (link) =>
      ask('/inspect', { link }, ({ status, body }) => {
        const found = status === 200 ? readFound(body) : undefined
        if (!found || !isAmount(found.amount)) return undefined
        return {
          outcome: 'found' as const,
          amountMinor: toMinor(found.amount),
          currency: found.currency,
          fromPhone: found.fromPhone,
        }
      }),
    redeem: (order) => ask('/redeem', order, readOutcome),
    status: (giftId) =>
      ask('/status', { giftId }, (answer) =>
        answer.status === 200 && readUnknown(answer.body)
          ? { outcome: 'unknown-id' as const }
          : readOutcome(answer),
      ),
  }
}

function readOutcome({ status, body }: JsonAnswer): GiftRedeemed | undefined {
  const done = status === 200 ? readRedeemed(body) : undefined
  return done && isAmount(done.amount)
    ? { outcome: 'redeemed', amountMinor: toMinor(done.amount) }
    : undefined
}
