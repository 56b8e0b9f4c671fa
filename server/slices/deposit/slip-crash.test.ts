import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testConfig } from '../../testing/app.ts'
import { startNode } from '../../testing/node.ts'
import { inWallet, makeTransfer, newSender, onDesk, settled, slipApp, upload } from './testing/slip.ts'

/** Nodes that die over a slip (rules.md §5.1): another goes on from where they stood. */

let app: TestApp
const statusOf = async (id: string) =>
  (await app.database.query('select status, last_reason, desk_reason from slips where id = $1', [id]))[0]

describe('a node that dies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-test-slip-'))
  beforeAll(async () => {
    app = await slipApp({ engine: 'postgres', config: { DATA_DIR: folder } })
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('while the verifier is being asked: another goes on', async () => {
    const member = await newSender(app)
    const { png } = await makeTransfer(app, member)
    const config = { ...testConfig(app.sandbox), DATA_DIR: folder, DATABASE_URL: app.database.url }
    const node = await startNode({ config })
    await app.sandbox.setFault('slip', 'timeout-lost')
    const { body } = await upload(node.address, member.token, png)
    await expect
      .poll(
        async () =>
          (await app.database.query('select claims from slips where id = $1', [body.slipId]))[0]?.claims,
        { timeout: 10_000 },
      )
      .toBe(true)
    await node.kill()
    // Nobody else takes it while the dead node may still be at work.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(await statusOf(body.slipId)).toMatchObject({ status: 'PENDING' })
    app.clock.advance(46)
    expect(await settled(app, member.token, body.slipId)).toMatchObject({ status: 'SUCCESS' })
    expect(await inWallet(app, member.token)).toBe(250.75)
  })

  it('or is shut down with slips still to be read: another goes on at once', async () => {
    const member = await newSender(app)
    const made = await Promise.all(Array.from({ length: 6 }, () => makeTransfer(app, member)))
    const config = { ...testConfig(app.sandbox), DATA_DIR: folder, DATABASE_URL: app.database.url }
    const node = await startNode({ config })
    const uploads = await Promise.all(made.map(({ png }) => upload(node.address, member.token, png)))
    await node.stop()
    for (const { body } of uploads) {
      expect(await settled(app, member.token, body.slipId)).toMatchObject({ status: 'SUCCESS' })
    }
    expect(await inWallet(app, member.token)).toBe(6 * 250.75)
  })

  it.each([
    ['before the picture was read', `reference = null, bank_code = null, claims = false, step = 'read'`],
    ['between reading and claim', `claims = false, step = 'read'`],
    ['between claim and look-up', `claims = true, step = 'look-up', amount_minor = null, sent_at = null`],
    ['between look-up and credit', `claims = true, step = 'look-up'`],
  ])('%s: the slip goes on from there', async (_, state) => {
    const member = await newSender(app)
    const { png } = await makeTransfer(app, member, { fromName: 'น.ส. สมหญิง ใจดี' })
    const { body } = await upload(app.address, member.token, png)
    await onDesk(app, body.slipId)
    // Back to where the node died, now with a name that can be told.
    await app.database.query(
      `update slips set ${state}, desk_reason = null, claimed_until = $2, next_attempt_at = $2 where id = $1`,
      [body.slipId, new Date(app.clock.now().getTime() + 500)],
    )
    await app.database.query(
      `update member_bank_accounts set account_name = 'สมหญิง ใจดี' where member_id = $1`,
      [member.id],
    )
    expect(await settled(app, member.token, body.slipId)).toMatchObject({ status: 'SUCCESS' })
    expect(await inWallet(app, member.token)).toBe(250.75)
  })
})
