import type { CampaignContent, WheelSlice, Words } from '@krapao/contract/slices/campaign/content.ts'
import { balance, type DemoWorld, html, noWords, words } from './parts.ts'

/** The wheel of the demo: eight slices, two of them with a stock. */
export function demoWheel({ currency, money }: DemoWorld): CampaignContent {
  const slice = (
    code: string,
    label: Words,
    bgColor: string,
    weight: number,
    prize: WheelSlice['prize'],
    stock: number | null = null,
  ): WheelSlice => ({
    code,
    label,
    bgColor,
    textColor: '#ffffff',
    htmlDescription: noWords,
    weight,
    stock,
    prize,
  })
  const credit = (baht: number) => ({ kind: 'CREDIT' as const, amount: money(baht), condition: balance })
  const amount = (baht: number): Words => {
    const figure = money(baht).toLocaleString('en-US')
    return words(({ unit }) => `${figure} ${unit[currency]}`)
  }
  const nothing = words((text) => text.wheel.none)
  return {
    kind: 'wheel',
    currency,
    name: words((text) => text.wheel.name),
    description: html((text) => text.wheel.text),
    slices: [
      slice('NONE', nothing, '#56547a', 40, { kind: 'NONE' }),
      slice('C10', amount(10), '#1f1b4d', 25, credit(10)),
      slice(
        'COIN1',
        words((text) => text.wheel.coin),
        '#7a4f00',
        15,
        { kind: 'COIN', coins: 1 },
      ),
      slice('C50', amount(50), '#4438b4', 8, credit(50)),
      slice(
        'COIN3',
        words((text) => text.wheel.coins),
        '#9c2a6e',
        6,
        { kind: 'COIN', coins: 3 },
      ),
      slice(
        'BONUS',
        words((text) => text.wheel.bonus),
        '#0f6b3f',
        4,
        {
          kind: 'BONUS',
          code: 'DAILY10',
        },
      ),
      slice('C500', amount(500), '#006a9e', 1, credit(500), 20),
      slice(
        'SHIRT',
        words((text) => text.wheel.shirt),
        '#b3261e',
        1,
        { kind: 'ITEM', value: money(250) },
        10,
      ),
    ],
    fallback: 'NONE',
    couponDays: 30,
  }
}
