import { delays } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatDate } from '@krapao/web/ui/format.ts'
import { useEffect, useRef } from 'react'
import { ButtonPair } from '../../ui/actions.tsx'
import { Figure } from '../../ui/figure.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import { worthOf } from './spin-words.ts'
import type { Coupon } from './wheel.ts'

/** Asks before a coupon is claimed: what it brings, and what then happens to it (product.md §2 Spin). */
export function ClaimModal({
  coupon,
  sending,
  isUnsure,
  onClaim,
  onClose,
}: {
  coupon: Coupon
  sending: boolean
  /** An earlier claim of it has an unknown outcome. */
  isUnsure: boolean
  onClaim(label: string): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const label = coupon.prize.name
  const worth = worthOf(t, coupon)
  const claim = useDebounced(() => onClaim(label))
  return (
    <Dialog
      title={t('spin.claim.ask')}
      onClose={onClose}
      locked={sending}
      footer={
        <ButtonPair>
          <Button look="quiet" onClick={onClose} disabled={sending}>
            {t('ui.cancel')}
          </Button>
          <Button busy={sending} busyLabel={t('ui.busy.sending')} onClick={claim}>
            {isUnsure
              ? t('spin.claim.check')
              : worth
                ? t('spin.claim.claimWorth', { worth })
                : t('spin.claim.claim')}
          </Button>
        </ButtonPair>
      }
    >
      <div className="grid gap-4 pb-2">
        <div className="grid justify-items-center gap-1 text-center">
          <p className="text-base font-semibold">{label}</p>
          {worth && <Figure text={worth} rem={2} className="font-bold" />}
        </div>
        <p className="text-base text-pretty">{t(`spin.claim.what.${coupon.type}`)}</p>
        {isUnsure && <UnknownOutcome text={t('spin.claim.unsure')} />}
        <Receipt
          id={coupon._id}
          lines={[[t('spin.coupon.expires'), formatDate(coupon.expiresAt).slice(0, 16)]]}
        />
      </div>
    </Dialog>
  )
}

/** Acts 500 ms after the last of several presses (product.md §9); not at all if the dialog is closed before. */
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
