import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { CircleCheckBig, CircleX } from 'lucide-react'
import { Link } from 'wouter'
import { textOr } from '../../../app/i18n.ts'
import { formatWhen } from '../../../ui/when.ts'
import type { Decision } from '../queries.ts'
import { amountText } from '../words/labels.ts'
import { reasonOf } from '../words/reason-text.ts'

/** How a decided item ended, as the end of a key of a text. */
export const endOf = ({ choice, superseded }: Pick<Decision, 'choice' | 'superseded'>) =>
  superseded ? 'noEffect' : choice

/**
 * A decided item; its link leads to the item.
 * @param query the address's query of the list beside which the item is opened
 * @param isOfQueue whether the list is of one queue, which then needs no name
 * @param isFound whether it is one of the results of a search (find-page.tsx)
 */
export function DecisionRow({
  decision,
  query = '',
  isCurrent = false,
  isOfQueue = false,
  isFound = false,
}: {
  decision: Decision
  query?: string
  isCurrent?: boolean
  isOfQueue?: boolean
  isFound?: boolean
}) {
  const { t } = useTranslation()
  const { queue, id, member, choice, decidedBy, at } = decision
  const Icon = choice === 'approve' ? CircleCheckBig : CircleX
  return (
    <Link
      href={`/${queue}/${encodeURI(id)}${query}`}
      aria-current={isCurrent ? 'true' : undefined}
      data-found={isFound || undefined}
      className={cx(
        'grid gap-0.5 rounded-xl border-l-4 px-3 py-2.5 text-sm focus-visible:-outline-offset-2',
        isCurrent ? 'border-link bg-sunken' : 'border-transparent bg-card hover:bg-sunken',
      )}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="min-w-0 flex-[1_1_7rem] wrap-anywhere">
          <span className="font-semibold">{member?.name ?? t('desk.noMember')}</span>
          {!isOfQueue && ` · ${textOr([`desk.queue.${queue}.one`], queue)}`}
        </span>
        <span className="shrink-0 font-semibold tabular-nums">{amountText(decision)}</span>
      </span>
      <span className="flex items-start gap-1.5">
        <Icon
          className={cx('mt-0.5 size-4 shrink-0', choice === 'approve' ? 'text-positive' : 'text-negative')}
          aria-hidden
        />
        <span className="min-w-0 wrap-anywhere">
          {t(`desk.history.${endOf(decision)}`)} · {reasonOf(decision)}
        </span>
      </span>
      <span className="text-xs text-ink-soft">
        {t('desk.history.line', { name: decidedBy.name, at: formatWhen(at) })}
      </span>
    </Link>
  )
}
