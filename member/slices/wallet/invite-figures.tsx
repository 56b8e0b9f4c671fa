import { Gift } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../ui/format.ts'
import { Card } from '../../ui/states.tsx'
import type { Wallet } from './wallet.ts'

/** What invited friends have brought, and the percentages of its condition. */
export function InviteFigures({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation()
  const { amount, success, fail } = wallet.invite
  const figures = [
    [t('wallet.inviteAmount'), formatMoney(amount, wallet.currency)],
    [t('wallet.inviteSuccess'), `${success}%`],
    [t('wallet.inviteFail'), `${fail}%`],
  ] as const
  return (
    <Card className="!p-4">
      <h2 className="flex items-center gap-2 text-sm font-semibold">
        <Gift className="size-4.5 text-link" aria-hidden />
        {t('wallet.invite')}
      </h2>
      <dl className="mt-2 grid grid-cols-3 gap-3">
        {figures.map(([label, figure]) => (
          <div key={label} className="flex min-w-0 flex-col justify-between">
            <dt className="text-xs text-ink-soft">{label}</dt>
            <dd className="text-base font-semibold">{figure}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
