import type { Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Download, ExternalLink, Share2, Timer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { minutesAndSeconds } from '../../../frame/time/countdown.ts'
import { Actions, Body, ButtonPair } from '../../../ui/actions.tsx'
import { Figure } from '../../../ui/figure.tsx'
import { intoView } from '../../../ui/into-view.ts'
import type { Wallet } from '../../wallet/public.ts'
import { bankAppFor } from '../banks/bank-apps.ts'
import { ownAccount } from '../banks/own-account.tsx'
import type { QrCode } from './query.ts'
import { addressOf, canShare, isPhone } from './save-picture.ts'
import { usePicture } from './use-picture.ts'

/**
 * A code to pay by, until it expires. Nobody can scan the phone that they hold, so there the first thing to
 * do is to bring the picture to the bank's app.
 */
export function QrShown({
  qr,
  left,
  money,
  kind,
  currency,
  others,
  own,
  cancelling,
  onCancel,
  onTransferred,
}: {
  qr: QrCode
  /** Seconds until it expires. */
  left: number
  money(amount: number): string
  /** Of the code, as its picture calls it: PromptPay. */
  kind: string
  currency: Currency
  /** The choice of another channel. */
  others: ReactNode
  own: Wallet['bankAccount']
  cancelling: boolean
  onCancel(): void
  onTransferred(): void
}) {
  const { t } = useTranslation()
  const amount = money(qr.amount)
  const { save, share } = usePicture(qr, kind, amount)
  const app = bankAppFor(own.bankCode, { payload: qr.payload, currency }, navigator.userAgent)
  const [elsewhere] = useState(() => (canShare() ? 'share' : isPhone() ? 'save' : 'scan'))
  const way = app ? 'app' : elsewhere
  const saveButton = (
    <Button
      look={way === 'save' ? 'primary' : 'quiet'}
      wide={way === 'save'}
      className="px-2!"
      icon={<Download className="size-5 shrink-0" aria-hidden />}
      onClick={save}
    >
      {t('deposit.qr.save')}
    </Button>
  )
  const transferred = (
    <Button
      look={way === 'scan' ? 'primary' : 'quiet'}
      wide={way === 'save' || way === 'scan'}
      className="px-2!"
      onClick={onTransferred}
    >
      {t('deposit.qr.transferred')}
    </Button>
  )
  return (
    <>
      <Body>
        <div className="grid grid-cols-1 justify-items-center gap-3 text-center">
          <p className="w-full">
            <Figure text={amount} rem={1.75} className="font-bold" />
          </p>
          {/* White in dark mode as well, because cameras read dark codes on a light ground. */}
          <div className="w-[min(18rem,100%)] rounded-2xl border border-line bg-white p-2 wide:w-[min(18.75rem,100%)]">
            <img
              ref={intoView}
              src={addressOf(qr.qrcode)}
              alt={t('deposit.qr.picture', { amount })}
              width={272}
              height={272}
              className="aspect-square h-auto w-full scroll-mb-52 wide:scroll-mb-40"
            />
          </div>
          <p
            role="timer"
            className={cx(
              'flex items-center gap-1.5 rounded-full px-3 py-1 text-base font-semibold',
              left > 60 ? 'bg-sunken' : 'bg-notice-soft text-notice',
            )}
          >
            <Timer className="size-4.5 shrink-0" aria-hidden />
            <span>{t('deposit.qr.left', { time: minutesAndSeconds(left) })}</span>
          </p>
          <p className="max-w-sm text-sm text-pretty text-ink-soft">
            {t(way === 'scan' ? 'deposit.qr.scan' : 'deposit.qr.pay', ownAccount(own))}
          </p>
        </div>
        <Button
          look="plain"
          className="mx-auto"
          busy={cancelling}
          busyLabel={t('ui.busy.cancelling')}
          onClick={onCancel}
        >
          {t('deposit.qr.cancel')}
        </Button>
        {others}
      </Body>
      <Actions>
        {app ? (
          <>
            <a href={app.href} className={buttonClass('primary', true)}>
              <ExternalLink className="size-5 shrink-0" aria-hidden />
              {t('deposit.qr.openApp', { app: app.name })}
            </a>
            <ButtonPair>
              {saveButton}
              {transferred}
            </ButtonPair>
          </>
        ) : way === 'share' ? (
          <>
            <Button wide icon={<Share2 className="size-5 shrink-0" aria-hidden />} onClick={share}>
              {t('deposit.qr.share')}
            </Button>
            <ButtonPair>
              {saveButton}
              {transferred}
            </ButtonPair>
          </>
        ) : way === 'save' ? (
          <>
            {saveButton}
            {transferred}
          </>
        ) : (
          <ButtonPair>
            {saveButton}
            {transferred}
          </ButtonPair>
        )}
      </Actions>
    </>
  )
}
