import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { History } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useOperator } from '../../../app/use-operator.ts'
import { formatWhen } from '../../../ui/when.ts'
import type { QueueName } from '../queries.ts'
import type { Decision } from '../words/decided-text.ts'
import { ReverseModal } from './reverse-modal.tsx'

/** Whether a decided item's money was or may be taken back, and by whom (docs/decisions/0020). */
export function Reversal({ queue, id, decision }: { queue: QueueName; id: string; decision: Decision }) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const [isAsking, setAsking] = useState(false)
  const { reversal, reversible } = decision
  const mayAsk = reversible && operator !== undefined && may(operator.role, 'decide')
  if (!reversal && !mayAsk) return null
  return (
    <section className="grid gap-3">
      {reversal && (
        <Note icon={<History className="mt-0.5 size-5 shrink-0" aria-hidden />}>
          <p className="font-medium">{stateText(reversal)}</p>
          <p className="whitespace-pre-wrap wrap-break-word">
            {t('desk.step.because', { reason: reversal.reason })}
          </p>
        </Note>
      )}
      <div className="flex flex-wrap gap-3">
        {reversal && (
          <Link href={`/reversal/${reversal._id}`} className={buttonClass('quiet')}>
            {t('desk.reverse.open')}
          </Link>
        )}
        {mayAsk && (
          <Button
            look="quiet"
            icon={<History className="size-5" aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('desk.reverse.ask')}
          </Button>
        )}
      </div>
      {isAsking && (
        <ReverseModal queue={queue} id={id} decision={decision} onClose={() => setAsking(false)} />
      )}
    </section>
  )

  function stateText({
    state,
    askedBy,
    askedAt,
    decidedBy,
    decidedAt,
  }: NonNullable<Decision['reversal']>): string {
    const { name } = askedBy
    if (state === 'WAITING') return t('desk.reverse.waiting', { name, at: formatWhen(askedAt) })
    const at = decidedAt ? formatWhen(decidedAt) : ''
    const second = decidedBy?.name ?? ''
    return t(state === 'DONE' ? 'desk.reverse.done' : 'desk.reverse.refused', { name, second, at })
  }
}
