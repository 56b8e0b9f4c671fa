import type { CampaignState, VersionState } from '@krapao/contract/slices/campaign/kinds.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { CalendarClock, CircleCheck, CircleSlash, Hourglass, type LucideIcon, Undo2 } from 'lucide-react'

const looks: Record<CampaignState | VersionState, [LucideIcon, string]> = {
  ACTIVE: [CircleCheck, 'bg-positive-soft text-positive'],
  APPROVED: [CircleCheck, 'bg-positive-soft text-positive'],
  SCHEDULED: [CalendarClock, 'bg-sunken text-ink'],
  WAITING: [Hourglass, 'bg-notice-soft text-notice'],
  STOPPED: [CircleSlash, 'bg-negative-soft text-negative'],
  REFUSED: [CircleSlash, 'bg-negative-soft text-negative'],
  ENDED: [CalendarClock, 'bg-sunken text-ink-soft'],
  WITHDRAWN: [Undo2, 'bg-sunken text-ink-soft'],
}

/** The state of a campaign or of a version, by icon and word. */
export function StateChip({ state }: { state: CampaignState | VersionState }) {
  const { t } = useTranslation()
  const [Icon, look] = looks[state]
  return (
    <span
      className={cx('inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold', look)}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {t(`campaign.state.${state}`)}
    </span>
  )
}
