import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallName } from '@krapao/contract/client.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../ledger/public.ts'
import { lockAccounts } from '../ledger/testing/asked.ts'
import { usernameOf } from '../slices/game/rules.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../testing/app.ts'
import type { Called } from '../testing/call.ts'
import { travellingClock } from '../testing/clock.ts'
import { type Gate, openGate } from '../testing/gate.ts'
import { startNode, type TestNode } from '../testing/node.ts'
import { type TestSandbox, testSandbox } from '../testing/sandbox.ts'
import { usualSeconds } from './database-postgres.ts'

/*
 * A node in a process of its own, with a gate (a TCP proxy) between it and the database. The app of this
 * process uses the same database directly, to register members and to read.
 */
let app: TestApp
let sandbox: TestSandbox
let gate: Gate
let node: TestNode
let members: TestMember[]
const folder = mkdtempSync(join(tmpdir(), 'krapao-faults-'))

beforeAll(async () => {
  const clock = travellingClock()
  // With a database of its own, which the faults leave alone.
  sandbox = await testSandbox(clock)
  app = await testApp({ clock, sandbox })
  gate = await openGate(app.database.url)
  node = await startNode({
    config: {
      ...testConfig(app.sandbox),
      DATA_DIR: folder,
      DATABASE_URL: `${gate.url}?application_name=krapao-node`,
    },
    statementSeconds: usualSeconds,
  })
  members = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const member = await app.registerMember()
      await app.fund(member.id, 1000)
      const { status } = await app.call('GET /api/wallet/activate/:code', {
        token: member.token,
        params: { code: 'PG' },
      })
      expect(status).toBe(200)
      return member
    }),
  )
})
afterAll(async () => {
  await node?.kill()
  await gate?.close()
  await app?.close()
  await sandbox?.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(async () => {
  gate.heal()
  await isReady()
})

const transfer = (member: TestMember, at: Pick<TestNode, 'call'> = node) =>
  at.call('POST /api/wallet/transfer', { token: member.token, body: { from: 'WALLET', to: 'PG', amount: 1 } })

const withdraw = (member: TestMember) =>
  node.call('POST /api/wallet/withdraw', { token: member.token, body: { amount: 100 } })

const wallet = (member: TestMember) => node.call('GET /api/wallet', { token: member.token })

async function ready() {
  const started = performance.now()
  const answer = await fetch(`${node.address}/health/ready`)
  return {
    status: answer.status,
    body: (await answer.json()) as { reason?: string },
    ms: performance.now() - started,
  }
}

/** Waits until the node is ready, as a load balancer does. @returns the milliseconds that it took */
async function isReady(): Promise<number> {
  const started = performance.now()
  while ((await ready()).status !== 200) {
    if (performance.now() - started > 60_000) throw new Error('the node does not become ready again')
    await sleep(100)
  }
  return performance.now() - started
}

/** Fails unless the readiness check answers 503 with this reason within the promised time. */
async function saysUnready(reason: string): Promise<void> {
  const { status, body, ms } = await ready()
  expect([status, body]).toEqual([503, { status: 'unavailable', reason }])
  expect(ms).toBeLessThan(promised.unready)
}

/** Repairs the network, and fails unless the node is ready again within the promised time. */
async function recovers(): Promise<void> {
  gate.heal()
  expect(await isReady()).toBeLessThan(promised.recovery)
}

async function terminateBackends(): Promise<void> {
  await app.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'krapao-node'`,
  )
}

/**
 * The promised times in ms (rules.md §14): running calls are answered within 5 s, the readiness check answers
 * 503 within 1 s, and the node is ready again 10 s after the fault. The tests allow half as much again,
 * because client, node, database and other tests share two cores.
 */
const promised = { answer: 5000 * 1.5, unready: 1000 * 1.5, recovery: 10_000 * 1.5 }

async function timed<T>(act: Promise<T>): Promise<T & { ms: number }> {
  const started = performance.now()
  const answer = await act
  return { ...answer, ms: performance.now() - started }
}

describe('a node', () => {
  test('loses no acknowledged transfer when its connections break again and again', async () => {
    const before = await Promise.all(members.map(balanceAtGame))
    let over = false
    const acknowledged = members.map(() => 0)
    const seen = new Set<string>()
    const load = members.map(async (member, i) => {
      while (!over) {
        const { status, error } = await transfer(member)
        seen.add(`${status} ${error?.message ?? ''}`)
        if (status === 200) acknowledged[i] = (acknowledged[i] ?? 0) + 1
      }
    })
    for (let round = 0; round < 8; round++) {
      await sleep(150)
      await terminateBackends()
    }
    await sleep(300)
    over = true
    await Promise.all(load)
    await recovers()
    expect([...seen].sort()).toEqual(['200 ', '503 SERVICE_UNAVAILABLE'])
    for (const [i, member] of members.entries()) {
      const after = await balanceAtGame(member)
      expect(after - (before[i] ?? 0)).toBeGreaterThanOrEqual(acknowledged[i] ?? 0)
    }
    expect((await verifyBooks(app.database)).defects).toEqual([])
  })

  test('answers 503 in time when its connections fall silent, and then opens new ones', async () => {
    await Promise.all(members.map(wallet))
    gate.swallow()
    const answers = await Promise.all(
      members.flatMap((member) => [timed(wallet(member)), timed(transfer(member))]),
    )
    for (const { status, error, ms } of answers) {
      if (status !== 200) expect([status, error?.message]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(ms).toBeLessThan(promised.answer)
    }
    for (const member of members) expect((await wallet(member)).status).toBe(200)
  })

  test('is live but not ready while the database does not answer, and recovers by itself', async () => {
    gate.swallowAll()
    const asked = members.map((member) => timed(wallet(member)))
    await saysUnready('database-away')
    expect((await fetch(`${node.address}/health/live`)).status).toBe(200)
    for (const answer of await Promise.all(asked)) {
      expect([answer.status, answer.error]).toMatchObject([
        503,
        { message: 'SERVICE_UNAVAILABLE', reason: 'database-away' },
      ])
      expect(answer.ms).toBeLessThan(promised.answer)
    }
    await recovers()
    expect((await transfer(members[0] as TestMember)).status).toBe(200)
  })

  test('answers 503 at once while connections are refused', async () => {
    gate.cut()
    const { status, error } = await wallet(members[0] as TestMember)
    expect([status, error?.reason]).toEqual([503, 'database-away'])
    await saysUnready('database-away')
    await recovers()
  })

  const moves: [string, (member: TestMember) => Promise<Pick<Called<CallName>, 'status' | 'error'>>][] = [
    ['transfers', transfer],
    ['withdrawals', withdraw],
  ]
  test.each(moves)('carries out %s of other members while one account is locked', async (_, move) => {
    const [locked, ...others] = members as [TestMember, ...TestMember[]]
    const holder = new pg.Client({ connectionString: app.database.url })
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query(lockAccounts, [locked.id])
      const stuck = [timed(move(locked)), timed(move(locked))]
      await sleep(100)
      const free = await Promise.all(others.map((member) => timed(move(member))))
      expect(free.map(({ status }) => status)).toEqual(others.map(() => 200))
      const refused = await Promise.all(stuck)
      for (const { status, error, ms } of refused) {
        expect([status, error?.reason]).toEqual([503, 'database-busy'])
        expect(ms).toBeLessThan(promised.answer)
      }
      // Those that came into one batch with the locked member waited with it once, then for the provider and
      // their own second posting; a second wait would take as long again.
      const refusedAfter = Math.max(...refused.map(({ ms }) => ms))
      expect(Math.max(...free.map(({ ms }) => ms))).toBeLessThan(1.5 * refusedAfter)
    } finally {
      await holder.end()
    }
    await expect.poll(async () => (await move(locked)).status).toBe(200)
  })

  // A server that has become a standby refuses writes. The promotion of a standby is not tested, because that
  // takes a second server with replication.
  test('drops connections to a read-only server, as after a fail-over, and is not ready there', async () => {
    const name = new URL(app.database.url).pathname.slice(1)
    await app.database.query(`alter database ${name} set default_transaction_read_only = on`)
    try {
      await terminateBackends()
      await expect
        .poll(async () => {
          const { status, error } = await transfer(members[1] as TestMember)
          return [status, error?.reason]
        })
        .toEqual([503, 'database-read-only'])
      await saysUnready('database-read-only')
    } finally {
      await app.database.query(`alter database ${name} reset default_transaction_read_only`)
    }
    await recovers()
    expect((await transfer(members[1] as TestMember)).status).toBe(200)
  })

  // A trigger raises PostgreSQL's error for a full disk. Filling a real disk would take a file system that
  // only root may mount, and a limit on file sizes gives another error.
  test('is not ready while the disk is full, and answers 503 to its members', async () => {
    await app.database.query(`
      create function out_of_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
      create trigger out_of_disk before insert on journals execute function out_of_disk()`)
    try {
      const { status, error } = await transfer(members[2] as TestMember)
      expect([status, error?.reason]).toEqual([503, 'database-full'])
      await saysUnready('database-full')
    } finally {
      await app.database.query('drop function out_of_disk cascade')
    }
    await recovers()
    expect((await transfer(members[2] as TestMember)).status).toBe(200)
  })
})

/** A member's balance at the provider, in baht. */
async function balanceAtGame(member: TestMember): Promise<number> {
  return (await app.sandbox.accountBalance('PG', usernameOf(member.id))) ?? 0
}
