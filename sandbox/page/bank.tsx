import { parseAmount } from '@krapao/contract/money.ts'
import { type FormEvent, useState } from 'react'
import { call } from './api.ts'
import { usePolled } from './polled.ts'
import { baht, useTexts } from './texts.tsx'

interface HouseAccount {
  bankCode: string
  accountNo: string
  accountName: string
}

interface Transfer {
  reference: string
  fromName: string
  toBank: string
  toAccountNo: string
  amount: number
  at: string
  feed: boolean
  delivered: boolean
  answer: string | null
}

/** Banks that people have an account at, as the wallet names them. */
const banks = ['SCB', 'KBANK', 'KTB', 'BBL', 'GSB', 'TMB', 'BCEL'] as const

/** A bank counter: transfers to the house, and what became of the latest. */
export function Bank() {
  const { t } = useTexts()
  const [fromBank, setFromBank] = useState<string>(banks[0])
  const [fromAccountNo, setFromAccountNo] = useState('')
  const [fromName, setFromName] = useState('')
  const [chosen, setChosen] = useState('')
  const [amount, setAmount] = useState('')
  const [problem, setProblem] = useState<'amount' | 'away'>()
  const [feed, setFeed] = useState(true)
  const [reference, setReference] = useState<string>()
  const [isSending, setSending] = useState(false)
  const accounts = usePolled('accounts', () => call<HouseAccount[]>('GET', 'bank/accounts'))
  const made = usePolled('transfers', () => call<Transfer[]>('GET', 'bank/transfers'))
  const to =
    accounts.value?.find(({ bankCode, accountNo }) => chosen === `${bankCode} ${accountNo}`) ??
    accounts.value?.[0]

  async function submit(event: FormEvent) {
    event.preventDefault()
    const value = parseAmount(amount)
    setReference(undefined)
    setProblem(value ? undefined : 'amount')
    if (!value || !to || isSending) return
    const sender = { fromBank, fromAccountNo: fromAccountNo.trim(), fromName: fromName.trim() }
    const body = { ...sender, toBank: to.bankCode, toAccountNo: to.accountNo, amount: value, feed }
    setSending(true)
    try {
      setReference((await call<{ reference: string }>('POST', 'bank/transfers', { body })).reference)
    } catch {
      setProblem('away')
    }
    setSending(false)
    made.readNow()
  }

  return (
    <section id="bank" className="device bank" aria-labelledby="bank-title">
      <h2 id="bank-title">{t('bank')}</h2>
      <p className="lead">{t('bank.lead')}</p>
      <form onSubmit={submit}>
        <label className="field">
          <span>{t('bank.from')}</span>
          <select value={fromBank} onChange={(event) => setFromBank(event.target.value)}>
            {banks.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>{t('bank.accountNo')}</span>
          <input
            required
            maxLength={40}
            pattern=".*\S.*"
            autoComplete="off"
            spellCheck={false}
            value={fromAccountNo}
            onChange={(event) => setFromAccountNo(event.target.value)}
            aria-describedby="bank-hint"
          />
        </label>
        <p id="bank-hint" className="hint wide">
          {t('bank.accountHint')}
        </p>
        <label className="field wide">
          <span>{t('bank.name')}</span>
          <input
            required
            maxLength={200}
            pattern=".*\S.*"
            autoComplete="off"
            spellCheck={false}
            value={fromName}
            onChange={(event) => setFromName(event.target.value)}
          />
        </label>
        <label className="field wide">
          <span>{t('bank.to')}</span>
          <select
            value={to ? `${to.bankCode} ${to.accountNo}` : ''}
            onChange={(event) => setChosen(event.target.value)}
            disabled={!to}
          >
            {!to && <option value="">{t('bank.noAccount')}</option>}
            {accounts.value?.map(({ bankCode, accountNo, accountName }) => (
              <option key={`${bankCode} ${accountNo}`} value={`${bankCode} ${accountNo}`}>
                {bankCode} {accountNo} · {accountName}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>{t('bank.amount')}</span>
          <input
            required
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            aria-invalid={problem === 'amount'}
            aria-describedby="bank-problem"
          />
        </label>
        <label className="tick wide">
          <input type="checkbox" checked={feed} onChange={(event) => setFeed(event.target.checked)} />
          <span>{t('bank.feed')}</span>
        </label>
        <button type="submit" className="primary wide" disabled={!to || isSending}>
          {t('bank.transfer')}
        </button>
        <p id="bank-problem" className="problem wide" role="alert">
          {problem && t(problem === 'amount' ? 'bank.amountWrong' : 'away')}
        </p>
      </form>
      <p role="status">
        {reference && (
          <>
            {t('bank.done', { reference })} <SlipLink reference={reference} />
          </>
        )}
      </p>
      <h3>{t('bank.latest')}</h3>
      {made.value?.length === 0 && <p className="calm">{t('bank.empty')}</p>}
      <ul className="made">
        {made.value?.map((transfer) => (
          <Made key={transfer.reference} transfer={transfer} />
        ))}
      </ul>
    </section>
  )
}

function Made({ transfer }: { transfer: Transfer }) {
  const { t, time } = useTexts()
  return (
    <li>
      <span className="made-who">
        <strong>{transfer.fromName}</strong>
        <span>
          <time dateTime={transfer.at}>{time(transfer.at)}</time> · {transfer.toBank} {transfer.toAccountNo}
        </span>
        <span>{stateOf(transfer, t)}</span>
      </span>
      <span className="made-what">
        <strong className="figure">{baht(transfer.amount)}</strong>
        <SlipLink reference={transfer.reference} />
      </span>
    </li>
  )
}

/** Saves the picture that the bank's app would have saved. */
function SlipLink({ reference }: { reference: string }) {
  const { t } = useTexts()
  return (
    <a
      href={`/sandbox/api/bank/slips/${reference}.png`}
      download={`slip-${reference}.png`}
      aria-label={t('bank.slipOf', { reference })}
    >
      {t('bank.slip')}
    </a>
  )
}

function stateOf({ feed, delivered, answer }: Transfer, t: ReturnType<typeof useTexts>['t']): string {
  if (!feed) return t('bank.unreported')
  if (answer === null) return t('bank.pending')
  if (!delivered) return t('bank.waiting', { answer })
  return t(answer === 'credited' ? 'bank.credited' : 'bank.unmatched')
}
