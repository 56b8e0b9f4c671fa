import { walletEnd } from '@krapao/contract/game.ts'
import { assets, fromMinor, parseAmount, toMinor } from '@krapao/contract/money.ts'
import { Gift, Info, Wallet as WalletIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Actions, Body } from '../../ui/actions.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatMoney } from '../../ui/format.ts'
import { QuickAmount, QuickAmounts } from '../../ui/quick-amounts.tsx'
import { Note } from '../../ui/states.tsx'
import { VerticalSlider } from '../../ui/vertical-slider.tsx'
import { amountText, type Wallet } from '../wallet/public.ts'
import { BankTarget } from './bank-target.tsx'
import { allOf, type Problem, problemOf, quickAmounts } from './withdraw-rules.ts'

/** The wallet, an amount within the operator's limits, where it goes, and the confirmation with the amount in the button. */
export function WithdrawForm({
  wallet,
  limits: { withdrawMin, withdrawMax },
  sending,
  onSend,
}: {
  wallet: Wallet
  limits: { withdrawMin: number; withdrawMax: number }
  sending: boolean
  onSend(amount: number): void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  // "All" stays all while the balance moves under it, until something else is typed.
  const [all, setAll] = useState(false)
  const [pressed, setPressed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()

  const money = (value: number) => formatMoney(value, wallet.currency)
  const inGames = fromMinor(wallet.slots.reduce((sum, slot) => sum + toMinor(slot.amount), 0))
  const available = fromMinor(toMinor(wallet.wallet.amount) + toMinor(inGames))
  const bounds = { minimum: withdrawMin, maximum: withdrawMax, available }
  const amount = all ? amountText(allOf(bounds)) : typed
  const problem = problemOf(amount, bounds)
  const tooLittle = available < withdrawMin
  const order = problem ? undefined : parseAmount(amount)
  const words: Record<Problem, () => string> = {
    amount: () => t('errorMsg.INVALID_AMOUNT'),
    minimum: () => t('withdraw.errMinimum', { minimum: money(withdrawMin) }),
    maximum: () => t('withdraw.errMaximum', { maximum: money(withdrawMax) }),
    notEnough: () => t('withdraw.errNotEnough', { amount: money(available) }),
  }

  function submit(): void {
    if (sending) return
    setPressed(true)
    if (order !== undefined) onSend(order)
    else form.current?.querySelector('input')?.focus()
  }
  function set(next: string, everything = false): void {
    setTyped(next)
    setAll(everything)
  }

  return (
    <>
      <Body>
        <form
          ref={form}
          id={formId}
          noValidate
          className="grid grid-cols-1 gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <div>
            <p aria-hidden className="mb-1.5 text-sm font-medium">
              {t('withdraw.from')}
            </p>
            {/* One slide: no room is kept for the ones above and below. */}
            <div className="[&>[role=listbox]]:h-22">
              <VerticalSlider
                label={t('withdraw.from')}
                value={walletEnd}
                onChange={() => {}}
                options={[
                  {
                    id: walletEnd,
                    label: `${t('withdraw.wallet')}, ${money(wallet.wallet.amount)}`,
                    content: <WalletSlide name={t('withdraw.wallet')} amount={money(wallet.wallet.amount)} />,
                  },
                ]}
              />
            </div>
            {inGames > 0 && (
              <p className="mt-1.5 text-sm text-ink-soft">
                {t('withdraw.games', { amount: money(inGames) })}
              </p>
            )}
          </div>
          <Field
            label={t('withdraw.amount')}
            // What is wrong says the limit, too: it stands in the same place, so that nothing moves.
            hint={
              pressed && problem
                ? undefined
                : t('withdraw.limits', { minimum: money(withdrawMin), maximum: money(withdrawMax) })
            }
            unit={assets[wallet.currency].sign}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            placeholder="0.00"
            readOnly={sending}
            disabled={tooLittle}
            value={amount}
            onChange={(event) => set(event.target.value)}
            error={pressed && problem ? words[problem]() : undefined}
            className="text-xl font-semibold"
          />
          {tooLittle ? (
            <Note icon={<Info className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
              {t('withdraw.tooLittle', { amount: money(available), minimum: money(withdrawMin) })}
            </Note>
          ) : (
            <QuickAmounts
              label={t('withdraw.quick')}
              amounts={quickAmounts(bounds)}
              value={all ? undefined : parseAmount(typed)}
              currency={wallet.currency}
              disabled={sending}
              onPick={(step) => set(String(step))}
            >
              <QuickAmount on={all} onPress={() => set('', true)}>
                {t('withdraw.all')}
              </QuickAmount>
            </QuickAmounts>
          )}
          <BankTarget account={wallet.bankAccount} />
          <Note icon={<Gift className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>{t('withdraw.bonus')}</Note>
        </form>
      </Body>
      <Actions>
        <Button wide type="submit" form={formId} busy={sending} disabled={tooLittle}>
          {order === undefined ? t('withdraw.submit') : t('withdraw.submitAmount', { amount: money(order) })}
        </Button>
      </Actions>
    </>
  )
}

const WalletSlide = ({ name, amount }: { name: string; amount: string }) => (
  <span aria-hidden className="flex min-w-0 flex-1 items-center gap-3 px-2">
    <WalletIcon className="size-6 shrink-0 text-link" />
    <span className="min-w-0 flex-1 text-sm font-semibold">{name}</span>
    <span className="text-base font-semibold whitespace-nowrap">{amount}</span>
  </span>
)
