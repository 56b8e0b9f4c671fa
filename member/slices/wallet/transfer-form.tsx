import { type TransferEnd, walletEnd } from '@krapao/contract/game.ts'
import { parseAmount } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatFigure, formatMoney } from '@krapao/web/ui/format.ts'
import { useId, useRef, useState } from 'react'
import { useFrozen } from '../../frame/time/use-frozen.ts'
import { ButtonPair, saysMissing } from '../../ui/actions.tsx'
import { FiguresChanged } from '../../ui/figures-changed.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import { canPlay, PlayNow } from '../game/public.ts'
import { AfterTransfer } from './after-transfer.tsx'
import { AllButton } from './all-button.tsx'
import { useBalance } from './amount.tsx'
import { TransferAmounts } from './transfer-amounts.tsx'
import { TransferEnds } from './transfer-ends.tsx'
import { TransferResult } from './transfer-result.tsx'
import { amountText, type Draft, type Order, orderOf, type Problem, problemOf } from './transfer-rules.ts'
import { useEndName } from './use-end-name.ts'
import { isSame, type Moved, useTransfer } from './use-transfer.ts'
import { balanceOf, lastGame, type Wallet } from './wallet.ts'

/**
 * From, to, amount; both balances afterwards; the confirmation with the amount in the button; then the
 * outcome in the same sheet.
 */
export function TransferForm({
  wallet: live,
  everything,
  onClose,
}: {
  wallet: Wallet
  everything: boolean
  onClose(): void
}) {
  const { t } = useTranslation()
  const nameOf = useEndName(live)
  const [moved, setMoved] = useState<Moved>()
  const { send, sending, unsure, isChanged } = useTransfer(live, {
    isAbout: (one) => isSame(one, order),
    show: setMoved,
  })
  // The hold lowers the balance at once: calculated from the live balance, the amount would be subtracted
  // twice.
  const wallet = useFrozen(live, sending)
  // What most transfers are: from the wallet to the game that was played last.
  const [from, setFrom] = useState<TransferEnd | null>(walletEnd)
  const [to, setTo] = useState<TransferEnd | null>(() => lastGame(live)?.code ?? null)
  const [typed, setTyped] = useState('')
  // After "all" the amount follows the balance, until another amount is typed.
  const [all, setAll] = useState(everything)
  const [pressed, setPressed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const errorId = useId()

  const there = (end: TransferEnd) => balanceOf(wallet, end)
  const amount = all && from ? amountText(there(from), wallet.currency) : typed
  const draft: Draft = { from, to, amount }
  // Asking for the outcome of a transfer needs no balance: the balance may be gone exactly because the
  // transfer succeeded.
  const wanted = orderOf(draft, all, wallet.currency)
  const unsureOrder = unsure.find((one) => isSame(one, wanted))
  const isUnsure = unsureOrder !== undefined
  const problem = isUnsure ? undefined : problemOf(draft, there, wallet.transferMinimum, wallet.currency)
  const order = unsureOrder ?? (problem ? undefined : wanted)
  const balance = useBalance(wallet.currency)

  const words: Record<Problem, () => string> = {
    select: () => t('wallet.errSelect'),
    same: () => t('wallet.errSame'),
    amount: () => t(`ui.amountWrong.${wallet.currency}`),
    minimum: () =>
      t('wallet.errMinimum', {
        minimum: formatFigure(wallet.transferMinimum, wallet.currency),
        unit: t(`ui.unit.${wallet.currency}`),
      }),
    notEnough: () =>
      from ? t('wallet.errNotEnough', { name: nameOf(from), amount: balance(there(from)) }) : '',
  }
  const shown = pressed && problem ? words[problem]() : undefined
  const atEnds = problem === 'select' || problem === 'same'

  function submit(): void {
    if (sending) return
    setPressed(true)
    if (order) {
      send(order)
      return
    }
    const wrong = atEnds ? (from ? 1 : 0) : 2
    form.current?.querySelectorAll<HTMLElement>('[role="listbox"], input')[wrong]?.focus()
  }

  function type(text: string): void {
    setAll(false)
    setTyped(text)
  }
  function swap(): void {
    setFrom(to)
    setTo(from)
    if (all) type('')
  }
  function again(): void {
    type('')
    setMoved(undefined)
    setPressed(false)
  }

  // The same dialog element as below, so that it stays open and only its content changes.
  if (moved) {
    return (
      <Dialog
        title={t(moved.status === 'SUCCESS' ? 'wallet.done' : 'wallet.pending')}
        onClose={onClose}
        footer={<Next moved={moved} wallet={wallet} onAgain={again} onClose={onClose} />}
      >
        <TransferResult moved={moved} wallet={wallet} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title={t(everything ? 'wallet.allToGame' : 'wallet.transfer')}
      onClose={onClose}
      footer={<Submit form={`${errorId}-form`} {...{ order, problem, isUnsure, sending, wallet }} />}
    >
      <form
        ref={form}
        id={`${errorId}-form`}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TransferEnds
          wallet={wallet}
          from={from}
          to={to}
          onFrom={setFrom}
          onTo={setTo}
          onSwap={swap}
          errorId={errorId}
          fixed={sending}
          {...(atEnds && shown && { error: shown, isSame: problem === 'same' })}
        />
        <MoneyField
          label={t('wallet.amount')}
          currency={wallet.currency}
          readOnly={sending}
          value={amount}
          onChange={type}
          error={atEnds ? undefined : shown}
          className="!pr-28 text-xl font-semibold"
          action={
            <AllButton
              pressed={all}
              disabled={sending}
              end={from ? { name: nameOf(from), amount: balance(there(from)) } : undefined}
              onPress={() => setAll(true)}
            />
          }
        />
        <TransferAmounts
          wallet={wallet}
          from={from}
          to={to}
          chosen={all ? undefined : parseAmount(typed, wallet.currency)}
          disabled={sending}
          onPick={type}
        />
        {isChanged && all && !sending && <FiguresChanged />}
        {!isUnsure && <AfterTransfer order={order} from={from} to={to} wallet={wallet} />}
        {isUnsure && <UnknownOutcome text={t('wallet.unsure')} />}
      </form>
    </Dialog>
  )
}

/** Says what it moves, or what is missing; then it leads there. */
function Submit({
  form,
  order,
  problem,
  isUnsure,
  sending,
  wallet,
}: {
  form: string
  order: Order | undefined
  problem: Problem | undefined
  isUnsure: boolean
  sending: boolean
  wallet: Wallet
}) {
  const { t } = useTranslation()
  const money = (value: number) => formatMoney(value, wallet.currency)
  return (
    <Button
      wide
      {...(!order && saysMissing)}
      type="submit"
      form={form}
      busy={sending}
      busyLabel={t(isUnsure ? 'ui.busy.checking' : 'ui.busy.transferring')}
    >
      {order
        ? t(isUnsure ? 'wallet.checkAgain' : 'wallet.submitAmount', { amount: money(order.amount) })
        : problem === 'select'
          ? t('wallet.errSelect')
          : problem === 'amount' || problem === 'minimum'
            ? t('wallet.leastMissing', { minimum: money(wallet.transferMinimum) })
            : t('wallet.submit')}
    </Button>
  )
}

/** The next steps after a transfer: another transfer, or the game that the money went to. */
function Next({
  moved,
  wallet,
  onAgain,
  onClose,
}: {
  moved: Moved
  wallet: Wallet
  onAgain(): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const game =
    moved.status === 'SUCCESS' ? wallet.slots.find(({ code }) => code === moved.order.to) : undefined
  return (
    <ButtonPair>
      <Button look="quiet" onClick={onAgain}>
        {t('wallet.again')}
      </Button>
      {game && canPlay(game) ? (
        <PlayNow slot={game} />
      ) : (
        // The focus moves here, because the button that was pressed is gone.
        <Button autoFocus onClick={onClose}>
          {t('ui.close')}
        </Button>
      )}
    </ButtonPair>
  )
}
