import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetItems } from '../desk/testing.ts'
import { betOf, report } from '../slices/game/bets/testing/bets.ts'
import { player } from '../slices/wallet/testing.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { proveDesk } from './prove-desk.ts'
import { waits } from './waits.ts'

/** The proof of the desk's list in a running server, and by the command (docs/decisions/0065). */

let app: TestApp
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
})
afterAll(() => app.close())

const verify = () =>
  new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'ledger-verify.ts')],
      { env: { ...process.env, DATABASE_URL: app.database.url } },
      (error, stdout) => resolve({ code: Number(error?.code ?? 0), stdout }),
    )
  })

it('what is proved without a server is what its queues say', () => {
  const queues = app.context.desk.queues().map(({ name, waiting }) => ({ name, waiting }))
  const byName = (list: typeof waits) => list.toSorted((queue, other) => (queue.name < other.name ? -1 : 1))
  expect(byName(waits)).toEqual(byName(queues))
})

it('a list that is not what waits is found by the command, and mended by the job', async () => {
  const member = await player(app, 0, 'PG')
  await report(app, 'PG', [betOf(member, { stake: 2_000_000 })])
  expect(await verify()).toMatchObject({ code: 0 })
  await forgetItems(app.database)
  const found = await verify()
  expect(found.code).toBe(1)
  expect(found.stdout).toMatch(/The books balance\.\nDEFECT of the desk's list: bet-review \d+ missing\n/)
  const said: unknown[] = []
  await proveDesk(
    { desk: app.context.desk, log: { error: (of: unknown) => void said.push(of) } as never },
    app.database,
  )
  expect(said).toMatchObject([{ defects: 1, some: [{ queue: 'bet-review', what: 'missing' }] }])
  expect((await verify()).stdout).toContain('The list of the desk is what waits.')
})
