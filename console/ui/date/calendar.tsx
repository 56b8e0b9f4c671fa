import { dayAfter, dayInWords, monthInWords, today } from '@krapao/contract/dates.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
/** The days of the week from Sunday, of which a day is so many days behind. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The same date so many months later, or the last of that month where it has no such date. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/**
 * A month of Bangkok's days, of which one is chosen: by the arrow keys a day or a week further, by Page Up
 * and Down a month, by Home and End to the ends of the week.
 * @param value YYYY-MM-DD; empty: none is chosen
 */
export function Calendar({ value, onChoose }: { value: string; onChoose(day: string): void }) {
  const { t, i18n } = useTranslation()
  const [at, setAt] = useState(value || today())
  const month = useRef<HTMLTableElement>(null)
  /** Whether the focus follows the day; on the buttons beside the month it stays. */
  const isFollowed = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another day is at hand
  useEffect(() => {
    if (isFollowed.current)
      month.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus({ preventScroll: true })
  }, [at])
  const turn = (months: number) => {
    isFollowed.current = false
    setAt(monthsAfter(at, months))
  }
  const first = `${at.slice(0, 7)}-01`
  const start = dayAfter(first, -weekdayOf(first))
  const days = Array.from({ length: 42 }, (_, n) => dayAfter(start, n))
  const weeks = [0, 7, 14, 21, 28, 35]
    .map((from) => days.slice(from, from + 7))
    .filter((week) => week.some((day) => day.slice(0, 7) === at.slice(0, 7)))

  function byKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, (() => string) | undefined> = {
      ArrowLeft: () => dayAfter(at, -1),
      ArrowRight: () => dayAfter(at),
      ArrowUp: () => dayAfter(at, -7),
      ArrowDown: () => dayAfter(at, 7),
      PageUp: () => monthsAfter(at, -1),
      PageDown: () => monthsAfter(at, 1),
      Home: () => dayAfter(at, -weekdayOf(at)),
      End: () => dayAfter(at, 6 - weekdayOf(at)),
    }
    const next = steps[event.key]?.()
    if (!next) return
    event.preventDefault()
    // The page's own keys would act as well.
    event.stopPropagation()
    isFollowed.current = true
    setAt(next)
  }

  return (
    <div className="grid w-[19.5rem] max-w-full gap-1 p-2">
      <div className="flex items-center justify-between">
        <IconButton label={t('ui.date.before')} onClick={() => turn(-1)}>
          <ChevronLeft className="size-5" aria-hidden />
        </IconButton>
        <p aria-live="polite" className="text-sm font-semibold">
          {monthInWords(at.slice(0, 7), i18n.language)}
        </p>
        <IconButton label={t('ui.date.after')} onClick={() => turn(1)}>
          <ChevronRight className="size-5" aria-hidden />
        </IconButton>
      </div>
      <table ref={month} className="w-full table-fixed" onKeyDown={byKey}>
        <thead>
          <tr>
            {weekdays.map((one) => (
              <th key={one} scope="col" className="pb-1 text-xs font-medium text-ink-soft">
                {t(`ui.date.weekday.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0">
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    aria-label={dayInWords(day, i18n.language)}
                    aria-pressed={day === value}
                    aria-current={day === today() ? 'date' : undefined}
                    onClick={() => onChoose(day)}
                    className={cx(
                      'flex h-10 w-full items-center justify-center rounded-xl text-sm tabular-nums hover:bg-sunken',
                      day === value && 'bg-accent font-semibold text-on-accent hover:bg-accent',
                      day !== value && day.slice(0, 7) !== at.slice(0, 7) && 'text-ink-soft',
                      day === today() && 'font-semibold underline underline-offset-4',
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
