import { type ReasonCode, reasonCodes } from '@krapao/contract/slices/desk/reason-codes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { secondOperatorFrom } from './rules.ts'
import { testQueue } from './testing.ts'

/** Usual reasons of decisions over HTTP (rules.md §17.3). */
let app: TestApp
let parcels: Awaited<ReturnType<typeof testQueue>>
let owner: TestOperator
let cashier: TestOperator
let member: { id: string }
beforeAll(async () => {
  app = await testApp()
  parcels = await testQueue(app)
  owner = await newOperator(app, 'owner')
  cashier = await newOperator(app, 'cashier')
  member = await app.registerMember({ name: 'สมชาย ใจดี', bankAccountName: 'SOMYING JAIDEE' })
})
afterAll(() => app.close())

interface Body {
  reason?: string
  reasonCode?: ReasonCode
}

async function say(
  choice: 'approve' | 'refuse',
  id: string,
  body: Body,
  { by = cashier, key }: { by?: TestOperator; key?: string } = {},
) {
  const given = {
    token: by.token,
    params: { queue: 'slip' as const, id },
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  }
  const answer =
    choice === 'approve'
      ? await app.call('POST /api/console/desk/:queue/:id/approve', given)
      : await app.call('POST /api/console/desk/:queue/:id/refuse', given)
  return answer.status === 200 ? answer.body.status : answer.error?.message
}
const put = (amount = 100) => parcels.put({ memberId: member.id, amount })
const read = async (id: string) =>
  (
    await app.call('GET /api/console/desk/:queue/:id', {
      token: owner.token,
      params: { queue: 'slip', id },
    })
  ).body

describe('what is a reason', () => {
  it.each<[what: string, choice: 'approve' | 'refuse', body: Body, outcome: string]>([
    ['a code', 'approve', { reasonCode: 'SEEN_AT_BANK' }, 'DONE'],
    ['a code of a refusal', 'refuse', { reasonCode: 'NOT_OUR_ACCOUNT' }, 'DONE'],
    ['own words', 'refuse', { reason: 'not ours' }, 'DONE'],
    ['both', 'refuse', { reason: 'I asked them', reasonCode: 'FORGED' }, 'DONE'],
    ['neither', 'approve', {}, 'INVALID_REQUEST'],
    ['a code of the other choice', 'approve', { reasonCode: 'FORGED' }, 'INVALID_REQUEST'],
    ['a code of another queue', 'approve', { reasonCode: 'PLAY_CHECKED' }, 'INVALID_REQUEST'],
    ['no code at all', 'approve', { reasonCode: 'ANYTHING' as ReasonCode }, 'INVALID_REQUEST'],
    ['a huge code', 'approve', { reasonCode: 'A'.repeat(2000) as ReasonCode }, 'INVALID_REQUEST'],
    ['zero bytes', 'approve', { reasonCode: 'FORGED\u0000' as ReasonCode }, 'INVALID_REQUEST'],
    [
      'too few words beside a code',
      'approve',
      { reason: 'ok', reasonCode: 'SEEN_AT_BANK' },
      'INVALID_REQUEST',
    ],
  ])('%s', async (_, choice, body, outcome) => {
    const id = await put()
    expect(await say(choice, id, body)).toBe(outcome)
    expect((await parcels.outcome(id))?.effects).toBe(outcome === 'DONE' ? 1 : 0)
  })

  it('every queue has two to six for each choice, each once', () => {
    for (const { approve, refuse } of Object.values(reasonCodes)) {
      for (const codes of [approve, refuse]) {
        expect(codes.length).toBeGreaterThanOrEqual(2)
        expect(codes.length).toBeLessThanOrEqual(6)
        expect(new Set(codes).size).toBe(codes.length)
      }
    }
  })
})

it('is in the audit log and beside the decided item', async () => {
  const id = await put()
  await say('refuse', id, { reasonCode: 'UNREADABLE' })
  expect((await read(id)).decision).toMatchObject({ reason: '', reasonCode: 'UNREADABLE' })
  const [event] = await parcels.auditEvents(id)
  expect(event).toMatchObject({ reason: '', details: { reasonCode: 'UNREADABLE' } })

  const other = await put()
  await say('refuse', other, { reason: 'not ours' })
  expect((await read(other)).decision).toMatchObject({ reason: 'not ours', reasonCode: null })
})

it('waits with the vote, and decisions count together whatever their reasons', async () => {
  const limit = await app.context.settings.get(secondOperatorFrom.THB)
  const id = await put(limit + 1)
  expect(await say('approve', id, { reasonCode: 'SEEN_AT_BANK' })).toBe('SECOND_OPERATOR_NEEDED')
  expect((await read(id)).item?.votes).toMatchObject([{ reason: '', reasonCode: 'SEEN_AT_BANK' }])
  expect(await say('approve', id, { reason: 'called them' }, { by: owner })).toBe('DONE')
})

it('belongs to the call that a key names', async () => {
  const id = await put()
  const key = crypto.randomUUID()
  expect(await say('refuse', id, { reasonCode: 'FORGED' }, { key })).toBe('DONE')
  expect(await say('refuse', id, { reasonCode: 'FORGED' }, { key })).toBe('DONE')
  expect(await say('refuse', id, { reasonCode: 'UNREADABLE' }, { key })).toBe('IDEMPOTENCY_CONFLICT')
  expect((await parcels.outcome(id))?.effects).toBe(1)
})
