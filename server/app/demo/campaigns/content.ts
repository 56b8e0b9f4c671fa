import type { Currency } from '@krapao/contract/money.ts'
import type { CampaignContent } from '@krapao/contract/slices/campaign/content.ts'
import { fill } from '../../../platform/texts.ts'
import { balance, type DemoWorld, html, noWords, turnover, words } from './parts.ts'
import { demoWheel } from './wheel.ts'

/** The campaigns of the demo world. */

interface Made {
  code: string
  content: CampaignContent
}

export const demoCampaigns = (world: DemoWorld): Made[] => [
  ...bonuses(world),
  promotion(world.currency, 'KRAPAO50', world.money(50), 500, 50),
  promotion(world.currency, 'LUCKY88', world.money(88), 100, null),
  ...losses(world),
  { code: world.currency, content: demoWheel(world) },
]

const bonuses = ({ currency, money, images }: DemoWorld): Made[] => [
  {
    code: 'WELCOME20',
    content: {
      kind: 'bonus',
      currency,
      title: words((text) => text.welcome.title),
      description: html((text) => text.welcome.text),
      banners: [{ image: images.lanterns, html: noWords }],
      type: 'limit',
      maxReceived: 1,
      credit: { kind: 'deposit', minDeposit: money(100), percent: 20, maxBonus: money(500) },
      budget: money(50_000),
      maxTotal: money(50),
      condition: turnover,
    },
  },
  {
    code: 'DAILY10',
    content: {
      kind: 'bonus',
      currency,
      title: words((text) => text.daily.title),
      description: html((text) => text.daily.text),
      banners: [{ image: images.coins, html: noWords }],
      type: 'day',
      maxReceived: 1,
      credit: { kind: 'deposit', minDeposit: money(200), percent: 10, maxBonus: money(300) },
      budget: null,
      maxTotal: money(50),
      condition: balance,
    },
  },
  {
    code: 'HELLO50',
    content: {
      kind: 'bonus',
      currency,
      title: words((text) => text.free.title),
      description: html((text) => text.free.text),
      banners: [],
      type: 'week',
      maxReceived: 1,
      credit: { kind: 'free', amount: money(50) },
      budget: money(20_000),
      maxTotal: money(5),
      condition: { ...balance, percentSuccess: 500, maxCashOut: money(500) },
    },
  },
]

function promotion(
  currency: Currency,
  code: string,
  amount: number,
  uses: number,
  usesPerDay: number | null,
): Made {
  const content: CampaignContent = {
    kind: 'promotion',
    currency,
    title: words((text) => fill(text.code.title, { code })),
    description: html((text) => text.code.text),
    amount,
    uses,
    usesPerDay,
    condition: balance,
  }
  return { code, content }
}

const losses = ({ currency, money, images }: DemoWorld): Made[] => [
  {
    code: currency,
    content: {
      kind: 'invite',
      currency,
      percent: 5,
      min: money(1),
      max: money(5000),
      banners: [{ image: images.friends, html: noWords }],
      info: html((text) => text.invite),
      condition: balance,
    },
  },
  {
    code: currency,
    content: {
      kind: 'refund',
      currency,
      percent: 10,
      min: money(5),
      max: money(10_000),
      banners: [],
      info: html((text) => text.refund),
      condition: { ...balance, percentSuccess: 120 },
    },
  },
]
