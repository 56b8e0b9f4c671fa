import { cx } from '@krapao/web/ui/class-names.ts'
import {
  ArrowLeftRight,
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  Gift,
  HandCoins,
  type LucideIcon,
  Wallet,
} from 'lucide-react'
import type { Kind } from './statement.ts'

/** Icons of product.md §9; a kind that this version does not know gets a question mark. */
const icons: Partial<Record<string, LucideIcon>> = {
  deposit: Wallet,
  bonus: Gift,
  finish_bonus: Gift,
  withdraw: HandCoins,
  transfer: ArrowLeftRight,
} satisfies Record<Kind, LucideIcon>

export function KindIcon({ kind }: { kind: string }) {
  const Icon = icons[kind] ?? CircleHelp
  return (
    <span className="flex mt-0.5 size-[min(2.25rem,9.5vw)] shrink-0 items-center justify-center rounded-full bg-sunken text-ink">
      <Icon className="size-4.5" aria-hidden />
    </span>
  )
}

const looks: Partial<Record<string, { icon: LucideIcon; colour: string }>> = {
  SUCCESS: { icon: CircleCheck, colour: 'text-positive' },
  FAILED: { icon: CircleX, colour: 'text-negative' },
}

/** A status by icon, colour and words: green, red, anything else yellow and in progress (product.md §4). */
export function Status({ status, text }: { status: string; text: string }) {
  const { icon: Icon, colour } = looks[status] ?? { icon: Clock, colour: 'text-notice' }
  return (
    <span className={cx('flex items-start gap-1 text-sm', colour)}>
      <Icon className="mt-[0.2rem] size-4 shrink-0" aria-hidden />
      <span className="min-w-0">{text}</span>
    </span>
  )
}
