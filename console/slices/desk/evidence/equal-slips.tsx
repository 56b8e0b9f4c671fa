import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDate } from '@krapao/web/ui/format.ts'
import { Link } from 'wouter'
import { Person } from '../member/person.tsx'
import type { Evidence, Item } from '../queries.ts'

/**
 * Other slips of an item's transfer: whose, when, and what became of each. Their pictures are next to the
 * item's.
 */
export function EqualSlips({ item, slips }: { item: Item; slips: NonNullable<Evidence['slips']> }) {
  const { t } = useTranslation()
  if (slips.length === 0) return null
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">
        {t(item.queue === 'slip' ? 'desk.known.equal.title' : 'desk.known.equal.all')}
      </h3>
      <ul className="divide-y divide-line rounded-2xl bg-card px-4 text-sm">
        {slips.map(({ _id, member, uploadedAt, status, note }) => {
          const isOwn = member._id === item.member?._id
          return (
            <li key={_id} className="grid gap-0.5 py-3">
              {item.member && (
                <span className={cx('font-medium', !isOwn && 'text-negative')}>
                  {t(isOwn ? 'desk.known.equal.own' : 'desk.known.equal.other')}
                </span>
              )}
              {!isOwn && (
                <span className="min-w-0 wrap-anywhere">
                  <Person member={member} />
                </span>
              )}
              <span className="text-ink-soft">
                <Link href={`/slip/${encodeURI(_id)}`} className="font-medium text-link underline">
                  {t('desk.known.equal.at', { at: formatDate(uploadedAt) })}
                </Link>{' '}
                · {t(`desk.known.equal.status.${status}`)}
                {note !== null && ` (${t(`desk.known.equal.note.${note}`)})`}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
