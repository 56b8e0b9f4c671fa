import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Skeleton } from '@krapao/web/ui/states.tsx'
import { Gift } from 'lucide-react'
import { memo } from 'react'
import { Card } from '../../ui/card.tsx'
import { Figure } from '../../ui/figure.tsx'
import { useBalance } from './amount.tsx'
import type { Wallet } from './wallet.ts'

/**
 * The earnings from invited friends, also when there are none, and the percentages of the invitation.
 * @param onReceive asks before they are received
 */
export const InviteFigures = memo(function InviteFigures({
  wallet,
  onReceive,
}: {
  wallet: Wallet | undefined
  onReceive(): void
}) {
  const { t } = useTranslation()
  const balance = useBalance(wallet?.currency ?? 'THB')
  const invite = wallet?.invite
  const figures = [
    [t('wallet.inviteAmount'), wallet && balance(wallet.invite.amount)],
    [t('wallet.inviteSuccess'), invite && `${invite.success}%`],
    [t('wallet.inviteFail'), invite && `${invite.fail}%`],
  ] as const
  return (
    <Card className="!p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="flex items-center gap-2 text-sm font-semibold">
          <Gift className="size-4.5 text-link" aria-hidden />
          {t('wallet.invite')}
        </h2>
        <Button
          look="quiet"
          className="min-h-11! text-sm!"
          data-opens="receive-invite"
          disabled={!wallet}
          onClick={onReceive}
        >
          {t('wallet.inviteReceive')}
        </Button>
      </div>
      <dl className="mt-2 grid grid-cols-[2fr_1fr_1fr] gap-3">
        {figures.map(([label, figure]) => (
          <div key={label} className="flex min-w-0 flex-col justify-between">
            <dt className="text-xs text-ink-soft">{label}</dt>
            <dd className="text-base font-semibold">
              {figure === undefined ? <Skeleton className="h-6 w-full" /> : <Figure text={figure} rem={1} />}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
})
