import { compare } from '@krapao/contract/comparison.ts'
import type { DeskLabel } from '@krapao/contract/slices/desk/desk-labels.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { CircleAlert } from 'lucide-react'
import { type Item, type Member, useEvidence } from '../queries.ts'
import { amountText, attemptText, labelText, senderText, valueText } from '../words/labels.ts'
import { ScoreLine } from './signs.tsx'

/** The facts by which an item is found at a bank or provider, the best known first. */
const references: DeskLabel[] = [
  'reference',
  'eventId',
  'paymentId',
  'withdrawalId',
  'transferId',
  'giftId',
  'couponId',
]

/**
 * The facts that decide, for phones, where the sheet of a decision covers the item: amount, what speaks
 * against paying or was answered, whose it is or who sent it, what differs from the member, and the
 * reference. On wide screens the item stays in sight beside the dialog.
 * @param member whom the item is about, or whom the operator has chosen
 */
export function KeyFacts({ item, member }: { item: Item; member: Member | null }) {
  const { t } = useTranslation()
  const different = member ? compare(item, member).filter(({ result }) => result === 'differs') : []
  const reference = references
    .map((wanted) => item.evidence.find(({ label }) => label === wanted))
    .find((fact) => fact !== undefined)
  const sender = senderText(item)
  const { data } = useEvidence(item)
  const answer = data?.attempts?.latest[0]
  return (
    <section
      aria-label={t('desk.keyFacts')}
      className="grid gap-0.5 rounded-2xl border border-line px-4 py-2.5 text-sm wrap-anywhere wide:hidden"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong className="text-lg">{amountText(item)}</strong>
        {member && (
          <span className="font-medium">
            {member.name} <span className="text-ink-soft">· {member.username}</span>
          </span>
        )}
      </p>
      {data?.origin && <ScoreLine origin={data.origin} />}
      {answer && (
        <p className="font-medium">
          {t(`desk.known.last.${item.queue === 'payout' ? 'bank' : 'other'}`)}:{' '}
          {attemptText(item.queue, { ...answer, reason: null })}
        </p>
      )}
      {sender !== '' && <p>{sender}</p>}
      {different.map(({ label, claimed, registered }) => (
        <p key={label} className="flex items-start gap-1.5 font-medium text-negative">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0">
            {t('desk.keyDiffers', {
              what: labelText(item.queue, label),
              claimed: valueText(item, label, claimed) || '–',
              registered: valueText(item, label, registered),
            })}
          </span>
        </p>
      ))}
      {reference && (
        <p className="text-ink-soft">
          {labelText(item.queue, reference.label)}: {valueText(item, reference.label, reference.value)}
        </p>
      )}
    </section>
  )
}
