import { readFileSync } from 'node:fs'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { beforeAll, expect, it, vi } from 'vitest'
import { type DecisionValue, decisionFields, decisionsPath } from './decision-address.ts'
import { decisionFilter } from './decision-filter.ts'

// A page without a brand, as the development server serves it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

/** What the page of decisions asks the server for. */

beforeAll(() => {
  i18n.choose('en')
  i18n.add('en', JSON.parse(readFileSync(`${import.meta.dirname}/../texts.en.json`, 'utf8')))
})

const none = Object.fromEntries(decisionFields.map((field) => [field, ''])) as DecisionValue

it('an address without anything asks for everything', () =>
  expect(decisionFilter(none)).toEqual({ filter: {}, errors: {} }))

it('each field of the address is one of the call', () =>
  expect(
    decisionFilter({
      q: ' REF1 ',
      by: 'op1',
      from: '2026-11-01',
      to: '2026-11-30',
      queue: 'slip',
      member: 'aaaaaaaaaaaa',
      min: '1,000',
      max: '๒๐๐๐.50',
      end: 'refuse',
    }),
  ).toEqual({
    filter: {
      search: 'REF1',
      operatorId: 'op1',
      from: '2026-11-01',
      to: '2026-11-30',
      queue: 'slip',
      memberId: 'aaaaaaaaaaaa',
      min: '1000',
      max: '2000.5',
      end: 'refuse',
    },
    errors: {},
  }))

it.each([
  ['an amount that is none', { min: 'x' }, { min: 'desk.filter.wrong.none' }],
  ['amounts the wrong way round', { min: '2', max: '1' }, { max: 'desk.filter.wrong.order' }],
  ['days the wrong way round', { from: '2026-11-02', to: '2026-11-01' }, { to: 'desk.decisions.wrongDays' }],
  ['a first day that is none', { from: '2026-02-31' }, { from: 'desk.decisions.noDay' }],
  ['a last day that is none', { to: '2026-11-3' }, { to: 'desk.decisions.noDay' }],
  ['a member that is none', { member: 'ABC' }, { member: 'desk.decisions.noMember' }],
])('%s is named, and not sent', (_, value, errors) => {
  const found = decisionFilter({ ...none, ...value })
  expect(found.errors).toEqual(errors)
  expect(Object.keys(found.filter).join()).not.toContain(Object.keys(errors)[0])
})

it('a person, a queue and an end that are none are not sent, and neither is what no field holds', () =>
  expect(
    decisionFilter({ ...none, by: 'a b', queue: 'none', end: 'none', q: 'REF\u00001', max: '2' }),
  ).toEqual({ filter: { search: 'REF 1', max: '2' }, errors: {} }))

it('the address leaves out what is empty', () => {
  expect(decisionsPath({})).toBe('/decisions')
  expect(decisionsPath({ q: 'a b', by: '', end: 'refuse' })).toBe('/decisions?q=a+b&end=refuse')
})
