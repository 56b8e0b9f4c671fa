import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinWork } from '../../../outside/testing.ts'
import { type TestApp, testConfig } from '../../../testing/app.ts'
import { openGate } from '../../../testing/gate.ts'
import { startNode } from '../../../testing/node.ts'
import { inWallet, makeTransfer, newSender, settled, slipApp, slipsOf, upload } from './testing/slip.ts'

/**
 * A node ends while it handles a slip (rules.md §5.1), and another goes on; kill.test.ts ends one at every
 * step.
 */

let app: TestApp
const statusOf = async (id: string) =>
  (
    await app.database.query(
      `select status, desk_reason, w.last_reason
       from slips ${joinWork('slip', 'id')} where id = $1`,
      [id],
    )
  )[0]

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
      )
      .toBe(true)
    await node.kill()
    // Nobody else takes it while the dead node may still be at work.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(await statusOf(body.slipId)).toMatchObject({ status: 'PENDING' })
    app.clock.advance(61)
    expect(await settled(app, member.token, body.slipId)).toMatchObject({ status: 'SUCCESS' })
    expect(await inWallet(app, member.token)).toBe(250.75)
  })

  it('or loses its connection while the row is committed: the picture stays, and the slip is credited', async () => {
    const member = await newSender(app)
    const { png } = await makeTransfer(app, member)
    const gate = await openGate(app.database.url)
    const config = { ...testConfig(app.sandbox), DATA_DIR: folder, DATABASE_URL: gate.url }
    const node = await startNode({ config })
    await app.database.query(`
      create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(2); return null; end';
      create trigger dawdle after insert on slips for each statement execute function dawdle()`)
    try {
      const uploading = upload(node.address, member.token, png)
      const inserting = `select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
      await expect.poll(() => app.database.query(inserting)).toHaveLength(1)
      gate.cut()
      expect((await uploading).status).toBe(503)
      await expect.poll(() => slipsOf(app, member.token)).toHaveLength(1)
      const [slip] = await slipsOf(app, member.token)
      expect(await settled(app, member.token, slip?._id ?? '')).toMatchObject({ status: 'SUCCESS' })
      expect(await inWallet(app, member.token)).toBe(250.75)
    } finally {
      await app.database.query('drop trigger dawdle on slips; drop function dawdle()')
      await node.kill()
      await gate.close()
    }
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
})
