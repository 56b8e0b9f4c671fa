import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { byDepth } from '../../testing/depth.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { testQueue } from './testing.ts'

/** Operators who decide at the same moment, on PostgreSQL. */
let app: TestApp
let parcels: Awaited<ReturnType<typeof testQueue>>
let operators: TestOperator[]
let memberId: string
/** An even number, so that amounts and sides alternate. */
const rounds = byDepth({ usual: 2, deep: 8 })
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  parcels = await testQueue(app)
  operators = []
  for (let n = 0; n < 6; n++) operators.push(await newOperator(app, n % 2 ? 'cashier' : 'owner'))
  memberId = (await app.registerMember()).id
})
afterAll(() => app.close())

async function decide(choice: 'approve' | 'refuse', by: TestOperator, id: string): Promise<string> {
  const given = { token: by.token, params: { queue: 'slip', id } as const, body: { reason: choice } }
  const { body, error } = await app.call(`POST /api/console/desk/:queue/:id/${choice}`, given)
  return error?.message ?? body.status
}
const count = (outcomes: string[]) =>
  Object.fromEntries([...new Set(outcomes)].sort().map((o) => [o, outcomes.filter((x) => x === o).length]))

it('one effect when many approve a small amount at once', async () => {
  for (let round = 0; round < rounds; round++) {
    const id = await parcels.put({ memberId, amount: 10 })
    const outcomes = await Promise.all(operators.map((by) => decide('approve', by, id)))
    expect(count(outcomes)).toEqual({ ALREADY_DECIDED: 5, DONE: 1 })
    expect(await parcels.outcome(id)).toMatchObject({ effects: 1 })
    expect(await parcels.auditEvents(id)).toHaveLength(1)
  }
})

it('two approve a large amount at once: both count, one effect', async () => {
  for (let round = 0; round < rounds; round++) {
    const id = await parcels.put({ memberId, amount: 50_000 })
    const outcomes = await Promise.all(operators.map((by) => decide('approve', by, id)))
    expect(count(outcomes)).toEqual({ ALREADY_DECIDED: 4, DONE: 1, SECOND_OPERATOR_NEEDED: 1 })
    expect(await parcels.outcome(id)).toMatchObject({ effects: 1 })
    expect(new Set((await parcels.auditEvents(id)).map((event) => event.operator_id)).size).toBe(2)
  }
})

it('one operator who presses many times at once counts once', async () => {
  const [by] = operators
  if (!by) throw new Error('nobody')
  const id = await parcels.put({ memberId, amount: 50_000 })
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => decide('approve', by, id)))
  expect(count(outcomes)).toEqual({ SECOND_OPERATOR: 5, SECOND_OPERATOR_NEEDED: 1 })
  expect(await parcels.outcome(id)).toMatchObject({ state: 'waiting', effects: 0 })
})

it('approve and refuse at once: one decision, and no vote remains', async () => {
  for (let round = 0; round < rounds; round++) {
    const id = await parcels.put({ memberId, amount: round % 2 ? 50_000 : 10 })
    await Promise.all(operators.map((by, n) => decide((n + round) % 2 ? 'approve' : 'refuse', by, id)))
    expect(await parcels.outcome(id)).toMatchObject({ effects: 1 })
    const final = (await parcels.auditEvents(id)).filter(({ action }) => action !== 'desk.approve-first')
    expect(final).toHaveLength(1)
  }
  expect(
    await app.database.query(`select * from desk_votes a join parcels p on p.id::text = a.item_id
    where p.state <> 'waiting'`),
  ).toEqual([])
})

describe('refusals in doubt', () => {
  beforeAll(() => parcels.refuseInDoubt(true))
  afterAll(() => parcels.refuseInDoubt(false))

  it('two at once: both count, one effect', async () => {
    for (let round = 0; round < rounds; round++) {
      const id = await parcels.put({ memberId, amount: 50_000 })
      const outcomes = await Promise.all(operators.map((by) => decide('refuse', by, id)))
      expect(count(outcomes)).toEqual({ ALREADY_DECIDED: 4, DONE: 1, SECOND_OPERATOR_NEEDED: 1 })
      expect(await parcels.outcome(id)).toMatchObject({ state: 'refuse', effects: 1 })
      expect(new Set((await parcels.auditEvents(id)).map((event) => event.operator_id)).size).toBe(2)
    }
  })

  it('two second ones at once: one effect', async () => {
    const [first, ...others] = operators
    if (!first) throw new Error('nobody')
    for (let round = 0; round < rounds; round++) {
      const id = await parcels.put({ memberId, amount: 50_000 })
      expect(await decide('refuse', first, id)).toBe('SECOND_OPERATOR_NEEDED')
      const outcomes = await Promise.all(others.map((by) => decide('refuse', by, id)))
      expect(count(outcomes)).toEqual({ ALREADY_DECIDED: 4, DONE: 1 })
      expect(await parcels.outcome(id)).toMatchObject({ state: 'refuse', effects: 1 })
    }
  })

  it('approve and refuse at once: one effect at most, and always by two operators who agree', async () => {
    for (let round = 0; round < rounds; round++) {
      const id = await parcels.put({ memberId, amount: 50_000 })
      await Promise.all(operators.map((by, n) => decide((n + round) % 2 ? 'approve' : 'refuse', by, id)))
      const outcome = await parcels.outcome(id)
      const events = await parcels.auditEvents(id)
      const final = events.filter(({ action }) => !action.endsWith('-first'))
      expect(final).toHaveLength(outcome?.effects ?? 0)
      expect(outcome?.effects).toBeLessThanOrEqual(1)
      if (outcome?.effects === 1) {
        expect(final[0]?.action).toBe(`desk.${outcome.state}`)
        expect(events.at(-2)).toMatchObject({ action: `desk.${outcome.state}-first` })
        expect(events.at(-2)?.operator_id).not.toBe(final[0]?.operator_id)
      }
    }
  })
})
