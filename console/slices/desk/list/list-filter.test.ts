import { describe, expect, it } from 'vitest'
import { chipsOf, filterIn, isNarrowed, noFilter } from './list-filter.ts'

/** What the address of a list asks for (rules.md §17.10). */

it.each([
  ['nothing', {}, {}],
  ['a search, trimmed', { q: '  สมชาย ' }, { q: 'สมชาย' }],
  ['a search of blanks and signs that no text has', { q: ' \t\u0007 ' }, {}],
  ['amounts as people write them', { min: '1,000', max: '20,000.50' }, { min: '1000', max: '20000.5' }],
  ['the same amount twice', { min: '5', max: '5' }, { min: '5', max: '5' }],
  ['whose it is and whose turn', { mine: 'yes', second: 'yes' }, { mine: 'yes', second: 'yes' }],
  ['the order that it has anyway', { sort: 'oldest' }, {}],
  ['another order', { sort: 'largest' }, { sort: 'largest' }],
  [
    'what somebody wrote into the address',
    { bank: 'S CB', older: '1h', mine: 'no', second: '1', sort: 'up' },
    {},
  ],
])('%s', (_, value, filter) => {
  expect(filterIn({ ...noFilter, ...value })).toEqual({ filter, errors: {} })
})

it.each([
  ['no amount', { min: 'x', max: '5' }, { max: '5' }, { min: 'none' }],
  ['three decimals', { max: '1.005' }, {}, { max: 'none' }],
  ['the wrong way round', { min: '10', max: '9' }, { min: '10' }, { max: 'order' }],
])('%s is said, and not asked for', (_, value, filter, errors) => {
  expect(filterIn({ ...noFilter, ...value })).toEqual({ filter, errors })
})

describe('what is shown as taken out by a button', () => {
  it.each([
    [{ q: 'x', mine: 'yes' }, []],
    [{ sort: 'newest', bank: 'SCB' }, ['sort', 'bank']],
    [{ min: '1' }, ['amount']],
    [{ min: '1', max: '2', older: '30' }, ['amount', 'older']],
  ] as const)('of %j', (filter, shown) => {
    expect(chipsOf(filter).map((chip) => chip.is)).toEqual(shown)
  })
})

it('another order leaves nothing out', () => {
  expect(isNarrowed({ sort: 'newest' })).toBe(false)
  expect(isNarrowed({})).toBe(false)
  expect(isNarrowed({ sort: 'newest', older: '5' })).toBe(true)
})
