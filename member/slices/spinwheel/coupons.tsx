import { paging } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Failed, Loading, Note, Skeleton } from '@krapao/web/ui/states.tsx'
import { CircleHelp, Info } from 'lucide-react'
import { type Ref, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { errorText } from '../../frame/calls/errors.ts'
import { useFrozen } from '../../frame/time/use-frozen.ts'
import { Empty } from '../../ui/empty.tsx'
import { useObstacle } from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'
import { ClaimModal } from './claim-modal.tsx'
import { CouponTable } from './coupon-table.tsx'
import { PageLinks } from './page-links.tsx'
import { useClaim } from './use-claim.ts'
import { type Coupon, useCoupons } from './wheel.ts'

/**
 * The member's coupons, three a page, and their claims (product.md §2 Spin).
 * @param isTurning while the wheel turns, the list does not show what it will win
 */
export function Coupons({
  wallet,
  isTurning,
  heading,
}: {
  wallet: Wallet
  isTurning: boolean
  /** Of the list, where the way from a won prize ends. */
  heading: Ref<HTMLHeadingElement>
}) {
  const { t } = useTranslation()
  const { data, error, refetch } = useCoupons(isTurning)
  const coupons = useFrozen(data, isTurning)
  const [wanted, setWanted] = useState(1)
  const [asked, setAsked] = useState<Coupon>()
  const [, navigate] = useLocation()
  const inTheWay = useObstacle(wallet)
  // Coins and items are under no condition, so a bonus does not keep them back.
  const isKept = inTheWay && coupons?.some(({ state, under }) => state === 'AVAILABLE' && under)
  const close = () => setAsked(undefined)
  const showBonus = () => {
    close()
    settled().then(() => navigate('/user/bonus'))
  }
  const { claim, sending, unsure } = useClaim(wallet.profile._id, close)
  const pages = Math.ceil((coupons?.length ?? 0) / paging.coupons)
  const page = Math.min(wanted, Math.max(pages, 1))
  const first = (page - 1) * paging.coupons

  return (
    // With large letters, or beside the chat, a wide window has a narrow column.
    <section className="@container grid grid-cols-1 gap-3 rounded-card bg-card p-5 shadow-card">
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-20 text-xl font-semibold outline-none">
        {t('spin.coupon.title')}
      </h2>
      {!coupons && error && <Failed text={errorText(error)} onRetry={() => refetch()} />}
      {!coupons && !error && (
        <Loading>
          <div className="grid gap-3">
            <Skeleton className="h-24" />
            <Skeleton className="h-24" />
          </div>
        </Loading>
      )}
      {coupons?.length === 0 && <Empty title={t('spin.coupon.empty')} text={t('spin.coupon.emptyText')} />}
      {isKept && (
        <Note tone="neutral" icon={<Info className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
          <p>{inTheWay.why}</p>
          <Link href="/user/bonus" className="inline-flex min-h-11 items-center font-semibold text-link">
            {t('bonus.see')}
          </Link>
        </Note>
      )}
      {coupons && coupons.length > 0 && (
        // One height for every page, so that the links below do not move under the finger.
        <div className={cx(pages > 1 && 'min-h-[18.5rem] @min-[35rem]:min-h-[15.75rem]')}>
          <CouponTable
            coupons={coupons.slice(first, first + paging.coupons)}
            wallet={wallet}
            first={first}
            unsure={unsure}
            onClaim={setAsked}
          />
        </div>
      )}
      {unsure.length > 0 && (
        <div role="alert">
          <Note icon={<CircleHelp className="mt-0.5 size-5 shrink-0" aria-hidden />}>
            {t('spin.claim.unsure')}
          </Note>
        </div>
      )}
      <PageLinks of="coupons" page={page} pages={pages} onPage={setWanted} />
      {asked && (
        <ClaimModal
          coupon={coupons?.find(({ _id }) => _id === asked._id) ?? asked}
          wallet={wallet}
          sending={sending}
          isUnsure={unsure.includes(asked._id)}
          onClaim={(label, expected) => claim({ coupon: asked._id, label, expected })}
          onBonus={showBonus}
          onClose={close}
        />
      )}
    </section>
  )
}
