import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../../../frame/calls/api.ts'
import { errorText } from '../../../frame/calls/errors.ts'
import { toastRefused } from '../../../frame/calls/refused.tsx'
import { useCountdown } from '../../../frame/time/use-countdown.ts'
import { confirm, toast } from '../../../ui/overlay.tsx'
import { pendingKey, walletKey } from '../../wallet/public.ts'
import { Arrived } from '../arrived.tsx'
import type { GroupProps } from '../group.ts'
import { useArrival } from '../use-arrival.ts'
import type { Channel } from './channels.ts'
import { QrForm } from './form.tsx'
import { keepQrCode, noQrCode, useQrCode } from './query.ts'
import { QrShown } from './shown.tsx'

/**
 * One channel: first no code, then a code with its countdown, then the arrived money (product.md §4 QR
 * deposit).
 */
export function QrPanel({
  channel,
  name,
  others,
  wallet,
  onShown,
  onClose,
  onTransfer,
}: Pick<GroupProps, 'wallet' | 'onShown' | 'onClose' | 'onTransfer'> & {
  channel: Channel
  name: string
  /** The choice of another channel. */
  others: ReactNode
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { code, currency } = channel
  const { data, error, isPending, refetch } = useQrCode(code)
  const open = data?.hasQrcode ? data : undefined
  const left = useCountdown(open?.expireIn ?? null)
  const qr = open && left > 0 ? open : undefined
  const { arrived, closed, settling, watched, forget } = useArrival(qr)
  const [expired, setExpired] = useState(false)
  const [cancelling, setCancelling] = useState(false)
  const money = (amount: number) => formatMoney(amount, currency)

  const ran = Boolean(open && left === 0)
  useEffect(() => {
    if (ran) setExpired(true)
  }, [ran])
  // The paid code is forgotten, or this channel would show it first next time and announce the same money
  // again.
  const isPaid = arrived !== undefined && open?.qrcodeId === watched
  useEffect(() => {
    if (isPaid) keepQrCode(queries, code, noQrCode)
  }, [isPaid, queries, code])
  // It was cancelled or replaced in another tab, and must not be paid from here.
  useEffect(() => {
    if (closed) refetch()
  }, [closed, refetch])
  const shownId = arrived === undefined ? qr?.qrcodeId : undefined
  useEffect(() => {
    onShown(shownId ?? undefined)
    return () => onShown(undefined)
  }, [shownId, onShown])

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
      // In this order: a code that is still there would be watched again, and its outcome, read late, would
      // take the place of the form in which the next amount is being typed.
      await keepQrCode(queries, code, noQrCode)
      forget()
      queries.invalidateQueries({ queryKey: pendingKey })
      toast('neutral', t('deposit.qr.cancelled'))
    } catch (failure) {
      // The code was paid, has expired, or was cancelled in another tab.
      if (failure instanceof ApiError && failure.code === 'NO_DATA') refetch()
      else toastRefused(failure)
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
      <Arrived
        amount={arrived}
        currency={currency}
        id={watched}
        again={t('deposit.again')}
        onAgain={forget}
        {...{ onClose, onTransfer }}
      />
    )
  }
  // An expired code needs no explanation: the form appears at once, also if the server does not answer.
  if (isPending || (settling && !ran && !expired)) return <QrSkeleton />
  if (!data) return <Failed onRetry={refetch} text={errorText(error)} />
  if (qr) {
    return (
      <QrShown
        qr={qr}
        left={left}
        money={money}
        kind={currency === 'THB' ? t('deposit.qr.kind') : name}
        currency={currency}
        others={others}
        own={wallet.bankAccount}
        cancelling={cancelling}
        onCancel={cancel}
        onTransferred={transferred}
      />
    )
  }
  return <QrForm {...{ channel, name, others, wallet, expired }} onCreate={() => setExpired(false)} />
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
