import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { Loading, Note, Skeleton } from '@krapao/web/ui/states.tsx'
import { Info, Sparkles } from 'lucide-react'
import { useRef, useState } from 'react'
import { FailedCard } from '../../frame/calls/failed-card.tsx'
import { useLive } from '../../frame/calls/live.ts'
import { plain } from '../../frame/load/lazy.tsx'
import { partOf } from '../../frame/load/part.tsx'
import { PartFailed } from '../../frame/load/part-placeholders.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Deposit } from '../deposit/public.ts'
import { HowtoLink } from '../lookup/public.ts'
import { PromotionForm } from '../promotion/public.ts'
import { Unanswered } from '../under-way/public.ts'
import { inAll, useWallet, type Wallet } from '../wallet/public.ts'
import { type Bonus, type BonusReview, useOpenBonus, useReviews } from './bonus.ts'
import { BonusCard } from './bonus-card.tsx'
import { BonusModal } from './bonus-modal.tsx'
import { MoreOffers } from './more-offers.tsx'
import { OpenBonusCard } from './open-bonus-card.tsx'
import { ownRoom, useKeptRoom } from './own-room.ts'
import { ReviewCard } from './review-card.tsx'
import { useOffers } from './use-offers.ts'
import { useTotalWords } from './use-total-words.ts'

/** Below everything else, so what is above it does not wait for it. */
const PastBonuses = partOf(
  plain(['bonus/past'], () => import('./past/past-bonuses.tsx')),
  {
    waiting: () => null,
    failed: (_, again, why) => (
      <Card>
        <PartFailed {...{ again, why }} />
      </Card>
    ),
  },
)

/** The member's bonus and what is on offer (product.md §2 Bonus). */
export default function BonusPage() {
  const { t } = useTranslation()
  useTitle(t('bonus.title'))
  const offered = useOffers()
  const asked = [useWallet(), useOpenBonus(), offered, useReviews()] as const
  const [{ data: wallet }, { data: mine }, { data: bonuses }, { data: reviews }] = asked
  useLive(wallet?.profile._id)
  const [opened, setOpened] = useState<string>()
  const [deposits, setDeposits] = useState(false)
  const own = useRef<HTMLDivElement>(null)
  const offers = useRef<HTMLElement>(null)
  const isWhole = asked.every(({ data }) => data !== undefined)
  useKeptRoom(own, offers, isWhole ? mine?.bonus != null : undefined)
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
        <FailedCard error={failed.error} onRetry={retry}>
          {t('bonus.safe')}
        </FailedCard>
      </div>
    )
  }
  const ownOffer = bonuses?.find(isOwn)
  const inTheWay = mine?.bonus
    ? t('bonus.isOpen', { title: mine.bonus.title })
    : waiting && t('bonus.review.meanwhile')
  // What was received stands last: only who sees all of them has certainly had none.
  const hasHadNone = !offered.hasNextPage && bonuses?.every(({ userBonus }) => userBonus === null) === true
  const isNew = !mine?.bonus && hasHadNone
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
              <OpenBonusCard
                bonus={mine.bonus}
                wallet={wallet}
                onDeposit={() => setDeposits(true)}
                onTerms={ownOffer && (() => setOpened(ownOffer.code))}
              />
            )}
            {waiting && <ReviewCard review={waiting} />}
            {!mine.bonus && !waiting && <PromotionForm wallet={wallet} onReceived={showOwn} />}
            <Refused reviews={reviews} />
          </div>
          <section ref={offers} className="grid min-w-0 grid-cols-1 gap-3">
            <Offers
              {...{ bonuses, wallet, isNew }}
              // What a person looks at says it on its own card.
              why={mine.bonus ? inTheWay : undefined}
              isFree={inTheWay === undefined}
              onOpen={setOpened}
            />
            <MoreOffers offers={offered} shown={bonuses} list={offers} />
            <HowtoLink film={mine.bonus ? 'end-bonus' : 'receive-bonus'} />
          </section>
        </div>
      ) : (
        <PageSkeleton hasBonus={mine ? mine.bonus !== null : wallet && wallet.activeBonus !== null} />
      )}
      {isWhole && <PastBonuses />}
      {shown && wallet && mine && (
        <BonusModal
          bonus={shown}
          open={mine.bonus ?? waiting ?? null}
          inTheWay={inTheWay}
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

/** The offer that the member has, whose card is the member's own. */
const isOwn = ({ userBonus }: Bonus): boolean => userBonus?.isActive === true

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

/**
 * The offers, but the one that the member has: what can be taken, then what cannot, with the reason; each
 * under a heading of its own.
 * @param isFree nothing that the member has or waits for is in the way of all of them
 * @param why what is, unless it says so itself
 */
function Offers({
  bonuses,
  wallet,
  isNew,
  isFree,
  why,
  onOpen,
}: {
  bonuses: Bonus[]
  wallet: Wallet
  isNew: boolean
  isFree: boolean
  why: string | undefined
  onOpen(code: string): void
}) {
  const { t } = useTranslation()
  const totalWords = useTotalWords(wallet.currency)
  const total = inAll(wallet)
  const isTooMuch = ({ isReceived, maxTotal }: Bonus) => !isReceived && total > maxTotal
  const isOpen = (bonus: Bonus) => isFree && !isOwn(bonus) && !bonus.isReceived && !isTooMuch(bonus)
  const open = bonuses.filter(isOpen)
  // What was received is read least.
  const shut = bonuses
    .filter((bonus) => !isOwn(bonus) && !isOpen(bonus))
    .sort((one, other) => Number(one.isReceived) - Number(other.isReceived))
  const list = (some: Bonus[]) => (
    <ul className="grid grid-cols-1 gap-4 min-[640px]:grid-cols-2">
      {some.map((bonus) => (
        <li key={bonus.code} data-offer={bonus.code} tabIndex={-1} className="rounded-card">
          <BonusCard bonus={bonus} wallet={wallet} onOpen={() => onOpen(bonus.code)} />
        </li>
      ))}
    </ul>
  )
  if (bonuses.length === 0) {
    return (
      <Card>
        <Empty title={t('bonus.empty')} text={t('bonus.emptyText')} />
      </Card>
    )
  }
  return (
    <>
      {open.length > 0 && (
        <>
          <h2 className="text-xl font-semibold">{t('bonus.offers')}</h2>
          {isNew && (
            <Note
              tone="neutral"
              icon={<Sparkles className="mt-0.5 size-4.5 shrink-0 text-link" aria-hidden />}
            >
              <p className="font-semibold">{t('bonus.first')}</p>
              <p>{t('bonus.firstText')}</p>
            </Note>
          )}
          {list(open)}
        </>
      )}
      {shut.length > 0 && (
        <>
          <div className="grid gap-1 text-sm text-pretty text-ink-soft">
            <h2 className="text-xl font-semibold text-ink">{t('bonus.notNow')}</h2>
            {why && <p>{why}</p>}
            {shut.some(isTooMuch) && (
              <p>{t('bonus.notNowTooMuch', { total: totalWords(total, wallet.inTransit) })}</p>
            )}
          </div>
          {list(shut)}
        </>
      )}
    </>
  )
}

/**
 * The room of the open bonus, or of the field for a code, and of the offers with their heading: that of the
 * last visit, unless it is known to be another one.
 * @param hasBonus undefined while that is not known
 */
function PageSkeleton({ hasBonus }: { hasBonus: boolean | undefined }) {
  const [before] = useState(ownRoom)
  const isKept = before !== undefined && (hasBonus ?? before.isBonus) === before.isBonus
  return (
    <Loading>
      <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-[24rem_minmax(0,1fr)] wide:gap-6">
        <div className={hasBonus ? 'h-120' : 'h-28.5'} style={isKept ? { height: before.height } : undefined}>
          <Skeleton className="h-full rounded-card!" />
        </div>
        <div>
          <div className="h-10.5" style={isKept ? { height: before.head } : undefined}>
            <Skeleton className="h-7 w-56 max-w-full" />
          </div>
          <div className="grid gap-4 min-[640px]:grid-cols-2">
            <Skeleton className="h-44 rounded-card!" />
            <Skeleton className="h-44 rounded-card!" />
          </div>
        </div>
      </div>
    </Loading>
  )
}
