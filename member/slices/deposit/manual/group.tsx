import { parseAmount } from '@krapao/contract/money.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useId, useRef, useState } from 'react'
import { Actions, Body, saysMissing } from '../../../ui/actions.tsx'
import { useCopy } from '../../../ui/copy.tsx'
import { QuickAmounts } from '../../../ui/quick-amounts.tsx'
import { UnknownOutcome } from '../../../ui/unknown-outcome.tsx'
import { amountText, type Pending, useLastAmount } from '../../wallet/public.ts'
import { AmountField } from '../amount-field.tsx'
import { OwnAccount } from '../banks/own-account.tsx'
import { Failure } from '../failure.tsx'
import { FollowedDeposit, sentNow } from '../followed-deposit.tsx'
import type { GroupProps } from '../group.ts'
import { Step } from '../step.tsx'
import { BankCard } from '../transfer/bank-card.tsx'
import { useAnnounce } from './use-announce.ts'

/** Every account as plain bank details, and a form in which the member reports a transfer (rules.md §5.5). */
export function ManualGroup({ accounts, wallet, onClose, onTransfer }: GroupProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  const form = useId()
  const entry = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [pressed, setPressed] = useState(false)
  const [announced, setAnnounced] = useState<Pending>()
  const { announce, sending, failure, unsure, forget } = useAnnounce(wallet, {
    isAbout: (one) => one === amount,
    show(id, amount) {
      const { currency } = wallet
      setAnnounced(sentNow({ kind: 'announcement', id, amount, currency, state: 'WITH_TEAM' }))
    },
  })
  const amount = parseAmount(typed, wallet.currency)
  const minimum = accounts.minDeposit
  const last = useLastAmount(
    ({ deposit }) => deposit,
    (value) => value >= minimum,
  )
  const enough = amount !== undefined && amount > 0 && amount >= minimum

  function type(text: string): void {
    forget()
    setTyped(text)
  }

  if (announced !== undefined) {
    return (
      <FollowedDeposit
        row={announced}
        again={t('deposit.again')}
        onAgain={() => {
          setAnnounced(undefined)
          setTyped('')
          setPressed(false)
        }}
        {...{ onClose, onTransfer }}
      />
    )
  }
  return (
    <>
      <Body>
        <Step number={1} title={t('deposit.bank.pay')}>
          <ul className="grid grid-cols-1 gap-2">
            {accounts.banks.map((account) => (
              <BankCard
                key={`${account.bankCode} ${account.bankAccountNo}`}
                account={account}
                onCopy={() => copy(account.bankAccountNo)}
              />
            ))}
          </ul>
          <OwnAccount account={wallet.bankAccount} />
        </Step>
        <Step number={2} title={t('deposit.manual.step')}>
          <form
            ref={entry}
            id={form}
            noValidate
            className="grid grid-cols-1 gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              setPressed(true)
              if (enough) announce(amount)
              else entry.current?.querySelector('input')?.focus()
            }}
          >
            <AmountField
              value={typed}
              onChange={type}
              currency={wallet.currency}
              minimum={minimum}
              readOnly={sending}
              pressed={pressed}
            />
            {last.amount !== undefined && (
              <QuickAmounts
                label={t('deposit.quick')}
                amounts={[]}
                value={amount}
                currency={wallet.currency}
                disabled={sending}
                last={last}
                onPick={(value) => type(amountText(value, wallet.currency))}
              />
            )}
          </form>
          <p className="text-sm text-pretty text-ink-soft">{t('deposit.manual.lead')}</p>
        </Step>
        <Failure
          error={failure}
          text={
            failure instanceof ApiError && failure.code === 'FORBIDDEN' ? t('deposit.manual.off') : undefined
          }
        />
        {amount !== undefined && unsure.includes(amount) && (
          <UnknownOutcome text={t('deposit.manual.unsure')} />
        )}
      </Body>
      <Actions>
        <Button
          wide
          {...(!enough && saysMissing)}
          type="submit"
          form={form}
          busy={sending}
          busyLabel={t('ui.busy.sending')}
        >
          {enough
            ? t('deposit.manual.tellAmount', { amount: formatMoney(amount, wallet.currency) })
            : t('wallet.leastMissing', { minimum: formatMoney(minimum, wallet.currency) })}
        </Button>
      </Actions>
    </>
  )
}
