import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { useId } from 'react'
import { CandidateFacts } from '../evidence/candidates.tsx'
import { ComparisonTable } from '../evidence/comparison-table.tsx'
import type { Candidate, Item } from '../queries.ts'

/**
 * Chooses the transfer that an approval credits, among transfers that the bank reported and nobody owns yet,
 * best match first.
 */
export function TransferPicker({
  item,
  chosen,
  onChoose,
  error,
}: {
  item: Item
  chosen: Candidate | undefined
  onChoose(candidate: Candidate): void
  error: string | undefined
}) {
  const { t } = useTranslation()
  const wrong = useId()
  const candidates = item.candidates ?? []
  if (candidates.length === 0) return <Note tone="neutral">{t('desk.transfer.none')}</Note>
  return (
    <fieldset className="grid gap-2" aria-describedby={error && wrong}>
      <legend className="mb-1.5 text-sm font-semibold">{t('desk.transfer.choose')}</legend>
      {candidates.map((candidate) => (
        <label
          key={candidate.transferId}
          className={cx(
            'flex cursor-pointer items-start gap-3 rounded-2xl border px-4 py-3 text-sm',
            candidate.transferId === chosen?.transferId ? 'border-positive' : 'border-line hover:bg-sunken',
          )}
        >
          <input
            type="radio"
            name="transfer"
            className="mt-0.5 size-5 shrink-0"
            value={candidate.transferId}
            checked={candidate.transferId === chosen?.transferId}
            aria-invalid={error !== undefined}
            onChange={() => onChoose(candidate)}
          />
          <CandidateFacts item={item} candidate={candidate} />
        </label>
      ))}
      {error && (
        <p id={wrong} role="alert" className="text-sm text-negative">
          {error}
        </p>
      )}
      {chosen && item.member && (
        <ComparisonTable item={{ ...item, evidence: chosen.evidence }} member={item.member} />
      )}
      {chosen && item.amount !== null && chosen.amount !== item.amount && (
        <Note>
          {t('desk.transfer.differs', {
            amount: formatMoney(chosen.amount, item.currency),
            announced: formatMoney(item.amount, item.currency),
          })}
        </Note>
      )}
    </fieldset>
  )
}
