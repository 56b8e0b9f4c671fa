import { fromMinor } from '@krapao/contract/money.ts'
import Type from 'typebox'
import { reader } from '../reader.ts'
import { createSignedPost, type Outside } from '../signed-post.ts'
import type { PayoutOutcome, PayoutPort } from './port.ts'

/** Milliseconds for one call; only a job waits for it. */
const timeout = 10_000

const readStatus = reader(
  Type.Object({
    status: Type.Enum(['SUCCESS', 'REFUSED', 'UNKNOWN']),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  }),
)

/** The paying bank over signed HTTP: `POST {url}/pay` and `/status`, amounts in baht or kip. */
export function httpPayouts(outside: Outside): PayoutPort {
  const post = createSignedPost(outside)

  async function ask(path: string, request: object): Promise<PayoutOutcome | { outcome: 'unknown-id' }> {
    try {
      const { status, body } = await post(path, request, timeout)
      const read = status === 200 || status === 422 ? readStatus(body) : undefined
      if (read?.status === 'SUCCESS' && status === 200) return { outcome: 'done' }
      if (read?.status === 'REFUSED') return { outcome: 'refused', reason: read.reason ?? 'REFUSED' }
      if (read?.status === 'UNKNOWN' && status === 200) return { outcome: 'unknown-id' }
      return { outcome: 'uncertain', reason: `GARBAGE_${status}` }
    } catch (error) {
      return { outcome: 'uncertain', reason: (error as Error).message }
    }
  }

  return {
    async pay({ amountMinor, ...order }) {
      const answer = await ask('/pay', { ...order, amount: fromMinor(amountMinor) })
      // `unknown-id` is a valid answer to `status` only.
      return answer.outcome === 'unknown-id' ? { outcome: 'uncertain', reason: 'GARBAGE_200' } : answer
    },
    status: (payoutId) => ask('/status', { payoutId }),
  }
}
