import { ApiError } from '@krapao/web/api/client.ts'

/**
 * What a failed call means. `refused`: it was not carried out. `unknown`: no answer, or a server error.
 * `unprocessed`: it was not sent, or was rejected before it was processed (session, rate limit), which says
 * nothing about an earlier try.
 */
export function failureKind(error: unknown): 'refused' | 'unknown' | 'unprocessed' {
  if (error instanceof ApiError && error.code === 'NOT_SENT') return 'unprocessed'
  if (!(error instanceof ApiError) || error.status === 0) return 'unknown'
  // Answered with 502, but the outcome is certain: the money is where `returnedTo` says.
  if (error.code === 'TRANSFER_FAIL') return 'refused'
  if (error.status >= 500 || error.status === 408) return 'unknown'
  return [401, 403, 410, 429].includes(error.status) ? 'unprocessed' : 'refused'
}
