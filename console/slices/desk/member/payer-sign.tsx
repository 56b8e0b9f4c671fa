import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatDate } from '@krapao/web/ui/format.ts'
import { BookmarkCheck, TriangleAlert } from 'lucide-react'
import type { Evidence } from '../queries.ts'

export type Remembered = NonNullable<NonNullable<Evidence['members']>[number]['remembered']>

/**
 * Who said when that a sender pays for a member, and what speaks against it by now. It decides nothing
 * (rules.md §17.11).
 */
export function PayerSign({ remembered: { by, at, note, isOthers } }: { remembered: Remembered }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="flex items-start gap-1.5 font-medium">
        <BookmarkCheck className="mt-1 size-4 shrink-0" aria-hidden />
        <span className="min-w-0 wrap-anywhere">
          {t('desk.payer.remembered', { by, at: formatDate(at) })}
          {note !== '' && <span className="block font-normal">{t('desk.payer.noted', { note })}</span>}
        </span>
      </p>
      {isOthers && (
        <p className="flex items-start gap-1.5 font-medium text-negative">
          <TriangleAlert className="mt-1 size-4 shrink-0" aria-hidden />
          {t('desk.payer.isOthers')}
        </p>
      )}
    </>
  )
}
