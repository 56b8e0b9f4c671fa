import type { Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Users } from 'lucide-react'
import { type OperatorTie, tieText } from '../../app/errors.ts'
import { approveWords } from '../../app/exposure-words.ts'
import type { Deed } from './decide-modal.tsx'
import { ExposureLines } from './exposure-lines.tsx'
import type { Version } from './queries.ts'
import { StateChip } from './state-chip.tsx'
import { VersionChanges } from './version-changes.tsx'
import { useTimes } from './words.ts'

/** One version: who made it and why, what it changes, and what became of it. */
export function VersionCard({
  version: shown,
  isActive,
  isShown,
  currency,
  onShow,
  isOwn = false,
  tie,
  onDecide,
}: {
  version: Version
  isActive: boolean
  /** Whether the preview shows it. */
  isShown: boolean
  currency: Currency
  onShow(): void
  isOwn?: boolean
  /** Why the person cannot be the second one after its author; undefined: they can. */
  tie?: OperatorTie | undefined
  /** Left out: the person may decide nothing. */
  onDecide?: (deed: Deed) => void
}) {
  const { t } = useTranslation()
  const times = useTimes(shown)
  const { version, state, comparedWith, changes } = shown
  const isWaiting = state === 'WAITING'
  return (
    <section className={cx('rounded-card bg-card p-5 shadow-card', isWaiting && 'ring-2 ring-notice')}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-base font-semibold">{t('campaign.version', { version })}</h2>
        <StateChip state={isActive ? 'ACTIVE' : state} />
        {!isShown && (
          <Button look="plain" className="ml-auto" onClick={onShow}>
            {t('campaign.previewThis')}
          </Button>
        )}
      </div>
      <div className="text-sm text-ink-soft">
        <p>{t('campaign.madeBy', { name: shown.madeBy.name, at: formatMinute(shown.madeAt) })}</p>
        <p className="text-ink">{shown.reason}</p>
        <p>{times || t('campaign.always')}</p>
        {shown.decidedBy && shown.decidedAt && (
          <p>
            {t('campaign.decidedBy', { name: shown.decidedBy.name, at: formatMinute(shown.decidedAt) })}
            {shown.decidedReason && <span className="text-ink"> · {shown.decidedReason}</span>}
          </p>
        )}
      </div>
      <details className="mt-2" open={isWaiting || undefined}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-medium text-link">
          {comparedWith === null
            ? t('campaign.allFields')
            : t('campaign.changesFrom', { version: comparedWith, number: changes.length })}
        </summary>
        <VersionChanges version={shown} currency={currency} />
      </details>
      {isWaiting && onDecide && (
        <div className="mt-4 grid gap-3">
          <ExposureLines exposure={shown.exposure} currency={currency} />
          {isOwn && (
            <Note icon={<Users className="mt-0.5 size-5 shrink-0" aria-hidden />}>
              {t('campaign.ownVersion')}
            </Note>
          )}
          {tie && <Note icon={<Users className="mt-0.5 size-5 shrink-0" aria-hidden />}>{tieText(tie)}</Note>}
          {/* Places and looks as at the desk. */}
          <div className="grid grid-cols-[1fr_2fr] gap-3 wide:flex wide:justify-end">
            <Button look="quiet" onClick={() => onDecide('refuse')}>
              {t(isOwn ? 'campaign.takeBack' : 'campaign.deed.refuse')}
            </Button>
            {!isOwn && !tie && (
              <Button onClick={() => onDecide('approve')}>{approveWords(shown.exposure, currency)}</Button>
            )}
          </div>
        </div>
      )}
    </section>
  )
}
