import { parseAmount } from '@krapao/contract/money.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from './texts.tsx'

/**
 * The form of a device that moves an amount: its own fields before and after the amount, the button, what went wrong.
 * @param send is given the amount in `currency`; when it throws, the sandbox did not take it
 */
export function OrderForm({
  id,
  action,
  send,
  currency,
  disabled = false,
  before,
  after,
}: {
  id: string
  action: string
  send: (amount: number) => Promise<void>
  currency: string
  disabled?: boolean
  before: ReactNode
  after: ReactNode
}) {
  const { t } = useTexts()
  const [amount, setAmount] = useState('')
  const [problem, setProblem] = useState<'amount.wrong' | 'away'>()
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    const value = parseAmount(amount)
    setProblem(value ? undefined : 'amount.wrong')
    if (!value) return
    setSending(true)
    try {
      await send(value)
    } catch {
      setProblem('away')
    }
    setSending(false)
  }

  return (
    <form onSubmit={submit}>
      {before}
      <label className="field">
        <span>{t('amount', { unit: t(currency === 'LAK' ? 'unit.LAK' : 'unit.THB') })}</span>
        <input
          required
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          aria-invalid={problem === 'amount.wrong'}
          aria-describedby={`${id}-problem`}
        />
      </label>
      {after}
      <p id={`${id}-problem`} className="problem wide" role="alert">
        {problem && t(problem)}
      </p>
      <button type="submit" className="primary wide" disabled={disabled || isSending}>
        {action}
      </button>
    </form>
  )
}
