import { expect, it } from 'vitest'
import { filterOf, placeText, searchOf } from './filter.ts'

/** What a call asks a list of waiting items for (rules.md §17.10). */

const now = new Date('2026-11-23T10:00:00Z')

it.each([
  ['nothing', {}],
  ['the order that it has anyway', { sort: 'oldest', after: '5~wd5' }],
  ['a search of which nothing is to be seen', { q: ' - ' }],
] as const)('%s is all that waits, oldest first', (_, asked) => {
  expect(filterOf(asked, now, true)).toMatchObject({ isPlain: true, search: null, sort: 'oldest' })
})

it.each([
  ['amounts in the smallest unit', { min: '5', max: '20.05' }, { minMinor: 500, maxMinor: 2005 }],
  ['one amount only, exactly', { min: '5', max: '5' }, { minMinor: 500, maxMinor: 500 }],
  ['minutes as a time', { older: '90' }, { until: new Date('2026-11-23T08:30:00Z') }],
  [
    'another order',
    { sort: 'largest' },
    { sort: 'largest', search: null, isMine: false, needsSecond: false },
  ],
  ['whose it is', { mine: 'yes' }, { isMine: true, needsSecond: false }],
  ['whose turn it is', { second: 'yes' }, { isMine: false, needsSecond: true }],
  ['where a page begins', { older: '0', after: '-12~qr7-a~b' }, { after: { rank: -12, id: 'qr7-a~b' } }],
] as const)('%s', (_, asked, filter) => {
  expect(filterOf(asked, now, true)).toMatchObject(filter)
})

it.each([
  ['the smallest above the largest', { min: '10', max: '9.99' }, 'max'],
  ['an id', { sort: 'newest', after: '48' }, 'after'],
  ['a page of no list', { sort: 'newest', after: 'x~y' }, 'after'],
  ['a page without an id', { sort: 'newest', after: '5~' }, 'after'],
] as const)('%s is refused', (_, asked, field) => {
  expect(() => filterOf(asked, now, true)).toThrow(
    expect.objectContaining({
      code: 'INVALID_REQUEST',
      details: expect.objectContaining({ fields: [expect.objectContaining({ field })] }),
    }),
  )
})

it.each([
  // As the bank wrote it, which everybody is answered.
  ['xxx-x-x4839-x', '_____4839_'],
  ['xxxxxx4839', '______4839'],
  // Our mask hides one of these.
  ['xxx-x-14839-x', null],
  ['44139x', null],
])('%s as a bank masked it, where numbers are masked', (typed, mask) => {
  expect(searchOf(typed, false)).toMatchObject({ mask, digits: null, phone: null })
})

it.each([
  ['สมชาย ใจดี', { text: 'สมชาย ใจดี', close: 'สมชายใจดี', digits: null, pattern: 'สมชาย +ใจด[ี]+' }],
  ['นํ้าใจ', { text: 'น้ำใจ', close: 'น้ำใจ', digits: null, pattern: 'น[้ํ]+า[้ํ]*ใจ' }],
  ['  SomChai ', { text: 'somchai', close: 'somchai', digits: null }],
  ['ＳｏｍＣｈａｉ', { text: 'somchai', close: 'somchai', digits: null }],
  // Whatever the locale of the database, which may know A to Z only.
  ['JOSÉ', { text: 'josé', pattern: 'jos[éÉ]' }],
  // As people write numbers.
  ['081-234 5678', { text: '081-234 5678', close: '0812345678', digits: '0812345678' }],
  ['๐๘๑-๒๓๔ ๕๖๗๘', { close: '0812345678', digits: '0812345678', pattern: expect.any(String) }],
  ['678', { text: '678', close: '678', digits: '678' }],
  ['78', { text: '78', close: '78', digits: null }],
  ['T12 34', { text: 't12 34', close: 't1234', digits: null }],
  // As banks print them.
  ['Xxx-x-x4839-x', { digits: null, mask: '_____4839_' }],
  ['###-#-#4839-#', { digits: null, mask: '_____4839_' }],
  ['●●●-●-●4839-●', { digits: null, mask: '_____4839_', pattern: expect.any(String) }],
  ['···-·-·4839-·', { digits: null, mask: '_____4839_', pattern: expect.any(String) }],
  ['×××.×.×๔๘๓๙.×', { digits: null, mask: '_____4839_', pattern: expect.any(String) }],
  ['xxx-x-xx839-x', { digits: null }],
])('what is looked for with %j', (typed, search) => {
  expect(searchOf(typed, true)).toMatchObject({ typed, mask: null, pattern: null, ...search })
})

it('is nothing where nothing is to be seen', () => expect(searchOf('\t ', true)).toBeNull())
it('a place is read as it is written', () => {
  const after = { rank: -1_732_356_000_000_000, id: 'bank-12' }
  expect(filterOf({ sort: 'newest', after: placeText(after) }, now, true)?.after).toEqual(after)
})

it.each([
  // The last four are what the mask shows.
  ['81234', { digits: '1234', phone: null }],
  ['91234', { digits: '1234', phone: null }],
  ['234', { digits: null, phone: null }],
  // An operator who has a whole number may find its member.
  ['0812345678', { digits: '0812345678', phone: null }],
  ['sl12', { close: 'sl12', digits: null, phone: null }],
])('where numbers are masked, %j finds no more than the mask shows', (typed, search) => {
  expect(searchOf(typed, false)).toMatchObject(search)
})
