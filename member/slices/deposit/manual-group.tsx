import { parseAmount } from '@krapao/contract/money.ts'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { Intents, newKey } from '../../app/intents.ts'
import { onSessionChange } from '../../app/session.ts'
import { Actions, Body } from '../../ui/actions.tsx'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy.tsx'
import { formatMoney } from '../../ui/format.ts'
import { AmountField } from './amount-field.tsx'
import { BankCard } from './bank-card.tsx'
import { Failure, Unsure } from './failure.tsx'
import type { GroupProps } from './group.ts'
import { OwnAccount } from './own-account.tsx'
import { Result } from './result.tsx'
import { Step } from './step.tsx'
import { useSend } from './use-send.ts'

const intents = new Intents(newKey)
onSessionChange(() => intents.clear())

/** Every account as a plain detail, and a form by which the member tells what was transferred (rules.md §5.5). */
export function ManualGroup({ accounts, wallet, onClose }: GroupProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  const form = useId()
  const entry = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState('')
  const [announced, setAnnounced] = useState<number>()
  const { send, sending, failure, unsure, forget } = useSend(intents)
  const amount = parseAmount(typed)
  const minimum = accounts.minDeposit
  const enough = amount !== undefined && amount > 0 && amount >= minimum

  async function announce(): Promise<void> {
    if (!enough) return entry.current?.querySelector('input')?.focus()
    const answer = await send(String(amount), (idempotencyKey) =>
      api('POST /api/wallet/add', { amount }, { idempotencyKey }),
    )
    if (answer) setAnnounced(amount)
  }

  if (announced !== undefined) {
    return (
      <>
        <Body key="done">
          <Result
            tone="notice"
            title={t('deposit.manual.announced')}
            amount={formatMoney(announced, wallet.currency)}
          >
            {t('deposit.manual.announcedText')}
          </Result>
        </Body>
        <Actions>
          <Button wide autoFocus onClick={onClose}>
            {t('ui.close')}
          </Button>
        </Actions>
      </>
    )
  }
  return (
    <>
      <Body>
        <Step number={1} title={t('deposit.bank.pay')}>
          <OwnAccount account={wallet.bankAccount} />
          <ul className="grid grid-cols-1 gap-2">
            {accounts.banks.map((account) => (
              <BankCard
                key={`${account.bankCode} ${account.bankAccountNo}`}
                account={account}
                onCopy={() => copy(account.bankAccountNo)}
              />
            ))}
          </ul>
        </Step>
        <Step number={2} title={t('deposit.manual.step')}>
          <form
            ref={entry}
            id={form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              announce()
            }}
          >
            <AmountField
              value={typed}
              onChange={(text) => {
                forget()
                setTyped(text)
              }}
              currency={wallet.currency}
              minimum={minimum}
              readOnly={sending}
            />
          </form>
          <p className="text-sm text-pretty text-ink-soft">{t('deposit.manual.lead')}</p>
        </Step>
        <Failure error={failure} />
        {unsure && unsure === String(amount) && <Unsure text={t('deposit.manual.unsure')} />}
      </Body>
      <Actions>
        <Button wide type="submit" form={form} busy={sending}>
          {enough
            ? t('deposit.manual.tellAmount', { amount: formatMoney(amount, wallet.currency) })
            : t('deposit.manual.tell')}
        </Button>
      </Actions>
    </>
  )
}
