import type { ErrorBody } from '@krapao/contract/errors.ts'
import { ApiError } from '../api/client.ts'
import { i18n } from '../i18n/i18n.ts'

/**
 * The text of a failure in the current language: the first one that exists under `names`, e.g. `errorMsg`. A
 * code without a text is shown as it is (product.md §8).
 * @param shown values of the answer's body in the form for people; the others are inserted as they came
 */
export function textOfError(
  error: unknown,
  names: readonly string[],
  shown: (body: Partial<ErrorBody>) => object,
): string {
  const { code, body } = error instanceof ApiError ? error : new ApiError('INTERNAL_SERVER_ERROR', 500)
  const key = names.map((name) => `${name}.${code}`).find((one) => i18n.exists(one))
  return key ? say(key, { ...body, ...shown(body) }) : code
}

const say = i18n.t as (key: string, values: object) => string
