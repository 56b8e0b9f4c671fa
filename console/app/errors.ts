import { textOfError } from '@krapao/web/errors/error-text.ts'
import { formatWhen } from '../ui/when.ts'

/**
 * The text of a failure in the current language. What members read may be meant for members ("your money is safe"):
 * `operatorMsg.<CODE>` says it for operators, `errorMsg.<CODE>` for both. A moment that the refusal carries (`at`) is in
 * local form in it.
 */
export const errorText = (error: unknown): string =>
  textOfError(error, ['operatorMsg', 'errorMsg'], ({ at }) => ({
    at: typeof at === 'string' ? formatWhen(at) : '',
  }))
