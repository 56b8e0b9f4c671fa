import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMinute, formatMoney, formatNeeded } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Clock, Download, Gift, Sparkles } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { Receipt } from '../../ui/receipt.tsx'
import { useBalance, type Wallet } from '../wallet/public.ts'
import { BetsButton } from './bets/bets-button.tsx'
import { leftOf, type OpenBonus, type Progress, stateWords } from './bonus.ts'
import { BonusBar } from './bonus-bar.tsx'
import { CancelButton } from './cancel-button.tsx'
import { ConditionList } from './condition-list.tsx'
import { counted, timesOf } from './condition-words.ts'
import { openBetsWords } from './open-bets.ts'

/**
 * The member's open bonus: what it waits for, or how far its condition is met and why, and the way to cancel
 * it.
 */
export function OpenBonusCard({
  bonus,
  wallet,
  onDeposit,
  onTerms,
}: {
  bonus: OpenBonus
  wallet: Wallet
  onDeposit(): void
  /** Opens the offer that it is from; undefined: it is from none, or that is not on offer any more. */
  onTerms: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const { source, title, state, progress } = bonus
  const isActive = state === 'ACTIVE'
  // Money without a campaign's title of its own is called by where it is from.
  const from = t(`bonus.source.${source}`)
  const Icon = isActive ? Sparkles : Clock
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          {title !== from && (
            <span className="flex items-center gap-1.5 text-sm text-ink-soft">
              <Gift className="size-4 text-link" aria-hidden />
              {from}
            </span>
          )}
          <span
            className={cx(
              'flex items-center gap-1.5 rounded-full px-3 py-1 text-xs font-semibold',
              isActive ? 'bg-positive-soft text-positive' : 'bg-notice-soft text-notice',
            )}
          >
            <Icon className="size-3.5" aria-hidden />
            {t(`bonus.state.${state}`)}
          </span>
        </div>
        <h2 className="text-xl font-semibold text-balance">{title}</h2>
      </div>
      {progress ? <Active {...{ bonus, progress, wallet }} /> : <Armed {...{ bonus, onDeposit }} />}
      {onTerms && (
        <Button look="plain" wide onClick={onTerms}>
          {t('bonus.terms')}
        </Button>
      )}
      <CancelButton bonus={bonus} wallet={wallet} />
    </Card>
  )
}

function Armed({ bonus, onDeposit }: { bonus: OpenBonus; onDeposit(): void }) {
  const { t } = useTranslation()
  const { byDeposit, condition, expiresAt, currency } = bonus
  return (
    <>
      {byDeposit && (
        <p className="text-base text-pretty">
          {t('bonus.waits', {
            minimum: formatMoney(byDeposit.minDeposit, currency),
            percent: byDeposit.percent,
            maximum: formatMoney(byDeposit.maxBonus, currency),
          })}
        </p>
      )}
      <Button wide icon={<Download className="size-5" aria-hidden />} onClick={onDeposit}>
        {t('bonus.deposit')}
      </Button>
      <ConditionList condition={condition} currency={currency} withDeposit={byDeposit !== null} />
      {expiresAt && <Receipt id={undefined} lines={[[t('bonus.line.expires'), formatMinute(expiresAt)]]} />}
    </>
  )
}

function Active({ bonus, progress, wallet }: { bonus: OpenBonus; progress: Progress; wallet: Wallet }) {
  const { t } = useTranslation()
  const { condition, currency, expiresAt, openBets } = bonus
  const stands = stateWords(t, bonus)
  const { state, current, required, total, inTransit, open, floor, removed } = progress
  const money = (amount: number) => formatMoney(amount, currency)
  const balance = useBalance(currency)
  // The total has what is in transit in it, unlike the dashboard's; what waits to be withdrawn, or is staked,
  // is beside it.
  const name = inTransit > 0 ? t('bonus.line.totalWithTransit') : t('bonus.line.total')
  const lines: [string, string][] = [[name, balance(total)]]
  if (inTransit > 0) lines.push([t('bonus.line.inTransit'), balance(inTransit)])
  const other = fromMinor(toMinor(open) - toMinor(inTransit))
  if (other > 0) lines.push([t('bonus.line.open'), balance(other)])
  lines.push([t('bonus.line.floor'), money(floor)])
  if (condition.maxCashOut !== null) lines.push([t('bonus.line.maximum'), money(condition.maxCashOut)])
  if (removed > 0) lines.push([t('bonus.line.removed'), money(removed)])
  if (expiresAt) lines.push([t('bonus.line.expires'), formatMinute(expiresAt)])
  return (
    <>
      <div className="grid gap-2">
        {stands === undefined && (
          <p className="text-base font-semibold">
            {t(`bonus.progress.left.${bonus.condition.mode}`, {
              amount: formatNeeded(leftOf(progress), currency),
            })}
          </p>
        )}
        {(stands !== undefined || openBets) && (
          <Note
            tone={state === 'met' ? 'positive' : 'notice'}
            icon={<Clock className="mt-0.5 size-4.5 shrink-0" aria-hidden />}
          >
            {stands && <p className={openBets && 'font-semibold'}>{stands}</p>}
            {openBets && <p>{openBetsWords(t, openBets, wallet)}</p>}
          </Note>
        )}
        <BonusBar mode={condition.mode} {...{ current, required, currency }} />
        <BetsButton id={bonus._id} mode={condition.mode} />
      </div>
      <ul className="grid gap-1 text-sm text-pretty text-ink-soft">
        {[why(), ...counted(t, condition)].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Receipt id={undefined} lines={lines} />
    </>
  )

  /** Why so much is needed, with the figures that it was calculated from. */
  function why(): string {
    const { percent, mode } = condition
    if (mode === 'balance') return `${whyBalance()} ${t('bonus.why.added')}`
    const times = timesOf(percent)
    return progress.deposit > 0
      ? t('bonus.why.turnoverDeposit', {
          times,
          deposit: money(progress.deposit),
          bonus: money(progress.bonus),
        })
      : t('bonus.why.turnover', { times, of: money(progress.bonus) })
  }

  function whyBalance(): string {
    const { percent, basis } = condition
    if (basis === 'total') return t('bonus.why.balanceTotal', { percent, base: money(progress.base) })
    const creditMinor = toMinor(progress.deposit) + toMinor(progress.bonus)
    const ownMinor = toMinor(progress.base) - creditMinor
    const credit = money(fromMinor(creditMinor))
    if (ownMinor <= 0) return t('bonus.why.balanceAny', { percent, credit })
    return t('bonus.why.balance', { percent, credit, own: money(fromMinor(ownMinor)) })
  }
}
