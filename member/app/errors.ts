import i18next from 'i18next'
import { ApiError } from './api.ts'

/** The text of a failure in the current language; a code without a text shows itself (spec.md §8). */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return i18next.t('errorMsg.INTERNAL_SERVER_ERROR')
  const key = `errorMsg.${error.code}`
  const text = (i18next.t as (key: string, values: object) => string)(key, error.body)
  return text === key ? error.code : text
}
