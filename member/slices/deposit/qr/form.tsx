import type { ErrorCode } from '@krapao/contract/errors.ts'
import { parseAmount } from '@krapao/contract/money.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { newKey } from '@krapao/web/api/key.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Intents } from '../../../app/intents.ts'
import { toastRefused } from '../../../app/refused.tsx'
import { onSessionChange } from '../../../app/session.ts'
import { Actions, Body } from '../../../ui/actions.tsx'
import { QuickAmounts } from '../../../ui/quick-amounts.tsx'
import { pendingKey } from '../../wallet/public.ts'
import { type BankAccount, currencyOf } from '../accounts.ts'
import { AmountField } from '../amount-field.tsx'
import { Failure, Unsure } from '../failure.tsx'
import { useSend } from '../use-send.ts'
import { keepQrCode, markOthers } from './query.ts'
import { choicesOf } from './quick-amounts.ts'

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
  const { send, sending, failure, unsure, forget } = useSend<'POST /api/qrcode/:code'>(
    intents,
    (key) => key,
    async (qr) => {
      // A code that was not made is answered with why (product.md §4), and with the number that support finds it by.
      const { qrcodeId } = qr
      if (!qr.hasQrcode && qr.message)
        toastRefused(new ApiError(qr.message as ErrorCode, 0, { ...(qrcodeId && { qrcodeId }) }))
      onCreate()
      markOthers(queries, code)
      await keepQrCode(queries, code, qr)
      queries.invalidateQueries({ queryKey: pendingKey })
    },
  )
  const code = account.bankCode
  const currency = currencyOf(account)
  const { minimum, quick } = choicesOf(code, currency, brand.qrMinimum, minDeposit)
  const amount = parseAmount(typed)
  const enough = amount !== undefined && amount > 0 && amount >= minimum

  function type(text: string): void {
    forget()
    setTyped(text)
  }

  async function create(): Promise<void> {
    if (!enough) return
    const values = `${code} ${amount}`
    await send(values, (idempotencyKey) =>
      api('POST /api/qrcode/:code', { params: { code }, amount }, { idempotencyKey }),
    )
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
        <Button
          wide
          type="submit"
          form={form}
          busy={sending}
          busyLabel={t('ui.busy.creatingQr')}
          disabled={!enough}
        >
          {enough
            ? t('deposit.qr.createAmount', { amount: formatMoney(amount, currency) })
            : t('deposit.qr.create')}
        </Button>
      </Actions>
    </>
  )
}
