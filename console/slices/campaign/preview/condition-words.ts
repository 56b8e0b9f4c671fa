import { inEachLanguage, type Language } from '@krapao/contract/languages.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { Condition } from '@krapao/contract/slices/campaign/content.ts'
import type { bonus } from '@krapao/web/bonus/texts.en.json'
import { formatFigure } from '@krapao/web/ui/format.ts'

/**
 * What members read of a condition, in the language of the preview, which need not be the console's: in their
 * own texts.
 */

const files = import.meta.glob<typeof bonus>('../../../../web/bonus/texts.*.json', {
  eager: true,
  import: 'bonus',
})
export const texts = inEachLanguage(
  (language) => files[`../../../../web/bonus/texts.${language}.json`] as typeof bonus,
)

export const conditionTitle = (language: Language): string => texts[language].condition.title

/** What a condition is about, as far as it is known before the money comes in. */
export interface About {
  currency: Currency
  /** The amount that will be received, if it is known; NaN: it is not typed in yet. */
  amount?: number
  /** The bonus comes with a deposit, which is counted with it. */
  withDeposit?: boolean
}

/** How what has to be reached is calculated, and when it fails; what is not typed in yet is left open. */
export function conditionWords(condition: Condition, { withDeposit }: About, language: Language): string[] {
  const words = texts[language].condition
  const failed = filled(withDeposit ? words.fail : words.failAny, { percent: typed(condition.percentFail) })
  if (condition.mode === 'balance') {
    const { percentSuccess } = condition
    const percent = Number.isNaN(percentSuccess) ? missing : formatFigure(percentSuccess)
    return [filled(withDeposit ? words.balance : words.balanceAny, { percent }), failed]
  }
  const times = typed(condition.multiplePercent / 100)
  return [filled(withDeposit ? words.turnover : words.turnoverAny, { times }), failed]
}

/** In the place of what is not typed in yet. */
export const missing = '…'
export const typed = (value: number): string => (Number.isNaN(value) ? missing : String(value))

export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
