import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ageLastJournal, allowSeals, forbidSeals } from '../ledger/testing/asked.ts'
import { readSkew } from '../platform/database-clock.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import { type TestApp, testApp, testConfig } from '../testing/app.ts'
import { testDatabase } from '../testing/database.ts'
import { createServer } from './server.ts'
import { createWatch } from './watch.ts'

/** What a node tells about itself: clocks, jobs and seals (rules.md §1.7, §14). */

const clockBy = (seconds: number) => ({ now: () => new Date(Date.now() + seconds * 1000) })

it.each([
  [0, 0, false],
  [4, 4, false],
  [40, 40, true],
  [-40, -40, true],
])(
  'a clock that is %s s ahead is %s s ahead of the database’s; too much: %s',
  async (ahead, skew, isWrong) => {
    const database = await testDatabase('postgres')
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
    const ledger = { unsealedSeconds: async () => 0 }
    const watch = createWatch({
      database,
      clock: clockBy(ahead),
      ledger,
      log: log as never,
      isKeyReplaced: async () => false,
    })
    expect(await readSkew(database, clockBy(ahead))).toBeCloseTo(skew, 0)
    expect(await watch.isClockWrong()).toBe(isWrong)
    expect(watch.alarms()).toEqual(isWrong ? ['clock-skew'] : [])
    expect(lines.join('').includes('the clock of this node is wrong')).toBe(isWrong)
    await database.drop()
  },
)

describe('a server', () => {
  const token = 'of the monitoring'
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ config: { METRICS_TOKEN: token } })
  })
  afterAll(() => app.close())

  const ready = async (address = app.address) => {
    const answer = await fetch(`${address}/health/ready`)
    return { status: answer.status, body: (await answer.json()) as { reason?: string; alarms?: string[] } }
  }
  const metric = async (name: string, address = app.address) => {
    const headers = { authorization: `Bearer ${token}` }
    const text = await (await fetch(`${address}/metrics`, { headers })).text()
    const [, value] = new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text) ?? []
    return Number(value)
  }

  it('whose clock is wrong is not ready, and says why; whose clock a test moves is', async () => {
    app.clock.advance(3600)
    expect(await ready()).toMatchObject({ status: 200 })
    app.clock.advance(-3600)
    const folder = mkdtempSync(join(tmpdir(), 'krapao-watch-'))
    const database = openPostgres(app.database.url, 4, 20)
    const server = await createServer(
      { ...testConfig(app.sandbox), DATA_DIR: folder, METRICS_TOKEN: token },
      { clock: clockBy(40), database },
    )
    await server.listen()
    try {
      expect(await ready(server.address)).toMatchObject({ status: 503, body: { reason: 'clock-skew' } })
      expect(await metric('clock_skew_seconds', server.address)).toBeCloseTo(40, 0)
    } finally {
      await server.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('whose journals get no seal for five minutes says so, and is ready all the same', async () => {
    const member = await app.registerMember()
    await app.fund(member.id, 100)
    await app.context.ledger.seal()
    expect(await app.context.ledger.unsealedSeconds()).toBe(0)
    await forbidSeals(app.database)
    await app.fund(member.id, 100)
    await ageLastJournal(app.database, 6)
    await expect.poll(async () => (await ready()).body.alarms, { timeout: 40_000 }).toEqual(['seal-late'])
    expect((await ready()).status).toBe(200)
    expect(await metric('ledger_unsealed_seconds')).toBeGreaterThan(300)
    await allowSeals(app.database)
    await app.context.ledger.seal()
    expect(await app.context.ledger.unsealedSeconds()).toBe(0)
  })
})
