import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { CircleAlert, CircleHelp } from 'lucide-react'
import { bankText } from '../../../app/bank-text.ts'
import type { Counterpart, Item } from '../queries.ts'
import { sourceName } from '../words/labels.ts'
import type { Choice } from '../words/votes.ts'

/** The colours of where money is, for counterparts and for reports of the bank. */
export const placeLooks: Record<string, string> = {
  CREDITED: 'bg-notice-soft text-notice',
  RETURNING: 'bg-sunken text-ink',
  RETURNED: 'bg-sunken text-ink',
}

/**
 * Settled reports that may be about the same money as an item: who reported it, when it was paid, who
 * received it, and where the money is. Queues that ask exactly this also say when there is none.
 */
export function Counterparts({
  counterparts = [],
  currency,
  reason,
}: Pick<Item, 'counterparts' | 'currency'> & { reason: string | null }) {
  const { t } = useTranslation()
  if (counterparts.length === 0) {
    if (reason !== 'MAYBE_QR') return null
    return (
      <Note tone="neutral" icon={<CircleHelp className="mt-0.5 size-5 shrink-0" aria-hidden />}>
        {t('desk.beside.noPayment')}
      </Note>
    )
  }
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{t('desk.beside.title')}</h3>
      <ul className="grid gap-2">
        {counterparts.map((one) => (
          <li
            key={one.reportedBy.join() + one.reference}
            className="grid gap-0.5 rounded-2xl bg-card px-4 py-3 text-sm"
          >
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="font-semibold">
                {sourceName(one.reportedBy)} · {bankText(one.at)}
              </span>
              <span className={cx('rounded-full px-2.5 py-0.5 text-xs font-semibold', placeLooks[one.place])}>
                {t(`desk.beside.place.${one.place}`)}
              </span>
            </span>
            <span className="font-medium">
              {formatMoney(one.amount, currency)}
              <span className="font-normal text-ink-soft">
                {' · '}
                {t('desk.beside.paidAt', { at: formatDate(one.paidAt) })}
              </span>
            </span>
            {one.member && (
              <span>
                {one.member.name} <span className="text-ink-soft">· {one.member.username}</span>
              </span>
            )}
            <span className="text-ink-soft wrap-anywhere">
              {[one.fromName, t('desk.beside.reference', { reference: one.reference })]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whether a decision sends the money back to its sender. */
const sendsBack = (queue: Item['queue'], choice: Choice): boolean =>
  queue === 'return' ? choice === 'approve' : choice === 'refuse'

/**
 * The risk of a decision if the same money was settled already; undefined if the decision adds none.
 * `return`: it is sent back as well. `credit`: it is credited as well. `ask`: the server credits nothing but
 * asks in another queue.
 */
export function riskOf(item: Item, choice: Choice): 'return' | 'credit' | 'ask' | undefined {
  const { queue, reason, counterparts = [] } = item
  if (counterparts.length === 0) return undefined
  if (queue === 'bank-twin') return choice === 'approve' ? 'credit' : undefined
  if (queue === 'slip') return choice === 'approve' ? 'ask' : undefined
  if (queue !== 'bank-transfer' && queue !== 'qr-payment' && queue !== 'return') return undefined
  // Refusing a contradiction says that the report is not about other money, so nothing is sent back.
  if (sendsBack(queue, choice)) return reason === 'CONTRADICTION' ? undefined : 'return'
  return choice === 'approve' ? 'ask' : undefined
}

/**
 * The warning in the dialog: the same money may have been credited or sent back already, and what the
 * decision would do.
 */
export function CounterpartsWarning({ item, choice }: { item: Item; choice: Choice }) {
  const { t } = useTranslation()
  const risk = riskOf(item, choice)
  if (!risk) return null
  return (
    <Note
      tone={risk === 'ask' ? 'notice' : 'negative'}
      icon={<CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />}
    >
      <ul className="mb-1 grid gap-1 font-medium">
        {item.counterparts?.map((one) => (
          <li key={one.reportedBy.join() + one.reference}>{counterpartText(one, item.currency)}</li>
        ))}
      </ul>
      {t(`desk.beside.act.${risk}`)}
    </Note>
  )

  function counterpartText(
    { member, place, amount, paidAt, reportedBy }: Counterpart,
    currency: Item['currency'],
  ) {
    return t(`desk.beside.was.${place}`, {
      amount: formatMoney(amount, currency),
      at: formatDate(paidAt),
      source: sourceName(reportedBy),
      name: member ? `${member.name} (${member.username})` : t('desk.noMember'),
    })
  }
}
