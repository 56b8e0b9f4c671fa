import { inEachLanguage } from '@krapao/contract/languages.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { Condition, Words } from '@krapao/contract/slices/campaign/content.ts'
import { textsBeside } from '../../../platform/texts.ts'
import type en from './texts.en.json'

/** Parts of the contents of the demo's campaigns. */

export interface DemoWorld {
  currency: Currency
  /** An amount of baht in the world's currency, in round figures of the size that people there pay. */
  money(baht: number): number
  /** The pictures of banners, as they were uploaded. */
  images: Record<'lanterns' | 'coins' | 'friends', string>
}

type Texts = typeof en
const texts = textsBeside<Texts>(import.meta.dirname)

export const words = (of: (text: Texts) => string): Words => inEachLanguage((language) => of(texts[language]))
export const html = (of: (text: Texts) => string): Words => words((text) => `<p>${of(text)}</p>`)
export const noWords = inEachLanguage(() => '')

const same = { percentFail: 5, maxCashOut: null, mayForfeit: true, days: 30 }
export const turnover: Condition = {
  mode: 'turnover',
  multiplePercent: 500,
  weights: { slot: 100, lotto: 100, sport: 50, casino: 25 },
  otherWeight: 0,
  ...same,
}
export const balance = { mode: 'balance' as const, percentSuccess: 200, ...same }
