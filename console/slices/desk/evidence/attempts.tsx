import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatDate } from '@krapao/web/ui/format.ts'
import { useOperator } from '../../../app/use-operator.ts'
import type { Evidence, Item } from '../queries.ts'
import { runsOf } from '../words/attempt-runs.ts'
import { attemptText } from '../words/labels.ts'
import { AskAgain } from './last-answer.tsx'

/**
 * What the other side was asked about an item, newest first; what was answered alike several times in a row
 * is one line.
 */
export function Attempts({ item, attempts }: { item: Item; attempts: NonNullable<Evidence['attempts']> }) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  // Elsewhere the button is beside the last answer, above the facts.
  const mayAsk =
    item.queue === 'slip' && attempts.mayAsk && operator !== undefined && may(operator.role, 'askOutside')
  return (
    <section className="grid justify-items-start gap-2">
      <h3 className="text-sm font-semibold">{t('desk.known.attempts')}</h3>
      {attempts.latest.length === 0 ? (
        <p className="text-sm text-ink-soft">{t('desk.known.noAttempts')}</p>
      ) : (
        <div className="w-full divide-y divide-line rounded-2xl bg-card px-4 text-sm">
          <Rows queue={item.queue} attempts={attempts.latest} />
          {attempts.first.length > 0 && <p className="py-2 text-ink-soft">{t('desk.known.leftOut')}</p>}
          <Rows queue={item.queue} attempts={attempts.first} />
        </div>
      )}
      {mayAsk && <AskAgain item={item} />}
    </section>
  )
}

function Rows({
  queue,
  attempts,
}: {
  queue: Item['queue']
  attempts: NonNullable<Evidence['attempts']>['latest']
}) {
  const { t } = useTranslation()
  if (attempts.length === 0) return null
  return (
    <ol className="divide-y divide-line">
      {runsOf(attempts).map(({ last, first, count }) => (
        <li
          key={`${last.at} ${last.question} ${last.milliseconds}`}
          className="grid gap-x-4 py-2 sm:grid-cols-[11rem_1fr]"
        >
          <span className="text-ink-soft">{formatDate(last.at)}</span>
          <span className="min-w-0 wrap-anywhere">
            {t(`desk.known.question.${last.question}`)}{' '}
            <strong className="font-medium">{attemptText(queue, last)}</strong>
            {count > 1 && (
              <span className="block text-ink-soft">
                {t('desk.known.alike', { count, since: formatDate(first.at) })}
              </span>
            )}
            {last.reference !== null && (
              <span className="block text-ink-soft">
                {t('desk.known.number', { number: last.reference })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
