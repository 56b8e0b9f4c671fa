import { expect, it } from 'vitest'
import { changesSince, ordered, rowsOf, valueText } from './facts.ts'

const words = {
  none: '–',
  noLimit: 'no limit',
  yes: 'yes',
  no: 'no',
  choice: (field: string, value: string) => `${field}: ${value}`,
}

it('a content is rows of single fields; slices go by their codes', () =>
  expect(rowsOf({ a: 1, b: { c: null }, slices: [{ code: 'X', weight: 2 }], list: [true] })).toEqual([
    { field: 'a', value: 1 },
    { field: 'b/c', value: null },
    { field: 'slices/X/code', value: 'X' },
    { field: 'slices/X/weight', value: 2 },
    { field: 'list/0', value: true },
  ]))

it('parts that were added or removed are listed field by field', () =>
  expect(
    changesSince({ a: { b: 1, c: '' }, d: 1 }, { d: 2, slices: [{ code: 'X', weight: 2, stock: null }] }),
  ).toEqual(
    [
      { field: 'a/b', from: 1, to: undefined },
      { field: 'd', from: 1, to: 2 },
      { field: 'slices/0/code', from: undefined, to: 'X' },
      { field: 'slices/0/weight', from: undefined, to: 2 },
      { field: 'slices/0/stock', from: undefined, to: null },
    ].map((one) => ({ ...one, field: one.field.replace('/0/', '/X/') })),
  ))

it('what an offer costs comes before its texts, whatever the order in which they are stored', () => {
  const stored = [
    ...['en', 'th', 'la'].map((language) => `title/${language}`),
    ...['amount', 'usesPerDay', 'currency', 'condition/days', 'condition/mode', 'condition/weights/slot'],
    ...['slices/Z/weight', 'slices/Z/code', 'slices/A/code', 'slices/A/prize/amount', 'slices/A/prize/kind'],
    ...['description/th', 'slices'],
  ]
  expect(ordered(stored.map((field) => ({ field }))).map(({ field }) => field)).toEqual([
    ...['currency', 'amount', 'usesPerDay', 'condition/mode', 'condition/weights/slot', 'condition/days'],
    ...['title/th', 'title/la', 'title/en', 'description/th', 'slices'],
    ...['slices/Z/code', 'slices/Z/weight', 'slices/A/code', 'slices/A/prize/kind', 'slices/A/prize/amount'],
  ])
})

it.each([
  ['budget', 1250.5, '฿1,250.50'],
  ['condition/multiplePercent', 500, '500 %'],
  ['condition/weights/slot', 50, '50 %'],
  ['slices/A/weight', 50, '50'],
  ['maxReceived', 1000, '1,000'],
  ['condition/mayForfeit', false, 'no'],
  ['budget', null, 'no limit'],
  ['condition/maxCashOut', null, 'no limit'],
  ['usesPerDay', null, 'no limit'],
  ['slices/A/stock', null, 'no limit'],
  ['slices/A/stock', undefined, '–'],
  ['condition/multiplePercent', null, '–'],
  ['maxTotal', Number.NaN, '–'],
  ['slices', ['A', 'B'], 'A, B'],
  ['condition/mode', 'balance', 'condition/mode: balance'],
])('%s %j', (field, value, text) => expect(valueText(field, value, 'THB', words)).toBe(text))
