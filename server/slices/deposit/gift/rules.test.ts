import { describe, expect, test } from 'vitest'
import { evaluateGift, normalise, readGift } from './rules.ts'

/** Decisions about gift links (rules.md §5.4). */

const link = 'https://gift.wallet.example/campaign/?v=aB1'

describe('a link', () => {
  test.each([
    link,
    'https://GIFT.wallet.example/campaign/?v=aB1',
    'https://gift.wallet.example:443/campaign?v=aB1',
    'https://gift.wallet.example//campaign//?v=aB1#top',
    'https://gift.wallet.example/x/../campaign/?v=aB1',
    'https://gift.wallet.example/campaign/?v=a%421',
  ])('%s is one with the others', (other) => expect(normalise(other)).toBe(normalise(link)))

  test.each([
    'https://gift.wallet.example/campaign/?v=ab1',
    'https://gift.wallet.example/campaign/?v=aB1&v=2',
    'https://gift.wallet.example/Campaign/?v=aB1',
    'https://other.wallet.example/campaign/?v=aB1',
  ])('%s is another', (other) => {
    expect(normalise(other)).toBeDefined()
    expect(normalise(other)).not.toBe(normalise(link))
  })

  test.each([
    '',
    'gift',
    'http://gift.wallet.example/?v=1',
    'ftp://gift.wallet.example/?v=1',
    'javascript:alert(1)',
    'https://gift.wallet.example',
    'https://gift.wallet.example/',
    'https://localhost/?v=1',
    'https://127.0.0.1/?v=1',
    'https://[::1]/?v=1',
    'https://user:secret@gift.wallet.example/?v=1',
    'https://gift.wallet.example:8443/?v=1',
    'https://gift.wallet.example/?v=1 2',
    `https://gift.wallet.example/?v=${'1'.repeat(500)}`,
  ])('“%s” is none', (other) => expect(normalise(other)).toBeUndefined())
})

describe('what a browser sends', () => {
  test.each([
    [`${link}::MY WALLET`, link, 'MY WALLET'],
    [` ${link} :: MY WALLET `, link, 'MY WALLET'],
    ['https://gift.wallet.example/a::b::W', 'https://gift.wallet.example/a::b', 'W'],
  ])('%s', (text, expected, walletName) =>
    expect(readGift(text)).toMatchObject({ link: expected, walletName }),
  )

  test.each([link, `${link}::`, `${link}::  `, '::MY WALLET', 'MY WALLET', ''])('“%s” is none', (text) =>
    expect(readGift(text)).toBeUndefined(),
  )
})

test.each([
  [{ outcome: 'found', amountMinor: 200, currency: 'THB', fromPhone: '0812345678' }, { take: 200 }],
  [{ outcome: 'found', amountMinor: 199, currency: 'THB', fromPhone: '0812345678' }, { refused: 'MINIMUM' }],
  [
    { outcome: 'found', amountMinor: 200, currency: 'THB', fromPhone: '0899999999' },
    { refused: 'OTHER_PHONE' },
  ],
  [
    { outcome: 'found', amountMinor: 200_000, currency: 'LAK', fromPhone: '0812345678' },
    { refused: 'OTHER_CURRENCY' },
  ],
  [{ outcome: 'refused', reason: 'TAKEN' }, { refused: 'TAKEN' }],
  [{ outcome: 'uncertain', reason: 'TIMEOUT' }, 'wait'],
] as const)('%j: %j', (inspected, expected) =>
  expect(evaluateGift(inspected, { username: '0812345678', currency: 'THB', min: 2 })).toEqual(expected),
)
