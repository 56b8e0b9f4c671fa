import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest'
import { verifyBooks } from '../ledger/public.ts'
import { rawQuery, transaction } from '../platform/database.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import { resealColumn } from '../platform/reseal.ts'
import { type Bound, createSealer, sealedColumns } from '../platform/sealer.ts'
import { storeSettings } from '../platform/testing.ts'
import { newGuest, write } from '../slices/chat/testing.ts'
import { followUpGifts } from '../slices/deposit/gift/follow-up.ts'
import { makeGift, openAccounts, sendGift } from '../slices/deposit/testing/money-in.ts'
import { authenticatorCode, newOperator } from '../slices/operator/testing.ts'
import { nextSeedOf, seedOf } from '../slices/spinwheel/seeds.ts'
import { fund, newMember, type TestApp, testConfig } from '../testing/app.ts'
import { callApi } from '../testing/call.ts'
import { travellingClock } from '../testing/clock.ts'
import { type TestDatabase, testDatabase, waitingForLocks } from '../testing/database.ts'
import { type TestSandbox, testSandbox } from '../testing/sandbox.ts'
import { resealAll } from './reseal-all.ts'
import { createServer } from './server.ts'

/**
 * The key of an installation is changed while its nodes serve (decision 57): nothing that was sealed is lost.
 */

const [keyA, keyB] = ['1a'.repeat(32), '2b'.repeat(32)]
const clock = travellingClock()
const folder = mkdtempSync(join(tmpdir(), 'krapao-reseal-'))

/** An installation with its own database and outside world, and the nodes that a test starts on it. */
interface Installation {
  database: TestDatabase
  sandbox: TestSandbox
  nodes: Node[]
  /** Whether the house has accounts, which need what the first start stores. */
  isFurnished: boolean
}

interface Node extends TestApp {
  /** Calls under way here, so that none is cut off when the node ends. */
  busy: number
}

let place: Installation
/** What any node has sealed. */
let sealed: string[]

beforeEach(async () => {
  const database = await testDatabase('postgres')
  await storeSettings(database, {
    'gift.followUpSeconds': [60],
    'game.passwordsPerMinute': 1000,
    'spinwheel.rotationsPerMinute': 1000,
    'chat.guestsPerMinute': 600,
    'chat.messagesPerMinute': 600,
  })
  place = { database, sandbox: await testSandbox(clock, database), nodes: [], isFurnished: false }
  sealed = []
  return async () => {
    for (const node of [...place.nodes]) await stop(node)
    await place.sandbox.close()
    await database.drop()
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a node that seals by the first key. @throws as a server that does not start */
async function start(...[key, old]: string[]): Promise<Node> {
  const { database, sandbox, nodes } = place
  const own = openPostgres(database.url, 6, 20)
  const config = { ...testConfig(sandbox), DATA_DIR: folder, CREDENTIAL_KEY: key, CREDENTIAL_KEY_OLD: old }
  const server = await createServer(config, { clock, database: own, asksSecondFactor: false })
  const { context } = server
  const { seal } = context.sealer
  context.sealer.seal = (plain, bound) => {
    const made = seal(plain, bound)
    sealed.push(made)
    return made
  }
  const close = () => server.close().finally(() => own.close())
  try {
    await server.listen()
  } catch (error) {
    await close()
    throw error
  }
  if (!place.isFurnished) await openAccounts({ database })
  place.isFurnished = true
  sandbox.server = server.address
  const node: Node = {
    server,
    context,
    address: server.address,
    clock,
    database,
    sandbox,
    busy: 0,
    call: (name, given) => during(node, () => callApi(server.address, name, given)),
    registerMember: (details) => during(node, () => newMember(context, details)),
    fund: (memberId, amount) => fund(context, memberId, amount),
    close,
  }
  nodes.push(node)
  return node
}

/** Does something at a node, which does not end meanwhile. */
async function during<T>(node: Node, act: (context: TestApp['context']) => Promise<T>): Promise<T> {
  node.busy++
  return act(node.context).finally(() => node.busy--)
}

/** Ends a node as a rolling restart does: it gets no new calls, and those under way end. */
async function stop(node: Node): Promise<void> {
  place.nodes = place.nodes.filter((other) => other !== node)
  await expect.poll(() => node.busy, { timeout: 20_000 }).toBe(0)
  await node.close()
}

let turn = 0
/** One of the running nodes, another one each time. */
function any(): Node {
  const node = place.nodes[turn++ % place.nodes.length]
  if (!node) throw new Error('no node runs')
  return node
}

/** Does something at any node, which does not end meanwhile. */
function atAny<T>(act: (node: Node) => Promise<T>): Promise<T> {
  const node = any()
  return during(node, () => act(node))
}

interface Secrets {
  member: Awaited<ReturnType<typeof newMember>>
  password: string
  guestToken: string
  link: string
  publicKey: string
}

/** Seals one secret of each kind that members have, by calls of any nodes. */
async function sealSome(): Promise<Secrets> {
  const member = await any().registerMember()
  const { token } = member
  const opened = await any().call('GET /api/wallet/activate/:code', { token, params: { code: 'PG' } })
  expect(opened.status).toBe(200)
  const made = await makeGift(any(), member.username, 40)
  const gift = await atAny((node) => sendGift(node, member, made))
  expect(gift).toMatchObject({ body: { status: 'PENDING' } })
  await during(any(), (context) => seedOf(context, member.id))
  await during(any(), (context) => nextSeedOf(context, context.db, member.id))
  // By one node, so that one key has made both.
  const given = await atAny(async (node) => ({
    guestToken: (await newGuest(node)).guestToken,
    link: node.context.files.link('slip/ab12.jpg'),
  }))
  const { body: push } = await any().call('GET /api/push/settings', { token })
  return {
    member,
    password: opened.body.password,
    ...given,
    publicKey: push.publicKey,
  }
}

/**
 * Opens all of them at every running node.
 * @param isOldGone whether what people were given under the old key need not be opened any more, asked at
 *   each node
 */
async function openAll(
  { member, password, guestToken, link, publicKey }: Secrets,
  isOldGone = () => false,
): Promise<void> {
  const { token } = member
  const { searchParams } = new URL(link, 'http://here')
  const openAt = async (node: Node) => {
    const account = await node.call('GET /api/wallet/account/:code', { token, params: { code: 'PG' } })
    expect(account).toMatchObject({ status: 200, body: { password } })
    expect((await node.call('GET /api/push/settings', { token })).body.publicKey).toBe(publicKey)
    if (!isOldGone() || isOpenedBy(keyB, guestToken)) {
      const guest = { id: '', headers: { 'x-guest-token': guestToken }, join: { guestToken } }
      expect((await write(node, guest, 'hello')).status).toBe(200)
      const given = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? ''] as const
      expect(node.context.files.isLinked('slip/ab12.jpg', ...given)).toBe(true)
    }
    // Revealed, so opened; the next one is sealed by this node.
    expect((await node.call('POST /api/spinwheel/seed/rotate', { token })).status).toBe(200)
  }
  for (const node of [...place.nodes]) {
    // One that has begun to end meanwhile gets no new calls.
    if (place.nodes.includes(node)) await during(node, () => openAt(node))
  }
}

/** An operator with an authenticator app. */
async function newFactor(): Promise<{ secret: string; token: string; email: string; password: string }> {
  const person = await newOperator(any(), 'cashier')
  const { token } = person
  const { body } = await any().call('POST /api/console/second-factor', { token })
  const code = authenticatorCode(body.secret, clock.now())
  const set = await any().call('PUT /api/console/second-factor', { token, body: { code } })
  expect(set.status).toBe(200)
  return { ...person, secret: body.secret }
}

/** How many texts of each column a key alone opens. */
async function openedBy(key: string): Promise<Record<string, number>> {
  const sealer = createSealer([key])
  const found: Record<string, number> = {}
  for (const column of sealedColumns) {
    const rows = await place.database.query<{ sealed: string; key: string[] }>(
      `select ${column.column} as sealed, array[${column.key.join(', ')}] as key from ${column.table} where ${column.column} is not null`,
    )
    found[column.table] = rows.filter((row) => {
      try {
        sealer.open(row.sealed, column.bound(...row.key))
        return true
      } catch {
        return false
      }
    }).length
  }
  return found
}

const nothing = Object.fromEntries(sealedColumns.map(({ table }) => [table, 0]))

/** The columns of all tables in which something that a node has sealed is. */
async function columnsWithSealed(): Promise<string[]> {
  const columns = await place.database.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'json'::regtype, 'bytea'::regtype, 'text[]'::regtype, 'varchar'::regtype)`,
  )
  const found: string[] = []
  for (const { table, column } of columns) {
    const [row] = await place.database.query(
      `select 1 from "${table}" t, unnest($1::text[]) s
       where position(s in t."${column}"::text) > 0 or position(encode(convert_to(s, 'utf8'), 'hex') in t."${column}"::text) > 0
       limit 1`,
      [sealed],
    )
    if (row) found.push(`${table}.${column}`)
  }
  return found.sort()
}

const declared = () => sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()

/** Many gift links that nobody follows up, so that there are several pages of them. */
async function addGifts(memberId: string, count: number): Promise<void> {
  const sealer = createSealer([keyA])
  const letters = 'abcdefghijklmnopqrstuvwxyz234567'
  const ids = Array.from(
    { length: count },
    () => `gf${[...randomBytes(20)].map((byte) => letters[byte % 32]).join('')}`,
  )
  await place.database.query(
    `insert into gifts (id, link_hash, sealed_link, member_id, wallet_no, currency, state, created_at)
     select id, encode(sha256(convert_to(id, 'utf8')), 'hex'), sealed, $3, '0800000044', 'THB', 'CLAIMED', now()
     from unnest($1::text[], $2::text[]) g (id, sealed)`,
    [ids, ids.map((id) => sealer.seal(`https://gift.example/${id}`, id as Bound)), memberId],
  )
}

const script = join(import.meta.dirname, 'reseal.ts')

/** The command, as a process of its own. */
function command(...[key, old]: string[]): {
  child: ChildProcess
  said: () => string
  code: Promise<number>
} {
  const child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: place.database.url,
      DATA_DIR: folder,
      CREDENTIAL_KEY: key,
      ...(old && { CREDENTIAL_KEY_OLD: old }),
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  return { child, said: () => said, code: once(child, 'close').then(([code]) => code) }
}

test('under load on two nodes: each opens what the other seals, in every step, and what was sealed before', async () => {
  await place.sandbox.setFault('gift', 'error', 100_000, 'inspect')
  await start(keyA)
  await start(keyA)
  const first = await sealSome()
  await addGifts(first.member.id, 450)
  const operator = await newFactor()

  const made: Secrets[] = [first]
  let [isOver, isOldGone] = [false, false]
  const load = Promise.all(
    [0, 1].map(async () => {
      while (!isOver) {
        const secrets = await sealSome()
        made.push(secrets)
        await openAll(secrets, () => isOldGone)
        await openAll(made[Math.floor(Math.random() * made.length)] ?? secrets, () => isOldGone)
      }
    }),
  )
  // What fails there fails the test at the next step already.
  let failure: unknown
  load.catch((error) => {
    failure = error
  })
  /** Replaces one node after the other, and lets calls pass in between. */
  async function roll(...keys: string[]): Promise<void> {
    for (const old of [...place.nodes]) {
      await start(...keys)
      await stop(old)
      const before = made.length
      await expect
        .poll(() => failure !== undefined || made.length > before + 1, { timeout: 60_000 })
        .toBe(true)
      if (failure) throw failure
    }
  }

  await expect(start(keyB, keyA)).rejects.toThrow('First start every node with the keys the other way round')
  await roll(keyA, keyB)
  expect(await openedBy(keyB)).toEqual(nothing)
  await roll(keyB, keyA)
  const lines: string[] = []
  expect(
    await resealAll(place.database, [keyB, keyA], {
      say: (line) => lines.push(line),
      untilNoticed: async () => {},
    }),
  ).toBe(true)
  expect(await openedBy(keyA)).toEqual(nothing)
  expect(lines.join('\n')).toMatch(/gift links under way \(gifts\.sealed_link\): \d+ sealed anew/)
  expect(lines.at(-1)).toBe(
    'Nothing of the old key is left: CREDENTIAL_KEY_OLD can be removed from every node.',
  )
  isOldGone = true
  await roll(keyB)

  isOver = true
  await load
  // What people were given ends with the old key: a visitor of before is one no more.
  expect(isOpenedBy(keyB, first.guestToken)).toBe(false)
  const late = await write(
    any(),
    { id: '', headers: { 'x-guest-token': first.guestToken }, join: { guestToken: '' } },
    'hello',
  )
  expect(late.status).toBe(401)
  for (const secrets of made) await openAll(secrets, () => true)
  clock.advance(30)
  const { body: session } = await any().call('POST /api/console/login', {
    body: { email: operator.email, password: operator.password },
  })
  const given = await any().call('POST /api/console/confirm', {
    token: session.token,
    body: { code: authenticatorCode(operator.secret, clock.now()) },
  })
  expect(given.status).toBe(200)
  // The links are still there: the wallet is well again, and the gifts are credited.
  await place.sandbox.setFault('gift', 'none', 1, 'inspect')
  await expect
    .poll(
      async () => {
        // Another node may be asking about some of them, and one of its questions may go without an answer.
        clock.advance(61)
        await followUpGifts(any().context)
        const [row] = await place.database.query<{ n: number }>(
          `select count(*)::int as n from gifts where state = 'CREDITED'`,
        )
        return row?.n
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBe(made.length)
  expect((await verifyBooks(place.database)).defects).toEqual([])
})

/** Whether a visitor's token was sealed by a key. */
const isOpenedBy = (key: string, guestToken: string): boolean => {
  try {
    createSealer([key]).open(guestToken, 'chat guest')
    return true
  } catch {
    return false
  }
}

/** An installation in the middle of a change, with a secret of every kind sealed by the old key. */
async function inChange(): Promise<Secrets> {
  await place.sandbox.setFault('gift', 'error', 100_000, 'inspect')
  const before = await start(keyA)
  const secrets = await sealSome()
  await addGifts(secrets.member.id, 450)
  await newFactor()
  await start(keyA, keyB)
  await start(keyB, keyA)
  await stop(before)
  return secrets
}

test('every column with something sealed in it is declared', async () => {
  await place.sandbox.setFault('gift', 'error', 100_000, 'inspect')
  await start(keyA)
  await openAll(await sealSome())
  await newFactor()
  expect(await columnsWithSealed()).toEqual(declared())
})

describe('npm run keys:reseal', () => {
  it('that is killed half way is repeated, and does nothing twice', async () => {
    await inChange()
    const before = await openedBy(keyA)
    expect(Object.values(before).every((n) => n > 0)).toBe(true)

    // One column cannot be read, so the command has done those before it and none of those behind.
    const killed = command(keyB, keyA)
    await transaction(place.database.db, async (tx) => {
      await rawQuery(tx, 'lock table operator_codes in access exclusive mode')
      await expect.poll(() => waitingForLocks(place.database), { timeout: 30_000 }).toBe(1)
      killed.child.kill('SIGKILL')
      await killed.code
    })
    const left = await openedBy(keyA)
    expect(left).toMatchObject({ game_accounts: 0, operator_codes: before.operator_codes })
    await expect(start(keyB)).rejects.toThrow('until npm run keys:reseal says that nothing of it is left')

    const lines: string[] = []
    const again = { say: (line: string) => lines.push(line), untilNoticed: async () => {} }
    expect(await resealAll(place.database, [keyB, keyA], again)).toBe(true)
    expect(await openedBy(keyA)).toEqual(nothing)
    expect(await openedBy(keyB)).toEqual(before)
    expect(lines).toContain('game passwords (game_accounts.sealed_password): 0 sealed anew, 1 were before')
    await start(keyB)

    const third = command(keyB, keyA)
    expect(await third.code).toBe(0)
    expect(third.said()).toContain('gift links under way (gifts.sealed_link): 0 sealed anew, 451 were before')
    expect(third.said()).toContain('Nothing of the old key is left')
  })

  it('with wrong keys changes nothing, and says what to set', async () => {
    await inChange()
    const before = await openedBy(keyA)
    await Promise.all(
      (
        [
          [[keyB, '3c'.repeat(32)], 'CREDENTIAL_KEY_OLD is the key with the fingerprint'],
          [['short', keyA], 'CREDENTIAL_KEY should be 64 hex digits'],
        ] as const
      ).map(async ([keys, text]) => {
        const wrong = command(...keys)
        expect(await wrong.code).toBe(1)
        expect(wrong.said()).toContain(text)
        for (const key of keys) expect(wrong.said()).not.toContain(key)
      }),
    )
    expect(await openedBy(keyA)).toEqual(before)
  })

  it('finds what a forgotten node seals meanwhile; that node is not ready any more, and seals no more', async () => {
    await inChange()
    const [forgotten] = place.nodes
    if (!forgotten) throw new Error('no node runs')
    const other = await forgotten.registerMember()
    const activate = (node: Node, { token }: { token: string }) =>
      node.call('GET /api/wallet/activate/:code', { token, params: { code: 'PG' } })
    const untilNoticed = async () => {
      // It has not looked yet.
      expect((await activate(forgotten, other)).status).toBe(200)
      expect(await openedBy(keyA)).toMatchObject({ game_accounts: 1 })
      const ready = await fetch(`${forgotten.address}/health/ready`)
      expect([ready.status, await ready.json()]).toMatchObject([503, { reason: 'key-replaced' }])
    }
    expect(await resealAll(place.database, [keyB, keyA], { say: () => {}, untilNoticed })).toBe(true)
    expect(await openedBy(keyA)).toEqual(nothing)
    const late = await activate(forgotten, await forgotten.registerMember())
    expect([late.status, late.error]).toMatchObject([503, { message: 'SERVICE_UNAVAILABLE' }])
    expect(await openedBy(keyA)).toEqual(nothing)
    const [, switched] = place.nodes
    expect((await fetch(`${switched?.address}/health/ready`)).status).toBe(200)
  })

  it('says which texts neither key opens, and leaves them', async () => {
    const { member } = await inChange()
    const stranger = createSealer(['3c'.repeat(32)]).seal('a secret', 'game:x:PG' as Bound)
    await place.database.query('update game_accounts set sealed_password = $1', [stranger])
    const lines: string[] = []
    const done = { say: (line: string) => lines.push(line), untilNoticed: async () => {} }
    expect(await resealAll(place.database, [keyB, keyA], done)).toBe(true)
    expect(lines).toContain(`  1 is opened by no key given here and stays as it is: ${member.id} PG`)
    expect(lines.join('\n')).toContain('seals everything that a key given here opens.')
    expect(lines.at(-1)).toContain('Nothing of the old key is left')
    expect(await place.database.query('select sealed_password as sealed from game_accounts')).toEqual([
      { sealed: stranger },
    ])
  })
})

describe('a pass over a column', () => {
  const column = sealedColumns.find(({ table }) => table === 'gifts')
  if (!column) throw new Error('gifts are not declared')
  const sealer = createSealer([keyB, keyA])
  let ids: string[]
  beforeEach(async () => {
    const node = await start(keyA)
    await addGifts((await node.registerMember()).id, 3)
    ids = (await place.database.query<{ id: string }>('select id from gifts order by id')).map(({ id }) => id)
    await stop(node)
  })
  const set = 'update gifts set sealed_link = $2 where id = $1'
  const stored = async (id = '') => {
    const [row] = await place.database.query<{ sealed: string | null }>(
      'select sealed_link as sealed from gifts where id = $1',
      [id],
    )
    return row?.sealed
  }

  it('does not wait for a row that somebody holds, and leaves it', async () => {
    const [, held = ''] = ids
    const before = await stored(held)
    await transaction(place.database.db, async (tx) => {
      await rawQuery(tx, 'select id from gifts where id = $1 for update', [held])
      expect(await resealColumn(place.database.db, sealer, column)).toMatchObject({ resealed: 2, busy: 1 })
    })
    expect(await stored(held)).toBe(before)
    expect(await resealColumn(place.database.db, sealer, column)).toMatchObject({
      resealed: 1,
      sealed: 2,
      busy: 0,
    })
  })

  it('does not overwrite a row that was changed since it was read', async () => {
    const [, changed = '', ended = ''] = ids
    const newer = createSealer([keyB]).seal('another link', changed as Bound)
    let pass: ReturnType<typeof resealColumn> | undefined
    await transaction(place.database.db, async (tx) => {
      // Everybody may read; a transaction that writes waits.
      await rawQuery(tx, 'lock table gifts in exclusive mode')
      pass = resealColumn(place.database.db, sealer, column)
      await expect.poll(() => waitingForLocks(place.database), { timeout: 30_000 }).toBe(1)
      await rawQuery(tx, set, [changed, newer])
      await rawQuery(
        tx,
        `update gifts set sealed_link = null, state = 'REFUSED', settled_at = now() where id = $1`,
        [ended],
      )
    })
    expect(await pass).toMatchObject({ resealed: 1, busy: 2 })
    expect(await stored(changed)).toBe(newer)
    expect(await stored(ended)).toBeNull()
    expect(await resealColumn(place.database.db, sealer, column)).toMatchObject({
      resealed: 0,
      sealed: 2,
      busy: 0,
    })
  })
})
