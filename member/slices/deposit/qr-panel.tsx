import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { Actions, Body } from '../../ui/actions.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMoney } from '../../ui/format.ts'
import { confirm, toast } from '../../ui/overlay.tsx'
import { Failed, Loading, Skeleton } from '../../ui/states.tsx'
import { type Wallet, walletKey } from '../wallet/public.ts'
import { type BankAccount, currencyOf } from './accounts.ts'
import { QrForm } from './qr-form.tsx'
import { keepQrCode, noQrCode, useQrCode } from './qr-query.ts'
import { tellRefusal } from './qr-refusal.ts'
import { QrShown } from './qr-shown.tsx'
import { Result } from './result.tsx'
import { useArrival } from './use-arrival.ts'
import { useCountdown } from './use-countdown.ts'

/** One gateway: no code, a code with its countdown, then the money (spec.md §4 QR deposit). */
export function QrPanel({
  account,
  minDeposit,
  own,
  onClose,
}: {
  account: BankAccount
  minDeposit: number
  own: Wallet['bankAccount']
  onClose(): void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const code = account.bankCode
  const { data, error, isPending, refetch } = useQrCode(code)
  const open = data?.hasQrcode ? data : undefined
  const left = useCountdown(open?.expireIn ?? null)
  const qr = open && left > 0 ? open : undefined
  const { arrived, settling, forget } = useArrival(qr)
  const [expired, setExpired] = useState(false)
  const [cancelling, setCancelling] = useState(false)
  const money = (amount: number) => formatMoney(amount, currencyOf(account))

  const refused = data && !data.hasQrcode ? data.message : ''
  useEffect(() => {
    if (refused) tellRefusal(refused)
  }, [refused])
  const ran = Boolean(open && left === 0)
  useEffect(() => {
    if (ran) setExpired(true)
  }, [ran])
  useEffect(() => {
    if (arrived !== undefined) queries.invalidateQueries({ queryKey: walletKey })
  }, [arrived, queries])

  async function cancel(): Promise<void> {
    const qrcodeId = qr?.qrcodeId
    if (!qrcodeId) return
    const agreed = await confirm({
      title: t('deposit.qr.cancelAsk'),
      text: t('deposit.qr.cancelText'),
      confirm: t('deposit.qr.cancelAmount', { amount: money(qr.amount) }),
      cancel: t('deposit.qr.keep'),
      danger: true,
    })
    if (!agreed) return
    setCancelling(true)
    try {
      await api('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId } })
      forget()
      await keepQrCode(queries, code, noQrCode)
    } catch (failure) {
      // Paid, run out, or cancelled elsewhere in the meantime.
      if (failure instanceof ApiError && failure.code === 'NO_DATA') refetch()
      else toast('negative', errorText(failure))
    }
    setCancelling(false)
  }

  function transferred(): void {
    toast('neutral', t('deposit.qr.refreshAmount'))
    queries.invalidateQueries({ queryKey: walletKey })
    onClose()
  }

  if (arrived !== undefined) {
    return (
      <>
        <Body key="arrived">
          <Result tone="positive" title={t('deposit.arrived')} amount={`+${money(arrived)}`}>
            {t('deposit.arrivedText')}
          </Result>
        </Body>
        <Actions>
          <div className="grid grid-cols-2 gap-2">
            <Button look="quiet" onClick={forget}>
              {t('deposit.again')}
            </Button>
            <Button onClick={onClose}>{t('ui.close')}</Button>
          </div>
        </Actions>
      </>
    )
  }
  if (isPending || settling) return <QrSkeleton />
  if (!data) return <Failed onRetry={refetch} text={errorText(error)} />
  if (qr) {
    return (
      <QrShown
        qr={qr}
        left={left}
        money={money}
        own={own}
        cancelling={cancelling}
        onCancel={cancel}
        onTransferred={transferred}
      />
    )
  }
  return (
    <QrForm account={account} minDeposit={minDeposit} expired={expired} onCreate={() => setExpired(false)} />
  )
}

function QrSkeleton() {
  return (
    <>
      <Loading>
        <div className="grid gap-4">
          <Skeleton className="h-26 rounded-2xl" />
          <div className="grid grid-cols-3 gap-2">
            {[1, 2, 3, 4, 5, 6].map((one) => (
              <Skeleton key={one} className="h-12 rounded-2xl" />
            ))}
          </div>
        </div>
      </Loading>
      <Skeleton className="mt-auto h-12 rounded-2xl" />
    </>
  )
}
