import { expect, it } from 'vitest'
import { dayIn, decidedBy, endOf } from './history-filter.ts'

/** What the history is searched by (rules.md §17.14). */

const queues = ['slip', 'payout']

it.each([
  ['2026-11-26', '2026-11-26'],
  ['26/11/2026', '2026-11-26'],
  ['26.11.2569', '2026-11-26'],
  ['๒๖/๑๑/๒๕๖๙', '2026-11-26'],
  ['1/2/2026', '2026-02-01'],
  ['31/2/2026', undefined],
  ['0/1/2026', undefined],
  ['26/11', undefined],
  ['500', undefined],
])('%j as a day', (typed, day) => expect(dayIn(typed)).toBe(day))

it('a day is one of Bangkok, and a range has both of its days', () => {
  const day = { from: new Date('2026-11-25T17:00:00Z'), to: new Date('2026-11-26T17:00:00Z') }
  expect(decidedBy({ search: '26/11/2026' }, queues)).toMatchObject(day)
  expect(decidedBy({ search: '26/11/2026' }, queues).text).toBeUndefined()
  expect(decidedBy({ from: '2026-11-26', to: '2026-11-26' }, queues)).toMatchObject(day)
  expect(decidedBy({ to: '2026-11-26' }, queues).from).toBeUndefined()
})

it('a typed day narrows the days that were chosen, and finds nothing outside of them', () => {
  const chosen = { from: '2026-11-01', to: '2026-11-26' }
  expect(decidedBy({ ...chosen, search: '5/11/2026' }, queues)).toMatchObject({
    from: new Date('2026-11-04T17:00:00Z'),
    to: new Date('2026-11-05T17:00:00Z'),
  })
  for (const search of ['27/11/2026', '31/10/2026']) {
    const { from, to } = decidedBy({ ...chosen, search }, queues)
    expect(from?.getTime()).toBeGreaterThanOrEqual(to?.getTime() ?? 0)
  }
})

it('a text is a reference in both cases, an item of any queue, and perhaps an amount', () => {
  expect(decidedBy({ search: ' 1,500.50 ' }, queues).text).toMatchObject({ amountMinor: 150_050 })
  expect(decidedBy({ search: 'Ref1' }, queues).text).toEqual({
    references: ['Ref1', 'REF1'],
    subjects: ['Ref1', 'slip:Ref1', 'payout:Ref1', 'ref1', 'slip:ref1', 'payout:ref1'],
    amountMinor: null,
  })
})

it.each([
  ['amounts', { min: '2', max: '1' }, 'max'],
  ['days', { from: '2026-11-02', to: '2026-11-01' }, 'to'],
] as const)('%s the wrong way round are refused', (_, filter, field) => {
  expect(() => decidedBy(filter, queues)).toThrow(
    expect.objectContaining({
      code: 'INVALID_REQUEST',
      details: { fields: [expect.objectContaining({ field })] },
    }),
  )
})

it('each end has its action', () => {
  for (const end of ['approve', 'refuse', 'noEffect'] as const)
    expect(endOf(decidedBy({ end }, queues).action ?? '')).toBe(end)
})
