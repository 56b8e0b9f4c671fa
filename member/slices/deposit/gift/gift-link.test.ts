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
  [`(${link})`, link],
  [`"${link}"`, link],
  [`${link}.`, link],
  [`${link}ครับ`, link],
  [`${link}ຈ້າ`, link],
  [`${link}\u200b`, link],
  [`${link}\u200bและอีกซอง`, link],
  [`${link}*`, link],
  [`${link}-c_D-9`, `${link}-c_D-9`],
  [`${link}-c_D-9ครับ`, `${link}-c_D-9`],
  [`${link}&utm_source=line`, `${link}&utm_source=line`],
  ['http://gift.wallet.example/campaign/?v=aB1', link],
  ['HTTPS://gift.wallet.example/campaign/?v=aB1', 'HTTPS://gift.wallet.example/campaign/?v=aB1'],
  ['gift.wallet.example/campaign/?v=aB1', link],
  ['(gift.wallet.example/campaign/?v=aB1)', link],
  [`https://line.me/R/ti/p/@shop ${link}`, link],
  [`เพื่อนของคุณ https://line.me/R/nv/invite ส่งซองให้ gift.wallet.example/campaign/?v=aB1`, link],
  // A code alone does not say of which wallet it is.
  ['aB1', undefined],
  ['https://gift.wallet.example', undefined],
  ['https://gift.wallet.example/', undefined],
  ['https://localhost/?v=1', undefined],
  ['https://me@gift.wallet.example/?v=1', undefined],
  ['https://gift.wallet.example:8443/?v=1', undefined],
  ['https://', undefined],
  [`https://gift.wallet.example/?v=${'1'.repeat(500)}`, undefined],
])('%j holds %j', (text, expected) => expect(giftLinkIn(text)).toBe(expected))
