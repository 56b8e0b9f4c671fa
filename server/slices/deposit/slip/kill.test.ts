import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { proveItems } from '../../../desk/items.ts'
import { listsItem } from '../../../desk/testing.ts'
import { verifyBooks } from '../../../ledger/public.ts'
import { joinWork, takesWork } from '../../../outside/testing.ts'
import { type TestApp, testConfig } from '../../../testing/app.ts'
import { travellingClock } from '../../../testing/clock.ts'
import { dieAt, type Flow, type Point } from '../../../testing/node.ts'
import {
  decide,
  inWallet,
  type Made,
  makeTransfer,
  newSender,
  onDesk,
  type Sender,
  settle,
  settled,
  slipApp,
  slipsOf,
  upload,
} from './testing/slip.ts'

/**
 * kill -9 of a node between every two steps of a slip (rules.md §5.1), from the upload to the money. What
 * must hold afterwards: a slip that was taken in goes on by itself and is credited once, or waits for a
 * person; for one that was not, the member gets no answer and sends it again.
 */

const claim = 'update slips set claims = true'
const success = `update slips set status = 'SUCCESS'`
const leaves = `update slips set step = 'none', desk_reason`
type Outcome = 'not taken in' | 'credited' | 'desk'
const points: [string, Outcome, Point][] = [
  ['before the picture is kept', 'not taken in', { call: 'files.keep', when: 'before' }],
  ['when the picture is kept', 'not taken in', { call: 'files.keep', when: 'after' }],
  ['when its row is written', 'credited', { query: 'insert into slips', when: 'after' }],
  ['before the member is answered', 'credited', { answer: true }],
  ['when the job has taken it', 'credited', { query: takesWork, when: 'after' }],
  ['when the picture is opened', 'credited', { call: 'files.read', when: 'after' }],
  ['before the reading is kept', 'credited', { query: 'update slips set bank_code', when: 'before' }],
  ['when the reading is kept', 'credited', { query: 'update slips set bank_code', when: 'after' }],
  ['when the transfer is claimed', 'credited', { query: claim, when: 'after' }],
  ['after the commit of the claim', 'credited', { query: claim, when: 'after-commit' }],
  ['while the verifier is asked', 'credited', { call: 'slips.lookUp', when: 'during' }],
  ['with the verifier’s answer', 'credited', { call: 'slips.lookUp', when: 'after' }],
  ['when the evidence is kept', 'credited', { query: 'update slips set amount_minor', when: 'after' }],
  ['when it meets the feed', 'credited', { query: 'insert into "deposit_reports"', when: 'after' }],
  ['when it is a success', 'credited', { query: success, when: 'after' }],
  ['before the money', 'credited', { call: 'ledger.postIn', when: 'before' }],
  ['after the money', 'credited', { call: 'ledger.postIn', when: 'after' }],
  ['before the commit', 'credited', { query: success, when: 'before-commit' }],
  ['after the commit', 'credited', { query: success, when: 'after-commit' }],
  ['before it is left to the desk', 'desk', { query: leaves, when: 'before' }],
  ['when it is left to the desk', 'desk', { query: leaves, when: 'after' }],
  ['when it is listed', 'desk', { query: listsItem, when: 'after' }],
  ['after the commit of both', 'desk', { query: leaves, when: 'after-commit' }],
]
/**
 * Baht of the transfer at a place in the table: each its own, because transfers of one amount wait for each
 * other.
 */
const amountOf = (i: number): number => 250.75 + i

/** Less than the five minutes after which signed calls are refused. */
const secondsBehind = 240
const folder = mkdtempSync(join(tmpdir(), 'krapao-slip-kill-'))
const sent: { member: Sender; made: Made }[] = []
let owner: Sender
let stolen: Made
let thief: Sender
let app: TestApp

beforeAll(async () => {
  const clock = travellingClock(new Date(Date.now() - secondsBehind * 1000))
  app = await slipApp({ clock, config: { DATA_DIR: folder } })
  // The first slip of all makes the house's account: those below shall not wait for each other's commit.
  const first = await newSender(app)
  await settle(app, first.token, (await makeTransfer(app, first, { amount: 10 })).png)
  for (const [i, [, outcome]] of points.entries()) {
    const member = await newSender(app)
    // A name in another script does not say for sure whose account it is.
    const change = outcome === 'desk' ? { fromName: 'น.ส. สมหญิง ใจดี' } : {}
    sent.push({ member, made: await makeTransfer(app, member, { ...change, amount: amountOf(i) }) })
  }
  owner = await newSender(app)
  thief = await newSender(app, 'WIPA SAENG')
  stolen = await makeTransfer(app, owner, { amount: 99 })
  const flows: Flow[] = [
    ...points.map(([, , at], i): Flow => {
      const { member, made } = sent[i] as (typeof sent)[number]
      return { of: member.id, at, begin: (node) => upload(node.address, member.token, made.png) }
    }),
    {
      of: thief.id,
      at: { query: `update slips set status = 'FAILED', note = $2`, when: 'before' },
      begin: (node) => upload(node.address, thief.token, stolen.png),
    },
  ]
  // Each slip is taken up by the request that uploads it: the node that dies has no sweep, and for this app
  // the slips are from the future until the node is dead.
  await dieAt({ ...testConfig(app.sandbox), DATA_DIR: folder, DATABASE_URL: app.database.url }, flows, [
    'slips',
  ])
  expect(await proveItems(app.database, app.context.desk.queues())).toEqual([])
  app.clock.advance(secondsBehind)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

it('nobody else takes up what the dead node may still be at work on', async () => {
  const held = await app.database.query(
    `select 1 from slips ${joinWork('slip', 'id')} where w.claimed_until > $1 and status = 'PENDING'`,
    [app.clock.now()],
  )
  expect(held.length).toBeGreaterThan(10)
  // The owner of a stolen picture waits until the dead node's claim on the thief's slip ends, and no longer.
  const { body } = await upload(app.address, owner.token, stolen.png)
  app.clock.advance(61)
  expect(await settled(app, owner.token, body.slipId)).toMatchObject({ status: 'SUCCESS' })
  expect(await inWallet(app, owner.token)).toBe(99)
  expect(await slipsOf(app, thief.token)).toMatchObject([{ status: 'FAILED', note: 'NOT_MATCH' }])
  expect(await inWallet(app, thief.token)).toBe(0)
})

it.each(points.map(([name, outcome], i) => ({ name, outcome, i })))(
  'killed $name: $outcome',
  async ({ outcome, i }) => {
    const { member, made } = sent[i] as (typeof sent)[number]
    const [slip, ...others] = await slipsOf(app, member.token)
    expect(others).toEqual([])
    expect(slip === undefined).toBe(outcome === 'not taken in')
    if (slip && outcome === 'desk') {
      expect(await onDesk(app, slip._id)).toMatchObject({ memberId: member.id, reason: 'NAME_UNCLEAR' })
      expect(await inWallet(app, member.token)).toBe(0)
      await decide(app, slip._id, 'approve')
    }
    if (slip) {
      expect(await settled(app, member.token, slip._id)).toMatchObject({
        status: 'SUCCESS',
        amount: amountOf(i),
      })
      expect(await inWallet(app, member.token)).toBe(amountOf(i))
    }
    // A member without an answer sends the picture again.
    expect(await settle(app, member.token, made.png)).toMatchObject(
      slip ? { status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' } : { status: 'SUCCESS' },
    )
    expect(await inWallet(app, member.token)).toBe(amountOf(i))
  },
)
