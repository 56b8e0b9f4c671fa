import { parseAmount } from '@krapao/contract/money.ts'
import { type FormEvent, useState } from 'react'
import { call } from './api.ts'
import { Copy } from './copy.tsx'
import { usePolled } from './polled.ts'
import { baht, useTexts } from './texts.tsx'

interface Gift {
  link: string
  amount: number
  phone: string
  redeemedAt: string | null
}

/** A payment wallet that packs money into links. */
export function Gifts() {
  const { t } = useTexts()
  const [amount, setAmount] = useState('')
  const [phone, setPhone] = useState('')
  const [problem, setProblem] = useState<'bank.amountWrong' | 'away'>()
  const [isMaking, setMaking] = useState(false)
  const made = usePolled('gifts', () => call<Gift[]>('GET', 'gifts'))

  async function submit(event: FormEvent) {
    event.preventDefault()
    const value = parseAmount(amount)
    setProblem(value ? undefined : 'bank.amountWrong')
    if (!value || isMaking) return
    setMaking(true)
    try {
      await call('POST', 'gifts', { body: { amount: value, phone: phone.trim() } })
    } catch {
      setProblem('away')
    }
    setMaking(false)
    made.readNow()
  }

  return (
    <section id="gifts" className="device gifts" aria-labelledby="gifts-title">
      <h2 id="gifts-title">{t('gifts')}</h2>
      <p className="lead">{t('gifts.lead')}</p>
      <form onSubmit={submit}>
        <label className="field">
          <span>{t('gifts.phone')}</span>
          <input
            required
            type="tel"
            inputMode="tel"
            maxLength={20}
            pattern=".*\d.*"
            autoComplete="off"
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
            aria-describedby="gifts-hint"
          />
        </label>
        <label className="field">
          <span>{t('bank.amount')}</span>
          <input
            required
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            aria-invalid={problem === 'bank.amountWrong'}
            aria-describedby="gifts-problem"
          />
        </label>
        <p id="gifts-hint" className="hint wide">
          {t('gifts.hint')}
        </p>
        <button type="submit" className="primary wide" disabled={isMaking}>
          {t('gifts.make')}
        </button>
        <p id="gifts-problem" className="problem wide" role="alert">
          {problem && t(problem)}
        </p>
      </form>
      <h3>{t('gifts.latest')}</h3>
      {made.value?.length === 0 && <p className="calm">{t('gifts.empty')}</p>}
      <ul className="made" aria-live="polite">
        {made.value?.map((gift) => (
          <Made key={gift.link} gift={gift} />
        ))}
      </ul>
    </section>
  )
}

function Made({ gift }: { gift: Gift }) {
  const { t, time } = useTexts()
  return (
    <li>
      <span className="made-who">
        <strong>{gift.phone}</strong>
        <span>
          {gift.redeemedAt ? t('gifts.redeemed', { time: time(gift.redeemedAt) }) : t('gifts.open')}
        </span>
        {!gift.redeemedAt && <code className="gift-link">{gift.link}</code>}
      </span>
      <strong className="figure">{baht(gift.amount)}</strong>
      {!gift.redeemedAt && (
        <span className="gift-copy">
          <Copy text={gift.link} label={t('gifts.copy')} />
        </span>
      )}
    </li>
  )
}
