import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawQuery, transaction } from '../../platform/database.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { engines, waitingForLocks } from '../../testing/database.ts'
import type { TestOperator } from '../operator/testing.ts'
import { type Campaigns, createCampaigns } from './public.ts'
import { decideVersion } from './store.ts'
import { approved, campaignPeople, make, testContent } from './testing.ts'

/** What a node keeps of what is active, while it changes by time, by others and on other nodes. */

let app: TestApp
let people: { author: TestOperator; second: TestOperator }
/** Another node, which hears of changes from the database only. */
let node: Campaigns
const start = async (engine: (typeof engines)[number]) => {
  app = await testApp({ engine })
  people = await campaignPeople(app)
  node = createCampaigns(app.context)
}
const stop = (code: string) =>
  app.call('POST /api/console/campaigns/:kind/:code/stop', {
    token: people.second.token,
    params: { kind: 'bonus', code },
    body: { reason: 'enough' },
  })
/** The active bonuses with their versions, as the other node knows them now. */
const active = async () => {
  node.forget()
  return (await node.listActive('bonus')).map(({ code, version }) => `${code} ${version}`)
}
const { bonus } = testContent

describe.each(engines)('a node on %s', (engine) => {
  beforeAll(() => start(engine))
  afterAll(() => app.close())

  it('sees each change of another node, and versions that begin and end', async () => {
    expect(await active()).toEqual([])
    await approved(app, people, bonus, { code: 'OLD' })
    await approved(app, people, bonus, { code: 'NEW' })
    expect(await active()).toEqual(['OLD 1', 'NEW 1'])
    const hours = (n: number) => new Date(app.clock.now().getTime() + n * 3_600_000).toISOString()
    await approved(app, people, bonus, { code: 'OLD', basedOn: 1, startsAt: hours(1), endsAt: hours(3) })
    expect(await active()).toEqual(['OLD 1', 'NEW 1'])
    app.clock.advance(2 * 3600)
    expect(await active()).toEqual(['OLD 2', 'NEW 1'])
    app.clock.advance(2 * 3600)
    expect(await active()).toEqual(['OLD 1', 'NEW 1'])
    await stop('OLD')
    expect(await active()).toEqual(['NEW 1'])
    await approved(app, people, bonus, { code: 'OLD', basedOn: 2 })
    // It keeps its place, by the age of the campaign.
    expect(await active()).toEqual(['OLD 3', 'NEW 1'])
    expect(await node.findVersion('bonus', 'OLD', 1)).toMatchObject({ kind: 'bonus' })
  })
})

describe('on PostgreSQL', () => {
  beforeAll(() => start('postgres'))
  afterAll(() => app.close())

  it('a version whose transaction commits late is seen, and none that came after it is missed', async () => {
    await make(app, people.author, bonus, { code: 'LATE' })
    await active()
    let next: Promise<unknown> | undefined
    await transaction(app.context.db, async (tx) => {
      const end = { state: 'APPROVED', by: people.second.id, at: app.clock.now(), reason: 'good' } as const
      await decideVersion(app.context.desk, tx, { kind: 'bonus', code: 'LATE', version: 1 }, end)
      // It has its number now, and is not committed.
      await rawQuery(tx, 'set constraints all immediate')
      next = approved(app, people, bonus, { code: 'NEXT' })
      await expect.poll(() => waitingForLocks(app.database)).toBeGreaterThan(0)
      expect(await active()).toEqual([])
    })
    await next
    expect(await active()).toEqual(['LATE 1', 'NEXT 1'])
  })
})
