import { describe, expect, it } from 'vitest'
import type { UnsureRequest } from '../../frame/money/requests.ts'
import { headingOf, inPlace } from './under-way-order.ts'

type Known = NonNullable<Parameters<typeof inPlace>[0]>

const pending = (key: string, createdAt: string) => ({ key, createdAt }) as Known['pending'][number]
const ended = (_id: string, source: string | null, at: string) =>
  ({ _id, source, at }) as Known['ended'][number]
const known = (rows: Partial<Known>): Known => ({ pending: [], ended: [], unread: 0, ...rows })
const unsure = (key: string, startedAt: number): UnsureRequest => ({ call: 'withdrawal', key, startedAt })

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const shown = (...of: Parameters<typeof inPlace>) =>
  inPlace(...of).map(({ place, what }) => `${what} ${place}`)

describe('the rows of what is under way', () => {
  it('are what waits, then what has ended, each newest first', () => {
    const rows = known({
      pending: [pending('wd1', at(3)), pending('sl1', at(1))],
      ended: [ended('7', null, at(2)), ended('8', null, at(5))],
    })
    expect(shown(rows, [unsure('k', Date.parse(at(2)))], [])).toEqual([
      'pending wd1',
      'unsure request-k',
      'pending sl1',
      'ended outcome-8',
      'ended outcome-7',
    ])
  })

  it('turn into their result where they are, although it is newer than those above', () => {
    const before = ['wd2', 'wd1', 'sl1']
    const rows = known({
      pending: [pending('wd2', at(3)), pending('sl1', at(1))],
      ended: [ended('7', 'wd1', at(9))],
    })
    expect(shown(rows, [], before)).toEqual(['pending wd2', 'ended wd1', 'pending sl1'])
  })

  it('come above those that were there, and one that has left leaves no gap', () => {
    const rows = known({ pending: [pending('wd3', at(1)), pending('wd2', at(5))] })
    expect(shown(rows, [], ['wd2', 'wd1'])).toEqual(['pending wd3', 'pending wd2'])
  })

  it('that are results of nothing shown come below all that waits, and above older results', () => {
    const rows = known({
      pending: [pending('sl1', at(1))],
      ended: [ended('9', null, at(9)), ended('7', 'wd1', at(8)), ended('6', null, at(2))],
    })
    expect(shown(rows, [], ['wd1', 'sl1', 'outcome-6'])).toEqual([
      'ended wd1',
      'pending sl1',
      'ended outcome-9',
      'ended outcome-6',
    ])
  })

  it('of a code that is paid again while its first payment is told are two, each at a place of its own', () => {
    const rows = known({
      pending: [pending('qr1', at(1))],
      ended: [ended('8', 'qr1', at(3)), ended('7', 'qr1', at(2))],
    })
    expect(shown(rows, [], ['qr1'])).toEqual(['pending qr1', 'ended outcome-8', 'ended outcome-7'])
  })

  it('are headed by what is true of each of them', () => {
    const rows = inPlace(
      known({ pending: [pending('sl1', at(1))], ended: [ended('7', null, at(2))] }),
      [],
      [],
    )
    expect(headingOf(rows)).toBe('wallet.under.both')
    expect(headingOf(rows.slice(0, 1))).toBe('wallet.under.title')
    expect(headingOf(rows.slice(1))).toBe('wallet.under.ended')
  })

  it('are none without an answer', () => expect(shown(undefined, [], ['wd1'])).toEqual([]))
})
