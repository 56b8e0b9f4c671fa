import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { api } from '../../../app/api.ts'
import { errorText } from '../../../app/errors.ts'
import { useOperator } from '../../../app/use-operator.ts'
import { toast } from '../../../ui/toasts.ts'
import { formatWhen } from '../../../ui/when.ts'
import type { Evidence, Item } from '../queries.ts'
import { answerText, attemptText } from '../words/labels.ts'

/** What the other side answered last, how often it was asked, and a button to have it asked at once. */
export function LastAnswer({
  item,
  attempts: { count, latest, first, mayAsk },
}: {
  item: Item
  attempts: NonNullable<Evidence['attempts']>
}) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const [last] = latest
  const begun = first.at(-1) ?? latest.at(-1)
  return (
    <section
      aria-labelledby="last-answer"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl bg-card px-4 py-3 text-sm"
    >
      <div className="min-w-[min(14rem,100%)] flex-1">
        <h3 id="last-answer" className="text-ink-soft">
          {t(`desk.known.last.${item.queue === 'payout' ? 'bank' : 'other'}`)}
        </h3>
        {last && begun ? (
          <>
            <p className="text-base font-semibold wrap-anywhere first-letter:uppercase">
              {attemptText(item.queue, { ...last, reason: null })}
            </p>
            {last.reason !== null && <p className="wrap-anywhere">{answerText(last.reason)}</p>}
            <p className="text-ink-soft">
              {t(count === 1 ? 'desk.known.askedOnce' : 'desk.known.asked', {
                count,
                since: formatWhen(begun.at),
                last: formatWhen(last.at),
              })}
            </p>
          </>
        ) : (
          <p className="text-base font-semibold">{t('desk.known.noAttempts')}</p>
        )}
      </div>
      {mayAsk && operator && may(operator.role, 'askOutside') && <AskAgain item={item} />}
    </section>
  )
}

/** Has the other side asked at once. */
export function AskAgain({ item: { queue, id } }: { item: Item }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const asking = useMutation({
    mutationFn: () => api('POST /api/console/desk/:queue/:id/ask', { params: { queue, id } }),
    onSuccess: ({ status }) => {
      toast('positive', t(`desk.known.ask.${status}`))
      return queries.invalidateQueries({ queryKey: ['desk'] })
    },
    onError: (error) => toast('negative', errorText(error)),
  })
  return (
    <Button
      look="quiet"
      busy={asking.isPending}
      busyLabel={t('desk.known.ask.busy')}
      icon={<RefreshCw className="size-4.5 shrink-0" aria-hidden />}
      onClick={() => asking.mutate()}
    >
      {t('desk.known.ask.act')}
    </Button>
  )
}
