import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { errorText } from '../../../app/errors.ts'
import { textOr } from '../../../app/i18n.ts'
import { useDaySums } from '../queries.ts'

/**
 * What was decided on the chosen day in every queue, by everybody or the chosen person: how often, and how
 * much.
 */
export function DaySums({ operatorId, day }: { operatorId: string | undefined; day: string | undefined }) {
  const { t } = useTranslation()
  const { data, error } = useDaySums({ operatorId, day })
  if (error) {
    return (
      <p role="alert" className="mb-2 px-1 text-sm text-negative">
        {errorText(error)}
      </p>
    )
  }
  if (!data || data.length === 0) return null
  return (
    <section className="mb-3 rounded-xl bg-card px-3 py-2.5 text-sm">
      <h3 className="mb-1 font-semibold">{t('desk.history.sums')}</h3>
      <dl className="grid gap-1">
        {data.map(({ queue, end, currency, count, sum }) => (
          <div key={`${queue} ${end} ${currency}`} className="flex flex-wrap justify-between gap-x-3">
            <dt className="min-w-0 text-ink-soft">
              {textOr([`desk.queue.${queue}.name`], queue)} · {t(`desk.history.${end}`)}
            </dt>
            <dd className="ml-auto font-medium tabular-nums">
              {count} · {formatMoney(sum, currency)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
