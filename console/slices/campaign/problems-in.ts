import { type Problem, problemCodes } from '@krapao/contract/slices/campaign/problems.ts'
import { ApiError } from '@krapao/web/api/client.ts'

/** What the server found wrong with a version, beside what the form had found. */
export function problemsIn(error: unknown): Problem[] {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_CAMPAIGN') return []
  return (error.body.fields ?? []).flatMap(({ field, reason, ...rest }) => {
    const problem = problemCodes.find((one) => one === reason)
    const { bound } = rest as { bound?: number }
    return problem ? [{ field, problem, ...(bound !== undefined && { bound }) }] : []
  })
}
