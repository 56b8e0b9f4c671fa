import { afterAll, beforeAll, expect, it } from 'vitest'
import { proveItems } from '../../desk/items.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { byDepth } from '../../testing/depth.ts'
import { newOperator, shutOut, type TestOperator } from '../operator/testing.ts'
import { campaignPeople, decide, make, read, testContent } from './testing.ts'

/** Versions that wait for their second person, at the desk (rules.md §17.15, §19.2). */

let app: TestApp
let author: TestOperator
let second: TestOperator
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  ;({ author, second } = await campaignPeople(app))
})
afterAll(() => app.close())

const { bonus } = testContent
const queue = 'campaign' as const
const idOf = (code: string, version = 1) => `bonus-${code}-${version}`
const waiting = async ({ token } = second) =>
  (await app.call('GET /api/console/desk/:queue', { token, params: { queue } })).body.items
const onDesk = async (id: string, by = second) => (await waiting(by)).find((item) => item.id === id)
const shown = async (id: string) =>
  (await app.call('GET /api/console/desk/:queue/:id', { token: second.token, params: { queue, id } })).body
const say = async ({ token }: TestOperator, choice: 'approve' | 'refuse', id: string) => {
  const { status, body, error } = await app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
    token,
    params: { queue, id },
    body: { reason: 'looked at it' },
  })
  return error ? `${status} ${error.message}` : body.status
}
const next = async ({ token }: TestOperator) =>
  (await app.call('POST /api/console/desk/:queue/next', { token, params: { queue }, body: {} })).body.id
const defects = () => proveItems(app.database, app.context.desk.queues())

it('one that is made waits with what decides about it, and is published by another person', async () => {
  await make(app, author, bonus, { code: 'DESK' })
  const id = idOf('DESK')
  const item = await onDesk(id)
  expect(item).toMatchObject({
    reason: 'CAMPAIGN_MADE',
    member: null,
    amount: 0,
    currency: 'THB',
    approvalsNeeded: 1,
    refusalsNeeded: 1,
    isClear: false,
  })
  expect(item?.isOwn).toBeUndefined()
  expect(Object.fromEntries(item?.evidence.map(({ label, value }) => [label, value]) ?? [])).toEqual({
    campaignKind: 'bonus',
    offerCode: 'DESK',
    offerTitle: 'Welcome ไทย / Welcome',
    version: '1',
    madeBy: author.name,
    madeBecause: 'for spring',
    mostAmount: '500',
    budgetAmount: '10000',
    memberAmount: '500',
    memberSpan: 'once',
    costAmount: '0',
  })
  expect((await onDesk(id, author))?.isOwn).toBe(true)
  expect(await next(author)).toBeNull()
  expect(await say(author, 'approve', id)).toBe('422 SECOND_OPERATOR')
  expect(await say(second, 'approve', id)).toBe('DONE')
  expect(await onDesk(id)).toBeUndefined()
  const { campaign, versions } = await read(app, second, 'bonus', 'DESK')
  expect(campaign).toMatchObject({ state: 'ACTIVE', active: 1 })
  expect(versions).toMatchObject([
    { state: 'APPROVED', decidedBy: { _id: second.id }, decidedReason: 'looked at it' },
  ])
  expect((await app.context.campaigns.findActive('bonus', 'DESK'))?.version).toBe(1)
  expect(await shown(id)).toMatchObject({
    state: 'DECIDED',
    decision: { choice: 'approve', decidedBy: { _id: second.id }, reason: 'looked at it' },
  })
  expect(await decide(app, second, 'approve', { kind: 'bonus', code: 'DESK', version: 1 })).toBe(
    '409 ALREADY_DECIDED',
  )
})

it('a code of the desk is its reason on the campaign’s page, where that is all that was said', async () => {
  await make(app, author, bonus, { code: 'CODED' })
  const { body } = await app.call('POST /api/console/desk/:queue/:id/refuse', {
    token: second.token,
    params: { queue, id: idOf('CODED') },
    body: { reasonCode: 'AMOUNTS_WRONG' },
  })
  expect(body.status).toBe('DONE')
  const { versions } = await read(app, second, 'bonus', 'CODED')
  expect(versions).toMatchObject([{ state: 'REFUSED', decidedReason: 'AMOUNTS_WRONG' }])
})

it('what is decided on the campaign’s page is decided at the desk, by whom and why', async () => {
  await make(app, author, bonus, { code: 'PAGE' })
  expect(await decide(app, second, 'refuse', { kind: 'bonus', code: 'PAGE', version: 1 })).toBe('OK')
  expect(await onDesk(idOf('PAGE'))).toBeUndefined()
  expect(await shown(idOf('PAGE'))).toMatchObject({
    decision: { choice: 'refuse', decidedBy: { _id: second.id }, reason: 'looked at it', superseded: null },
  })
  expect(await say(second, 'approve', idOf('PAGE'))).toBe('409 ALREADY_DECIDED')
})

it('its author may take it back, and a newer version or a stop ends it without a decision', async () => {
  await make(app, author, bonus, { code: 'ENDS' })
  expect(await say(author, 'refuse', idOf('ENDS'))).toBe('DONE')
  await make(app, author, bonus, { code: 'ENDS', basedOn: 1 })
  await make(app, author, bonus, { code: 'ENDS', basedOn: 2 })
  expect((await waiting()).filter(({ id }) => id.includes('ENDS')).map(({ id }) => id)).toEqual([
    idOf('ENDS', 3),
  ])
  await app.call('POST /api/console/campaigns/:kind/:code/stop', {
    token: second.token,
    params: { kind: 'bonus', code: 'ENDS' },
    body: { reason: 'too dear' },
  })
  for (const version of [2, 3]) {
    expect(await onDesk(idOf('ENDS', version))).toBeUndefined()
    expect((await shown(idOf('ENDS', version))).decision).toMatchObject({
      decidedBy: null,
      superseded: 'WITHDRAWN',
    })
  }
})

it('one whose author may make none any more is approved by nobody, and refused by anybody', async () => {
  const leaver = await newOperator(app, 'owner')
  await make(app, leaver, bonus, { code: 'LEFT' })
  await shutOut(app.database, leaver.id)
  expect(await say(second, 'approve', idOf('LEFT'))).toBe('422 AUTHOR_INACTIVE')
  expect(await onDesk(idOf('LEFT'))).toBeDefined()
  expect(await say(second, 'refuse', idOf('LEFT'))).toBe('DONE')
})

it.each(['auditor', 'support'] as const)('%s sees it, and may not decide', async (role) => {
  await make(app, author, bonus, { code: `FOR-${role.toUpperCase()}` })
  const by = await newOperator(app, role)
  const id = idOf(`FOR-${role.toUpperCase()}`)
  expect(await onDesk(id, by)).toBeDefined()
  expect(await say(by, 'approve', id)).toBe('403 FORBIDDEN')
})

it('an id that names no version is unknown', async () => {
  for (const id of ['bonus-NONE-1', 'nothing-DESK-1', 'bonus-DESK-01', 'bonus-DESK', 'DESK']) {
    expect(await say(second, 'approve', id)).toBe('404 NO_DATA')
  }
})

it('of decisions at the desk and on the page at once one counts, also where each decides about the other’s', async () => {
  const other = await newOperator(app, 'owner')
  for (let n = 0; n < byDepth({ usual: 6, deep: 40 }); n++) {
    const [mine, others] = [`RACE-${n}`, `ECAR-${n}`]
    await make(app, author, bonus, { code: mine })
    await make(app, other, bonus, { code: others })
    const outcomes = await Promise.all([
      say(other, 'approve', idOf(mine)),
      decide(app, second, 'approve', { kind: 'bonus', code: mine, version: 1 }),
      say(author, 'approve', idOf(others)),
      decide(app, second, 'refuse', { kind: 'bonus', code: others, version: 1 }),
      make(app, author, bonus, { code: mine, basedOn: 1 }).then(({ status }) => status),
    ])
    const done = (outcome: unknown) => outcome === 'OK' || outcome === 'DONE'
    for (const pair of [outcomes.slice(0, 2), outcomes.slice(2, 4)]) {
      expect(pair.filter(done).length, JSON.stringify(outcomes)).toBeLessThanOrEqual(1)
      for (const outcome of pair)
        expect(done(outcome) || outcome === '409 ALREADY_DECIDED', `${outcome}`).toBe(true)
    }
    expect(outcomes.slice(2, 4).filter(done)).toHaveLength(1)
    expect(outcomes[4]).toBe(200)
  }
  expect(await defects()).toEqual([])
})

it('one without a budget says so', async () => {
  await make(app, author, { ...bonus, budget: null }, { code: 'ENDLESS' })
  const item = await onDesk(idOf('ENDLESS'))
  expect(item?.evidence).toContainEqual({ label: 'budgetAmount', value: 'NO_LIMIT' })
})
