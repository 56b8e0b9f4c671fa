import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSeconds } from '../../../platform/clock.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { player } from '../../wallet/testing.ts'
import { applyWaiting } from './corrections.ts'
import { betOf, noon, report, stakesOf, storedOf, wrongSums } from './testing/bets.ts'

/** Corrections of bets (rules.md §4.6), through the provider's reports. */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.context.jobs.stop()
})
afterAll(async () => {
  expect(await wrongSums(app)).toEqual([])
  await app.close()
})

const at = (seconds: number): string => addSeconds(noon, seconds).toISOString()
const correction = (
  member: Parameters<typeof betOf>[0],
  corrects: string,
  change: Partial<ReturnType<typeof betOf>> = {},
) => betOf(member, { status: 'corrected', corrects, settledAt: at(60), ...change })

/** Bets, stake and win of a member in all. */
async function sumOf(member: { id: string }) {
  const { days } = await storedOf(app, member)
  const sum = (key: 'bets' | 'stake' | 'win') => days.reduce((all, day) => all + day[key], 0)
  return [sum('bets'), sum('stake'), sum('win')]
}

describe('a correction', () => {
  it('is a row of its own with its sign, on the day on which it came', async () => {
    const member = await player(app, 0, 'PG')
    const bet = betOf(member, { stake: 100, win: 1_000 })
    await report(app, 'PG', [bet])
    const taken = correction(member, bet.id, { stake: 100, win: 0 })
    expect(await report(app, 'PG', [taken])).toMatchObject([200, { stored: 1, known: 0 }])
    const { bets, days } = await storedOf(app, member)
    expect(bets).toHaveLength(2)
    expect(bets).toContainEqual(expect.objectContaining({ id: taken.id, stake: 0, win: -1_000 }))
    expect(days.map(({ win }) => win)).toEqual([1_000, -1_000])
    expect(await sumOf(member)).toEqual([1, 100, 0])
    expect(await stakesOf(app, member)).toBe(100)
  })

  it('counts once, and one that says something else under its id changes nothing', async () => {
    const member = await player(app, 0, 'PG')
    const bet = betOf(member, { stake: 100, win: 300 })
    const taken = correction(member, bet.id, { stake: 100, win: 200 })
    await report(app, 'PG', [bet, taken, taken])
    expect(await report(app, 'PG', [taken])).toMatchObject([200, { stored: 0, known: 1, contradicted: 0 }])
    expect(await report(app, 'PG', [{ ...taken, win: 5 }])).toMatchObject([
      200,
      { stored: 0, contradicted: 1 },
    ])
    expect(await sumOf(member)).toEqual([1, 100, 200])
  })

  it('waits for its bet, which may come later', async () => {
    const member = await player(app, 0, 'PG')
    const bet = betOf(member, { stake: 100, win: 300 })
    expect(await report(app, 'PG', [correction(member, bet.id, { stake: 100, win: 100 })])).toMatchObject([
      200,
      { stored: 1 },
    ])
    expect(await sumOf(member)).toEqual([0, 0, 0])
    await report(app, 'PG', [bet])
    expect(await sumOf(member)).toEqual([1, 100, 100])
  })

  it.each([
    ['in their order', [0, 1, 2]],
    ['the other way round', [2, 1, 0]],
    ['before the bet', [1, 2, 0]],
  ])('is followed by others, and the latest decides: %s', async (_, order) => {
    const member = await player(app, 0, 'PG')
    const bet = betOf(member, { stake: 100, win: 300 })
    const reports = [
      bet,
      correction(member, bet.id, { stake: 100, win: 500, settledAt: at(60) }),
      correction(member, bet.id, { stake: 80, win: 160, settledAt: at(120) }),
    ]
    for (const i of order) await report(app, 'PG', [reports[i]])
    expect(await sumOf(member)).toEqual([1, 80, 160])
    expect(await stakesOf(app, member)).toBe(80)
  })

  it('at once with others and with its bet makes the sums of the latest', async () => {
    const member = await player(app, 0, 'PG')
    const bet = betOf(member, { stake: 100, win: 300 })
    const many = Array.from({ length: 8 }, (_, i) =>
      correction(member, bet.id, { stake: 100, win: i, settledAt: at(60 + i) }),
    )
    await Promise.all([...many, bet].map((reported) => report(app, 'PG', [reported])))
    await applyWaiting(app.context)
    expect(await sumOf(member)).toEqual([1, 100, 7])
    await applyWaiting(app.context)
    expect(await sumOf(member)).toEqual([1, 100, 7])
  })

  it('of another member’s bet changes nothing', async () => {
    const [member, other] = [await player(app, 0, 'PG'), await player(app, 0, 'PG')]
    const bet = betOf(member, { stake: 100, win: 300 })
    await report(app, 'PG', [bet])
    await report(app, 'PG', [correction(other, bet.id, { stake: 1, win: 900 })])
    await applyWaiting(app.context)
    expect(await sumOf(member)).toEqual([1, 100, 300])
    expect(await sumOf(other)).toEqual([0, 0, 0])
  })

  it.each([
    [{ status: 'corrected' as const }, 'corrects'],
    [{ corrects: 'another' }, 'corrects'],
    [{ status: 'corrected' as const, id: 'same', corrects: 'same' }, 'corrects'],
    [{ placedAt: '2026-13-45T00:00:00Z' }, 'placedAt'],
  ])('that says no sense is refused: %j', async (change, field) => {
    const member = await player(app, 0, 'PG')
    const [status, body] = await report(app, 'PG', [betOf(member, change)])
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`bets/0/${field}`)])
  })
})

it('a void bet has won its stake, and was not at risk', async () => {
  const member = await player(app, 0, 'PG')
  await report(app, 'PG', [betOf(member, { status: 'void', stake: 70, win: 0 })])
  expect(await sumOf(member)).toEqual([1, 70, 70])
  expect(await stakesOf(app, member)).toBe(0)
})

it('what a provider says was at risk counts, at most the stake', async () => {
  const member = await player(app, 0, 'PG')
  await report(app, 'PG', [
    betOf(member, { stake: 70, win: 0, validStake: 20 }),
    betOf(member, { stake: 10, win: 0, validStake: 999 }),
  ])
  expect(await stakesOf(app, member)).toBe(30)
})
