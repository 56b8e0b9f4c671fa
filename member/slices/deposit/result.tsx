import { cx } from '@krapao/web/ui/class-names.ts'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Figure } from '../../ui/figure.tsx'

const looks = {
  positive: { icon: CircleCheck, ground: 'bg-positive-soft text-positive' },
  notice: { icon: Clock, ground: 'bg-notice-soft text-notice' },
  negative: { icon: CircleAlert, ground: 'bg-negative-soft text-negative' },
}

/** What became of a deposit: a sign, the amount where it is known, and what comes next. Announced when it changes. */
export function Result({
  tone,
  title,
  amount,
  children,
}: {
  tone: keyof typeof looks
  title: string
  amount?: string | undefined
  children: ReactNode
}) {
  const { icon: Icon, ground } = looks[tone]
  return (
    <div role="status" className="grid justify-items-center gap-2 px-2 py-8 text-center">
      <span className={cx('flex size-16 items-center justify-center rounded-full', ground)}>
        <Icon className={cx('size-8', tone === 'notice' && 'motion-safe:animate-pulse')} aria-hidden />
      </span>
      <h3 className="mt-2 text-xl font-semibold">{title}</h3>
      {/* Kip come in long figures. */}
      {amount && (
        <p className="w-full">
          <Figure text={amount} rem={amount.length > 12 ? 1.75 : 2.5} className="font-bold" />
        </p>
      )}
      <div className="max-w-sm text-base text-pretty text-ink-soft">{children}</div>
    </div>
  )
}
