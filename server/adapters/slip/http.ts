import { isAmount, toMinor } from '@krapao/contract/money.ts'
import Type from 'typebox'
import { reader } from '../reader.ts'
import { createSignedPost, type Outside } from '../signed-post.ts'
import type { SlipPort } from './port.ts'

/** Milliseconds for one look-up; only a job waits for it. */
const timeout = 5000

const text = Type.String({ maxLength: 200 })
const party = Type.Object({ bank: text, accountNo: text, name: text })
const readFound = reader(
  Type.Object({
    status: Type.Literal('FOUND'),
    amount: Type.Number({ exclusiveMinimum: 0 }),
    at: Type.String({ maxLength: 40 }),
    from: party,
    to: party,
  }),
)
const readOther = reader(Type.Object({ status: Type.Enum(['UNKNOWN', 'PENDING', 'UNSUPPORTED']) }))
/** The verifier's own number of its answer, which not every verifier gives. */
const readNumbered = reader(Type.Object({ inquiry: text }))

const outcomes = { UNKNOWN: 'unknown', PENDING: 'pending', UNSUPPORTED: 'unsupported' } as const

/**
 * A slip verifier over signed HTTP: `POST {url}/look-up` `{kind, bankCode, reference}`, amounts in baht; an
 * answer may carry `inquiry`, its number there.
 */
export function httpSlips(outside: Outside): SlipPort {
  const post = createSignedPost(outside)
  return {
    async lookUp({ kind, bankCode, reference }) {
      try {
        const { status, body } = await post('/look-up', { kind, bankCode, reference }, timeout)
        const inquiry = readNumbered(body)?.inquiry
        const numbered = inquiry ? { reference: inquiry } : {}
        if (status === 200) {
          const found = readFound(body)
          const sentAt = new Date(found?.at ?? Number.NaN)
          if (found && isAmount(found.amount) && !Number.isNaN(sentAt.getTime())) {
            const { amount, from, to } = found
            const transfer = { amountMinor: toMinor(amount), sentAt, from, to }
            return { outcome: 'found', transfer, ...numbered }
          }
          const other = readOther(body)
          if (other) return { outcome: outcomes[other.status], ...numbered }
        }
        return { outcome: 'uncertain', reason: `GARBAGE_${status}`, ...numbered }
      } catch (error) {
        return { outcome: 'uncertain', reason: (error as Error).message }
      }
    },
  }
}
