import type { AnswerOf } from '@krapao/contract/client.ts'
import type { MoneyCall } from './requests.ts'

/**
 * The calls whose outcome always has a row in the history. A code or a reported transfer has one only when
 * money comes, a bonus or a prize only when it is money, and a claim of cashback none before it is moved to
 * the wallet.
 */
const inHistory: readonly MoneyCall[] = ['transfer', 'withdrawal', 'bonus-clear', 'invite', 'refund-move']

/**
 * What a member is told of a request that the device can no longer read, as the ends of the names of texts.
 * `Done`: it was carried out; `Refused`: it was not; `Gone`: the server has no answer, or one that does not
 * yet say which. `InHistory`: there it is seen, if it was carried out.
 * @param found what the server has stored as the answer
 */
export function damagedEnd(
  call: MoneyCall,
  { answered, status, body }: AnswerOf<'GET /api/wallet/answer/:key'>,
): ('Done' | 'Refused' | 'Gone' | 'InHistory')[] {
  const answer = body as { success?: boolean; status?: string } | null
  // A refusal is stored only where a repeated call would be refused as well.
  if (answered && (status !== 200 || answer?.success === false || answer?.status === 'FAILED'))
    return ['Refused']
  // A transfer is reported when it is recorded; whether the money comes is another matter.
  const isOpen = call !== 'announcement' && answer?.status !== undefined && answer.status !== 'SUCCESS'
  const end = answered && !isOpen ? 'Done' : 'Gone'
  return inHistory.includes(call) ? [end, 'InHistory'] : [end]
}
