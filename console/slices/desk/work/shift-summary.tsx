import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { textOr } from '../../../app/i18n.ts'
import type { Shift } from './queries.ts'

type Summary = Shift['summary']

/**
 * What was decided, by queue, choice and currency: how often, and the amounts together; and how many
 * customers were answered.
 */
export function Decisions({ summary: { decisions, conversations } }: { summary: Summary }) {
  const { t } = useTranslation()
  return (
    <dl className="grid grid-cols-[1fr_auto_auto] gap-x-4 gap-y-0.5 tabular-nums">
      {decisions.map(({ queue, action, currency, count, sum }) => (
        <div key={`${queue} ${action} ${currency}`} className="contents">
          <dt className="text-ink-soft">
            {queue !== null && `${textOr([`desk.queue.${queue}.name`], queue)} · `}
            {textOr([`operator.action.${action.replace('.', '-')}`], action)}
          </dt>
          <dd className="text-right">{count}</dd>
          <dd className="text-right">{formatMoney(sum, currency)}</dd>
        </div>
      ))}
      <div className="contents">
        <dt className="text-ink-soft">{t('work.shift.conversations')}</dt>
        {/* Under the numbers of decisions; where there are none, at the right edge. */}
        <dd className={cx('text-right', decisions.length === 0 && 'col-span-2')}>{conversations}</dd>
      </div>
    </dl>
  )
}

const kinds = ['claimed', 'assigned', 'chats', 'snoozed'] as const

/** Whether somebody else has to see to something that the operator holds. */
export const holdsAnything = (summary: Summary): boolean => kinds.some((one) => summary[one] > 0)

/** How much the operator holds; nothing if there is none. */
export function Held({ title, summary }: { title: string; summary: Summary }) {
  const { t } = useTranslation()
  if (!holdsAnything(summary)) return null
  const held = kinds.filter((one) => summary[one] > 0)
  return (
    <p className="text-ink-soft">
      {title} {held.map((one) => t(`work.shift.count.${one}`, { count: summary[one] })).join(' · ')}
    </p>
  )
}
