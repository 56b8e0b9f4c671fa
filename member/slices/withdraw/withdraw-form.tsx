import { walletEnd } from '@krapao/contract/game.ts'
import { assets, fromMinor, parseAmount, toMinor } from '@krapao/contract/money.ts'
import { CircleHelp, Gift, Wallet as WalletIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { formatMoney } from '../../ui/format.ts'
import { Note } from '../../ui/states.tsx'
import { VerticalSlider } from '../../ui/vertical-slider.tsx'
import { amountText, type Wallet } from '../wallet/public.ts'
import { BankTarget } from './bank-target.tsx'
import { useWithdraw, type Withdrawn } from './use-withdraw.ts'
import { allOf, type Problem, problemOf, quickAmounts } from './withdraw-rules.ts'

/** The wallet, an amount within the operator's limits, where it goes, and the confirmation with the amount in the button. */
export function WithdrawForm({
  wallet,
  limits: { withdrawMin, withdrawMax },
  onDone,
  onClose,
}: {
  wallet: Wallet
  limits: { withdrawMin: number; withdrawMax: number }
  onDone(withdrawn: Withdrawn): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const { send, sending, unsure } = useWithdraw(wallet, onDone)
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
  // Asking what became of a withdrawal needs no balance: it may be gone exactly because it went through.
  const isUnsure = unsure !== undefined && parseAmount(amount) === unsure
  const problem = isUnsure ? undefined : problemOf(amount, bounds)
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
    if (order !== undefined) send(order)
    else form.current?.querySelector('input')?.focus()
  }
  function set(next: string, everything = false): void {
    setTyped(next)
    setAll(everything)
  }

  return (
    <Dialog
      title={t('withdraw.title')}
      onClose={onClose}
      footer={
        <Button wide type="submit" form={formId} busy={sending}>
          {order === undefined
            ? t('withdraw.submit')
            : t(isUnsure ? 'withdraw.checkAgain' : 'withdraw.submitAmount', { amount: money(order) })}
        </Button>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        className="grid gap-4"
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
            <p className="mt-1.5 text-sm text-ink-soft">{t('withdraw.games', { amount: money(inGames) })}</p>
          )}
        </div>
        <Field
          label={t('withdraw.amount')}
          hint={t('withdraw.limits', { minimum: money(withdrawMin), maximum: money(withdrawMax) })}
          unit={assets[wallet.currency].sign}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0.00"
          readOnly={sending}
          value={amount}
          onChange={(event) => set(event.target.value)}
          error={pressed && problem ? words[problem]() : undefined}
          className="text-xl font-semibold"
        />
        <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-2" disabled={sending}>
          <legend className="sr-only">{t('withdraw.quick')}</legend>
          {quickAmounts(bounds).map((step) => (
            <Quick key={step} on={!all && parseAmount(typed) === step} onPress={() => set(String(step))}>
              {step.toLocaleString('en-US')}
            </Quick>
          ))}
          <Quick on={all} onPress={() => set('', true)}>
            {t('withdraw.all')}
          </Quick>
        </fieldset>
        <BankTarget account={wallet.bankAccount} />
        {isUnsure ? (
          <div role="alert">
            <Note icon={<CircleHelp className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
              {t('withdraw.unsure')}
            </Note>
          </div>
        ) : (
          <Note icon={<Gift className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>{t('withdraw.bonus')}</Note>
        )}
      </form>
    </Dialog>
  )
}

const WalletSlide = ({ name, amount }: { name: string; amount: string }) => (
  <span aria-hidden className="flex min-w-0 flex-1 items-center gap-3 px-2">
    <WalletIcon className="size-6 shrink-0 text-link" />
    <span className="min-w-0 flex-1 text-sm font-semibold">{name}</span>
    <span className="text-base font-semibold">{amount}</span>
  </span>
)

const Quick = ({ on, onPress, children }: { on: boolean; onPress(): void; children: string }) => (
  <button
    type="button"
    aria-pressed={on}
    onClick={onPress}
    className={`min-h-11 rounded-xl border px-2 text-sm font-semibold ${
      on ? 'border-link bg-sunken text-link' : 'border-field-line text-ink hover:bg-sunken'
    }`}
  >
    {children}
  </button>
)
