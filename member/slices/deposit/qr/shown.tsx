import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Download, Timer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { minutesAndSeconds } from '../../../app/countdown.ts'
import { Actions, Body, ButtonPair } from '../../../ui/actions.tsx'
import { Figure } from '../../../ui/figure.tsx'
import { intoView } from '../../../ui/into-view.ts'
import { toast } from '../../../ui/overlay.tsx'
import type { Wallet } from '../../wallet/public.ts'
import { ownAccount } from '../own-account.tsx'
import type { QrCode } from './query.ts'
import { addressOf, savePicture } from './save-picture.ts'

/** A code to pay by, until it expires. */
export function QrShown({
  qr,
  left,
  money,
  own,
  cancelling,
  onCancel,
  onTransferred,
}: {
  qr: QrCode
  /** Seconds until it expires. */
  left: number
  money(amount: number): string
  own: Wallet['bankAccount']
  cancelling: boolean
  onCancel(): void
  onTransferred(): void
}) {
  const { t } = useTranslation()
  const amount = money(qr.amount)
  return (
    <>
      <Body>
        <div className="grid justify-items-center gap-3 text-center">
          <p className="w-full">
            <Figure text={amount} rem={1.75} className="font-bold" />
          </p>
          {/* White in dark mode as well, because cameras read dark codes on a light ground. */}
          <img
            ref={intoView}
            src={addressOf(qr.qrcode)}
            alt={t('deposit.qr.picture', { amount })}
            width={208}
            height={208}
            className="size-52 scroll-mb-52 [@media(max-height:52rem)]:size-40 rounded-2xl border border-line bg-white p-2"
          />
          <p
            role="timer"
            className={cx(
              'flex items-center gap-1.5 rounded-full px-3 py-1 text-base font-semibold',
              left > 60 ? 'bg-sunken' : 'bg-notice-soft text-notice',
            )}
          >
            <Timer className="size-4.5" aria-hidden />
            <span>{t('deposit.qr.left', { time: minutesAndSeconds(left) })}</span>
          </p>
          <p className="max-w-sm text-sm text-pretty text-ink-soft">{t('deposit.qr.pay', ownAccount(own))}</p>
        </div>
      </Body>
      <Actions>
        <ButtonPair>
          <Button
            look="quiet"
            className="px-2!"
            icon={<Download className="size-5 shrink-0" aria-hidden />}
            onClick={() =>
              savePicture(qr.qrcode, `qr-${qr.amount}.png`).catch(() =>
                toast('negative', t('deposit.qr.saveFailed')),
              )
            }
          >
            {t('deposit.qr.save')}
          </Button>
          <Button
            look="plain"
            className="px-2!"
            busy={cancelling}
            busyLabel={t('ui.busy.cancelling')}
            onClick={onCancel}
          >
            {t('deposit.qr.cancel')}
          </Button>
        </ButtonPair>
        <Button wide onClick={onTransferred}>
          {t('deposit.qr.transferred')}
        </Button>
      </Actions>
    </>
  )
}
