import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { CircleCheck, Clock, Hourglass, Lock, Ticket } from 'lucide-react'
import type { Obstacle } from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'
import { useClaimObstacle } from './claim-obstacle.ts'
import { isCalledByWorth, timeLeftOf, worthOf } from './spin-words.ts'
import type { Coupon } from './wheel.ts'

/** A page of coupons; `first`: how many come before it. */
export function CouponTable({
  coupons,
  wallet,
  first,
  unsure,
  onClaim,
}: {
  coupons: Coupon[]
  wallet: Wallet
  first: number
  /** Coupons whose claim has an unknown outcome. */
  unsure: string[]
  onClaim(coupon: Coupon): void
}) {
  const { t } = useTranslation()
  return (
    <table className="block w-full text-sm @min-[35rem]:table">
      <caption className="sr-only">{t('spin.coupon.title')}</caption>
      <thead className="sr-only text-left text-ink-soft @min-[35rem]:not-sr-only @min-[35rem]:table-header-group">
        <tr>
          {(['index', 'prize', 'amount', 'state', 'action'] as const).map((column) => (
            <th
              key={column}
              scope="col"
              className={cx(
                'py-2 pr-3 font-medium',
                column === 'amount' && 'text-right',
                column === 'state' && 'pl-3',
              )}
            >
              <span className={cx(column === 'action' && 'sr-only')}>{t(`spin.coupon.${column}`)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line @min-[35rem]:table-row-group">
        {coupons.map((coupon, at) => (
          <Row
            key={coupon._id}
            coupon={coupon}
            wallet={wallet}
            index={first + at + 1}
            isUnsure={unsure.includes(coupon._id)}
            onClaim={() => onClaim(coupon)}
          />
        ))}
      </tbody>
    </table>
  )
}

/** In a narrow place a row has two lines: prize and amount, state and button. */
function Row({
  coupon,
  wallet,
  index,
  isUnsure,
  onClaim,
}: {
  coupon: Coupon
  wallet: Wallet
  index: number
  isUnsure: boolean
  onClaim(): void
}) {
  const { t } = useTranslation()
  const worth = worthOf(t, coupon)
  const inTheWay = useClaimObstacle(coupon, wallet)
  const obstacle = isUnsure ? undefined : inTheWay
  return (
    <tr className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 @min-[35rem]:table-row @min-[35rem]:py-0">
      <td className="text-ink-soft @min-[35rem]:py-3 @min-[35rem]:pr-3">{index}</td>
      <td className="min-w-[40%] flex-1 text-base font-semibold @min-[35rem]:py-3 @min-[35rem]:pr-3">
        {coupon.prize.name}
      </td>
      <td
        className={cx(
          'text-right text-base font-semibold whitespace-nowrap @min-[35rem]:py-3 @min-[35rem]:pr-3',
          // Without a column of its own it would only repeat the name.
          worth ? isCalledByWorth(coupon) && '@max-[35rem]:hidden' : '@max-[35rem]:sr-only',
        )}
      >
        {worth ?? (
          // What it is worth is known once it is claimed, or it is no money: its name says what it is.
          <span className="sr-only">{t('spin.coupon.noAmount')}</span>
        )}
      </td>
      <td className="grow basis-[60%] @min-[35rem]:py-3 @min-[35rem]:pr-3 @min-[35rem]:pl-3">
        <State coupon={coupon} obstacle={obstacle} />
      </td>
      <td className="@min-[35rem]:py-2 @min-[35rem]:text-right">
        {coupon.state === 'AVAILABLE' && (
          <Button
            look={obstacle ? 'plain' : 'quiet'}
            className="min-h-11! px-4! text-sm! whitespace-nowrap"
            aria-label={t(
              isUnsure ? 'spin.claim.checkOf' : obstacle ? 'spin.claim.whyOf' : 'spin.claim.open',
              { label: coupon.prize.name },
            )}
            onClick={onClaim}
          >
            {t(isUnsure ? 'spin.claim.check' : obstacle ? 'spin.claim.why' : 'spin.claim.claim')}
          </Button>
        )}
      </td>
    </tr>
  )
}

const looks = {
  AVAILABLE: { icon: Ticket, colour: 'text-link' },
  REQUESTED: { icon: Hourglass, colour: 'text-notice' },
  CLAIMED: { icon: CircleCheck, colour: 'text-positive' },
  EXPIRED: { icon: Clock, colour: 'text-ink-soft' },
} as const

const blocked = { icon: Lock, colour: 'text-ink-soft' }

/** @param obstacle of one that could be claimed, were it not for this */
function State({ coupon, obstacle }: { coupon: Coupon; obstacle: Obstacle | undefined }) {
  const { t } = useTranslation()
  const { state, expiresAt, heldUntil } = coupon
  const isBlocked = state === 'AVAILABLE' && obstacle !== undefined
  const { icon: Icon, colour } = isBlocked ? blocked : looks[state]
  const isHeld = isBlocked && heldUntil !== null
  const isOpen = state === 'AVAILABLE' || state === 'EXPIRED'
  return (
    // Two lines of a kept one leave the prize its room.
    <span className={cx('flex gap-x-2', isHeld ? 'flex-col items-start' : 'flex-wrap items-center')}>
      <span className={cx('flex items-center gap-1.5 font-medium', colour)}>
        <Icon className="size-4 shrink-0" aria-hidden />
        {isBlocked ? t(`spin.coupon.blocked.${kindOf(obstacle)}`) : t(`spin.coupon.states.${state}`)}
      </span>
      {isHeld && (
        <span className="text-ink-soft">
          {t('spin.coupon.stands', { left: timeLeftOf(t, coupon, Date.now()) })}
        </span>
      )}
      {isOpen && !isHeld && (
        <time dateTime={expiresAt} className="text-ink-soft">
          {t(state === 'AVAILABLE' ? 'spin.coupon.until' : 'spin.coupon.since', {
            date: formatMinute(expiresAt),
          })}
        </time>
      )}
    </span>
  )
}

/** In the few words that a row has room for; the sheet says it with its figures. */
const kindOf = ({ isOpenBonus, isTooMuch }: Obstacle) =>
  isOpenBonus ? 'bonus' : isTooMuch ? 'total' : 'closed'
