import { walletEnd } from '@krapao/contract/game.ts'
import { parseAmount } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatFigure, formatMoney } from '@krapao/web/ui/format.ts'
import { ArrowDownToLine, House } from 'lucide-react'
import { useId, useState } from 'react'
import { useFrozen } from '../../frame/time/use-frozen.ts'
import { saysMissing } from '../../ui/actions.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import {
  AllButton,
  amountText,
  type GameAccount,
  isSame,
  type Order,
  useBalance,
  useTransfer,
  type Wallet,
} from '../wallet/public.ts'

/** "Transfer only": money from the wallet into this game, or all of it home, without opening the game. */
export function MoveMoney({ slot: liveSlot, wallet: live }: { slot: GameAccount; wallet: Wallet }) {
  const { t } = useTranslation()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [sent, setSent] = useState<Order>()
  const { send, sending, unsure, notify } = useTransfer(live, {
    isAbout: ({ from, to }) => from === liveSlot.code || to === liveSlot.code,
    show(moved) {
      setTyped('')
      notify(moved)
    },
  })
  const wallet = useFrozen(live, sending)
  const slot = useFrozen(liveSlot, sending)
  const balance = useBalance(wallet.currency)
  const money = (amount: number) => formatMoney(amount, wallet.currency)

  const amount = parseAmount(typed, wallet.currency)
  const into: Order | undefined =
    amount !== undefined && amount > 0 ? { from: walletEnd, to: slot.code, amount, all: false } : undefined
  // Asking for the outcome of a transfer needs no balance: the balance may be gone exactly because the
  // transfer succeeded.
  const unsureHome = unsure.find(({ from, to }) => from === slot.code && to === walletEnd)
  const homeUnsure = unsureHome !== undefined
  const home: Order = unsureHome ?? { from: slot.code, to: walletEnd, amount: slot.amount, all: false }
  const intoUnsure = unsure.some((one) => isSame(one, into))

  const minimum = wallet.transferMinimum
  // In words, as the limits of other forms: where balances are hidden no amount with a sign is in sight.
  const least = `${formatFigure(minimum, wallet.currency)} ${t(`ui.unit.${wallet.currency}`)}`
  const hasEnough = wallet.wallet.amount >= minimum
  const isHomeShort = home.amount < minimum && !homeUnsure
  /** What it takes to move money in, instead of a button that cannot be pressed and says what it would do. */
  const missing = hasEnough
    ? t('wallet.leastMissing', { minimum: least })
    : t('game.moveInShort', { amount: balance(wallet.wallet.amount), minimum: least })

  function start(order: Order): void {
    setSent(order)
    send(order)
  }
  function sendIn(): void {
    if (!into || sending) return
    if (intoUnsure) {
      start(into)
      return
    }
    const wrong =
      into.amount < minimum
        ? t('wallet.errMinimum', {
            minimum: formatFigure(minimum, wallet.currency),
            unit: t(`ui.unit.${wallet.currency}`),
          })
        : into.amount > wallet.wallet.amount
          ? t('wallet.errNotEnough', { name: t('wallet.mainWallet'), amount: balance(wallet.wallet.amount) })
          : undefined
    setError(wrong)
    if (!wrong) start(into)
  }

  return (
    <section aria-labelledby={`${formId}-title`} className="grid gap-3 rounded-card border border-line p-4">
      <h3 id={`${formId}-title`} className="text-base font-semibold">
        {t('game.moveTitle')}
      </h3>
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          sendIn()
        }}
      >
        <MoneyField
          label={t('wallet.amount')}
          hint={t('game.moveHint', { amount: balance(wallet.wallet.amount) })}
          currency={wallet.currency}
          readOnly={sending}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setError(undefined)
          }}
          error={
            error ??
            (typed.trim() !== '' && amount === undefined ? t(`ui.amountWrong.${wallet.currency}`) : undefined)
          }
          className="!pr-28 font-semibold"
          action={
            <AllButton
              disabled={sending || wallet.wallet.amount <= 0}
              end={{ name: t('wallet.mainWallet'), amount: balance(wallet.wallet.amount) }}
              onPress={() => {
                setTyped(amountText(wallet.wallet.amount, wallet.currency))
                setError(undefined)
              }}
            />
          }
        />
        <Button
          wide
          look="quiet"
          {...(!into && saysMissing)}
          type="submit"
          disabled={!into}
          busy={sending && sent?.to === slot.code}
          busyLabel={t(intoUnsure ? 'ui.busy.checking' : 'ui.busy.transferring')}
          icon={<ArrowDownToLine className="size-5 shrink-0" aria-hidden />}
        >
          {intoUnsure
            ? t('wallet.checkAgain', { amount: money(amount ?? 0) })
            : into
              ? t('game.moveIn', { amount: money(into.amount), name: slot.name })
              : missing}
        </Button>
      </form>
      <Button
        wide
        look="plain"
        {...(isHomeShort && saysMissing)}
        disabled={sending || isHomeShort}
        busy={sending && sent?.to === walletEnd}
        busyLabel={t(homeUnsure ? 'ui.busy.checking' : 'ui.busy.transferring')}
        icon={<House className="size-5 shrink-0" aria-hidden />}
        onClick={() => start(home)}
      >
        {homeUnsure
          ? t('wallet.checkAgain', { amount: money(home.amount) })
          : isHomeShort
            ? t(slot.amount > 0 ? 'game.takeHomeShort' : 'game.takeHomeNone', {
                name: slot.name,
                amount: balance(slot.amount),
                minimum: least,
              })
            : t('game.takeHome', { amount: balance(slot.amount) })}
      </Button>
      {(intoUnsure || homeUnsure) && <UnknownOutcome text={t('wallet.unsure')} />}
    </section>
  )
}
