import { cx } from '@krapao/web/ui/class-names.ts'
import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Figure } from './figure.tsx'
import { Receipt } from './receipt.tsx'

const looks = {
  positive: { icon: CircleCheck, ground: 'bg-positive-soft text-positive' },
  notice: { icon: Clock, ground: 'bg-notice-soft text-notice' },
  negative: { icon: CircleAlert, ground: 'bg-negative-soft text-negative' },
}

/**
 * The outcome of a request to move money: an icon, what happened, the amount if it is known, what follows,
 * and the reference. Screen readers announce its changes.
 * @param icon replaces the tone's own icon, a clock that moves
 * @param between shown between amount and text; `children` are shown between text and receipt
 * @param receipt the reference and further lines; absent if nothing is known
 */
export function Outcome({
  tone,
  icon,
  title,
  amount,
  between,
  text,
  children,
  receipt,
}: {
  tone: keyof typeof looks
  icon?: LucideIcon
  title?: string
  amount?: string | undefined
  between?: ReactNode
  text: ReactNode
  children?: ReactNode
  receipt?: Parameters<typeof Receipt>[0]
}) {
  const { icon: own, ground } = looks[tone]
  const Icon = icon ?? own
  return (
    <>
      <div role="status" className="grid justify-items-center gap-2 px-2 py-6 text-center">
        <span className={cx('mb-2 flex size-16 items-center justify-center rounded-full', ground)}>
          <Icon
            className={cx('size-8', !icon && tone === 'notice' && 'motion-safe:animate-pulse')}
            aria-hidden
          />
        </span>
        {title && <h3 className="text-xl font-semibold">{title}</h3>}
        {/* Amounts in kip are long. */}
        {amount && (
          <p className="w-full">
            <Figure text={amount} rem={amount.length > 12 ? 1.75 : 2.5} className="font-bold" />
          </p>
        )}
        {between}
        <div className="max-w-sm text-base text-pretty text-ink-soft">{text}</div>
      </div>
      {(children || receipt) && (
        <div className="grid grid-cols-1 gap-2">
          {children}
          {receipt && <Receipt {...receipt} />}
        </div>
      )}
    </>
  )
}
