import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import {
  ArrowLeftRight,
  Banknote,
  CalendarClock,
  CircleStop,
  CopyCheck,
  Dices,
  Gift,
  HandCoins,
  History,
  Inbox,
  Landmark,
  type LucideIcon,
  Megaphone,
  QrCode,
  ReceiptText,
  SendToBack,
  Trophy,
  Undo2,
  UsersRound,
} from 'lucide-react'
import { Link } from 'wouter'
import { textOr } from '../../../app/i18n.ts'
import { useShownEntry } from '../../../ui/use-shown-entry.ts'
import type { Queue, QueueName } from '../queries.ts'
import { NextButton } from '../work/next-button.tsx'
import type { Filter } from './list-filter.ts'

const icons: Record<QueueName, LucideIcon> = {
  slip: ReceiptText,
  'manual-deposit': HandCoins,
  'bank-transfer': Landmark,
  'bank-twin': CopyCheck,
  'qr-payment': QrCode,
  return: Undo2,
  gift: Gift,
  withdrawal: Banknote,
  payout: SendToBack,
  transfer: ArrowLeftRight,
  reversal: History,
  prize: Trophy,
  'bet-review': Dices,
  'bonus-review': UsersRound,
  'bonus-end': CircleStop,
  campaign: Megaphone,
  'bet-day': CalendarClock,
}

/** The queues with the number of items in each: a column on wide screens, a row that scrolls on phones. */
export function QueueNav({
  queues,
  current,
  filter,
  query,
}: {
  queues: Queue[]
  current: QueueName | undefined
  /** How the list is narrowed and ordered, by which the next item is found. */
  filter: Filter
  /** Of the list's address, which stays when the next item is opened. */
  query: string
}) {
  const found = queues.find(({ queue }) => queue === current)
  const { t } = useTranslation()
  const chosen = useShownEntry<HTMLLIElement>(current)
  return (
    <nav aria-label={t('desk.queues')} className="flex flex-col">
      {/* On wide screens above all of them, where it is found without scrolling. */}
      {found?.mayDecide && found.count > 0 && (
        <div className="order-last grid px-4 pb-3 wide:order-none wide:px-2.5 wide:pt-3 wide:pb-0">
          <NextButton queue={found.queue} name={t('desk.queues')} filter={filter} query={query} />
        </div>
      )}
      <ul
        data-moves
        className="relative flex gap-1.5 overflow-x-auto px-4 py-3 wide:grid wide:gap-0.5 wide:overflow-visible wide:px-2.5"
      >
        {queues.map(({ queue, count }) => {
          // A newer server may have a queue that this page has no text for.
          const Icon = (icons as Partial<typeof icons>)[queue] ?? Inbox
          const isCurrent = queue === current
          return (
            <li key={queue} ref={isCurrent ? chosen : undefined} className="shrink-0">
              <Link
                href={`/${queue}`}
                aria-current={isCurrent ? 'page' : undefined}
                className={cx(
                  // One font weight for all: a name that becomes bold may wrap and move the menu. Under a
                  // mouse the rows are lower, so that all queues are in view on a window of 1280 × 800.
                  'flex min-h-11 items-center gap-2.5 rounded-xl border px-3 text-sm font-medium text-ink wide:pointer-fine:min-h-9',
                  isCurrent ? 'border-link bg-sunken' : 'border-line hover:bg-sunken wide:border-transparent',
                )}
              >
                <Icon className="size-4.5 shrink-0 text-ink-soft" aria-hidden />
                <span className="flex-1 whitespace-nowrap wide:whitespace-normal wide:py-0.5 wide:leading-snug">
                  {textOr([`desk.queue.${queue}.name`], queue)}
                </span>
                <span
                  className={cx(
                    'min-w-7 rounded-full px-2 text-center text-xs font-semibold leading-6',
                    count > 0 ? 'bg-accent text-on-accent' : 'text-ink-soft',
                  )}
                >
                  {count}
                  <span className="sr-only"> {t('desk.waiting')}</span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
