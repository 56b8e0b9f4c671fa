import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatAccountNo, formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { Link } from 'wouter'
import { bankText } from '../../../app/bank-text.ts'
import type { Evidence } from '../queries.ts'
import { placeLooks } from './counterparts.tsx'

/**
 * What the bank's feed reported under a slip's reference, each with a link to its own item; or that it
 * reported nothing.
 */
export function Reports({ reports }: { reports: NonNullable<Evidence['reports']> }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{t('desk.known.reports.title')}</h3>
      {reports.length === 0 && <p className="text-sm text-ink-soft">{t('desk.known.reports.none')}</p>}
      <ul className="grid gap-2">
        {reports.map((one) => (
          <li
            key={`${one.item.queue} ${one.item.id}`}
            className="grid gap-0.5 rounded-2xl bg-card px-4 py-3 text-sm"
          >
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="font-semibold">{formatMoney(one.amount, one.currency)}</span>
              <span
                className={cx(
                  'rounded-full px-2.5 py-0.5 text-xs font-semibold',
                  placeLooks[one.place] ?? 'bg-sunken text-ink',
                )}
              >
                {t(`desk.known.reports.place.${one.place}`)}
              </span>
            </span>
            <span className="wrap-anywhere">
              {[bankText(one.bankCode), formatAccountNo(one.accountNo), one.fromName]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {one.member && (
              <span className="wrap-anywhere">
                {one.member.name} <span className="text-ink-soft">· {one.member.username}</span>
              </span>
            )}
            <span className="text-ink-soft">
              {t('desk.known.reports.at', {
                at: formatDate(one.reportedAt),
                sentAt: formatDate(one.sentAt),
              })}
            </span>
            <Link
              href={`/${one.item.queue}/${encodeURI(one.item.id)}`}
              className="inline-flex min-h-11 items-center justify-self-start font-medium text-link"
            >
              {t('desk.known.reports.open')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
