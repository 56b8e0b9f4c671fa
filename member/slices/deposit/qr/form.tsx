import { parseAmount } from '@krapao/contract/money.ts'
import { promptPay } from '@krapao/contract/qr-gateways.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Clock } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Actions, Body, saysMissing } from '../../../ui/actions.tsx'
import { QuickAmounts } from '../../../ui/quick-amounts.tsx'
import { UnknownOutcome } from '../../../ui/unknown-outcome.tsx'
import { amountText, type Holder, useLastAmount } from '../../wallet/public.ts'
import { AmountField } from '../amount-field.tsx'
import { BankMark } from '../banks/bank-mark.tsx'
import { Failure } from '../failure.tsx'
import type { Channel } from './channels.ts'
import { useCreateQr, type WantedQr } from './use-create-qr.ts'

/** The choice of an amount, quick or typed, and the button that creates the code. */
export function QrForm({
  channel: { code, currency, minimum, quick },
  name,
  others,
  wallet,
  expired,
  onCreate,
}: {
  channel: Channel
  name: string
  /** The choice of another channel. */
  others: ReactNode
  wallet: Holder
  /** Whether a code has just expired. */
  expired: boolean
  onCreate(): void
}) {
  const { t } = useTranslation()
  const form = useId()
  const entry = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [pressed, setPressed] = useState(false)
  const { create, sending, failure, unsure, forget } = useCreateQr(wallet, {
    isAbout: isTyped,
    show: onCreate,
  })
  const amount = parseAmount(typed, currency)
  const last = useLastAmount(
    ({ deposit }) => deposit,
    (value) => value >= minimum,
  )
  const enough = amount !== undefined && amount > 0 && amount >= minimum

  function isTyped(wanted: WantedQr): boolean {
    return wanted.code === code && wanted.amount === amount
  }
  function type(text: string): void {
    forget()
    setTyped(text)
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
        {code === promptPay && (
          <div className="flex items-center gap-3">
            <BankMark code={code} />
            <div className="min-w-0">
              <h3 className="text-base font-semibold">{name}</h3>
              <p className="text-sm text-pretty text-ink-soft">{t('deposit.qr.lead')}</p>
            </div>
          </div>
        )}
        <form
          ref={entry}
          id={form}
          noValidate
          className="grid grid-cols-1 gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            setPressed(true)
            if (enough) create({ code, amount })
            else entry.current?.querySelector('input')?.focus()
          }}
        >
          <AmountField
            value={typed}
            onChange={type}
            currency={currency}
            minimum={minimum}
            readOnly={sending}
            pressed={pressed}
          />
          <QuickAmounts
            label={t('deposit.quick')}
            amounts={quick}
            value={amount}
            currency={currency}
            disabled={sending}
            last={last}
            onPick={(value) => type(amountText(value, currency))}
          />
        </form>
        <p className="text-sm text-pretty text-ink-soft">{t('deposit.qr.rules')}</p>
        <Failure error={failure} />
        {unsure.some(isTyped) && <UnknownOutcome text={t('deposit.qr.unsure')} />}
        {others}
      </Body>
      <Actions>
        <Button
          wide
          {...(!enough && saysMissing)}
          type="submit"
          form={form}
          busy={sending}
          busyLabel={t('ui.busy.creatingQr')}
        >
          {enough
            ? t('deposit.qr.createAmount', { amount: formatMoney(amount, currency) })
            : t('wallet.leastMissing', { minimum: formatMoney(minimum, currency) })}
        </Button>
      </Actions>
    </>
  )
}
