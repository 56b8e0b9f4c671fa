import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { CircleCheck, Clock, Hourglass, Ticket } from 'lucide-react'
import { worthOf } from './spin-words.ts'
import type { Coupon } from './wheel.ts'

/** A page of coupons; `first`: how many come before it. */
export function CouponTable({
  coupons,
  first,
  unsure,
  onClaim,
}: {
  coupons: Coupon[]
  first: number
  /** Coupons whose claim has an unknown outcome. */
  unsure: string[]
  onClaim(coupon: Coupon): void
}) {
  const { t } = useTranslation()
  return (
    <table className="block w-full text-sm min-[560px]:table">
      <caption className="sr-only">{t('spin.coupon.title')}</caption>
      <thead className="sr-only text-left text-ink-soft min-[560px]:not-sr-only min-[560px]:table-header-group">
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
      <tbody className="block divide-y divide-line min-[560px]:table-row-group">
        {coupons.map((coupon, at) => (
          <Row
            key={coupon._id}
            coupon={coupon}
            index={first + at + 1}
            isUnsure={unsure.includes(coupon._id)}
            onClaim={() => onClaim(coupon)}
          />
        ))}
      </tbody>
    </table>
  )
}

/** On narrow phones a row has two lines: prize and amount, state and button. */
function Row({
  coupon,
  index,
  isUnsure,
  onClaim,
}: {
  coupon: Coupon
  index: number
  isUnsure: boolean
  onClaim(): void
}) {
  const { t } = useTranslation()
  const worth = worthOf(t, coupon)
  return (
    <tr className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 min-[560px]:table-row min-[560px]:py-0">
      <td className="text-ink-soft min-[560px]:py-3 min-[560px]:pr-3">{index}</td>
      <td className="min-w-[40%] flex-1 text-base font-semibold min-[560px]:py-3 min-[560px]:pr-3">
        {coupon.prize.name}
      </td>
      <td className="text-right text-base font-semibold whitespace-nowrap min-[560px]:py-3 min-[560px]:pr-3">
        {worth ?? (
          <>
            <span aria-hidden>–</span>
            <span className="sr-only">{t('spin.coupon.noAmount')}</span>
          </>
        )}
      </td>
      <td className="grow basis-[60%] min-[560px]:py-3 min-[560px]:pr-3 min-[560px]:pl-3">
        <State coupon={coupon} />
      </td>
      <td className="min-[560px]:py-2 min-[560px]:text-right">
        {coupon.state === 'AVAILABLE' && (
          <Button
            look="quiet"
            className="min-h-11! px-4! text-sm!"
            aria-label={t(isUnsure ? 'spin.claim.checkOf' : 'spin.claim.open', { label: coupon.prize.name })}
            onClick={onClaim}
          >
            {t(isUnsure ? 'spin.claim.check' : 'spin.claim.claim')}
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

function State({ coupon: { state, expiresAt } }: { coupon: Coupon }) {
  const { t } = useTranslation()
  const { icon: Icon, colour } = looks[state]
  const isOpen = state === 'AVAILABLE' || state === 'EXPIRED'
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className={cx('flex items-center gap-1.5 font-medium', colour)}>
        <Icon className="size-4 shrink-0" aria-hidden />
        {t(`spin.coupon.states.${state}`)}
      </span>
      {isOpen && (
        <time dateTime={expiresAt} className="text-ink-soft">
          {t(state === 'AVAILABLE' ? 'spin.coupon.until' : 'spin.coupon.since', {
            date: formatMinute(expiresAt),
          })}
        </time>
      )}
    </span>
  )
}
