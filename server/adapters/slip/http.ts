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
const readOther = reader(Type.Object({ status: Type.Enum(['UNKNOWN', 'PENDING']) }))

/** A slip verifier over signed HTTP: `POST {url}/look-up` `{bankCode, reference}`, amounts in baht. */
export function httpSlips(outside: Outside): SlipPort {
  const post = createSignedPost(outside)
  return {
    async lookUp({ bankCode, reference }) {
      try {
        const { status, body } = await post('/look-up', { bankCode, reference }, timeout)
        if (status === 200) {
          const found = readFound(body)
          const sentAt = new Date(found?.at ?? Number.NaN)
          if (found && isAmount(found.amount) && !Number.isNaN(sentAt.getTime())) {
            const { amount, from, to } = found
            return { outcome: 'found', transfer: { amountMinor: toMinor(amount), sentAt, from, to } }
          }
          const other = readOther(body)
          if (other) return { outcome: other.status === 'UNKNOWN' ? 'unknown' : 'pending' }
        }
        return { outcome: 'uncertain', reason: `GARBAGE_${status}` }
      } catch (error) {
        return { outcome: 'uncertain', reason: (error as Error).message }
      }
    },
  }
}
