import type { Language } from '@krapao/contract/languages.ts'
import { fromMinor, percentOfUp, toMinor } from '@krapao/contract/money.ts'
import type { Condition, ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import { formatFigure, formatMoney } from '@krapao/web/ui/format.ts'
import { type About, filled, missing, texts, typed } from './condition-words.ts'

/** What members read of a bonus before its conditions: what it brings, and what taking it costs. */

type Bonus = ContentOf<'bonus'>
export type Deposit = Extract<Bonus['credit'], { kind: 'deposit' }>

/** What it brings, in one line. */
export function offerWords({ credit, currency }: Bonus, language: Language): string {
  const { free, deposit } = texts[language].offer
  const money = (value: number) => (Number.isNaN(value) ? missing : formatMoney(value, currency))
  if (credit.kind === 'free') return filled(free, { amount: money(credit.amount) })
  return filled(deposit, {
    percent: Number.isNaN(credit.percent) ? missing : formatFigure(credit.percent),
    minimum: money(credit.minDeposit),
    maximum: money(credit.maxBonus),
  })
}

/** What it costs a member who has nothing else, with the least deposit as the example, and the ways out. */
export function costWords(
  condition: Condition,
  { currency, amount }: About,
  deposit: Deposit | undefined,
  language: Language,
): { locks: string; ways: string[] } {
  const { cost } = texts[language]
  const { mode, days, mayForfeit } = condition
  const money = (value: number) => (Number.isNaN(value) ? missing : formatMoney(value, currency))
  const form = days === 1 ? 'one' : 'other'
  const ways = [
    filled(cost[`${mayForfeit ? 'cancel' : 'noCancel'}_${form}`], { count: typed(days) }),
    cost.taken,
  ]
  if (deposit) {
    const required = requiredOf(condition, depositWithBonus(deposit))
    const example = { deposit: money(deposit.minDeposit), required: money(required) }
    return { locks: filled(mode === 'balance' ? cost.emptyBalance : cost.emptyTurnover, example), ways }
  }
  const given = amount ?? Number.NaN
  const values = { amount: money(given), locked: money(given), required: money(requiredOf(condition, given)) }
  return { locks: filled(cost[mode], values), ways }
}

function depositWithBonus({ minDeposit, percent, maxBonus }: Deposit): number {
  if (Number.isNaN(minDeposit + percent + maxBonus)) return Number.NaN
  const brought = Math.floor((toMinor(minDeposit) * percent) / 100)
  return fromMinor(toMinor(minDeposit) + Math.min(toMinor(maxBonus), brought))
}

function requiredOf(condition: Condition, amount: number): number {
  const percent = condition.mode === 'balance' ? condition.percentSuccess : condition.multiplePercent
  return Number.isNaN(amount + percent) ? Number.NaN : fromMinor(percentOfUp(toMinor(amount), percent))
}
