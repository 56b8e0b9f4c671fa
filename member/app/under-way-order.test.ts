import { describe, expect, it } from 'vitest'
import type { UnsureRequest } from './money/requests.ts'
import { inPlace } from './under-way-order.ts'

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
  it('are newest first, whatever they are', () => {
    const rows = known({
      pending: [pending('wd1', at(3)), pending('sl1', at(1))],
      ended: [ended('7', null, at(2))],
    })
    expect(shown(rows, [unsure('k', Date.parse(at(4)))], [])).toEqual([
      'unsure request-k',
      'pending wd1',
      'ended outcome-7',
      'pending sl1',
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

  it('of a code that is paid again while its first payment is told are two, each at a place of its own', () => {
    const rows = known({
      pending: [pending('qr1', at(1))],
      ended: [ended('8', 'qr1', at(3)), ended('7', 'qr1', at(2))],
    })
    expect(shown(rows, [], ['qr1'])).toEqual(['ended outcome-8', 'ended outcome-7', 'pending qr1'])
  })

  it('are none without an answer', () => expect(shown(undefined, [], ['wd1'])).toEqual([]))
})
