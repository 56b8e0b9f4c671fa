import { describe, expect, test } from 'vitest'
import type { MemberAccount } from '../../account/public.ts'
import { findCandidates, findOwnSender, matchSender } from './sender-rules.ts'

/** Whose transfer it is (rules.md §5.1, §5.2). */

const minDigits = 4

describe('the member', () => {
  const account = (
    memberId: string,
    accountNo: string,
    accountName: string,
    more: Partial<MemberAccount> = {},
  ): MemberAccount => ({ memberId, accountNo, accountName, currency: 'THB', isActive: true, ...more })

  const accounts = [
    account('somchai', '1234567890', 'SOMCHAI JAIDEE'),
    account('narak', '1114567891', 'SOMCHAI NARAK'),
    account('jaidum', '2224567892', 'SOMCHAI JAIDUM'),
    account('thai', '5550001111', 'สมชาย ใจดี'),
    account('away', '7770002222', 'WIPA SAENG', { isActive: false }),
    account('lao', '8880003333', 'BOUNMY KEO', { currency: 'LAK' }),
  ]

  test.each([
    ['whole number and name', '123-4-56789-0', 'MR. SOMCHAI JAIDEE', 'somchai'],
    ['whole number, name cut off', '1234567890', 'SOMCHAI J', 'somchai'],
    ['whole number, no name', '1234567890', '', 'somchai'],
    ['whole number, name in another script', '5550001111', 'SOMCHAI JAIDEE', 'thai'],
    ['whole number, another name', '1234567890', 'WIPA SAENG', undefined],
    ['whole number, a rank', '5550001111', 'พ.ต.ท.สมชาย ใจดี', 'thai'],
    ['masked number, a rank', 'xxx000111x', 'พ.ต.ท.สมชาย ใ', 'thai'],
    ['masked number, another’s with a rank', 'xxx000111x', 'พ.ต.ท.สมหมาย ใ', undefined],
    ['masked number, a joint account', 'xxx000111x', 'สมชาย ใจดี หรือ สมหญิง ใจดี', undefined],
    ['masked number and name', 'xxx-4-567xx-x', 'SOMCHAI NARAK', 'narak'],
    ['masked number, the name decides', 'xxx4567xxx', 'SOMCHAI N***', 'narak'],
    ['masked number, the digits decide', '1xx45678xx', 'SOMCHAI J', 'somchai'],
    ['masked number, several of that name', 'xxx4567xxx', 'SOMCHAI J***', undefined],
    ['masked number, first name only', '12x45678xx', 'SOMCHAI', undefined],
    ['masked number, another script', 'xxx000111x', 'SOMCHAI JAIDEE', undefined],
    ['masked number, another name', 'xxx456789x', 'WIPA SAENG', undefined],
    ['masked number, too few digits', 'xxxxxxx890', 'SOMCHAI JAIDEE', undefined],
    ['nobody’s number', '9999999999', 'SOMCHAI JAIDEE', undefined],
    ['no number', '', 'SOMCHAI JAIDEE', undefined],
    ['inactive', '7770002222', 'WIPA SAENG', undefined],
    ['another currency', '8880003333', 'BOUNMY KEO', undefined],
  ])('%s', (_, accountNo, name, expected) => {
    expect(matchSender({ accountNo, name }, 'THB', accounts, minDigits)?.memberId).toBe(expected)
  })

  test('under another name is a candidate where the number is whole, and is not credited', () => {
    const found = (accountNo: string) =>
      findCandidates({ accountNo, name: 'WIPA SAENG' }, accounts, minDigits)
    expect(found('123-4-56789-0').accounts.map(({ memberId }) => memberId)).toEqual(['somchai'])
    expect(found('123-4-56789-0').owner).toBeUndefined()
    expect(found('xxx456789x').accounts).toEqual([])
    // With whatever zeros it begins, it is the same number.
    expect(found('001234567890')).toEqual(found('1234567890'))
    expect(found('1234567891').accounts).toEqual([])
  })

  describe('beside an account that looks alike', () => {
    const owner = account('owner', '4441234567', 'สมหมาย ใจงาม')
    const alike = account('alike', '9999994567', 'SOMMAI JAINGAM')

    test.each<[string, MemberAccount[]]>([
      ['in another script', [owner, alike]],
      ['in a mixed one', [{ ...owner, accountName: 'สมหมาย JAINGAM' }, alike]],
      ['in Lao', [{ ...owner, accountName: 'ສົມໝາຍ ໃຈງາມ' }, alike]],
      ['in no known one', [{ ...owner, accountName: 'Соммай Джайнгам' }, alike]],
      ['by its first name only', [{ ...owner, accountName: 'SOMMAI' }, alike]],
      ['by its initials', [{ ...owner, accountName: 'S. J.' }, alike]],
      ['in the other order', [{ ...owner, accountName: 'JAINGAM SOMMAI' }, alike]],
      ['with invisible characters', [{ ...owner, accountName: 'SOM\u200bMAI JAIN\u00adGAM' }, alike]],
      ['with a title', [{ ...owner, accountName: 'ดร.สมหมาย ใจงาม' }, alike]],
      ['without a name', [{ ...owner, accountName: '' }, alike]],
      ['that is switched off', [{ ...owner, isActive: false }, alike]],
      ['in another currency', [{ ...owner, currency: 'LAK' }, alike]],
    ])('the owner %s stays a candidate, and nobody is credited', (_, registered) => {
      for (const name of ['SOMMAI J', 'SOMMAI JAINGAM', 'MS. SOMMAI J***']) {
        const sender = { accountNo: 'xxxxxx4567', name }
        expect(findCandidates(sender, registered, minDigits).accounts).toHaveLength(2)
        expect(matchSender(sender, 'THB', registered, minDigits)).toBeUndefined()
        expect(matchSender(sender, 'THB', [...registered].reverse(), minDigits)).toBeUndefined()
      }
    })

    // A bank whose numbers have several lengths shows all of them behind a mask of one length.
    test.each([
      ['longer than the mask', 'xxxxxx4567', '020441234567', '9999994567'],
      ['shorter than the mask', 'xxxxxxxxxx4567', '4441234567', '99999999994567'],
      ['with another beginning', '44xx4567', '4441234567', '44994567'],
      ['with hidden ends', 'xxx-x-x4567-x', '020444145671', '9999945672'],
      ['without the zeros that the bank writes', '0044xx4567', '444124567', '0044994567'],
    ])('the owner of a number %s stays a candidate', (_, accountNo, ownNo, alikeNo) => {
      const [long, short] = [
        { ...owner, accountNo: ownNo, accountName: 'SOMMAI JAINGAM' },
        { ...alike, accountNo: alikeNo },
      ]
      const sender = { accountNo, name: 'SOMMAI J' }
      for (const registered of [
        [long, short],
        [short, long],
      ]) {
        expect(findCandidates(sender, registered, minDigits).accounts).toHaveLength(2)
        expect(matchSender(sender, 'THB', registered, minDigits)).toBeUndefined()
      }
      // Nor is it enough by itself: an equal length says that the digits are where they are shown.
      expect(matchSender(sender, 'THB', [long], minDigits)).toBeUndefined()
    })

    // Only members of before can have one number with other zeros.
    test('the owner of a whole number with other zeros is credited, unless another member has it, too', () => {
      const sender = { accountNo: '004441234567', name: 'SOMMAI J' }
      const [first, other] = [
        { ...owner, accountNo: '4441234567' },
        { ...alike, accountNo: '004441234567', accountName: owner.accountName },
      ]
      expect(matchSender(sender, 'THB', [first], minDigits)?.memberId).toBe(owner.memberId)
      expect(matchSender(sender, 'THB', [first, other], minDigits)).toBeUndefined()
      expect(matchSender(sender, 'THB', [other, first], minDigits)).toBeUndefined()
    })

    test.each([
      ['xxxxxx4567', '020441234568'],
      ['44xxxxxx4567', '4541234567'],
      ['444123456', '4441234567'],
    ])('of %s, %s is no candidate', (accountNo, ownNo) => {
      const registered = [{ ...owner, accountNo: ownNo }, alike]
      const { accounts: found } = findCandidates({ accountNo, name: 'SOMMAI J' }, registered, minDigits)
      expect(found).not.toContain(registered[0])
    })

    test('the whole number names its owner', () => {
      const sender = { accountNo: '444-1-23456-7', name: 'SOMMAI J' }
      expect(matchSender(sender, 'THB', [owner, alike], minDigits)?.memberId).toBe('owner')
    })

    test('a name that is clearly another’s is no candidate', () => {
      const sender = { accountNo: 'xxxxxx4567', name: 'SOMMAI J' }
      const other = { ...owner, accountName: 'WIPA SAENG' }
      expect(matchSender(sender, 'THB', [other, alike], minDigits)?.memberId).toBe('alike')
    })
  })

  test('an account in kip takes money paid to an account in kip', () => {
    const sender = { accountNo: '8880003333', name: 'BOUNMY KEO' }
    expect(matchSender(sender, 'LAK', accounts, minDigits)?.memberId).toBe('lao')
  })
})

describe('the house as a sender', () => {
  const houses = [
    { bankCode: 'KBANK', accountNo: '020-1234-5765-4' },
    { bankCode: 'KBANK', accountNo: '5550001111' },
    { bankCode: 'KBANK', accountNo: 'T-KBANK' },
  ]
  test.each([
    ['020123457654', houses[0]],
    ['555-0-00111-1', houses[1]],
    ['20123457654', houses[0]],
    ['005550001111', houses[1]],
    ['xxxxxx7654', 'may be'],
    ['X-1111', 'may be'],
    ['xxx-x-x0111-x', 'may be'],
    ['xxx-x-x5765-x', 'may be'],
    ['xxxxxx7655', undefined],
    ['5550001112', undefined],
    ['xxxxxxxxxx', undefined],
    ['', undefined],
  ])('%j: %j', (accountNo, expected) =>
    expect(findOwnSender({ bank: 'KBANK', accountNo, name: 'ANYBODY' }, houses)).toBe(expected),
  )
  test.each(['2055500055', '02055500055', '+856 20 5550 0055', '020-5550-0055', '(020) 55500055'])(
    'wallet %s',
    (accountNo) => {
      const wallet = { bankCode: 'EWALLET', accountNo: '020 5550 0055' }
      expect(findOwnSender({ bank: 'EWALLET', accountNo, name: '' }, [...houses, wallet])).toBe(wallet)
      expect(findOwnSender({ bank: 'EWALLET', accountNo: 'xxxxxx0055', name: '' }, [wallet])).toBe('may be')
      expect(findOwnSender({ bank: 'EWALLET', accountNo: '2055500056', name: '' }, [wallet])).toBeUndefined()
    },
  )
  test('is at its own bank', () =>
    expect(findOwnSender({ bank: 'SCB', accountNo: '5550001111', name: '' }, houses)).toBeUndefined())
})
