import { inEachLanguage } from '@krapao/contract/languages.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type {
  CampaignContent,
  Condition,
  WheelSlice,
  Words,
} from '@krapao/contract/slices/campaign/content.ts'
import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'

/** What a form begins with: what every campaign needs a person to write is empty. */

const noWords = (): Words => inEachLanguage(() => '')
/** A number that is not typed in yet. */
const missing = Number.NaN

/** Every product that the house knows counts in full, and none that it does not. */
const wholeStakes = () => ({ weights: { slot: 100, casino: 100, sport: 100, lotto: 100 }, otherWeight: 0 })

export const emptyTurnover = (): Condition => ({
  mode: 'turnover',
  multiplePercent: 500,
  ...wholeStakes(),
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
})

/** The same condition in the other mode. */
export function inMode(
  mode: Condition['mode'],
  { percentFail, maxCashOut, mayForfeit, days }: Condition,
): Condition {
  const same = { percentFail, maxCashOut, mayForfeit, days }
  return mode === 'balance'
    ? { mode, percentSuccess: 200, ...same }
    : { mode, multiplePercent: 500, ...wholeStakes(), ...same }
}

const emptyBalance = (): Condition => inMode('balance', emptyTurnover())

export const emptyBanner = (image: string) => ({ image, html: noWords() })

/** Dark and light in turn, all with white letters that are easy to read. */
const colours = ['#1f1b4d', '#7a4f00', '#4438b4', '#0f6b3f']

export const emptySlice = (at: number): WheelSlice => ({
  code: `S${at + 1}`,
  label: noWords(),
  bgColor: colours[at % colours.length] ?? '#1f1b4d',
  textColor: '#ffffff',
  htmlDescription: noWords(),
  weight: 1,
  stock: null,
  prize: { kind: 'NONE' },
})

export function emptyContent(kind: Kind, currency: Currency): CampaignContent {
  switch (kind) {
    case 'bonus':
      return {
        kind,
        currency,
        title: noWords(),
        description: noWords(),
        banners: [],
        type: 'limit',
        maxReceived: 1,
        credit: { kind: 'deposit', minDeposit: missing, percent: missing, maxBonus: missing },
        budget: null,
        maxTotal: missing,
        condition: emptyTurnover(),
      }
    case 'promotion':
      return {
        kind,
        currency,
        title: noWords(),
        description: noWords(),
        amount: missing,
        uses: missing,
        usesPerDay: null,
        condition: emptyTurnover(),
      }
    case 'invite':
    case 'refund':
      return {
        kind,
        currency,
        percent: missing,
        min: missing,
        max: missing,
        banners: [],
        info: noWords(),
        condition: emptyBalance(),
      }
    case 'wheel': {
      const slices = Array.from({ length: 8 }, (_, at) => emptySlice(at))
      return {
        kind,
        currency,
        name: noWords(),
        description: noWords(),
        slices,
        fallback: 'S1',
        couponDays: 30,
      }
    }
  }
}
