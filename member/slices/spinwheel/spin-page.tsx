import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { ChevronRight, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { FailedCard } from '../../frame/calls/failed-card.tsx'
import { useLive } from '../../frame/calls/live.ts'
import { useFrozen } from '../../frame/time/use-frozen.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Deposit } from '../deposit/public.ts'
import { Unanswered } from '../under-way/public.ts'
import { useWallet, type Wallet } from '../wallet/public.ts'
import { CoinsCard } from './coins-card.tsx'
import { Coupons } from './coupons.tsx'
import { Prizes } from './prizes.tsx'
import { noteFingerprint } from './seeds.ts'
import { SpinArea } from './spin-area.tsx'
import { type Setup, useSetup } from './wheel.ts'

/** The prize wheel with the member's coins and coupons (product.md §2 Spin). */
export default function SpinPage() {
  const { t } = useTranslation()
  const wallet = useWallet()
  const [isTurning, setTurning] = useState(false)
  const setup = useSetup(isTurning)
  useLive(wallet.data?.profile._id)
  useTitle(setup.data?.activeSpinwheel?.name ?? t('spin.title'))
  // The fingerprint of a seed is noted before it is used; else a check could not show whether it was changed
  // afterwards.
  const seed = setup.data?.seed
  useEffect(() => {
    if (seed) noteFingerprint(seed)
  }, [seed])

  const failed = wallet.data ? setup : wallet
  if (wallet.data && setup.data)
    return <Loaded setup={setup.data} wallet={wallet.data} {...{ isTurning, setTurning }} />
  return (
    <div className="grid grid-cols-1 gap-4">
      {failed.error ? (
        <h1 className="text-2xl font-bold">{t('spin.title')}</h1>
      ) : (
        // The wheel has a name of its own, which comes with it.
        <div className="h-[1.4em] text-2xl">
          <h1 className="sr-only">{t('spin.title')}</h1>
          <Skeleton className="h-full w-48 max-w-full" />
        </div>
      )}
      {failed.error ? (
        <FailedCard error={failed.error} onRetry={() => failed.refetch()}>
          {t('spin.safe')}
        </FailedCard>
      ) : (
        <SpinSkeleton />
      )}
    </div>
  )
}

function Loaded({
  setup: live,
  wallet,
  isTurning,
  setTurning,
}: {
  setup: Setup
  wallet: Wallet
  isTurning: boolean
  setTurning(turning: boolean): void
}) {
  const { t } = useTranslation()
  const [depositing, setDepositing] = useState(false)
  const coupons = useRef<HTMLHeadingElement>(null)
  // While the wheel turns, neither it nor the number of coins shows what comes.
  const setup = useFrozen(live, isTurning)
  const { activeSpinwheel: wheel } = setup
  const memberId = wallet.profile._id

  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-2xl font-bold">{wheel?.name ?? t('spin.title')}</h1>
      <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-[25rem_minmax(0,1fr)] wide:gap-6">
        <div className="grid grid-cols-1 gap-4 [@media(min-width:900px)_and_(min-height:700px)]:sticky [@media(min-width:900px)_and_(min-height:700px)]:below-bar">
          {wheel ? (
            <SpinArea
              setup={setup}
              wheel={wheel}
              memberId={memberId}
              isTurning={isTurning}
              onTurning={setTurning}
              onCoupons={() => {
                coupons.current?.focus({ preventScroll: true })
                coupons.current?.scrollIntoView({ block: 'start' })
              }}
            />
          ) : (
            <Card>
              <Empty
                art="/art/brand/festival.svg"
                title={t('spin.closed')}
                text={t('spin.closedText')}
                action={
                  <Link href="/user/home" className={buttonClass()}>
                    {t('spin.home')}
                  </Link>
                }
              />
            </Card>
          )}
          <FairLink />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {wheel && <CoinsCard setup={setup} wheel={wheel} onDeposit={() => setDepositing(true)} />}
          <Coupons heading={coupons} wallet={wallet} isTurning={isTurning} />
          {wheel && <Prizes wheel={wheel} />}
        </div>
      </div>
      {depositing && <Deposit onClose={() => setDepositing(false)} />}
      <Unanswered wallet={wallet} />
    </div>
  )
}

function FairLink() {
  const { t } = useTranslation()
  return (
    <Link
      href="/user/spin/fair"
      className="flex min-h-14 items-center gap-3 rounded-card bg-card px-5 py-3 shadow-card hover:bg-sunken"
    >
      <ShieldCheck className="size-6 shrink-0 text-positive" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block text-base font-semibold">{t('spin.fair.title')}</span>
        <span className="block text-sm text-ink-soft">{t('spin.fair.linkText')}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
    </Link>
  )
}

const SpinSkeleton = () => (
  <Loading>
    <div className="grid items-start gap-4 wide:grid-cols-[25rem_minmax(0,1fr)] wide:gap-6">
      {/* The room of the wheel: its size with the space around it. */}
      <Skeleton className="h-[calc(min(350px,85vw)+3.75rem)] rounded-card!" />
      <div className="grid gap-4">
        <Skeleton className="h-56 rounded-card!" />
        <Skeleton className="h-72 rounded-card!" />
      </div>
    </div>
  </Loading>
)
