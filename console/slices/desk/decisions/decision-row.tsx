import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDate } from '@krapao/web/ui/format.ts'
import { CircleCheckBig, CircleX } from 'lucide-react'
import { Link } from 'wouter'
import { textOr } from '../../../app/i18n.ts'
import type { Decision } from '../queries.ts'
import { amountText } from '../words/labels.ts'
import { reasonOf } from '../words/reason-text.ts'

/** How a decided item ended, as the end of a key of a text. */
export const endOf = ({ choice, superseded }: Pick<Decision, 'choice' | 'superseded'>) =>
  superseded ? 'noEffect' : choice

/**
 * A decided item of any queue; its link leads to the item.
 * @param isFound whether it is one of the results of a search (find-page.tsx)
 */
export function DecisionRow({ decision, isFound = false }: { decision: Decision; isFound?: boolean }) {
  const { t } = useTranslation()
  const { queue, id, member, choice, decidedBy, at } = decision
  const Icon = choice === 'approve' ? CircleCheckBig : CircleX
  return (
    <Link
      href={`/${queue}/${encodeURI(id)}`}
      data-found={isFound || undefined}
      className="-mx-3 grid gap-x-4 gap-y-0.5 rounded-xl px-3 py-3 text-sm hover:bg-sunken wide:grid-cols-[11rem_1fr_auto]"
    >
      <span className="text-ink-soft wide:order-first">
        <span className="wide:block">{formatDate(at)}</span>
        <span className="wide:hidden"> · </span>
        <span className="wide:block">{decidedBy.name}</span>
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className="flex items-start gap-1.5">
          <Icon
            className={cx('mt-0.5 size-4 shrink-0', choice === 'approve' ? 'text-positive' : 'text-negative')}
            aria-hidden
          />
          <span>
            <span className="font-semibold">{member?.name ?? t('desk.noMember')}</span>
            {' · '}
            {textOr([`desk.queue.${queue}.one`], queue)}
          </span>
        </span>
        <span className="block text-ink-soft">
          {t(`desk.history.${endOf(decision)}`)} · {reasonOf(decision)}
        </span>
      </span>
      <span className="font-semibold tabular-nums wide:text-right">{amountText(decision)}</span>
    </Link>
  )
}
