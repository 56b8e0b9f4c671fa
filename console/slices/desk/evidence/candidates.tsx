import { compare } from '@krapao/contract/comparison.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import type { Candidate, Item } from '../queries.ts'
import { labelText, valueText } from '../words/labels.ts'
import { resultColours } from './result-colours.ts'

/**
 * The transfers that the bank reported and nobody owns yet, beside the deposit that a member announced: best
 * match first, each with what fits and what differs.
 * @param onChoose absent for who does not decide
 */
export function Candidates({
  item,
  onChoose,
}: {
  item: Item
  onChoose: ((candidate: Candidate) => void) | undefined
}) {
  const { t } = useTranslation()
  const { candidates } = item
  if (!candidates) return null
  if (candidates.length === 0) return <Note tone="neutral">{t('desk.transfer.none')}</Note>
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{t('desk.transfer.title')}</h3>
      <ul className="divide-y divide-line rounded-2xl bg-card px-4">
        {candidates.map((candidate) => (
          <li key={candidate.transferId} className="flex flex-wrap items-end gap-x-4 gap-y-2 py-3 text-sm">
            <CandidateFacts item={item} candidate={candidate} />
            {onChoose && (
              <Button
                look="quiet"
                className="min-h-11 px-4 text-sm"
                aria-label={t('desk.transfer.takeNamed', {
                  amount: formatMoney(candidate.amount, item.currency),
                  reference: factIn(candidate, 'reference') ?? '',
                })}
                onClick={() => onChoose(candidate)}
              >
                {t('desk.known.choose')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * One of them: amount and time, sender and receiver, and how the amount and the sender compare with the
 * announcement.
 */
export function CandidateFacts({ item, candidate }: { item: Item; candidate: Candidate }) {
  const { t } = useTranslation()
  const { amount, evidence, compared } = candidate
  const fact = (label: Fact): string => {
    const value = factIn(candidate, label)
    return value === undefined ? '' : valueText(item, label, value)
  }
  const sentAt = factIn(candidate, 'sentAt')
  const signs = item.member ? compare({ queue: item.queue, evidence }, item.member, compared) : []
  return (
    <span className="min-w-[min(14rem,100%)] flex-1 wrap-anywhere">
      <span className="block font-semibold">
        {formatMoney(amount, item.currency)}
        {sentAt && <span className="font-normal text-ink-soft"> · {formatDate(sentAt)}</span>}
      </span>
      <span className="block">
        {fact('fromBank')} {fact('fromAccountNo')} {fact('fromName')}
      </span>
      <span className="block text-ink-soft">
        → {fact('bankCode')} {fact('accountNo')} · {fact('reference')}
      </span>
      <span className="flex flex-wrap gap-x-3">
        <AmountSign item={item} amount={amount} />
        {signs.map(({ label, result }) => (
          <span key={label} className={cx('font-medium', resultColours[result])}>
            {labelText(item.queue, label)}: {t(`desk.compare.${result}`)}
          </span>
        ))}
      </span>
    </span>
  )
}

function AmountSign({ item, amount }: { item: Item; amount: number }) {
  const { t } = useTranslation()
  if (item.amount === null) return null
  const isSame = amount === item.amount
  return (
    <span className={cx('font-medium', resultColours[isSame ? 'same' : 'differs'])}>
      {t('desk.amount')}: {t(`desk.compare.${isSame ? 'same' : 'differs'}`)}
    </span>
  )
}

type Fact = Candidate['evidence'][number]['label']

const factIn = ({ evidence }: Candidate, label: Fact): string | undefined =>
  evidence.find((one) => one.label === label)?.value
