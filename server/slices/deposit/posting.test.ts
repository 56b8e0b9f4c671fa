import { describe, expect, it } from 'vitest'
import { creditKey, depositPosting, type Source } from './posting.ts'

/** The legs of deposits, as the ledger gets them (rules.md §1). */

const wallet = { member: 'm', name: 'wallet' }

/** Amounts by account, in minor units. */
function legsOf(...sources: Source[]) {
  const posting = depositPosting({ key: 'k', memberId: 'm', currency: 'THB', sources, meta: {} })
  expect(posting).toMatchObject({ key: 'k', kind: 'deposit', memberId: 'm' })
  expect(posting.legs.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
  return posting.legs.map(({ account, amountMinor }) => [account, amountMinor])
}

describe('a deposit', () => {
  it('takes from one account of the house', () =>
    expect(legsOf({ house: 'gift', amountMinor: 250 })).toEqual([
      [{ house: 'gift' }, -250],
      [wallet, 250],
    ]))

  it('of which all is in suspense leaves the bank’s account alone', () =>
    expect(legsOf({ house: 'suspense:1', amountMinor: 250 }, { house: 'bank:1', amountMinor: 0 })).toEqual([
      [{ house: 'suspense:1' }, -250],
      [wallet, 250],
    ]))

  it.each([
    ['more', 100],
    ['less', -100],
  ])('of %s than was reported is made up by the bank’s account', (_, rest) =>
    expect(legsOf({ house: 'suspense:1', amountMinor: 250 }, { house: 'bank:1', amountMinor: rest })).toEqual(
      [
        [{ house: 'suspense:1' }, -250],
        [{ house: 'bank:1' }, -rest],
        [wallet, 250 + rest],
      ],
    ),
  )
})

it('a credit has its fact’s key; one after a reversal another, which no fact can have', () => {
  expect(creditKey('bank:1:FT', 0)).toBe('bank:1:FT')
  expect(creditKey('bank:1:FT', 2)).toBe('again:3:bank:1:FT')
})
