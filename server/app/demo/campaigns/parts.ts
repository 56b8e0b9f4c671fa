import type { Currency } from '@krapao/contract/money.ts'
import type { Condition, Words } from '@krapao/contract/slices/campaign/content.ts'

/** What the contents of the demo's campaigns are made of. */

export interface DemoWorld {
  currency: Currency
  /** An amount of baht in the world's currency, in round figures of the size that people there pay. */
  money(baht: number): number
  /** The pictures of banners, as they were uploaded. */
  images: Record<'lanterns' | 'coins' | 'friends', string>
}

export const words = (th: string, la: string, en: string): Words => ({ th, la, en })
export const html = (th: string, la: string, en: string): Words =>
  words(`<p>${th}</p>`, `<p>${la}</p>`, `<p>${en}</p>`)
export const noWords = words('', '', '')

const same = { percentFail: 5, maxCashOut: null, mayForfeit: true, days: 30 }
export const turnover: Condition = {
  mode: 'turnover',
  multiplePercent: 500,
  weights: { slot: 100, sport: 50, casino: 25 },
  ...same,
}
export const balance = { mode: 'balance' as const, percentSuccess: 200, ...same }
