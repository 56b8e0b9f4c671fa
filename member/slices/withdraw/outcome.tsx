import { cx } from '@krapao/web/ui/class-names.ts'
import type { LucideIcon } from 'lucide-react'
import { Figure } from '../../ui/figure.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import type { Wallet } from '../wallet/public.ts'
import { BankTarget } from './bank-target.tsx'

const grounds = {
  positive: 'bg-positive-soft text-positive',
  notice: 'bg-notice-soft text-notice',
  negative: 'bg-negative-soft text-negative',
}

/** How a withdrawal stands: a sign, the amount, a title and what comes next; announced when it changes. */
export function Outcome({
  icon: Icon,
  tone,
  amount,
  title,
  text,
  account,
  id,
}: {
  icon: LucideIcon
  tone: keyof typeof grounds
  amount: string
  title: string
  text: string
  account: Wallet['bankAccount']
  /** The withdrawal's, where it is known. */
  id?: string
}) {
  return (
    <div className="grid flex-1 grid-cols-1 content-between gap-6 pb-5">
      <div role="status" className="grid justify-items-center gap-2 px-2 pt-6 text-center">
        <span className={cx('flex size-16 items-center justify-center rounded-full', grounds[tone])}>
          <Icon className="size-8" aria-hidden />
        </span>
        <p className="mt-2 text-xl font-semibold">{title}</p>
        {/* Kip come in long figures. */}
        <p className="w-full">
          <Figure text={amount} rem={amount.length > 11 ? 1.75 : 2.5} className="font-bold" />
        </p>
        <p className="max-w-sm text-base text-pretty text-ink-soft">{text}</p>
      </div>
      <div className="grid gap-2">
        <BankTarget account={account} />
        {id && <Receipt id={id} />}
      </div>
    </div>
  )
}
