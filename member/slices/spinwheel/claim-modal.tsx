import { delays } from '@krapao/contract/limits.ts'
import type { ExpectedBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { useEffect, useRef } from 'react'
import { useAsked } from '../../frame/money/use-asked.ts'
import type { Sent } from '../../frame/money/use-money-call.ts'
import { ButtonPair } from '../../ui/actions.tsx'
import { Figure } from '../../ui/figure.tsx'
import { FiguresChanged } from '../../ui/figures-changed.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import { ConditionCost, ConditionList, expectedOf, ObstacleNote } from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'
import { useClaimObstacle } from './claim-obstacle.ts'
import { isCalledByWorth, timeLeftOf, worthOf } from './spin-words.ts'
import type { Coupon } from './wheel.ts'

/** Asks before a coupon is claimed: what it brings, and what then happens to it (product.md §2 Spin). */
export function ClaimModal({
  coupon,
  wallet,
  sending,
  isUnsure,
  onClaim,
  onBonus,
  onClose,
}: {
  coupon: Coupon
  wallet: Wallet
  sending: boolean
  /** An earlier claim of it has an unknown outcome. */
  isUnsure: boolean
  onClaim(label: string, expected: ExpectedBonus): Promise<Sent<ExpectedBonus>>
  /** Leads to the open bonus, beside which no other money under a condition can be taken. */
  onBonus(): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const label = coupon.prize.name
  const worth = worthOf(t, coupon)
  const { type, under, heldUntil } = coupon
  const { figures, isChanged, note } = useAsked(
    under ? expectedOf(under, wallet) : { version: coupon.version, amount: coupon.amount, required: null },
  )
  const claim = useDebounced(async () => note(await onClaim(label, figures)))
  const inTheWay = useClaimObstacle(coupon, wallet)
  const obstacle = isUnsure || sending ? undefined : inTheWay
  return (
    <Dialog
      title={t(obstacle ? 'spin.claim.cannot' : 'spin.claim.ask')}
      onClose={onClose}
      locked={sending}
      footer={
        <ButtonPair>
          <Button look="quiet" onClick={onClose} disabled={sending}>
            {t(obstacle ? 'ui.close' : 'ui.cancel')}
          </Button>
          {obstacle?.isOpenBonus && <Button onClick={onBonus}>{t('bonus.see')}</Button>}
          {!obstacle && (
            <Button
              busy={sending}
              busyLabel={t('ui.busy.sending')}
              disabled={!isUnsure && under !== null && figures.version !== under.version}
              onClick={claim}
            >
              {isUnsure
                ? t('spin.claim.check')
                : worth
                  ? t('spin.claim.claimWorth', { worth })
                  : t('spin.claim.claim')}
            </Button>
          )}
        </ButtonPair>
      }
    >
      <div className="grid gap-4 pb-2">
        <div className="grid justify-items-center gap-1 text-center">
          {!(worth && isCalledByWorth(coupon)) && <p className="text-base font-semibold">{label}</p>}
          {worth && <Figure text={worth} rem={2} className="font-bold" />}
        </div>
        {isChanged && <FiguresChanged />}
        {obstacle ? (
          <ObstacleNote obstacle={obstacle} />
        ) : (
          under && <ConditionCost condition={under.condition} figures={figures} wallet={wallet} />
        )}
        {obstacle && heldUntil && (
          <p className="text-base text-pretty">
            {t('spin.claim.held', { left: timeLeftOf(t, coupon, Date.now()) })}
          </p>
        )}
        {!obstacle && <p className="text-base text-pretty">{t(`spin.claim.what.${type}`)}</p>}
        {under && (
          <ConditionList
            condition={under.condition}
            currency={coupon.currency}
            withDeposit={under.amount === null}
            belowCost={!obstacle}
          />
        )}
        {isUnsure && <UnknownOutcome text={t('spin.claim.unsure')} />}
        <Receipt
          id={coupon._id}
          lines={[
            obstacle && heldUntil
              ? [t('spin.coupon.latest'), formatMinute(heldUntil)]
              : [t('spin.coupon.expires'), formatMinute(coupon.expiresAt)],
          ]}
        />
      </div>
    </Dialog>
  )
}

/**
 * Acts 500 ms after the last of several presses (product.md §9); not at all if the dialog is closed before.
 */
function useDebounced(act: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(act)
  latest.current = act
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), delays.claim)
  }
}
