import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer } from '../../app/server.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { makeWorkDue } from '../../outside/testing.ts'
import { newMember, type TestMember, testConfig } from '../../testing/app.ts'
import { travellingClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { startNode, type TestNode } from '../../testing/node.ts'
import { type TestSandbox, testSandbox } from '../../testing/sandbox.ts'
import { openAccounts, sealGift, walletName } from './testing/money-in.ts'

/** kill -9 of a server while money comes in loses nothing and counts nothing twice (rules.md §5.3, §5.4). */

const people = 20
let database: TestDatabase
let sandbox: TestSandbox
let node: TestNode
let members: TestMember[]
const folder = mkdtempSync(join(tmpdir(), 'krapao-kill-'))
const config = () => ({ ...testConfig(sandbox), DATABASE_URL: database.url, DATA_DIR: folder })

async function start(): Promise<void> {
  node = await startNode({ config: config() })
  sandbox.server = node.address
}

beforeAll(async () => {
  ;[database, sandbox] = await Promise.all([testDatabase('postgres'), testSandbox(travellingClock())])
  const server = await createServer(config())
  await server.prepare()
  await openAccounts({ database })
  members = await Promise.all(Array.from({ length: people }, () => newMember(server.context)))
  await server.close()
  await start()
})

afterAll(async () => {
  await node.stop()
  expect((await verifyBooks(database)).defects).toEqual([])
  await sandbox.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const wallets = () =>
  Promise.all(
    members.map(async ({ token }) => (await node.call('GET /api/wallet', { token })).body.wallet.amount),
  )

it('QR payments that were being reported are credited once by the server that comes after', async () => {
  const codes = await Promise.all(
    members.map(async ({ token }) => {
      const { body } = await node.call('POST /api/qrcode/:code', {
        token,
        params: { code: 'WW' },
        body: { amount: 100 },
      })
      return body.qrcodeId
    }),
  )
  const paid = codes.map((qrcodeId) => sandbox.call('POST', 'qr/pay', { qrcodeId, times: 3 }))
  // In the middle: somewhere between none and all of the sixty reports.
  await Promise.race(paid)
  await node.kill()
  await Promise.all(paid)
  await start()
  await expect.poll(wallets, { interval: 200 }).toEqual(members.map(() => 100))
})

it('gifts that were being redeemed are credited once by the server that comes after', async () => {
  const before = await wallets()
  await sandbox.setFault('gift', 'timeout-applied', people, 'redeem')
  for (const { token, username } of members) {
    const { link } = await sandbox.call<{ link: string }>('POST', 'gifts', { amount: 30, phone: username })
    const body = { link: sealGift(`${link}::${walletName}`) }
    node.call('POST /api/wallet/truelink', { token, body }).catch(() => {})
  }
  const faultsLeft = async () => (await sandbox.call<unknown[]>('GET', 'faults')).length
  await expect.poll(faultsLeft).toBe(0)
  await node.kill()
  expect(await database.query('select state, count(*) from gifts group by 1')).toEqual([
    { state: 'REDEEMING', count: people },
  ])
  // The one that died had them in hand for half a minute.
  await makeWorkDue(database, 'gift')
  await start()
  await expect.poll(wallets, { interval: 200 }).toEqual(before.map((amount) => amount + 30))
})
