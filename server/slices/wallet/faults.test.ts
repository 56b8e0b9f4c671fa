import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GameCode, gameCodes } from '@krapao/contract/game.ts'
import { faults as faultNames } from '@krapao/sandbox/fault-names.ts'
import { expect, test } from 'vitest'
import type { Config } from '../../app/config.ts'
import { createServer } from '../../app/server.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { journalsOf } from '../../ledger/testing/asked.ts'
import { removeSettings, storeSettings } from '../../platform/testing.ts'
import { fund, newMember, type TestMember, testConfig } from '../../testing/app.ts'
import { callApi } from '../../testing/call.ts'
import { travellingClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { type Point, startNode, type TestNode } from '../../testing/node.ts'
import { type Fault, testSandbox } from '../../testing/sandbox.ts'
import { usernameOf } from '../game/rules.ts'
import { setProviders } from '../game/testing.ts'
import { eventually, transfer } from './testing.ts'

/**
 * The fault matrix (rules.md §4.3, §16): each fault of a provider × each direction × kill -9 of our server
 * before and after each commit, while the provider goes on running. One node per pause point has all faults
 * at once, each at a provider of its own, for one member with one wallet. What must hold afterwards: our
 * balance of each game is the provider's, nothing is in transit, no money was created or lost, and the books
 * balance.
 */
// A throttled call is not carried out, like one that meets an error; what differs is tested in
// refresh.test.ts.
const faults: Fault[] = ['none', ...faultNames.filter((fault) => fault !== 'throttled')]
const amount = 100

const pausePoints = {
  'before-hold': { call: 'ledger.post', with: ['"phase":"pending"'], when: 'before' },
  'after-hold': { call: 'ledger.post', with: ['"phase":"pending"'], when: 'after' },
  calling: { call: 'games.transfer', when: 'during' },
  'after-call': { call: 'games.transfer', when: 'after' },
  'after-settle': { call: 'ledger.post', with: ['"pendingKey"'], when: 'after' },
} satisfies Record<string, Point>
type PointName = keyof typeof pausePoints

interface Cell {
  code: GameCode
  fault: Fault
  direction: 'in' | 'out'
  /** The transfer's idempotency key. */
  key: string
}

const cells = (): Cell[] =>
  faults.flatMap((fault, i) =>
    (['in', 'out'] as const).map((direction, j) => ({
      code: gameCodes[2 * i + j] as GameCode,
      fault,
      direction,
      key: randomUUID(),
    })),
  )

/**
 * Whether the provider moves the money if the call reaches it; undefined if that depends on the moment of the
 * kill.
 */
function reaches(fault: Fault, point: PointName): boolean | undefined {
  if (point === 'before-hold' || point === 'after-hold') return false
  const moves = !['timeout-lost', 'refuse', 'error'].includes(fault)
  return point === 'calling' && moves ? undefined : moves
}

/**
 * The same if the member's retry continues the transfer: a call that never reached the provider is sent
 * again.
 */
const retried = (fault: Fault, point: PointName): boolean => fault !== 'refuse' || point === 'after-hold'

/**
 * Seconds: no follow-up runs before the node is killed; afterwards they run at once, and unknown ids are
 * given up after 1 s.
 */
const patient = { 'transfer.followUpAfterSeconds': 600 }
const quick = { 'transfer.followUpAfterSeconds': 0.2, 'transfer.followUpSeconds': [0.3] }

const total = 16 * 1000
const stock = 500

/**
 * The initial state: one member with money, sixteen open games, and money in the games of the outgoing
 * transfers.
 */
async function liveBefore(config: Config, database: TestDatabase, matrix: Cell[]): Promise<TestMember> {
  const server = await createServer(config)
  await server.prepare()
  await setProviders(database, { timeoutSeconds: 2.6, settlementWindowSeconds: 1 })
  await server.listen()
  const member = await newMember(server.context)
  await fund(server.context, member.id, total)
  await Promise.all(
    matrix.map(async ({ code, direction }) => {
      await callApi(server.address, 'GET /api/wallet/activate/:code', {
        token: member.token,
        params: { code },
      })
      if (direction === 'in') return
      const body = { from: 'WALLET', to: code, amount: stock }
      const { status } = await callApi(server.address, 'POST /api/wallet/transfer', {
        token: member.token,
        body,
      })
      expect(status).toBe(200)
    }),
  )
  await server.close()
  return member
}

async function die(point: PointName, recovery: 'follow-up' | 'retry'): Promise<void> {
  const clock = travellingClock()
  const [database, sandbox] = await Promise.all([testDatabase('postgres'), testSandbox(clock)])
  const folder = mkdtempSync(join(tmpdir(), 'krapao-fault-'))
  const config = { ...testConfig(sandbox), DATABASE_URL: database.url, DATA_DIR: folder }
  let node: TestNode | undefined
  try {
    await storeSettings(database, patient)
    const matrix = cells()
    const member = await liveBefore(config, database, matrix)
    for (const { code, fault } of matrix) await sandbox.setFault(code, fault, 1, 'transfer')

    node = await startNode({ config, pauses: matrix.map(({ key }) => ({ of: key, at: pausePoints[point] })) })
    const doomed = node

    // All cells at once; each either pauses at the point, or is answered because it never reaches it.
    const answers = new Map<Cell, string>()
    await Promise.all(
      matrix.map((cell) => {
        const [from, to] = cell.direction === 'in' ? ['WALLET', cell.code] : [cell.code, 'WALLET']
        const call = transfer(doomed, member, from, to, amount, cell.key).then(
          ({ body, error }) => answers.set(cell, error?.message ?? body.status),
          () => {},
        )
        return Promise.race([call, doomed.paused(cell.key)])
      }),
    )
    await doomed.kill()
    node = undefined

    // The providers are well again and may take as long as a busy machine takes.
    await setProviders(database, { timeoutSeconds: 30, settlementWindowSeconds: 1 })
    await removeSettings(database)
    // Before the hold there is nothing to follow up; the member's next try begins a transfer, which `quick`
    // would give up.
    const isFollowed = recovery === 'follow-up' && point !== 'before-hold'
    await storeSettings(database, isFollowed ? quick : patient)
    node = await startNode({ config })
    const revived = node
    for (const { code } of matrix) await sandbox.setFault(code, 'none')

    const balances = async () => (await revived.call('GET /api/wallet', { token: member.token })).body
    const retry = ({ code, direction, key }: Cell) => {
      const [from, to] = direction === 'in' ? ['WALLET', code] : [code, 'WALLET']
      return transfer(revived, member, from, to, amount, key)
    }
    if (recovery === 'follow-up') await eventually(async () => (await balances()).inTransit === 0, 60)
    else await Promise.all(matrix.map(retry))

    for (const cell of matrix) {
      const shown = (await balances()).slots.find(({ code }) => code === cell.code)
      const truth = await sandbox.accountBalance(cell.code, usernameOf(member.id))
      const at = `${cell.fault} ${cell.direction} ${point}`
      expect(shown, at).toMatchObject({ amount: truth, inTransit: 0 })
      const stocked = cell.direction === 'in' ? 0 : stock
      const moved = truth !== stocked
      if (moved) expect(truth, at).toBe(stocked + (cell.direction === 'in' ? amount : -amount))
      const expected = recovery === 'retry' ? retried(cell.fault, point) : reaches(cell.fault, point)
      if (expected !== undefined) expect(moved, at).toBe(expected)
      // The answers before the kill were true.
      if (answers.get(cell) === 'SUCCESS') expect(moved, at).toBe(true)
      if (answers.get(cell) === 'TRANSFER_FAIL') expect(moved, at).toBe(false)
      // The same key afterwards returns the outcome (or the first answer), and moves nothing twice.
      const { body, error } = await retry(cell)
      const word = error?.message ?? body.status
      if (point === 'before-hold') expect(word, at).toBe('SUCCESS')
      else expect([moved ? 'SUCCESS' : 'TRANSFER_FAIL', answers.get(cell)], at).toContain(word)
    }
    const end = await balances()
    expect(end.inTransit).toBe(0)
    const sum = end.wallet.amount + end.slots.reduce((all, slot) => all + slot.amount, 0)
    expect(sum).toBeCloseTo(total, 2)
    for (const { code, amount: ours } of end.slots) {
      expect(await sandbox.accountBalance(code, usernameOf(member.id)), code).toBe(ours)
    }
    await revived.stop()
    node = undefined
    const plays = await journalsOf(database, { kind: 'play' })
    expect(plays).toHaveLength(0)
    expect((await verifyBooks(database)).defects).toEqual([])
  } finally {
    await node?.kill()
    await sandbox.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

test.concurrent.each(Object.keys(pausePoints) as PointName[])(
  'every fault, killed %s: settled by the follow-up',
  (point) => die(point, 'follow-up'),
  300_000,
)

test.concurrent.each(['after-hold', 'after-call'] as const)(
  'every fault, killed %s: continued by the member’s retry',
  (point) => die(point, 'retry'),
  300_000,
)
