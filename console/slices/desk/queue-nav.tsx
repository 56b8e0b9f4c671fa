import type { AnswerOf } from '@krapao/contract/client.ts'
import {
  ArrowLeftRight,
  Banknote,
  CopyCheck,
  Gift,
  HandCoins,
  Inbox,
  Landmark,
  type LucideIcon,
  QrCode,
  ReceiptText,
  SendToBack,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { textOr } from '../../app/i18n.ts'
import { cx } from '../../ui/class-names.ts'
import type { QueueName } from './queries.ts'

/** In the order of a deposit's and a withdrawal's day. */
const icons: Record<QueueName, LucideIcon> = {
  slip: ReceiptText,
  'manual-deposit': HandCoins,
  'bank-transfer': Landmark,
  'bank-twin': CopyCheck,
  'qr-payment': QrCode,
  gift: Gift,
  withdrawal: Banknote,
  payout: SendToBack,
  transfer: ArrowLeftRight,
}
const order = Object.keys(icons)

/** The queues with how much waits in each: a column on wide screens, a row that scrolls on phones. */
export function QueueNav({
  queues,
  current,
}: {
  queues: AnswerOf<'GET /api/console/desk'>['queues']
  current: QueueName | undefined
}) {
  const { t } = useTranslation()
  const chosen = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // On phones the row may begin with others.
    if (current) chosen.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  const sorted = [...queues].sort((a, b) => order.indexOf(a.queue) - order.indexOf(b.queue))
  return (
    <nav aria-label={t('desk.queues')}>
      <ul className="relative flex gap-1.5 overflow-x-auto px-4 py-3 wide:grid wide:gap-0.5 wide:overflow-visible wide:px-2.5">
        {sorted.map(({ queue, count }) => {
          // A server that is newer than this page may have a queue more.
          const Icon = (icons as Partial<typeof icons>)[queue] ?? Inbox
          const isCurrent = queue === current
          return (
            <li key={queue} ref={isCurrent ? chosen : undefined} className="shrink-0">
              <Link
                href={`/${queue}`}
                aria-current={isCurrent ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center gap-2.5 rounded-xl px-3 text-sm',
                  isCurrent
                    ? 'bg-sunken font-semibold text-ink'
                    : 'border border-line text-ink hover:bg-sunken wide:border-transparent',
                )}
              >
                <Icon className="size-4.5 shrink-0 text-ink-soft" aria-hidden />
                <span className="flex-1 whitespace-nowrap wide:whitespace-normal wide:py-1 wide:leading-snug">
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
