import { useState } from 'react'
import { call, Refused } from './api.ts'
import { Device, Latest } from './device.tsx'
import { usePolled } from './polled.ts'
import { money, useTexts } from './texts.tsx'

interface Payment {
  eventId: string
  amount: number
  delivered: boolean
  answer: string | null
}

interface Code {
  qrcodeId: string
  gateway: string
  amount: number
  currency: string
  cancelled: boolean
  expiresAt: string
  payments: Payment[]
}

/** A customer's bank app: the latest QR codes, and the ways to pay them. */
export function Payer() {
  const { t } = useTexts()
  const codes = usePolled('qr', () => call<Code[]>('GET', 'qr'))
  return (
    <Device id="pay" away={codes.failed}>
      <Latest
        title={t('pay.latest')}
        empty={t('pay.empty')}
        items={codes.value}
        render={(code) => <Payable key={code.qrcodeId} code={code} onPaid={codes.readNow} />}
      />
    </Device>
  )
}

function Payable({ code, onPaid }: { code: Code; onPaid: () => void }) {
  const { t, time } = useTexts()
  const [isPaying, setPaying] = useState(false)
  const [problem, setProblem] = useState<'pay.refused' | 'away'>()
  const isExpired = Date.parse(code.expiresAt) <= Date.now()
  const isOver = code.cancelled || isExpired || code.payments.length > 0

  async function pay(details: { amount?: number; at?: string } = {}, times = 1) {
    setPaying(true)
    setProblem(undefined)
    try {
      for (let turn = 0; turn < times; turn++) {
        await call('POST', 'qr/pay', { body: { qrcodeId: code.qrcodeId, ...details } })
      }
    } catch (error) {
      setProblem(error instanceof Refused && error.status > 0 ? 'pay.refused' : 'away')
    }
    setPaying(false)
    onPaid()
  }
  const inCurrency = (amount: number) => money(amount, code.currency)
  const other = code.amount + 1
  const minuteTooLate = new Date(Date.parse(code.expiresAt) + 60_000).toISOString()

  return (
    <li className="code">
      <p className="code-head">
        <span className="code-who">
          <strong>{code.gateway}</strong>
          <span className="code-state">{stateOf()}</span>
        </span>
        <strong className="figure">{inCurrency(code.amount)}</strong>
      </p>
      <fieldset className="ways" disabled={isPaying}>
        <legend className="hidden">
          {t('pay.code', { gateway: code.gateway, amount: inCurrency(code.amount) })}
        </legend>
        {/* What is over can be paid all the same, as people do; it is no longer what one comes for. */}
        <button type="button" className={isOver ? 'quiet' : 'primary'} onClick={() => pay()}>
          {t('pay.pay', { amount: inCurrency(code.amount) })}
        </button>
        <button type="button" className="quiet" onClick={() => pay({ at: minuteTooLate })}>
          {t('pay.late')}
        </button>
        <button type="button" className="quiet" onClick={() => pay({ amount: other })}>
          {t('pay.other', { amount: inCurrency(other) })}
        </button>
        <button type="button" className="quiet" onClick={() => pay({}, 2)}>
          {t('pay.twice')}
        </button>
      </fieldset>
      <p className="problem" role="alert">
        {problem && t(problem)}
      </p>
      <ul className="paid">
        {code.payments.map((payment) => (
          <li key={payment.eventId} className="paid-one">
            <span>{outcomeOf(payment)}</span>
            <span className="figure">{inCurrency(payment.amount)}</span>
          </li>
        ))}
      </ul>
    </li>
  )

  function stateOf(): string {
    if (code.cancelled) return t('pay.cancelled')
    return t(isExpired ? 'pay.expired' : 'pay.until', { time: time(code.expiresAt) })
  }

  function outcomeOf({ delivered, answer }: Payment): string {
    if (!delivered) return answer === null ? t('pay.reporting') : t('pay.untaken', { answer })
    return t(answer === 'credited' ? 'pay.credited' : 'pay.waiting')
  }
}
