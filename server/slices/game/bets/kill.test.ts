import type { GameCode } from '@krapao/contract/game.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addSeconds } from '../../../platform/clock.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../../testing/app.ts'
import { dieAt, type Point, type TestNode } from '../../../testing/node.ts'
import { deskOf } from '../../deposit/testing/money-in.ts'
import { newOperator, storesEvent, type TestOperator } from '../../operator/testing.ts'
import { play, player, transfer } from '../../wallet/testing.ts'
import { catchUpBets } from './ask.ts'
import { betOf, noon, report, storedOf, wrongSums } from './testing/bets.ts'

/**
 * kill -9 of a node while it stores settled bets (rules.md §4.6): reported, asked for, or let by a person.
 * What must hold afterwards: the provider's next report, our next question, or the person who presses again
 * has each bet stored once, with its day.
 */

const insert = 'insert into bets '
const asked: [GameCode, string, Point][] = [
  ['SUPERSLOT', 'while the provider is asked', { call: 'games.bets', when: 'during' }],
  ['JOKER2', 'before the cursor moves', { query: 'update bet_cursors', when: 'before' }],
  ['AREASLOT', 'between the cursor and the page', { query: 'update bet_cursors', when: 'after' }],
  ['CIRCUS', 'with the page stored', { query: insert, when: 'after' }],
  ['SLOTRACHA', 'before the commit of both', { query: insert, when: 'before-commit' }],
  ['IMI', 'after the commit', { query: insert, when: 'after-commit' }],
]
const reported: [string, Point][] = [
  ['before they are stored', { query: insert, when: 'before' }],
  ['when they are stored', { query: insert, when: 'after' }],
  ['before the commit', { query: insert, when: 'before-commit' }],
  ['after the commit', { query: insert, when: 'after-commit' }],
  ['before the provider is answered', { answer: true }],
]
const commit = 'pg_advisory_xact_lock'
const decided: [string, Point][] = [
  ['when its wait has ended', { query: 'update held_bets', when: 'after' }],
  ['when it is stored', { query: insert, when: 'after' }],
  ['when that is audited', { query: storesEvent, when: 'after' }],
  ['before the commit', { query: commit, when: 'before-commit' }],
  ['after the commit', { query: commit, when: 'after-commit' }],
  ['before the operator is answered', { answer: true }],
]

let app: TestApp
const players = new Map<GameCode, TestMember>()
/** How many bets of each the node left behind. */
const left = new Map<GameCode, number>()
/** By place in the table of reports. */
const reporters: { member: TestMember; bets: ReturnType<typeof betOf>[] }[] = []
/** By place in the table of decisions. */
const doubtful: { member: TestMember; bet: ReturnType<typeof betOf>; id: string; by: TestOperator }[] = []

/** A person lets a bet count; the same call may be repeated. */
const approve = async (
  at: Pick<TestApp, 'call'>,
  { id, by: { token } }: Pick<(typeof doubtful)[number], 'id' | 'by'>,
): Promise<string> => {
  const { body, error } = await at.call('POST /api/console/desk/:queue/:id/approve', {
    token,
    params: { queue: 'bet-review', id },
    body: { reason: 'asked the provider' },
    headers: { 'idempotency-key': `let-${token}` },
  })
  return error?.message ?? body.status
}

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  // The doomed node has the questions for itself.
  await app.context.jobs.stop()
  for (const [code] of asked) {
    await app.sandbox.setFault(code, 'timeout-lost', 100_000, 'report-bets')
    const member = await player(app, 100, code)
    await transfer(app, member, 'WALLET', code, 100)
    for (let i = 0; i < 3; i++) await play(app, member, code, { stake: 5, win: i })
    players.set(code, member)
  }
  for (const _ of reported) {
    const member = await player(app, 0, 'PG')
    reporters.push({ member, bets: Array.from({ length: 3 }, () => betOf(member)) })
  }
  for (const _ of decided) {
    const member = await player(app, 0, 'PG')
    const bet = betOf(member, { settledAt: addSeconds(noon, -30 * 86_400).toISOString() })
    await report(app, 'PG', [bet])
    const [row] = await app.database.query<{ id: string }>(
      'select number::text as id from held_bets where id = $1',
      [bet.id],
    )
    // Decisions of one operator wait for each other.
    doubtful.push({ member, bet, id: row?.id ?? '', by: await newOperator(app, 'cashier') })
  }
  await dieAt({ ...testConfig(app.sandbox), DATABASE_URL: app.database.url }, [
    ...asked.map(([of, , at]) => ({ of, at })),
    ...reporters.map(({ member, bets }, i) => ({
      of: member.id,
      at: (reported[i] as (typeof reported)[number])[1],
      begin: (node: { address: string }) => report(app, 'PG', bets, node),
    })),
    ...doubtful.map((held, i) => ({
      of: `let-${held.by.token}`,
      at: (decided[i] as (typeof decided)[number])[1],
      begin: (node: TestNode) => approve(node, held),
    })),
  ])
  for (const [code, member] of players) left.set(code, (await storedOf(app, member)).bets.length)
})
afterAll(async () => {
  expect(await wrongSums(app)).toEqual([])
  await app.close()
})

it.each(reported)('a report, killed %s', async (point) => {
  const { member, bets } = reporters[
    reported.findIndex(([name]) => name === point)
  ] as (typeof reporters)[number]
  const isStored = point.startsWith('after') || point === 'before the provider is answered'
  expect((await storedOf(app, member)).bets).toHaveLength(isStored ? 3 : 0)
  expect(await report(app, 'PG', bets)).toMatchObject([200, isStored ? { known: 3 } : { stored: 3 }])
  expect((await storedOf(app, member)).days).toMatchObject([{ bets: 3, stake: 30, win: 7.5 }])
})

it.each(decided)('a decision of a person, killed %s', async (point) => {
  const waiting = doubtful[decided.findIndex(([name]) => name === point)] as (typeof doubtful)[number]
  const isKept = point === 'after the commit' || point === 'before the operator is answered'
  const waits = async () => (await deskOf(app, 'bet-review').find(waiting.id)) !== undefined
  expect((await storedOf(app, waiting.member)).bets).toHaveLength(isKept ? 1 : 0)
  expect(await waits()).toBe(!isKept)
  expect(await approve(app, waiting)).toBe('DONE')
  expect(await approve(app, waiting)).toBe('DONE')
  expect(await waits()).toBe(false)
  expect((await storedOf(app, waiting.member)).bets).toMatchObject([{ id: waiting.bet.id }])
  expect(await report(app, 'PG', [waiting.bet])).toMatchObject([200, { known: 1 }])
})

it.each(asked)('a question to %s, killed %s', async (code, point) => {
  const member = players.get(code) as TestMember
  expect(left.get(code)).toBe(point === 'after the commit' ? 3 : 0)
  // The claim of the node that died ends by itself.
  app.clock.advance(31)
  await catchUpBets(app.context)
  const { bets, days } = await storedOf(app, member)
  expect(bets).toHaveLength(3)
  expect(days.reduce((sum, { bets, stake, win }) => sum + bets * 10_000 + stake * 100 + win, 0)).toBe(31_503)
  app.clock.advance(31)
  await catchUpBets(app.context)
  expect((await storedOf(app, member)).bets).toHaveLength(3)
})
