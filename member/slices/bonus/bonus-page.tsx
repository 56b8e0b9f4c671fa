import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { Failed, Loading, Note, Skeleton } from '@krapao/web/ui/states.tsx'
import { Info, Sparkles } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorText } from '../../app/errors.ts'
import { useLive } from '../../app/live.ts'
import { Deposit } from '../../app/money-modals.ts'
import { Unanswered } from '../../app/unanswered.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { HowtoLink } from '../lookup/public.ts'
import { PromotionForm } from '../promotion/public.ts'
import { inAll, useWallet, type Wallet } from '../wallet/public.ts'
import { type Bonus, type BonusReview, useBonuses, useOpenBonus, useReviews } from './bonus.ts'
import { BonusCard } from './bonus-card.tsx'
import { BonusModal } from './bonus-modal.tsx'
import { OpenBonusCard } from './open-bonus-card.tsx'
import { ReviewCard } from './review-card.tsx'

/** The member's bonus and what is on offer (product.md §2 Bonus). */
export default function BonusPage() {
  const { t } = useTranslation()
  useTitle(t('bonus.title'))
  const asked = [useWallet(), useOpenBonus(), useBonuses(), useReviews()] as const
  const [{ data: wallet }, { data: mine }, { data: bonuses }, { data: reviews }] = asked
  useLive(wallet?.profile._id)
  const [opened, setOpened] = useState<string>()
  const [deposits, setDeposits] = useState(false)
  const own = useRef<HTMLDivElement>(null)
  const shown = bonuses?.find(({ code }) => code === opened)
  const waiting = reviews?.find(({ state }) => state === 'WAITING')
  const failed = asked.find(({ data, error }) => data === undefined && error !== null)

  /** Leads to what was taken, once its modal has given back the focus. */
  function showOwn(): void {
    setOpened(undefined)
    settled().then(() => {
      own.current?.focus({ preventScroll: true })
      own.current?.scrollIntoView({ block: 'nearest' })
    })
  }

  if (failed) {
    const retry = () => {
      for (const { data, refetch } of asked) if (data === undefined) refetch()
    }
    return (
      <div className="grid grid-cols-1 gap-4">
        <h1 className="text-2xl font-bold">{t('bonus.title')}</h1>
        <Card>
          <Failed text={errorText(failed.error)} onRetry={retry} />
        </Card>
      </div>
    )
  }
  const isNew = bonuses?.every(({ userBonus }) => userBonus === null) && !mine?.bonus
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-2xl font-bold">{t('bonus.title')}</h1>
      {wallet && mine && bonuses && reviews ? (
        <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-[24rem_minmax(0,1fr)] wide:gap-6">
          <div
            ref={own}
            tabIndex={-1}
            className="grid min-w-0 scroll-mt-18 grid-cols-1 gap-4 rounded-card outline-none"
          >
            {mine.bonus && (
              <OpenBonusCard bonus={mine.bonus} wallet={wallet} onDeposit={() => setDeposits(true)} />
            )}
            {waiting && <ReviewCard review={waiting} />}
            {!mine.bonus && !waiting && <PromotionForm wallet={wallet} onReceived={showOwn} />}
            <Refused reviews={reviews} />
          </div>
          <section className="grid min-w-0 grid-cols-1 gap-3">
            <h2 className="text-xl font-semibold">{t('bonus.offers')}</h2>
            {isNew && bonuses.some(({ maxTotal }) => inAll(wallet) <= maxTotal) && (
              <Note
                tone="neutral"
                icon={<Sparkles className="mt-0.5 size-4.5 shrink-0 text-link" aria-hidden />}
              >
                <p className="font-semibold">{t('bonus.first')}</p>
                <p>{t('bonus.firstText')}</p>
              </Note>
            )}
            {bonuses.length === 0 ? (
              <Card>
                <Empty title={t('bonus.empty')} text={t('bonus.emptyText')} />
              </Card>
            ) : (
              <Offers bonuses={bonuses} wallet={wallet} onOpen={setOpened} />
            )}
            <HowtoLink film={mine.bonus ? 'end-bonus' : 'receive-bonus'} />
          </section>
        </div>
      ) : (
        <PageSkeleton />
      )}
      {shown && wallet && mine && (
        <BonusModal
          bonus={shown}
          open={mine.bonus ?? waiting ?? null}
          wallet={wallet}
          onTaken={showOwn}
          onClose={() => setOpened(undefined)}
        />
      )}
      {deposits && wallet && <Deposit onClose={() => setDeposits(false)} />}
      {wallet && <Unanswered wallet={wallet} />}
    </div>
  )
}

/** What was refused of late. */
function Refused({ reviews }: { reviews: BonusReview[] }) {
  const { t } = useTranslation()
  return reviews
    .filter(({ state }) => state === 'REFUSED')
    .map(({ _id, title, amount, currency, refusedAt }) => (
      <Note key={_id} tone="neutral" icon={<Info className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
        {t('bonus.review.refused', {
          title,
          amount: formatMoney(amount, currency),
          date: formatMinute(refusedAt ?? ''),
        })}
      </Note>
    ))
}

const Offers = ({
  bonuses,
  wallet,
  onOpen,
}: {
  bonuses: Bonus[]
  wallet: Wallet
  onOpen(code: string): void
}) => (
  <ul className="grid grid-cols-1 gap-4 min-[640px]:grid-cols-2">
    {bonuses.map((bonus) => (
      <li key={bonus.code}>
        <BonusCard bonus={bonus} wallet={wallet} onOpen={() => onOpen(bonus.code)} />
      </li>
    ))}
  </ul>
)

const PageSkeleton = () => (
  <Loading>
    <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-[24rem_minmax(0,1fr)] wide:gap-6">
      <Skeleton className="h-52 rounded-card" />
      <div className="grid gap-4 min-[640px]:grid-cols-2">
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </div>
    </div>
  </Loading>
)
