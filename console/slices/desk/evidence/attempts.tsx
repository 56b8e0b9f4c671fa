import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatDate } from '@krapao/web/ui/format.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { errorText } from '../../../app/errors.ts'
import { useOperator } from '../../../app/use-operator.ts'
import { toast } from '../../../ui/toasts.ts'
import type { Evidence, Item } from '../queries.ts'
import { attemptText } from '../words/labels.ts'

/** What the other side was asked about an item, newest first, and a button to have it asked at once. */
export function Attempts({ item, attempts }: { item: Item; attempts: NonNullable<Evidence['attempts']> }) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const queries = useQueryClient()
  const { queue, id } = item
  const asking = useMutation({
    mutationFn: () => api('POST /api/console/desk/:queue/:id/ask', { params: { queue, id } }),
    onSuccess: ({ status }) => {
      toast('positive', t(`desk.known.ask.${status}`))
      return queries.invalidateQueries({ queryKey: ['desk'] })
    },
    onError: (error) => toast('negative', errorText(error)),
  })
  const mayAsk = attempts.mayAsk && operator !== undefined && may(operator.role, 'askOutside')
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{t('desk.known.attempts')}</h3>
      {attempts.latest.length === 0 ? (
        <p className="text-sm text-ink-soft">{t('desk.known.noAttempts')}</p>
      ) : (
        <div className="divide-y divide-line rounded-2xl bg-card px-4 text-sm">
          <Rows queue={queue} attempts={attempts.latest} />
          {attempts.first.length > 0 && <p className="py-2 text-ink-soft">{t('desk.known.leftOut')}</p>}
          <Rows queue={queue} attempts={attempts.first} />
        </div>
      )}
      {mayAsk && (
        <Button
          look="quiet"
          className="mt-2"
          busy={asking.isPending}
          busyLabel={t('desk.known.ask.busy')}
          onClick={() => asking.mutate()}
        >
          {t('desk.known.ask.act')}
        </Button>
      )}
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
      {attempts.map((one) => (
        <li
          key={`${one.at} ${one.question} ${one.milliseconds}`}
          className="grid py-2 sm:grid-cols-[11rem_1fr]"
        >
          <span className="text-ink-soft">{formatDate(one.at)}</span>
          <span className="min-w-0 wrap-anywhere">
            {t(`desk.known.question.${one.question}`)}{' '}
            <strong className="font-medium">{attemptText(queue, one)}</strong>
            {one.reference !== null && (
              <span className="block text-ink-soft">{t('desk.known.number', { number: one.reference })}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
