import { walletEnd } from '@krapao/contract/game.ts'
import { assets, fromMinor, parseAmount, toMinor } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatFigure, formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Download, Gift, Info, Wallet as WalletIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useFrozen } from '../../frame/time/use-frozen.ts'
import { Actions, Body, saysMissing } from '../../ui/actions.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { QuickAmount, QuickAmounts } from '../../ui/quick-amounts.tsx'
import { VerticalSlider } from '../../ui/vertical-slider.tsx'
import { useOpenBonus } from '../bonus/public.ts'
import {
  Amount,
  amountText,
  type Pending,
  PendingList,
  useBalance,
  useLastAmount,
  usePending,
  type Wallet,
} from '../wallet/public.ts'
import { BankTarget } from './bank-target.tsx'
import { UnderBonus, UnderBonusRoom } from './under-bonus.tsx'
import { allOf, inGamesOf, type Problem, problemOf, quickAmounts } from './withdraw-rules.ts'

/**
 * Balance, an amount within the operator's limits, the bank account, and the confirmation with the amount in
 * the button.
 */
export function WithdrawForm({
  wallet: live,
  limits: { withdrawMin, withdrawMax },
  sending,
  onSend,
  onFollow,
  onBonus,
  onDeposit,
}: {
  wallet: Wallet
  limits: { withdrawMin: number; withdrawMax: number }
  sending: boolean
  onSend(amount: number): void
  /** Opens a withdrawal that is under way. */
  onFollow(row: Pending): void
  /** Leads to the bonus that does not allow it. */
  onBonus(): void
  /** Leads to a deposit, where there is too little to withdraw. */
  onDeposit(): void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  // After "all" the amount follows the balance, until another amount is typed.
  const [all, setAll] = useState(false)
  const [pressed, setPressed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()

  // The amount leaves the wallet at once; without this the form would then say that the balance is too low.
  const wallet = useFrozen(live, sending)
  const money = (value: number) => formatMoney(value, wallet.currency)
  const balance = useBalance(wallet.currency)
  const { sign } = assets[wallet.currency]
  const inGames = inGamesOf(wallet)
  const available = fromMinor(toMinor(wallet.wallet.amount) + toMinor(inGames))
  const bounds = { minimum: withdrawMin, maximum: withdrawMax, available }
  const amount = all ? amountText(allOf(bounds), wallet.currency) : typed
  const problem = problemOf(amount, bounds, wallet.currency)
  const tooLittle = available < withdrawMin
  const order = problem ? undefined : parseAmount(amount, wallet.currency)
  const last = useLastAmount(
    ({ withdrawal }) => withdrawal,
    (value) => problemOf(amountText(value, wallet.currency), bounds, wallet.currency) === undefined,
  )
  const words: Record<Problem, () => string> = {
    amount: () => t(`ui.amountWrong.${wallet.currency}`),
    minimum: () => t('withdraw.errMinimum', { minimum: money(withdrawMin) }),
    maximum: () => t('withdraw.errMaximum', { maximum: money(withdrawMax) }),
    notEnough: () => t('withdraw.errNotEnough', { amount: balance(available) }),
  }

  function submit(): void {
    if (sending || running) return
    setPressed(true)
    if (order !== undefined) onSend(order)
    else form.current?.querySelector('input')?.focus()
  }
  function set(next: string, everything = false): void {
    setTyped(next)
    setAll(everything)
  }

  // One that is met or has failed ends with the withdrawal (rules.md §6.2).
  const isUnderBonus = wallet.activeBonus?.state === 'ACTIVE'
  const { data: answered, isLoading } = useOpenBonus(isUnderBonus)
  const bonus = answered?.bonus
  const running = bonus?.progress?.state === 'running' && !sending ? bonus.progress : undefined

  const open = usePending().data?.filter(({ kind }) => kind === 'withdrawal')

  // A form that goes again would be begun.
  if (isLoading) return <UnderBonusRoom />
  return (
    <>
      <Body>
        {running && bonus ? (
          <UnderBonus bonus={bonus} progress={running} wallet={wallet} />
        ) : (
          // Yellow only where a bonus prevents it: seen at every withdrawal it would not be read any more.
          isUnderBonus && (
            <Note icon={<Gift className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
              {t('withdraw.bonus')}
            </Note>
          )
        )}
        {open && open.length > 0 && !sending && (
          <section className="overflow-hidden rounded-2xl border border-line">
            <h3 className="px-4 pt-2 text-sm font-semibold text-ink-soft">{t('withdraw.open')}</h3>
            <PendingList rows={open} onOpen={onFollow} />
          </section>
        )}
        {!running && (
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
              {/* A carousel of one slide, which needs no space for others. */}
              <div className="[&>[role=listbox]]:h-22">
                <VerticalSlider
                  label={t('withdraw.from')}
                  value={walletEnd}
                  onChange={() => {}}
                  options={[
                    {
                      id: walletEnd,
                      label: `${t('withdraw.wallet')}, ${balance(wallet.wallet.amount)}`,
                      content: (
                        <WalletSlide name={t('withdraw.wallet')} amount={money(wallet.wallet.amount)} />
                      ),
                    },
                  ]}
                />
              </div>
              {inGames > 0 && (
                <div className="mt-2">
                  <Note tone="neutral" icon={<Info className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
                    {t('withdraw.games', { amount: balance(inGames), total: balance(available) })}
                  </Note>
                </div>
              )}
            </div>
            {tooLittle ? (
              <Note icon={<Info className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
                {t('withdraw.tooLittle', { amount: balance(available), minimum: money(withdrawMin) })}
              </Note>
            ) : (
              <>
                <MoneyField
                  label={t('withdraw.amount')}
                  // An error names the limit as well and takes the place of the hint, so that nothing moves.
                  hint={
                    pressed && problem
                      ? undefined
                      : t('withdraw.limits', { minimum: money(withdrawMin), maximum: money(withdrawMax) })
                  }
                  currency={wallet.currency}
                  readOnly={sending}
                  value={amount}
                  onChange={(text) => set(text)}
                  error={pressed && problem ? words[problem]() : undefined}
                  className="text-xl font-semibold"
                />
                <QuickAmounts
                  label={t('withdraw.quick')}
                  amounts={quickAmounts(bounds)}
                  value={all ? undefined : parseAmount(typed, wallet.currency)}
                  currency={wallet.currency}
                  disabled={sending}
                  last={last}
                  onPick={(step) => set(amountText(step, wallet.currency))}
                >
                  <QuickAmount on={all} onPress={() => set('', true)}>
                    {/* Where one withdrawal cannot take everything, the button says how much it takes. */}
                    {available > withdrawMax
                      ? t('withdraw.most', { amount: `${sign}${formatFigure(withdrawMax, wallet.currency)}` })
                      : t('withdraw.all')}
                  </QuickAmount>
                </QuickAmounts>
              </>
            )}
            <BankTarget account={wallet.bankAccount} />
            {!isUnderBonus && <p className="px-1 text-sm text-ink-soft">{t('withdraw.noBonus')}</p>}
          </form>
        )}
      </Body>
      <Actions>
        {running ? (
          <Button wide onClick={onBonus}>
            {t('withdraw.bonusSee')}
          </Button>
        ) : tooLittle ? (
          <Button wide icon={<Download className="size-5" aria-hidden />} onClick={onDeposit}>
            {t('wallet.deposit')}
          </Button>
        ) : (
          <Button
            wide
            {...(order === undefined && saysMissing)}
            type="submit"
            form={formId}
            busy={sending}
            busyLabel={t('ui.busy.withdrawing')}
          >
            {order !== undefined
              ? t('withdraw.submitAmount', { amount: money(order) })
              : problem === 'amount' || problem === 'minimum'
                ? t('wallet.leastMissing', { minimum: money(withdrawMin) })
                : t('withdraw.submit')}
          </Button>
        )}
      </Actions>
    </>
  )
}

const WalletSlide = ({ name, amount }: { name: string; amount: string }) => (
  <span aria-hidden className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 px-2">
    <WalletIcon className="size-6 shrink-0 text-link" />
    <span className="min-w-[5rem] flex-1 text-sm leading-tight font-semibold">{name}</span>
    <span className="text-base leading-tight font-semibold whitespace-nowrap">
      <Amount text={amount} isBare />
    </span>
  </span>
)
