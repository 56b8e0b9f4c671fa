import { describe, expect, it } from 'vitest'
import { compare, differs } from './comparison.ts'
import type { DeskLabel } from './slices/desk/desk-labels.ts'

const member = {
  _id: 'aaaaaaaaaaaa',
  name: 'สมชาย',
  username: '0812345678',
  bankCode: 'KBANK',
  bankAccountName: 'SOMCHAI JAIDEE',
  bankAccountNo: '1234567890',
}

describe('the sender of a transfer', () => {
  const resultOf = (label: 'fromAccountNo' | 'fromName', value: string) =>
    compare({ queue: 'bank-transfer', evidence: [{ label, value }] }, member)[0]?.result

  it.each([
    ['123-456-7890', 'same'],
    ['1234567891', 'differs'],
    ['xxx-x-x6789-x', 'fits'],
    ['xxx-x-x6780-x', 'differs'],
    ['xxxx7890', 'unclear'],
    ['xxxxxxxxxx7890', 'unclear'],
    ['001234567890', 'same'],
    ['xxxx6789', 'differs'],
    ['', 'unclear'],
  ])('number %s: %s', (value, result) => expect(resultOf('fromAccountNo', value)).toBe(result))

  // What the server would not credit automatically is never shown as a match.
  it.each([
    ['MR. SOMCHAI  JAIDEE', 'same'],
    ['MR SOMCHAI J', 'fits'],
    ['SOMCHAI J***', 'fits'],
    ['SOMCHAI', 'unclear'],
    ['SOM*** J***', 'unclear'],
    ['สมชาย ใจดี', 'unclear'],
    ['SOMCHAI K', 'differs'],
    ['SOMCHAI JAIDEE EXTRA', 'differs'],
  ])('name %s: %s', (value, result) => expect(resultOf('fromName', value)).toBe(result))
})

describe('an item', () => {
  it('is compared if its queue’s evidence has data to compare', () => {
    const evidence: { label: DeskLabel; value: string }[] = [
      { label: 'reference', value: 'R1' },
      { label: 'accountNo', value: '5555555555' },
      { label: 'fromBank', value: 'SCB' },
      { label: 'fromName', value: 'MR SOMCHAI J' },
    ]
    expect(
      compare({ queue: 'bank-transfer', evidence }, member).map(({ label, result }) => [label, result]),
    ).toEqual([
      ['fromBank', 'differs'],
      ['fromName', 'fits'],
    ])
    // The wallet of a gift is the house's own.
    expect(
      compare({ queue: 'gift', evidence: [{ label: 'walletNo', value: '0800000044' }] }, member),
    ).toEqual([])
    // Here it is the account that money is paid to.
    expect(compare({ queue: 'payout', evidence }, member)).toMatchObject([
      { label: 'accountNo', result: 'differs', registered: '1234567890' },
    ])
  })

  it('that is a reversal is compared by the sender of a credit or the payee of a payment, never by our account', () => {
    const ours: { label: DeskLabel; value: string }[] = [
      { label: 'bankCode', value: 'SCB' },
      { label: 'accountNo', value: '0000000011' },
    ]
    const linesOf = (evidence: typeof ours) =>
      compare({ queue: 'reversal', evidence: [...ours, ...evidence] }, member).map(
        ({ label, result, isPayee }) => [label, result, isPayee],
      )
    expect(linesOf([{ label: 'fromAccountNo', value: '5555555555' }])).toEqual([
      ['fromAccountNo', 'differs', false],
    ])
    expect(
      linesOf([
        { label: 'toBank', value: 'KBANK' },
        { label: 'toAccountNo', value: '1234567890' },
        { label: 'toName', value: 'SOMCHAI JAIDEE' },
      ]),
    ).toEqual([
      ['toBank', 'same', true],
      ['toAccountNo', 'same', true],
      ['toName', 'same', true],
    ])
  })

  it('belongs to somebody else if one line about the sender differs; the payee is not a sender', () => {
    const from = (name: string) => [{ label: 'fromName' as const, value: name }]
    expect(differs({ queue: 'bank-transfer', evidence: from('SOMSRI K') }, member)).toBe(true)
    expect(differs({ queue: 'slip', evidence: from('SOMCHAI J***') }, member)).toBe(false)
    expect(differs({ queue: 'slip', evidence: from('สมชาย ใจดี') }, member)).toBe(false)
    const payee = [{ label: 'accountNo' as const, value: '5555555555' }]
    expect(differs({ queue: 'withdrawal', evidence: payee }, member)).toBe(false)
    expect(differs({ queue: 'qr-payment', evidence: [] }, member)).toBe(false)
  })
})
