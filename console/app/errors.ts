import type { AnswerOf } from '@krapao/contract/client.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { textOfError } from '@krapao/web/errors/error-text.ts'
import { formatWhen } from '../ui/when.ts'

/**
 * The text of a failure in the current language. Some texts are written for members ("your money is safe"), so
 * `operatorMsg.<CODE>` is preferred to `errorMsg.<CODE>`. Times in the answer (`at`, `until`) are shown in local form.
 */
export const errorText = (error: unknown): string =>
  textOfError(error, ['operatorMsg', 'errorMsg'], ({ at, until }) => ({
    at: typeof at === 'string' ? formatWhen(at) : '',
    until: typeof until === 'string' ? formatWhen(until) : '',
  }))

export type OperatorTie = AnswerOf<'GET /api/console/me'>['ties'][number]

/** Why the operator and another one cannot be the two people of a decision, and until when. */
export const tieText = ({ name, until }: OperatorTie): string =>
  errorText(new ApiError('OPERATORS_TIED', 422, { name, until }))
