import { type TransferEnd, walletEnd } from '@krapao/contract/game.ts'
import { transferMinimum } from '@krapao/contract/limits.ts'
import { assets } from '@krapao/contract/money.ts'
import { ArrowLeftRight, CircleAlert } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { formatMoney } from '../../ui/format.ts'
import { AfterTransfer } from './after-transfer.tsx'
import { EndSlider } from './end-slider.tsx'
import { TransferResult } from './transfer-result.tsx'
import { amountText, type Draft, orderOf, type Problem, problemOf } from './transfer-rules.ts'
import { UnsureNote } from './unsure-note.tsx'
import { useEndName } from './use-end-name.ts'
import { isSame, type Moved, useTransfer } from './use-transfer.ts'
import { balanceOf, type Wallet } from './wallet.ts'

/**
 * From, to, amount; what will be there afterwards; the confirmation with the amount in the button; then what became
 * of it, in the same sheet.
 */
export function TransferForm({
  wallet,
  everything,
  onClose,
}: {
  wallet: Wallet
  everything: boolean
  onClose(): void
}) {
  const { t } = useTranslation()
  const nameOf = useEndName(wallet)
  const [moved, setMoved] = useState<Moved>()
  const { send, sending, unsure } = useTransfer(wallet, setMoved)
  const [from, setFrom] = useState<TransferEnd | null>(everything ? walletEnd : null)
  const [to, setTo] = useState<TransferEnd | null>(null)
  const [typed, setTyped] = useState('')
  // "All" stays all while the balance moves under it, until something else is typed.
  const [all, setAll] = useState(everything)
  const [pressed, setPressed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const errorId = useId()

  const there = (end: TransferEnd) => balanceOf(wallet, end)
  const amount = all && from ? amountText(there(from)) : typed
  const draft: Draft = { from, to, amount }
  // Asking what became of a transfer needs no balance: it may be gone exactly because it went through.
  const isUnsure = isSame(unsure, orderOf(draft, all))
  const problem = isUnsure ? undefined : problemOf(draft, there)
  const order = isUnsure ? unsure : problem ? undefined : orderOf(draft, all)
  const money = (value: number) => formatMoney(value, wallet.currency)

  const words: Record<Problem, () => string> = {
    select: () => t('wallet.errSelect'),
    same: () => t('wallet.errSame'),
    amount: () => t('errorMsg.INVALID_AMOUNT'),
    minimum: () =>
      t('wallet.errMinimum', { minimum: transferMinimum, unit: t(`wallet.unit.${wallet.currency}`) }),
    notEnough: () =>
      from ? t('wallet.errNotEnough', { name: nameOf(from), amount: money(there(from)) }) : '',
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

  function swap(): void {
    setFrom(to)
    setTo(from)
    if (all) setTyped('')
    setAll(false)
  }
  function again(): void {
    setMoved(undefined)
    setAll(false)
    setTyped('')
    setPressed(false)
  }

  if (moved) {
    return (
      <Dialog
        title={t(moved.status === 'SUCCESS' ? 'wallet.done' : 'wallet.pending')}
        onClose={onClose}
        footer={
          <div className="grid auto-cols-fr grid-flow-col gap-3">
            <Button look="quiet" onClick={again}>
              {t('wallet.again')}
            </Button>
            {/* The button that was pressed is gone: the focus goes on here. */}
            <Button autoFocus onClick={onClose}>
              {t('ui.close')}
            </Button>
          </div>
        }
      >
        <TransferResult moved={moved} wallet={wallet} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title={t('wallet.transfer')}
      onClose={onClose}
      footer={
        <Button wide type="submit" form={`${errorId}-form`} busy={sending}>
          {isUnsure && order
            ? t('wallet.checkAgain', { amount: money(order.amount) })
            : order
              ? t('wallet.submitAmount', { amount: money(order.amount) })
              : t('wallet.submit')}
        </Button>
      }
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
        <div>
          <div className="relative grid grid-cols-2 gap-6">
            {(
              [
                [t('wallet.from'), from, setFrom],
                [t('wallet.to'), to, setTo],
              ] as const
            ).map(([label, value, set]) => (
              <div key={label}>
                <p aria-hidden className="mb-1.5 text-sm font-medium">
                  {label}
                </p>
                <EndSlider
                  label={label}
                  wallet={wallet}
                  value={value}
                  onChange={set}
                  invalid={Boolean(shown && atEnds && (problem === 'same' || !value))}
                  describedBy={errorId}
                />
              </div>
            ))}
            {/* Between the two chosen ones: half of the frames' height up from below. */}
            <IconButton
              label={t('wallet.swap')}
              className="absolute bottom-27 left-1/2 -translate-x-1/2 translate-y-1/2 border border-line bg-card! text-link shadow-card"
              onClick={swap}
            >
              <ArrowLeftRight className="size-5" aria-hidden />
            </IconButton>
          </div>
          <p
            id={errorId}
            aria-live="polite"
            className={cx(
              'mt-1.5 flex items-start gap-1.5 text-sm text-negative',
              !(shown && atEnds) && 'sr-only',
            )}
          >
            {shown && atEnds && (
              <>
                <CircleAlert className="mt-1 size-3.5 shrink-0" aria-hidden />
                {shown}
              </>
            )}
          </p>
        </div>
        <Field
          label={t('wallet.amount')}
          unit={assets[wallet.currency].sign}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0.00"
          readOnly={sending}
          value={amount}
          onChange={(event) => {
            setAll(false)
            setTyped(event.target.value)
          }}
          error={atEnds ? undefined : shown}
          className="!pr-28 text-xl font-semibold"
          action={
            <button
              type="button"
              aria-pressed={all}
              disabled={!from}
              aria-label={
                from ? t('wallet.allLabel', { name: nameOf(from), amount: money(there(from)) }) : undefined
              }
              onClick={() => setAll(true)}
              className="min-h-11 rounded-xl px-3 text-sm font-semibold text-link hover:bg-sunken disabled:text-ink-soft"
            >
              {t('wallet.all')}
            </button>
          }
        />
        {order && !isUnsure && <AfterTransfer order={order} wallet={wallet} />}
        {isUnsure && <UnsureNote />}
      </form>
    </Dialog>
  )
}
