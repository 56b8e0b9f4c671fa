import type { Currency } from '@krapao/contract/money.ts'
import type { Condition } from '@krapao/contract/slices/campaign/content.ts'
import { formatFigure, formatMoney, formatNeeded } from '@krapao/web/ui/format.ts'
import type { Language } from '../words.ts'
import en from './texts.en.json' with { type: 'json' }
import la from './texts.la.json' with { type: 'json' }
import th from './texts.th.json' with { type: 'json' }

/** What members read of a condition, in the language of the preview, which need not be the console's. */

const texts = { th: th.condition, la: la.condition, en: en.condition }

export const conditionTitle = (language: Language): string => texts[language].title

/** What a condition is about, as far as it is known before the money comes in. */
export interface About {
  currency: Currency
  /** The amount that will be received, if it is known; NaN: it is not typed in yet. */
  amount?: number
  /** The bonus comes with a deposit, which is counted with it. */
  withDeposit?: boolean
}

/** What has to be reached, and when it fails; what is not typed in yet is left open. */
export function conditionWords(condition: Condition, about: About, language: Language): string[] {
  const { turnover, turnoverOf, turnoverAny, balance, fail } = texts[language]
  const failed = filled(fail, { percent: typed(condition.percentFail) })
  if (condition.mode === 'balance') {
    const { percentSuccess } = condition
    const percent = Number.isNaN(percentSuccess) ? missing : formatFigure(percentSuccess)
    return [filled(balance, { percent }), failed]
  }
  const { amount, currency, withDeposit } = about
  const times = typed(condition.multiplePercent / 100)
  if (withDeposit || amount === undefined) {
    return [filled(withDeposit ? turnover : turnoverAny, { times }), failed]
  }
  const required = Math.ceil((Math.round(amount * 100) * condition.multiplePercent) / 100) / 100
  const sum = Number.isNaN(amount) ? missing : formatMoney(amount, currency)
  const needed = Number.isNaN(required) ? missing : formatNeeded(required, currency)
  return [filled(turnoverOf, { times, amount: sum, required: needed }), failed]
}

/** In the place of what is not typed in yet. */
export const missing = '…'
export const typed = (value: number): string => (Number.isNaN(value) ? missing : String(value))

export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
