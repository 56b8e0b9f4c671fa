import { textOfError } from '@krapao/web/errors/error-text.ts'
import { formatWhen } from '../ui/when.ts'

/**
 * The text of a failure in the current language. Some texts are written for members ("your money is safe"), so
 * `operatorMsg.<CODE>` is preferred to `errorMsg.<CODE>`. A time in the answer (`at`) is shown in local form.
 */
export const errorText = (error: unknown): string =>
  textOfError(error, ['operatorMsg', 'errorMsg'], ({ at }) => ({
    at: typeof at === 'string' ? formatWhen(at) : '',
  }))
