import { parseAmount } from '@krapao/contract/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { brand } from '../../app/brand.ts'
import { Intents, newKey } from '../../app/intents.ts'
import { onSessionChange } from '../../app/session.ts'
import { Actions, Body } from '../../ui/actions.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMoney } from '../../ui/format.ts'
import { QuickAmounts } from '../../ui/quick-amounts.tsx'
import { Note } from '../../ui/states.tsx'
import { type BankAccount, currencyOf } from './accounts.ts'
import { AmountField } from './amount-field.tsx'
import { Failure, Unsure } from './failure.tsx'
import { keepQrCode, markOthers } from './qr-query.ts'
import { tellRefusal } from './qr-refusal.ts'
import { choicesOf } from './quick-amounts.ts'
import { useSend } from './use-send.ts'

const intents = new Intents(newKey)
onSessionChange(() => intents.clear())

/** How much, by one of the quick amounts or typed; then the code is made. */
export function QrForm({
  account,
  minDeposit,
  expired,
  onCreate,
}: {
  account: BankAccount
  minDeposit: number
  /** A code has just run out. */
  expired: boolean
  onCreate(): void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const form = useId()
  const [typed, setTyped] = useState('')
  const { send, sending, failure, unsure, forget } = useSend(intents)
  const code = account.bankCode
  const currency = currencyOf(account)
  const { minimum, quick } = choicesOf(code, brand.qrMinimum, minDeposit)
  const amount = parseAmount(typed)
  const enough = amount !== undefined && amount > 0 && amount >= minimum

  function type(text: string): void {
    forget()
    setTyped(text)
  }

  async function create(): Promise<void> {
    if (!enough) return
    const values = `${code} ${amount}`
    const qr = await send(values, (idempotencyKey) =>
      api('POST /api/qrcode/:code', { params: { code }, amount }, { idempotencyKey }),
    )
    if (!qr) return
    if (!qr.hasQrcode) tellRefusal(qr.message)
    onCreate()
    markOthers(queries, code)
    await keepQrCode(queries, code, qr)
  }

  return (
    <>
      <Body>
        {expired && (
          <div role="status">
            <Note icon={<Clock className="mt-0.5 size-5 shrink-0" aria-hidden />}>
              {t('deposit.qr.expired')}
            </Note>
          </div>
        )}
        <form
          id={form}
          noValidate
          className="grid grid-cols-1 gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            create()
          }}
        >
          <AmountField
            value={typed}
            onChange={type}
            currency={currency}
            minimum={minimum}
            readOnly={sending}
          />
          <QuickAmounts
            label={t('deposit.quick')}
            amounts={quick}
            value={amount}
            currency={currency}
            disabled={sending}
            onPick={(value) => type(String(value))}
          />
        </form>
        <p className="text-sm text-pretty text-ink-soft">{t('deposit.qr.rules')}</p>
        <Failure error={failure} />
        {unsure && unsure === `${code} ${amount}` && <Unsure text={t('deposit.qr.unsure')} />}
      </Body>
      <Actions>
        <Button wide type="submit" form={form} busy={sending} disabled={!enough}>
          {enough
            ? t('deposit.qr.createAmount', { amount: formatMoney(amount, currency) })
            : t('deposit.qr.create')}
        </Button>
      </Actions>
    </>
  )
}
