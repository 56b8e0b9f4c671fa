import { paymentWallet } from '@krapao/contract/limits.ts'
import { asCurrency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import type { BankTransfer } from '../wire.ts'
import { useHouseAccounts } from './accounts.ts'
import { api } from './api.ts'
import { Device, Entry, Latest } from './device.tsx'
import { useKept } from './kept.ts'
import { OrderForm } from './order-form.tsx'
import { usePolled } from './polled.ts'
import { Select } from './select.tsx'
import { formatWhen } from './when.ts'

/** The banks at which people have accounts, by currency. */
const banks = { THB: ['SCB', 'KBANK', 'KTB', 'BBL', 'GSB', 'TMB'], LAK: ['BCEL', 'LDB', 'JDB', 'APB'] }

/** The choices for the time of a transfer, in minutes ago. A slip of the oldest is too old to be accepted. */
const ages = [
  { minutes: 0, text: 'bank.now' },
  { minutes: 30, text: 'bank.halfHourAgo' },
  { minutes: 120, text: 'bank.twoHoursAgo' },
] as const

/** A bank: a form for transfers to the house, and the latest transfers with the results of their reports. */
export function Bank() {
  const { t } = useTranslation()
  const [chosenBank, setFromBank] = useKept('bank')
  const [fromAccountNo, setFromAccountNo] = useKept('account-no')
  const [fromName, setFromName] = useKept('account-name')
  const [chosen, setChosen] = useState('')
  const [minutesAgo, setMinutesAgo] = useState(0)
  const [feed, setFeed] = useState(true)
  const [reference, setReference] = useState<string>()
  const accounts = useHouseAccounts()
  const made = usePolled(['transfers'], () => api('GET /sandbox/api/bank/transfers'))
  const to =
    accounts.value?.find(({ bankCode, accountNo }) => chosen === `${bankCode} ${accountNo}`) ??
    accounts.value?.[0]
  const currency = asCurrency(to?.currency)
  const toWallet = to?.bankCode === paymentWallet
  // Banks of the receiving account's country come first; transfers to a payment wallet come from wallets.
  const others = currency === 'LAK' ? 'THB' : 'LAK'
  const offered = toWallet ? [paymentWallet] : [...banks[currency], ...banks[others]]
  const fromBank = offered.find((code) => code === chosenBank) ?? offered[0] ?? ''

  async function transfer(amount: number) {
    if (!to) return
    setReference(undefined)
    const { reference } = await api('POST /sandbox/api/bank/transfers', {
      ...{ fromBank, fromAccountNo: fromAccountNo.trim(), fromName: fromName.trim() },
      ...{ toBank: to.bankCode, toAccountNo: to.accountNo, amount, feed },
      ...(minutesAgo > 0 && { at: new Date(Date.now() - minutesAgo * 60_000).toISOString() }),
    })
    setReference(reference)
    made.readNow()
  }
  const written = { required: true, pattern: '.*\\S.*', autoComplete: 'off', spellCheck: false }

  return (
    <Device id="bank" away={accounts.failed || made.failed}>
      <OrderForm
        action={t('bank.transfer')}
        send={transfer}
        currency={currency}
        disabled={!to}
        before={
          <>
            <Select
              label={t('bank.from')}
              value={fromBank}
              onChange={(event) => setFromBank(event.target.value)}
            >
              {offered.map((code) => (
                <option key={code} value={code}>
                  {nameOf(code, t)}
                </option>
              ))}
            </Select>
            <Field
              {...written}
              label={t(toWallet ? 'bank.phone' : 'bank.accountNo')}
              hint={t(toWallet ? 'bank.phoneHint' : 'bank.accountHint')}
              maxLength={40}
              value={fromAccountNo}
              onChange={(event) => setFromAccountNo(event.target.value)}
            />
            <div className="col-span-full grid gap-3">
              <Field
                {...written}
                label={t('bank.name')}
                maxLength={200}
                value={fromName}
                onChange={(event) => setFromName(event.target.value)}
              />
              <Select
                label={t('bank.to')}
                value={to ? `${to.bankCode} ${to.accountNo}` : ''}
                onChange={(event) => setChosen(event.target.value)}
                disabled={!to}
              >
                {!to && <option value="">{t('bank.noAccount')}</option>}
                {accounts.value?.map(({ bankCode, accountNo, accountName, currency }) => (
                  <option key={`${bankCode} ${accountNo}`} value={`${bankCode} ${accountNo}`}>
                    {nameOf(bankCode, t)} {accountNo} · {accountName} · {t(`unit.${asCurrency(currency)}`)}
                  </option>
                ))}
              </Select>
            </div>
          </>
        }
        after={
          <>
            <Select
              label={t('bank.when')}
              value={minutesAgo}
              onChange={(event) => setMinutesAgo(Number(event.target.value))}
            >
              {ages.map(({ minutes, text }) => (
                <option key={minutes} value={minutes}>
                  {t(text)}
                </option>
              ))}
            </Select>
            <label className="col-span-full flex min-h-11 items-center gap-2.5">
              <input
                type="checkbox"
                checked={feed}
                onChange={(event) => setFeed(event.target.checked)}
                className="size-5.5 shrink-0 accent-accent"
              />
              <span>{t('bank.feed')}</span>
            </label>
          </>
        }
      />
      <p role="status" className="rounded-xl bg-positive-soft px-3.5 py-1 text-sm empty:hidden">
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
  const { t } = useTranslation()
  const { reference, fromName, toBank, toAccountNo, amount, currency, at } = transfer
  const place = (
    <>
      <time dateTime={at}>{formatWhen(at)}</time> · {nameOf(toBank, t)} {toAccountNo}
    </>
  )
  return (
    <Entry lines={[fromName, place, stateOf(transfer, t)]}>
      <strong>{formatMoney(amount, currency)}</strong>
      {toBank !== paymentWallet && <SlipLink reference={reference} />}
    </Entry>
  )
}

/** A button that downloads the slip, as a bank's app saves it. */
function SlipLink({ reference }: { reference: string }) {
  const { t } = useTranslation()
  return (
    <a
      href={`/sandbox/api/bank/slips/${reference}.png`}
      download={`slip-${reference}.png`}
      aria-label={t('bank.slipOf', { reference })}
      className="inline-grid min-h-11 content-center font-semibold underline"
    >
      {t('bank.slip')}
    </a>
  )
}

const nameOf = (bank: string, t: TFunction): string => (bank === paymentWallet ? t('bank.wallet') : bank)

function stateOf({ feed, delivered, answer }: BankTransfer, t: TFunction): string {
  if (!feed) return t('bank.unreported')
  if (answer === null) return t('bank.pending')
  if (!delivered) return t('bank.waiting', { answer })
  return t(answer === 'credited' || answer === 'matched' ? 'bank.credited' : 'bank.unmatched')
}
