import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Skeleton } from '@krapao/web/ui/states.tsx'
import { Gift } from 'lucide-react'
import { memo } from 'react'
import { Card } from '../../ui/card.tsx'
import { Figure } from '../../ui/figure.tsx'
import { Amount } from './amount.tsx'
import type { Wallet } from './wallet.ts'

/**
 * What invited friends have brought, also while that is nothing, and what receiving it asks for.
 * @param onReceive asks before it is received
 */
export const InviteFigures = memo(function InviteFigures({
  wallet,
  onReceive,
}: {
  wallet: Wallet | undefined
  onReceive(): void
}) {
  const { t } = useTranslation()
  const invite = wallet?.invite
  const amount = wallet && formatMoney(wallet.invite.amount, wallet.currency)
  return (
    <Card className="!p-4">
      <h2 className="flex items-center gap-2 text-sm font-semibold">
        <Gift className="size-4.5 text-link" aria-hidden />
        {t('wallet.invite')}
      </h2>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <dl className="min-w-0 flex-1">
          <dt className="text-xs text-ink-soft">{t('wallet.inviteAmount')}</dt>
          <dd className="text-xl font-bold">
            {amount === undefined ? (
              <Skeleton className="h-7.5 w-28" />
            ) : (
              <Figure text={amount} rem={1.25}>
                <Amount text={amount} />
              </Figure>
            )}
          </dd>
        </dl>
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
      {/* In its room while it is not known; of no campaign there is nothing to say. */}
      {(!invite || invite.success > 0) && (
        <p className={cx('mt-1.5 text-xs text-pretty text-ink-soft', !invite && 'invisible')}>
          {invite?.condition?.mode === 'turnover'
            ? t('wallet.inviteTurnover', { times: invite.success / 100, fail: invite.fail })
            : t('wallet.inviteTerms', { success: invite?.success ?? 0, fail: invite?.fail ?? 0 })}
        </p>
      )}
    </Card>
  )
})
