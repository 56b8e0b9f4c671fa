import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { CircleCheck, CircleDashed, Hourglass, type LucideIcon, Sun } from 'lucide-react'
import type { BetDay } from './queries.ts'

const looks: Record<BetDay['state'], [LucideIcon, string]> = {
  RUNNING: [Sun, 'bg-sunken text-ink'],
  OPEN: [CircleDashed, 'bg-sunken text-ink-soft'],
  WAITING: [Hourglass, 'bg-notice-soft text-notice'],
  CLOSED: [CircleCheck, 'bg-positive-soft text-positive'],
}

/** The state of a day, by icon and word. */
export function DayState({ state }: { state: BetDay['state'] }) {
  const { t } = useTranslation()
  const [Icon, look] = looks[state]
  return (
    <span
      className={cx('inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold', look)}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {t(`game.days.state.${state}`)}
    </span>
  )
}
