import { describe, expect, it } from 'vitest'
import { compare, compareNames, compareNumbers } from './compare.ts'
import type { Item } from './queries.ts'

describe('numbers', () => {
  it.each([
    ['1234567890', '1234567890', 'same'],
    ['123-456-7890', '1234567890', 'same'],
    ['1234567891', '1234567890', 'differs'],
    ['xxx-x-x6789-x', '1234567890', 'fits'],
    ['xxx-x-x6780-x', '1234567890', 'differs'],
    ['xxxx6789', '1234567890', 'unclear'],
    ['xxxxxxxxxx', '1234567890', 'unclear'],
    ['', '1234567890', 'unclear'],
  ])('%s beside %s: %s', (claimed, registered, verdict) =>
    expect(compareNumbers(claimed, registered)).toBe(verdict),
  )
})

describe('names', () => {
  it.each([
    ['SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['MR. SOMCHAI  JAIDEE', 'SOMCHAI JAIDEE', 'same'],
    ['นาย สมชาย ใจดี', 'สมชาย ใจดี', 'same'],
    ['นางาม สุข', 'งาม สุข', 'differs'],
    ['MR SOMCHAI J', 'SOMCHAI JAIDEE', 'fits'],
    ['SOMCHAI J***', 'SOMCHAI JAIDEE', 'fits'],
    ['SOM*** J***', 'SOMCHAI JAIDEE', 'fits'],
    ['SOMCHAI K', 'SOMCHAI JAIDEE', 'differs'],
    ['SOM JAIDEE', 'SOMCHAI JAIDEE', 'differs'],
    ['SOMCHAI JAIDEE EXTRA', 'SOMCHAI JAIDEE', 'differs'],
    ['สมชาย ใจดี', 'SOMCHAI JAIDEE', 'unclear'],
    ['', 'SOMCHAI JAIDEE', 'unclear'],
  ])('%s beside %s: %s', (claimed, registered, verdict) =>
    expect(compareNames(claimed, registered)).toBe(verdict),
  )
})

describe('an item', () => {
  const member = {
    _id: 'aaaaaaaaaaaa',
    name: 'สมชาย',
    username: '0812345678',
    bankCode: 'KBANK',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: '1234567890',
  }
  it('is compared where its queue’s evidence claims something', () => {
    const evidence: Item['evidence'] = [
      { label: 'reference', value: 'R1' },
      { label: 'accountNo', value: '5555555555' },
      { label: 'fromBank', value: 'SCB' },
      { label: 'fromName', value: 'MR SOMCHAI J' },
    ]
    expect(
      compare({ queue: 'bank-transfer', evidence }, member).map(({ label, verdict }) => [label, verdict]),
    ).toEqual([
      ['fromBank', 'differs'],
      ['fromName', 'fits'],
    ])
    // A gift's wallet is the house's own.
    expect(
      compare({ queue: 'gift', evidence: [{ label: 'walletNo', value: '0800000044' }] }, member),
    ).toEqual([])
    // There it is the account that money is paid to.
    expect(compare({ queue: 'payout', evidence }, member)).toMatchObject([
      { label: 'accountNo', verdict: 'differs', registered: '1234567890' },
    ])
  })
})
