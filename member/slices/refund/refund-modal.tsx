import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useState } from 'react'
import { errorText } from '../../frame/calls/errors.ts'
import { BannerStep, rewardRoom } from '../../ui/banner-step.tsx'
import type { Wallet } from '../wallet/public.ts'
import { useRefundBanners, useRefundCheck } from './refund.ts'
import { RefundResult } from './refund-result.tsx'
import { RefundView } from './refund-view.tsx'

/**
 * The campaign's banners if it has some, then the member's cashback (product.md §2 Modals).
 * @param onBonus leads to the bonus page
 */
export default function RefundModal({
  wallet,
  onBonus,
  onClose,
}: {
  wallet: Wallet
  onBonus(): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const { data: banners, isPending } = useRefundBanners()
  const { data: check, error, refetch } = useRefundCheck()
  const [seen, setSeen] = useState(false)
  const [came, setCame] = useState<number>()
  const isEmpty = !banners?.length && check?.refundAmount === 0 && check.claimable === 0
  const isBanner = !seen && banners !== undefined && banners.length > 0
  return (
    <Dialog title={t('refund.title')} onClose={onClose}>
      {came !== undefined ? (
        <RefundResult amount={came} wallet={wallet} onBonus={onBonus} onClose={onClose} />
      ) : isBanner ? (
        <BannerStep
          banners={banners}
          label={t('refund.title')}
          next={t('refund.see')}
          onDone={() => setSeen(true)}
        />
      ) : (
        // As high as the banners before it and as the most there is to say; lower where there is nothing.
        <div className={cx('flex flex-col', !isEmpty && rewardRoom)}>
          {isPending || (!check && !error) ? (
            <RefundSkeleton />
          ) : check ? (
            <RefundView {...{ wallet, check, onBonus }} onCame={setCame} />
          ) : (
            <Failed text={errorText(error)} onRetry={() => refetch()} />
          )}
        </div>
      )}
    </Dialog>
  )
}

const RefundSkeleton = () => (
  <Loading>
    <div className="grid gap-4">
      <Skeleton className="h-28 rounded-2xl" />
      <Skeleton className="h-28 rounded-2xl" />
      <Skeleton className="h-40 rounded-2xl" />
    </div>
  </Loading>
)
