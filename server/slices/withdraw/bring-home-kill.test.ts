import type { GameCode } from '@krapao/contract/game.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../testing/app.ts'
import { dieAt, type Flow, type Point } from '../../testing/node.ts'
import type { Fault } from '../../testing/sandbox.ts'
import { followUpTransfers } from '../wallet/reconcile.ts'
import { atProvider, holdings, play, player, transfer } from '../wallet/testing.ts'
import { payWithdrawals } from './pay.ts'
import { withdrawalIdOf } from './rules.ts'
import { listPayouts, rowsOf, withdraw } from './testing.ts'

/**
 * kill -9 of a node between every two steps of withdrawAll (rules.md §6.1), while it moves money from three
 * games. Each point is tested twice: with a member who tries again at once with the same key, and with one
 * who does not, whose money settles by itself. What must hold afterwards: our balance of each game is the
 * provider's, nothing stays in transit, and the amount is withdrawn and paid once, or in the wallet.
 */

const codes = ['PG', 'JOKER', 'USUN'] as const satisfies GameCode[]
/**
 * Baht: in the wallet, in each game, won at PG since the last refresh, and withdrawn: all but a part of the
 * last game's.
 */
const [inHand, inGame, won, amount] = [50, 100, 40, 350]
const total = inHand + codes.length * inGame + won

const holds = ['"phase":"pending"', '"code":"PG"']
const settles = ['"phase":"posted"', 'in-transit:PG']
const points: [string, Fault, Point][] = [
  ['before it books what was won', 'none', { call: 'ledger.post', with: ['"kind":"play"'], when: 'before' }],
  [
    'when it has booked what was won',
    'none',
    { call: 'ledger.post', with: ['"kind":"play"'], when: 'after' },
  ],
  ['before the hold of one game', 'none', { call: 'ledger.post', with: holds, when: 'before' }],
  ['after the hold of one game', 'none', { call: 'ledger.post', with: holds, when: 'after' }],
  [
    'while one game is called',
    'timeout-applied',
    { call: 'games.transfer', with: ['"code":"PG"'], when: 'during' },
  ],
  [
    'while one game is called',
    'timeout-lost',
    { call: 'games.transfer', with: ['"code":"PG"'], when: 'during' },
  ],
  ['after one game’s answer', 'none', { call: 'games.transfer', with: ['"code":"PG"'], when: 'after' }],
  ['after one game’s refusal', 'refuse', { call: 'games.transfer', with: ['"code":"PG"'], when: 'after' }],
  ['before one game is settled', 'none', { call: 'ledger.post', with: settles, when: 'before' }],
  ['when one game is settled', 'none', { call: 'ledger.post', with: settles, when: 'after' }],
  [
    'before the hold of the withdrawal',
    'none',
    { call: 'ledger.postAllIn', with: ['"kind":"withdraw"'], when: 'before' },
  ],
  ['after the hold of the withdrawal', 'none', { query: 'insert into withdrawals', when: 'after-commit' }],
  ['before the member is answered', 'none', { answer: true }],
]
const key = 'one-key'
/** Long enough that a retry after all kills still counts as recent, also on a busy machine. */
const youngSeconds = 600
/** By index of the point: members who try again at once, and members who do not. */
const members: { eager: TestMember; calm: TestMember }[] = []
let app: TestApp

beforeAll(async () => {
  app = await testApp({ engine: 'postgres', settings: { 'transfer.followUpAfterSeconds': youngSeconds } })
  // The next node's jobs run only when the test calls them.
  await app.context.jobs.stop()
  for (const _ of points) members.push({ eager: await rich(), calm: await rich() })
  await dieAt(
    { ...testConfig(app.sandbox), DATABASE_URL: app.database.url },
    points.flatMap(([, fault, at], i) => {
      const { eager, calm } = members[i] as (typeof members)[number]
      return [eager, calm].map(
        (member): Flow => ({
          of: member.id,
          at,
          async begin(node) {
            await app.sandbox.setFault('PG', fault, 1, 'transfer')
            return withdraw(node, member, amount, key, true)
          },
        }),
      )
    }),
  )
  await app.sandbox.setFault('PG', 'none')
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

async function rich(): Promise<TestMember> {
  const member = await player(app, inHand + codes.length * inGame, ...codes)
  for (const code of codes) {
    expect((await transfer(app, member, 'WALLET', code, inGame)).body.status).toBe('SUCCESS')
  }
  await play(app, member, 'PG', { stake: 0.01, win: won + 0.01 })
  return member
}

/** All money of a member, in baht; our balances of games must be the providers'. */
async function wealth(member: TestMember): Promise<{ wallet: number; games: number; withdrawn: number }> {
  let [wallet, games] = [0, 0]
  for (const code of codes) {
    const { inTransit, game, wallet: inWallet } = await holdings(app, member, code)
    expect({ code, inTransit, game }).toEqual({
      code,
      inTransit: 0,
      game: await atProvider(app, member, code),
    })
    wallet = inWallet
    games += game
  }
  const rows = await rowsOf(app, member)
  return { wallet, games, withdrawn: rows.reduce((sum, row) => sum + row.amount_minor / 100, 0) }
}

/** The amount was paid out once, and no other money is missing. */
async function isWithdrawn(member: TestMember): Promise<void> {
  const id = withdrawalIdOf(member.id, key)
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await payWithdrawals(app.context)
    app.clock.advance(10)
  }
  app.clock.advance(-60)
  expect(await rowsOf(app, member)).toMatchObject([{ id, state: 'SUCCESS' }])
  expect((await listPayouts(app)).get(id)).toMatchObject({ amount, status: 'SUCCESS', asked: 1 })
}

const table = points.map(([name, fault], i) => ({ name, fault, i }))

it.each(table)('killed $name, game: $fault; the member tries again at once', async ({ i, fault }) => {
  const { eager } = members[i] as (typeof members)[number]
  const { status, error } = await withdraw(app, eager, amount, key, true)
  if (fault === 'refuse') {
    // The provider's refusal is final for this request; a new one moves the rest.
    expect(error).toMatchObject({ message: 'GAME_PENDING', games: ['PG'] })
    expect(await wealth(eager)).toEqual({
      wallet: amount - inGame - won,
      games: total - amount + inGame + won,
      withdrawn: 0,
    })
    expect((await withdraw(app, eager, amount, 'new-key', true)).status).toBe(200)
    return
  }
  expect(status).toBe(200)
  await isWithdrawn(eager)
  expect(await wealth(eager)).toEqual({ wallet: 0, games: total - amount, withdrawn: amount })
})

it('without a retry the money settles by itself and remains the member’s', async () => {
  // Settled by the provider's answer, or by "unknown id" after the settlement window.
  for (let turn = 0; turn < 4; turn++) {
    app.clock.advance(youngSeconds)
    await followUpTransfers(app.context)
  }
  app.clock.advance(-4 * youngSeconds)
  for (const { name, i } of table) {
    const { calm } = members[i] as (typeof members)[number]
    await app.call('GET /api/wallet/refresh/slot', { token: calm.token })
    const { wallet, games, withdrawn } = await wealth(calm)
    expect(wallet + games + withdrawn, name).toBe(total)
    expect(withdrawn, name).toBe(i < points.length - 2 ? 0 : amount)
  }
})

it.each(table)('killed $name, game: $fault; the member tries again later', async ({ i, name }) => {
  const { calm } = members[i] as (typeof members)[number]
  const { status } = await withdraw(app, calm, amount, key, true)
  expect(status, name).toBe(200)
  await isWithdrawn(calm)
  const { wallet, games, withdrawn } = await wealth(calm)
  expect(wallet + games + withdrawn).toBe(total)
  expect(withdrawn).toBe(amount)
})
