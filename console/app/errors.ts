import { ApiError } from '@krapao/web/api/client.ts'
import { formatWhen } from '../ui/when.ts'
import { textOr } from './i18n.ts'

/**
 * The text of a failure in the current language. What members read may be meant for members ("your money is safe"):
 * `operatorMsg.<CODE>` says it for operators, `errorMsg.<CODE>` for both. A code without a text shows itself.
 * A moment that the refusal carries (`at`) is in local form in it.
 */
export function errorText(error: unknown): string {
  const { code, body } = error instanceof ApiError ? error : new ApiError('INTERNAL_SERVER_ERROR', 500)
  const at = typeof body.at === 'string' ? formatWhen(body.at) : ''
  return textOr([`operatorMsg.${code}`, `errorMsg.${code}`], code, { ...body, at })
}
