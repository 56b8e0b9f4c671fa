import { describe, expect, it } from 'vitest'
import { statusOf, type VersionFacts, withCleanHtml } from './rules.ts'
import { testContent } from './testing.ts'

const now = new Date('2026-04-14T05:00:00Z')
const day = (n: number) => new Date(`2026-04-${n}T05:00:00Z`)
type Row = [VersionFacts['state'], from?: number | null, to?: number | null]
const rows = (...given: Row[]): VersionFacts[] =>
  given.map(([state, from = null, to = null], at) => ({
    version: at + 1,
    state,
    startsAt: from === null ? null : day(from),
    endsAt: to === null ? null : day(to),
  }))

describe('the status of a campaign', () => {
  it.each<[string, VersionFacts[], number | null, string]>([
    ['waits', rows(['WAITING']), null, 'WAITING - - 1 1'],
    ['is approved', rows(['APPROVED']), null, 'ACTIVE 1 - - 1'],
    ['begins at this moment', rows(['APPROVED', 14]), null, 'ACTIVE 1 - - 1'],
    ['begins later', rows(['APPROVED', 15]), null, 'SCHEDULED - 1 - 1'],
    ['ends at this moment', rows(['APPROVED', 13, 14]), null, 'ENDED - - - 1'],
    ['ends tomorrow', rows(['APPROVED', 13, 15]), null, 'ACTIVE 1 - - 1'],
    ['has two, the later counts', rows(['APPROVED'], ['APPROVED']), null, 'ACTIVE 2 - - 2'],
    ['had one for a festival', rows(['APPROVED'], ['APPROVED', 12, 14]), null, 'ACTIVE 1 - - 2'],
    ['will have one', rows(['APPROVED'], ['APPROVED', 20]), null, 'ACTIVE 1 2 - 2'],
    ['has one that waits', rows(['APPROVED'], ['WAITING']), null, 'ACTIVE 1 - 2 2'],
    ['was refused', rows(['REFUSED']), null, 'REFUSED - - - 1'],
    ['was refused a change', rows(['APPROVED'], ['REFUSED']), null, 'ACTIVE 1 - - 2'],
    ['was stopped', rows(['APPROVED'], ['WITHDRAWN']), 2, 'STOPPED - - - 2'],
    ['was stopped before it began', rows(['APPROVED', 20]), 1, 'STOPPED - - - 1'],
    ['was stopped and waits again', rows(['APPROVED'], ['WAITING']), 1, 'WAITING - - 2 2'],
    ['was started again', rows(['APPROVED'], ['APPROVED']), 1, 'ACTIVE 2 - - 2'],
    ['was started again, and that is over', rows(['APPROVED'], ['APPROVED', 12, 13]), 1, 'ENDED - - - 2'],
  ])('that %s', (_what, versions, stoppedThrough, expected) => {
    const { state, active, scheduled, waiting, latest } = statusOf(versions, stoppedThrough, now)
    expect([state, active ?? '-', scheduled ?? '-', waiting ?? '-', latest].join(' ')).toBe(expected)
  })
})

it('HTML is sanitised wherever it occurs, and nothing else is touched', () => {
  const bad = '<p onclick="x()">a<script>alert(1)</script></p>'
  const all = { th: bad, la: bad, en: bad }
  const clean = { th: '<p>a</p>', la: '<p>a</p>', en: '<p>a</p>' }
  const { bonus, wheel, refund } = testContent
  const banners = [{ image: 'a', html: all }]
  expect(withCleanHtml({ ...bonus, title: all, description: all, banners })).toEqual({
    ...bonus,
    title: all,
    description: clean,
    banners: [{ image: 'a', html: clean }],
  })
  expect(withCleanHtml({ ...refund, info: all })).toEqual({ ...refund, info: clean })
  const slices = wheel.slices.map((slice) => ({ ...slice, htmlDescription: all }))
  expect(withCleanHtml({ ...wheel, slices })).toEqual({
    ...wheel,
    slices: wheel.slices.map((slice) => ({ ...slice, htmlDescription: clean })),
  })
})
