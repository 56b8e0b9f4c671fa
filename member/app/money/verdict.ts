import { ApiError } from '@krapao/web/api/client.ts'

/**
 * What a failed call says. `refused`: it was not carried out. `unknown`: no answer, or one from a server in trouble.
 * `unasked`: it never left the device, or was turned away at the door, which says nothing about an earlier try.
 */
export function verdictOf(error: unknown): 'refused' | 'unknown' | 'unasked' {
  if (error instanceof ApiError && error.code === 'NOT_SENT') return 'unasked'
  if (!(error instanceof ApiError) || error.status === 0) return 'unknown'
  // Answered with 502, but its meaning is definite: the money is where `returnedTo` says.
  if (error.code === 'TRANSFER_FAIL') return 'refused'
  if (error.status >= 500 || error.status === 408) return 'unknown'
  return [401, 403, 410, 429].includes(error.status) ? 'unasked' : 'refused'
}
