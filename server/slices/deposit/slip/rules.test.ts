import { billPaymentText } from '@krapao/sandbox/emv.ts'
import { slipCode } from '@krapao/sandbox/slip-picture.ts'
import { withCrcTag } from 'promptparse'
import { describe, expect, test } from 'vitest'
import { readMiniQr } from './mini-qr.ts'
import { compareSender, evaluate, type Payer, type SlipEnd, standingOf } from './rules.ts'

/** What is decided about a slip (rules.md §5.1), without anything around it. */

/** The same fields of a bank's code, those inside the first in another order. */
const swapped = (template: string): string => {
  const [bank, reference] = [template.slice(14, 21), template.slice(21)]
  return withCrcTag(`${template.slice(0, 14)}${reference}${bank}5102TH`, '91')
}

const payer: Payer = {
  bankCode: 'KBANK',
  bankAccountNo: '1234567890',
  bankAccountName: 'SOMYING JAIDEE',
  currency: 'THB',
  isActive: true,
}
const houses = [
  { bankCode: 'SCB', accountNo: '0000000011', currency: 'THB' as const, takesQr: false },
  { bankCode: 'SCB', accountNo: '0000010011', currency: 'THB' as const, takesQr: false },
  { bankCode: 'KTB', accountNo: '0000000022', currency: 'LAK' as const, takesQr: false },
  { bankCode: 'KBANK', accountNo: '0000000033', currency: 'THB' as const, takesQr: true },
]
const uploadedAt = new Date('2026-11-20T10:00:00Z')
const from = { bank: 'KBANK', accountNo: 'xxx-x-x6789-x', name: 'MS. SOMYING J' }
const to = { bank: 'SCB', accountNo: 'xxx-xx0001-1', name: 'KRAPAO' }

const ownSources = houses.map((house) => ({ ...house, takesGifts: false }))

describe('a transfer', () => {
  const judged = (change: object, own: Partial<Payer> = {}) => {
    const transfer = { sentAt: new Date('2026-11-20T09:30:00Z'), from, to, ...change }
    const slip = { uploadedAt, payer: { ...payer, ...own }, houses, ownSources }
    const evaluation = evaluate(transfer, slip, { minDigits: 4, uploadMinutes: 60 })
    if (evaluation.outcome === 'reject') return evaluation.note
    return evaluation.outcome === 'desk' ? evaluation.reason : evaluation.house.accountNo
  }
  test.each<[string, object, string]>([
    ['of the member to the house', {}, '0000000011'],
    ['to the whole number', { to: { ...to, accountNo: '000-0-01001-1' } }, '0000010011'],
    ['to another number', { to: { ...to, accountNo: 'xxx-xx0009-9' } }, 'DEST_ACC_INVALID'],
    ['to another bank', { to: { ...to, bank: 'GSB' } }, 'DEST_ACC_INVALID'],
    [
      'to an account in another currency',
      { to: { ...to, bank: 'KTB', accountNo: '0000000022' } },
      'DEST_ACC_INVALID',
    ],
    ['to one of two that look alike', { to: { ...to, accountNo: 'xxx-xxx001-1' } }, 'RECEIVER_UNCLEAR'],
    ['to a number of which too little shows', { to: { ...to, accountNo: 'xxxxxxxx11' } }, 'RECEIVER_UNCLEAR'],
    ['to a number with a shorter mask', { to: { ...to, accountNo: 'xx0011' } }, 'RECEIVER_UNCLEAR'],
    ['to no number', { to: { ...to, accountNo: '' } }, 'RECEIVER_UNCLEAR'],
    [
      'to an account that takes QR payments',
      { to: { ...to, bank: 'KBANK', accountNo: '0000000033' } },
      'MAYBE_QR',
    ],
    ['by somebody else', { from: { ...from, name: 'WIPA S' } }, 'NOT_MATCH'],
    // Money between accounts of the house, even if a member registered one of them.
    ['by the house', { from: { bank: 'SCB', accountNo: '0000010011', name: 'KRAPAO' } }, 'NOT_MATCH'],
    ['by a name in another script', { from: { ...from, name: 'น.ส. สมหญิง ใ' } }, 'NAME_UNCLEAR'],
    ['exactly as old as is taken', { sentAt: new Date('2026-11-20T09:00:00Z') }, '0000000011'],
    ['a little ahead of our clock', { sentAt: new Date('2026-11-20T10:05:00Z') }, '0000000011'],
    ['of the future', { sentAt: new Date('2026-11-20T10:05:01Z') }, 'TIME_UNCLEAR'],
    ['too old', { sentAt: new Date('2026-11-20T08:59:59Z') }, 'EXPIRED_SLIP'],
    ['too old and unclear', { sentAt: new Date(0), from: { ...from, name: '' } }, 'EXPIRED_SLIP'],
  ])('%s: %s', (_, change, expected) => expect(judged(change)).toBe(expected))

  test('whose shown digits are the house’s, too, waits for a person', () => {
    const own = { bankCode: 'SCB', bankAccountNo: '9999990011' }
    expect(judged({ from: { ...from, bank: 'SCB', accountNo: 'xxxxxx0011' } }, own)).toBe('NAME_UNCLEAR')
    expect(judged({ from: { ...from, bank: 'SCB', accountNo: '9999990011' } }, own)).toBe('0000000011')
    // The zeros that are shown belong to the house's number, with however many signs the mask is written.
    const twin = { bankCode: 'SCB', bankAccountNo: '000000011' }
    expect(judged({ from: { ...from, bank: 'SCB', accountNo: 'xxxxx0011' } }, twin)).toBe('NAME_UNCLEAR')
    const house = { bankCode: 'SCB', bankAccountNo: '0000010011', bankAccountName: 'KRAPAO' }
    expect(judged({ from: { bank: 'SCB', accountNo: '0000010011', name: 'KRAPAO' } }, house)).toBe(
      'NOT_MATCH',
    )
  })

  test('of a member who is switched off waits for a person', () => {
    expect(judged({}, { isActive: false })).toBe('MEMBER_INACTIVE')
  })
})

describe('the sender', () => {
  test.each([
    ['1234567890', 'SOMYING JAIDEE', 'same'],
    ['1234567890', '', 'same'],
    ['123-4-56789-0', 'สมหญิง ใจดี', 'same'],
    // Their account for certain, and a name that is not theirs: a person looks at it.
    ['1234567890', 'WIPA SAENG', 'unclear'],
    ['1234567891', 'SOMYING JAIDEE', 'different'],
    ['xxx-x-x6789-x', 'SOMYING J', 'same'],
    ['xxx-x-x6789-x', 'SOMYING', 'unclear'],
    ['xxx-x-x6789-x', 'WIPA S', 'different'],
    ['xxx-x-x6780-x', 'SOMYING J', 'different'],
    ['xxx-x-xx789-x', 'SOMYING J', 'unclear'],
    ['xxx-x-xx789-x', 'WIPA S', 'different'],
    ['xxxxxxxxxx', 'SOMYING J', 'unclear'],
    ['', 'SOMYING JAIDEE', 'unclear'],
    ['xxxx7890', 'SOMYING JAIDEE', 'unclear'],
    ['xxxx6789', 'SOMYING JAIDEE', 'different'],
    ['001234567890', 'SOMYING JAIDEE', 'same'],
    ['', 'WIPA SAENG', 'different'],
  ])('%s %s: %s', (accountNo, name, expected) =>
    expect(compareSender({ bank: 'KBANK', accountNo, name }, payer, 4)).toBe(expected),
  )
  test('of another bank is somebody else', () =>
    expect(compareSender({ ...from, bank: 'SCB' }, payer, 4)).toBe('different'))
})

describe('the standing of a member', () => {
  const ended = (status: SlipEnd['status'], note: SlipEnd['note'] = null): SlipEnd[] => [
    { status, note, settledAt: new Date(0) },
  ]
  test.each([
    ['whose slip was credited', ended('SUCCESS'), 'credited', 'unknown'],
    ['who is new', [], 'unknown', 'unreadable'],
    ['whose slip was refused', ended('FAILED', 'NOT_MATCH'), 'unknown', 'unreadable'],
    [
      'whose picture could not be read',
      ended('FAILED', 'CANNOT_READ_CROPPED_IMAGE'),
      'unreadable',
      'unreadable',
    ],
  ])('%s goes by that, and one step behind while another picture is unread', (_, ends, alone, further) => {
    expect(standingOf(ends, 0)).toBe(alone)
    expect(standingOf(ends, 1)).toBe(further)
  })
})

describe('the mini-QR', () => {
  const good = '0041000600000101030040220202611201234567890125102TH9104'
  test.each([
    ['https://example.com', 'none'],
    ['', 'none'],
    ['00020101021129370016A000000677010111011300668123456785802TH530376463046197', 'none'],
    [`${good}0000`, 'unstable'],
    [good, 'unstable'],
    [good.slice(0, 30), 'unstable'],
  ])('“%s”: %s', (text, outcome) => expect(readMiniQr(text)).toEqual({ outcome }))

  test.each([
    ['field 51 first', '5102TH0041000600000101030040220012337102836ABC028189104FE03'],
    ['a line end behind it', '0041000600000101030040220012337102836ABC028185102TH91047095\n'],
    ['a byte order mark before it', '\ufeff0041000600000101030040220012337102836ABC028185102TH91047095'],
    ['the reference before the bank', swapped('0041000600000101030040220012337102836ABC02818')],
  ])('with %s is read', (_, text) =>
    expect(readMiniQr(text)).toEqual({
      outcome: 'slip',
      kind: 'bank',
      bankCode: '004',
      reference: '012337102836ABC02818',
    }),
  )

  test('of TrueMoney and of BCEL is a slip of its own kind', () => {
    const trueMoney = '00490002010102010203P2P0314500123456789010408261120269104e65c'
    expect(readMiniQr(trueMoney)).toEqual({
      outcome: 'slip',
      kind: 'truemoney',
      bankCode: 'TRUEMONEY',
      reference: '50012345678901',
    })
    expect(readMiniQr(trueMoney.replace('e65c', 'e65d'))).toEqual({ outcome: 'unstable' })
    const oneProof = slipCode('BCEL', '202611270001', new Date())
    expect(readMiniQr(oneProof)).toMatchObject({
      kind: 'oneproof',
      bankCode: 'BCEL',
      reference: '202611270001',
    })
    expect(readMiniQr(`${oneProof.slice(0, -4)}0000`).outcome).toBe('unstable')
    // A code to pay by is no slip.
    expect(readMiniQr(billPaymentText('LAOQR', 50_000, 'LAK'))).toEqual({ outcome: 'none' })
    expect(readMiniQr(billPaymentText('WW', 100, 'THB'))).toEqual({ outcome: 'none' })
  })

  test('that is whole names bank and reference', () => {
    expect(readMiniQr('004100060000010103014022020200910195549010149155102TH9104D4AB').outcome).not.toBe(
      'none',
    )
  })
})
