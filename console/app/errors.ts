import type { AnswerOf } from '@krapao/contract/client.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { textOfError } from '@krapao/web/errors/error-text.ts'
import { formatWhen } from '../ui/when.ts'
import { textOr } from './i18n.ts'

/**
 * The text of a failure in the current language, with the reference for whoever looks after the server where
 * the fault is ours. Some texts are written for members ("your money is safe"), so `operatorMsg.<CODE>` is
 * preferred to `errorMsg.<CODE>`. Times in the answer (`at`, `until`) are shown in local form.
 */
export function errorText(error: unknown): string {
  const text = textOfError(error, ['operatorMsg', 'errorMsg'], ({ at, until }) => ({
    at: typeof at === 'string' ? formatWhen(at) : '',
    until: typeof until === 'string' ? formatWhen(until) : '',
  }))
  const isOurs = error instanceof ApiError && error.status >= 500
  const reference = isOurs ? error.body.requestId : undefined
  return reference ? `${text} ${textOr(['ui.reference'], '', { reference })}` : text
}

/**
 * The same of a call that only proves who sits here: without an answer there is nothing that may have been
 * carried out.
 */
export const proofText = (error: unknown): string =>
  errorText(error instanceof ApiError && error.code === 'NETWORK' ? new ApiError('UNREACHED', 0) : error)

export type OperatorTie = AnswerOf<'GET /api/console/me'>['ties'][number]

/** Why the operator and another one cannot be the two people of a decision, and until when. */
export const tieText = ({ name, until }: OperatorTie): string =>
  errorText(new ApiError('OPERATORS_TIED', 422, { name, until }))
