import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useMutation } from '@tanstack/react-query'
import type { QrCode, QrPayment } from '../wire.ts'
import { api } from './api.ts'
import { Device, Latest } from './device.tsx'
import { usePolled } from './polled.ts'
import { SmallButton } from './small-button.tsx'
import { formatWhen } from './when.ts'

/** A customer's bank app: the latest QR codes, and the ways to pay them. */
export function Payer() {
  const { t } = useTranslation()
  const codes = usePolled(['qr'], () => api('GET /sandbox/api/qr'))
  return (
    <Device id="pay" away={codes.failed}>
      <Latest
        title={t('pay.latest')}
        empty={t('pay.empty')}
        items={codes.value}
        render={(code) => <CodeEntry key={code.qrcodeId} code={code} onPaid={codes.readNow} />}
      />
    </Device>
  )
}

/** The differences from a plain payment: another amount, another time, or several payments. */
interface PaymentChange {
  amount?: number
  at?: string
  times?: number
}

function CodeEntry({ code, onPaid }: { code: QrCode; onPaid: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useMutation({
    async mutationFn({ times = 1, ...details }: PaymentChange) {
      for (let turn = 0; turn < times; turn++) {
        await api('POST /sandbox/api/qr/pay', { qrcodeId: code.qrcodeId, ...details })
      }
    },
    onSettled: onPaid,
  })
  const isExpired = Date.parse(code.expiresAt) <= Date.now()
  const isOver = code.cancelled || isExpired || code.payments.length > 0
  const inCurrency = (amount: number) => formatMoney(amount, code.currency)
  const other = code.amount + 1
  const minuteTooLate = new Date(Date.parse(code.expiresAt) + 60_000).toISOString()
  const isRefused = error instanceof ApiError && error.status > 0

  return (
    <li className="box grid gap-2 rounded-xl bg-sunken px-3.5 py-3">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="grid">
          <strong>{code.gateway}</strong>
          <span className="text-ink-soft text-sm">{stateOf()}</span>
        </span>
        <strong>{inCurrency(code.amount)}</strong>
      </p>
      <fieldset disabled={isPending} className="flex flex-wrap gap-2 *:flex-auto">
        <legend className="sr-only">
          {t('pay.code', { gateway: code.gateway, amount: inCurrency(code.amount) })}
        </legend>
        {/* An expired or cancelled code can still be paid, as people do, but its button is less prominent. */}
        <SmallButton look={isOver ? 'quiet' : 'primary'} onClick={() => mutate({})}>
          {t('pay.pay', { amount: inCurrency(code.amount) })}
        </SmallButton>
        <SmallButton onClick={() => mutate({ at: minuteTooLate })}>{t('pay.late')}</SmallButton>
        <SmallButton onClick={() => mutate({ amount: other })}>
          {t('pay.other', { amount: inCurrency(other) })}
        </SmallButton>
        <SmallButton onClick={() => mutate({ times: 2 })}>{t('pay.twice')}</SmallButton>
      </fieldset>
      <p role="alert" className="text-negative text-sm empty:hidden">
        {error && t(isRefused ? 'pay.refused' : 'away')}
      </p>
      <ul className="grid gap-1 text-sm empty:hidden">
        {code.payments.map((payment) => (
          <li key={payment.eventId} className="flex flex-wrap justify-between gap-x-3">
            <span>{outcomeOf(payment)}</span>
            <span>{inCurrency(payment.amount)}</span>
          </li>
        ))}
      </ul>
    </li>
  )

  function stateOf(): string {
    if (code.cancelled) return t('pay.cancelled')
    return t(isExpired ? 'pay.expired' : 'pay.until', { time: formatWhen(code.expiresAt) })
  }

  function outcomeOf({ delivered, answer }: QrPayment): string {
    if (!delivered) return answer === null ? t('pay.reporting') : t('pay.untaken', { answer })
    return t(answer === 'credited' ? 'pay.credited' : 'pay.waiting')
  }
}
