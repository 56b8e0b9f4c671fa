import { expect, it } from 'vitest'
import { giftLinkIn } from './gift-link.ts'

const link = 'https://gift.wallet.example/campaign/?v=aB1'

it.each([
  [link, link],
  [`  ${link}\n`, link],
  [`ซองของขวัญให้คุณ ${link} เปิดได้เลย`, link],
  ['https://gift.wallet.example/?v=1', 'https://gift.wallet.example/?v=1'],
  ['hello', undefined],
  ['', undefined],
  ['http://gift.wallet.example/campaign/?v=aB1', undefined],
  ['https://gift.wallet.example', undefined],
  ['https://gift.wallet.example/', undefined],
  ['https://localhost/?v=1', undefined],
  ['https://me@gift.wallet.example/?v=1', undefined],
  ['https://gift.wallet.example:8443/?v=1', undefined],
  ['https://', undefined],
  [`https://gift.wallet.example/?v=${'1'.repeat(500)}`, undefined],
])('%j holds %j', (text, expected) => expect(giftLinkIn(text)).toBe(expected))
