import { paymentWallet } from '@krapao/contract/limits.ts'
import { useState } from 'react'
import type { BankTransfer } from '../wire.ts'
import { useHouseAccounts } from './accounts.ts'
import { call } from './api.ts'
import { Device, Latest } from './device.tsx'
import { useKept } from './kept.ts'
import { OrderForm } from './order-form.tsx'
import { usePolled } from './polled.ts'
import { money, useTexts } from './texts.tsx'

/** Banks that people have an account at, as the wallet names them. */
const banks = { THB: ['SCB', 'KBANK', 'KTB', 'BBL', 'GSB', 'TMB'], LAK: ['BCEL', 'LDB', 'JDB', 'APB'] }

/** When money was sent, in minutes ago; a slip of the last one is too old to be taken. */
const ages = [
  { minutes: 0, text: 'bank.now' },
  { minutes: 30, text: 'bank.halfHourAgo' },
  { minutes: 120, text: 'bank.twoHoursAgo' },
] as const

/** A bank counter: transfers to the house, and what became of the latest. */
export function Bank() {
  const { t } = useTexts()
  const [chosenBank, setFromBank] = useKept('bank')
  const [fromAccountNo, setFromAccountNo] = useKept('account-no')
  const [fromName, setFromName] = useKept('account-name')
  const [chosen, setChosen] = useState('')
  const [minutesAgo, setMinutesAgo] = useState(0)
  const [feed, setFeed] = useState(true)
  const [reference, setReference] = useState<string>()
  const accounts = useHouseAccounts()
  const made = usePolled('transfers', () => call<BankTransfer[]>('GET', 'bank/transfers'))
  const to =
    accounts.value?.find(({ bankCode, accountNo }) => chosen === `${bankCode} ${accountNo}`) ??
    accounts.value?.[0]
  const toWallet = to?.bankCode === paymentWallet
  // Banks of the receiving account's country first; to a payment wallet people pay from theirs.
  const offered = toWallet
    ? [paymentWallet]
    : to?.currency === 'LAK'
      ? [...banks.LAK, ...banks.THB]
      : [...banks.THB, ...banks.LAK]
  const fromBank = offered.find((code) => code === chosenBank) ?? offered[0]

  async function transfer(amount: number) {
    if (!to) return
    setReference(undefined)
    const body = {
      ...{ fromBank, fromAccountNo: fromAccountNo.trim(), fromName: fromName.trim() },
      ...{ toBank: to.bankCode, toAccountNo: to.accountNo, amount, feed },
      ...(minutesAgo > 0 && { at: new Date(Date.now() - minutesAgo * 60_000).toISOString() }),
    }
    setReference((await call<{ reference: string }>('POST', 'bank/transfers', { body })).reference)
    made.readNow()
  }

  return (
    <Device id="bank" away={accounts.failed || made.failed}>
      <OrderForm
        id="bank"
        action={t('bank.transfer')}
        send={transfer}
        currency={to?.currency ?? 'THB'}
        disabled={!to}
        before={
          <>
            <label className="field">
              <span>{t('bank.from')}</span>
              <select value={fromBank} onChange={(event) => setFromBank(event.target.value)}>
                {offered.map((code) => (
                  <option key={code} value={code}>
                    {code === paymentWallet ? t('bank.wallet') : code}
                  </option>
                ))}
              </select>
            </label>
            <label className="field">
              <span>{t(toWallet ? 'bank.phone' : 'bank.accountNo')}</span>
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
              {t(toWallet ? 'bank.phoneHint' : 'bank.accountHint')}
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
                {accounts.value?.map(({ bankCode, accountNo, accountName, currency }) => (
                  <option key={`${bankCode} ${accountNo}`} value={`${bankCode} ${accountNo}`}>
                    {bankCode === paymentWallet ? t('bank.wallet') : bankCode} {accountNo} · {accountName} ·{' '}
                    {t(currency === 'LAK' ? 'unit.LAK' : 'unit.THB')}
                  </option>
                ))}
              </select>
            </label>
          </>
        }
        after={
          <>
            <label className="field">
              <span>{t('bank.when')}</span>
              <select value={minutesAgo} onChange={(event) => setMinutesAgo(Number(event.target.value))}>
                {ages.map(({ minutes, text }) => (
                  <option key={minutes} value={minutes}>
                    {t(text)}
                  </option>
                ))}
              </select>
            </label>
            <label className="tick wide">
              <input type="checkbox" checked={feed} onChange={(event) => setFeed(event.target.checked)} />
              <span>{t('bank.feed')}</span>
            </label>
          </>
        }
      />
      <p role="status" className="done">
        {reference && (
          <>
            {t('bank.done', { reference })} {!toWallet && <SlipLink reference={reference} />}
          </>
        )}
      </p>
      <Latest
        title={t('bank.latest')}
        empty={t('bank.empty')}
        items={made.value}
        render={(transfer) => <Made key={transfer.reference} transfer={transfer} />}
      />
    </Device>
  )
}

function Made({ transfer }: { transfer: BankTransfer }) {
  const { t, time } = useTexts()
  return (
    <li>
      <span className="latest-who">
        <strong>{transfer.fromName}</strong>
        <span>
          <time dateTime={transfer.at}>{time(transfer.at)}</time> ·{' '}
          {transfer.toBank === paymentWallet ? t('bank.wallet') : transfer.toBank} {transfer.toAccountNo}
        </span>
        <span>{stateOf(transfer, t)}</span>
      </span>
      <span className="latest-what">
        <strong className="figure">{money(transfer.amount, transfer.currency)}</strong>
        {transfer.toBank !== paymentWallet && <SlipLink reference={transfer.reference} />}
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

function stateOf({ feed, delivered, answer }: BankTransfer, t: ReturnType<typeof useTexts>['t']): string {
  if (!feed) return t('bank.unreported')
  if (answer === null) return t('bank.pending')
  if (!delivered) return t('bank.waiting', { answer })
  return t(answer === 'credited' || answer === 'linked' ? 'bank.credited' : 'bank.unmatched')
}
