import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../../scripts/services.ts'
import { type Server as App, createServer as createApp } from '../../app/server.ts'
import type { Database } from '../../platform/database.ts'
import { openPostgres, usualSeconds } from '../../platform/database-postgres.ts'
import { storeSettings } from '../../platform/testing.ts'
import { hashPassword } from '../../slices/account/public.ts'
import { setProviders } from '../../slices/game/testing.ts'
import { addHouseAccounts } from '../../slices/house/testing.ts'
import { insertOperator } from '../../slices/operator/store.ts'
import { fund, newMember, type TestMember, testConfig } from '../app.ts'
import { callApi } from '../call.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { type Gate, openGate } from '../gate.ts'
import { startNode, type TestNode } from '../node.ts'
import { type OwnService, ownPostgres, ownRedis } from './cluster.ts'

export const games = ['PG', 'JOKER', 'USUN'] as const
export const houseAccount = '0000000011'
/** Baht that each member starts with, from house `adjustment`. */
export const stock = 100_000

export type ChaosMember = TestMember & { accountNo: string; name: string }

/** A node whose connection to the database passes through a gate. */
export interface ChaosNode {
  name: 'A' | 'B'
  address: string
  gate: Gate
  process: TestNode | undefined
  /** True from the time a fault kills it until the node is back. */
  isDown: boolean
}

/** Two nodes, their database and Redis, and a sandbox that no fault affects. */
export interface ChaosWorld {
  postgres: OwnService
  redis: OwnService
  nodes: [ChaosNode, ChaosNode]
  members: ChaosMember[]
  operatorToken: string
  /** Our books, read without passing the gates. */
  books: Database
  /** The sandbox's books. */
  outside: TestDatabase
  outsideUrl: string
  boot(node: ChaosNode): Promise<void>
  close(): Promise<void>
}

/** Short intervals, so that what a fault leaves open is settled before the run ends. */
const settings = {
  'transfer.followUpAfterSeconds': 5,
  'qr.perMinute': 10_000,
  'gift.perMinute': 10_000,
  'slip.uploadsPerMinute': 10_000,
  'slip.unread': 10_000,
  'withdraw.autoLimit': 150,
  'withdraw.dailyCount': 100_000,
  'withdraw.dailySum': 900_000_000,
  'deposit.min': 1,
}

export async function createWorld(memberCount: number): Promise<ChaosWorld> {
  const parts = new AsyncDisposableStack()
  try {
    return await build(memberCount, parts)
  } catch (error) {
    await parts.disposeAsync() // otherwise processes that already run would keep this one from ending
    throw error
  }
}

/** @param parts everything that has to be ended with the world, the last one first */
async function build(memberCount: number, parts: AsyncDisposableStack): Promise<ChaosWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-chaos-'))
  parts.defer(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await ownPostgres()
  parts.defer(() => postgres.close())
  const redis = await ownRedis()
  parts.defer(() => redis.close())
  const outside = await testDatabase('postgres')
  parts.defer(() => outside.drop())
  const books = openPostgres(postgres.url, 3)
  parts.defer(() => books.close())
  const ports = [await freePort(), await freePort()] as const
  const balancer = await balance(ports)
  parts.defer(() => void balancer.server.close())
  const sandbox = await startSandbox(outside.url, balancer.url)
  parts.defer(() => void sandbox.process.kill('SIGKILL'))
  const config = {
    ...testConfig({ url: sandbox.url, secrets: sandbox.secrets }),
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
  }
  const { members, operatorToken } = await furnish({ ...config, REDIS_URL: undefined }, books, memberCount)
  const nodes = (await Promise.all(
    (['A', 'B'] as const).map(async (name, i) => ({
      name,
      address: `http://localhost:${ports[i]}`,
      gate: await openGate(postgres.url),
      process: undefined,
      isDown: true,
    })),
  )) as unknown as [ChaosNode, ChaosNode]
  parts.defer(async () => {
    for (const node of nodes) {
      node.isDown = true
      await node.process?.kill()
      await node.gate.close()
    }
  })

  const world: ChaosWorld = {
    postgres,
    redis,
    nodes,
    members,
    operatorToken,
    books,
    outside,
    outsideUrl: sandbox.url,
    async boot(node) {
      const port = Number(new URL(node.address).port)
      node.process = await startNode({
        config: { ...config, PORT: port, DATABASE_URL: node.gate.url },
        statementSeconds: usualSeconds,
      })
      node.isDown = false
    },
    close: () => parts.disposeAsync(),
  }
  for (const node of nodes) await world.boot(node)
  await openGames(world)
  return world
}

/** Migrates, seeds, and creates members with money and an operator, before any node runs. */
async function furnish(config: Parameters<typeof createApp>[0], books: Database, count: number) {
  const server = await createApp(config)
  await server.listen()
  try {
    return await fill(server, books, count)
  } finally {
    await server.close()
  }
}

async function fill({ context, address }: App, books: Database, count: number) {
  await storeSettings(books, settings)
  await setProviders(books, { timeoutSeconds: 1, settlementWindowSeconds: 5 })
  await addHouseAccounts(
    books,
    { bankCode: 'WW', bankType: 'PAYMENT', accountNo: 'T-WW', sort: 101 },
    { bankCode: 'SCB', accountNo: houseAccount, sort: 102 },
    { kind: 'wallet', mode: 'SMS', accountName: 'KRAPAO GIFTS', accountNo: '0800000044', sort: 103 },
  )
  const members: ChaosMember[] = []
  for (let i = 0; i < count; i++) {
    const name = `CHAOS ${[...String(i).padStart(3, '0')].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`
    const accountNo = `10000${String(i).padStart(4, '0')}7`
    const member = await newMember(context, {
      name,
      bankCode: 'KBANK',
      bankAccountName: name,
      bankAccountNo: accountNo,
    })
    await fund(context, member.id, stock)
    members.push({ ...member, name, accountNo })
  }
  const operator = { id: 'op-chaos', email: 'chaos@test.test', name: 'Chaos', role: 'cashier' as const }
  await insertOperator(
    context.db,
    { ...operator, passwordHash: await hashPassword('krapao-chaos') },
    new Date(),
  )
  const login = await callApi(address, 'POST /api/console/login', {
    body: { email: operator.email, password: 'krapao-chaos' },
  })
  return { members, operatorToken: login.body.token }
}

async function openGames({ nodes: [{ address }], members }: ChaosWorld): Promise<void> {
  for (const { token } of members) {
    for (const code of games) {
      const opened = await callApi(address, 'GET /api/wallet/activate/:code', { token, params: { code } })
      if (opened.status !== 200) throw new Error(`no account: ${JSON.stringify(opened.error)}`)
    }
  }
}

/** One address for the sandbox's reports, behind which either node answers. */
async function balance(ports: readonly [number, number]): Promise<{ url: string; server: Server }> {
  let turn = 0
  const server = createServer((near) => {
    near.on('error', () => {})
    const join = (port: number, other: number | undefined) => {
      const far = connect(port, '127.0.0.1', () => near.pipe(far).pipe(near))
      far.on('error', () => {
        if (far.bytesWritten === 0 && other !== undefined) join(other, undefined)
        else near.destroy()
      })
      far.on('close', () => far.bytesWritten > 0 && near.destroy())
      near.on('close', () => far.destroy())
    }
    const [first, second] = turn++ % 2 ? ports : [ports[1], ports[0]]
    join(first, second)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, server }
}

/** The sandbox in a process of its own, on a database that no fault affects. */
async function startSandbox(databaseUrl: string, serverUrl: string) {
  const secrets = Object.fromEntries(
    ['sms', 'games', 'bank', 'slips', 'payments', 'gifts', 'payouts'].map((room) => [room, `chaos-${room}`]),
  ) as Record<'sms' | 'games' | 'bank' | 'slips' | 'payments' | 'gifts' | 'payouts', string>
  const given = Object.entries(secrets).map(([room, secret]) => [`${room.toUpperCase()}_SECRET`, secret])
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '../../app/sandbox.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: databaseUrl,
      SERVER_URL: serverUrl,
      ...Object.fromEntries(given),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const port = /localhost:(\d+)/.exec(line)?.[1]
    if (port) return { process: child, url: `http://127.0.0.1:${port}/sandbox`, secrets }
  }
  throw new Error('the sandbox did not start')
}
