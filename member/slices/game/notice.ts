import type { PageBrand } from '@krapao/contract/brand.ts'
import type { Language } from '@krapao/contract/languages.ts'

/** What the operator says with the games of PG; empty with all others. @param notice of the brand file */
export function noticeOf(code: string, notice: PageBrand['pgSlotNotice'], language: Language): string {
  if (code !== 'PG' && code !== 'PGSLOT') return ''
  return typeof notice === 'string' ? notice : (notice[language] ?? notice.en ?? '')
}
