import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { makeWorkDue } from '../../../outside/testing.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../../testing/app.ts'
import { dieAt, type Flow, type Point } from '../../../testing/node.ts'
import type { Fault } from '../../../testing/sandbox.ts'
import { deskOf, inWallet, makeGift, openAccounts, sealGift, walletName } from '../testing/money-in.ts'
import { followUpGifts } from './follow-up.ts'

/**
 * kill -9 of a node between every two steps of a gift (rules.md §5.4). What must hold afterwards: a gift that
 * the house's wallet took is credited once, by the next node; one that it did not take is free again; and the
 * member's retry under the same key is answered with the state of their gift, never that somebody used it.
 */

let app: TestApp

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  await openAccounts(app)
  // The doomed nodes have the gifts to themselves; this one takes over when a test makes it.
  await app.context.jobs.stop()
  // The first gift of all makes the house's account: those below shall not wait for each other's commit.
  await send(await newGift(), app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

interface Sent {
  member: TestMember
  link: string
  /** Sealed once: a retry goes out as it was. */
  body: { link: string }
}

async function newGift(): Promise<Sent> {
  const member = await app.registerMember()
  const link = await makeGift(app, member.username, 30)
  return { member, link, body: { link: sealGift(`${link}::${walletName}`) } }
}
const send = ({ member, body }: Sent, at: Pick<TestApp, 'call'>, key = 'one-key') =>
  at.call('POST /api/wallet/truelink', { token: member.token, body, headers: { 'idempotency-key': key } })

const die = (flows: Flow[]) => dieAt({ ...testConfig(app.sandbox), DATABASE_URL: app.database.url }, flows)

const rowsOf = ({ member }: Sent) =>
  app.database.query<{ id: string; state: string }>('select id, state from gifts where member_id = $1', [
    member.id,
  ])
const setFault = (call: string, fault: Fault) => app.sandbox.setFault('gift', fault, 1, call)
/** Whether the wallet took the gift. */
const isTaken = async ({ link }: Sent): Promise<boolean> => {
  const gifts = await app.sandbox.call<{ link: string; redeemedAt: string | null }[]>('GET', 'gifts')
  const gift = gifts.find((sent) => sent.link === link)
  if (!gift) throw new Error('the wallet shows its last gifts only, and this one is older')
  return gift.redeemedAt !== null
}
/** What another node does, until all is said. */
async function takeOver(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    app.clock.advance(31)
    await followUpGifts(app.context)
  }
  // The next node has the real time, and the wallet believes no signature from long ago.
  app.clock.advance(-93)
}

const settled = 'set "state" = $1, "settled_at"'

describe('a gift is redeemed', () => {
  const points: [string, Fault, Point, 'nothing' | 'credited' | 'refused'][] = [
    ['before the claim', 'none', { query: 'insert into "gifts"', when: 'before' }, 'nothing'],
    [
      'before the commit of the claim',
      'none',
      { query: 'insert into "gifts"', when: 'before-commit' },
      'nothing',
    ],
    ['after the claim', 'none', { query: 'insert into "gifts"', when: 'after-commit' }, 'credited'],
    ['while it is looked into', 'none', { call: 'gifts.inspect', when: 'during' }, 'credited'],
    ['when it was looked into', 'none', { call: 'gifts.inspect', when: 'after' }, 'credited'],
    [
      'when the redeeming is noted',
      'none',
      { query: 'set "state" = $1, "amount_minor"', when: 'after' },
      'credited',
    ],
    ['while it is redeemed', 'timeout-applied', { call: 'gifts.redeem', when: 'during' }, 'credited'],
    ['while it is redeemed', 'timeout-lost', { call: 'gifts.redeem', when: 'during' }, 'credited'],
    ['when it was redeemed', 'none', { call: 'gifts.redeem', when: 'after' }, 'credited'],
    ['when it was redeemed', 'refuse', { call: 'gifts.redeem', when: 'after' }, 'refused'],
    ['when it was redeemed', 'garbage', { call: 'gifts.redeem', when: 'after' }, 'credited'],
    ['before it is settled', 'none', { query: settled, when: 'before' }, 'credited'],
    ['when it is settled', 'none', { query: settled, when: 'after' }, 'credited'],
    ['after the money', 'none', { call: 'ledger.postIn', when: 'after' }, 'credited'],
    ['before the commit', 'none', { query: settled, when: 'before-commit' }, 'credited'],
    ['after the commit', 'none', { query: settled, when: 'after-commit' }, 'credited'],
    ['when the refusal is noted', 'refuse', { query: settled, when: 'after' }, 'refused'],
    [
      'before the next question is noted',
      'error',
      { query: 'set attempts = attempts + 1', when: 'before' },
      'credited',
    ],
    ['before the member is answered', 'none', { answer: true }, 'credited'],
  ]
  const sent: Sent[] = []
  let early: Sent

  beforeAll(async () => {
    for (const _ of points) sent.push(await newGift())
    early = await newGift()
    const flows = points.map(([, fault, at], i): Flow => {
      const gift = sent[i] as Sent
      return {
        of: gift.member.id,
        at,
        async begin(node) {
          await setFault('redeem', fault)
          return send(gift, node)
        },
      }
    })
    const taken = {
      of: early.member.id,
      at: { call: 'gifts.redeem', when: 'after' },
      begin: (node) => send(early, node),
    } satisfies Flow
    await die([...flows, taken])
    await setFault('redeem', 'none')
    // Before anybody has taken over.
    expect(await send(early, app)).toMatchObject({ status: 200, body: { status: 'PENDING', amount: 30 } })
    expect((await send(early, app, 'another')).error?.message).toBe('TRUELINK_DUPLICATE')
    await takeOver()
  })

  it.each(points.map(([name, fault, , outcome], i) => ({ name, fault, outcome, i })))(
    'killed $name, wallet: $fault',
    async ({ outcome, i, name }) => {
      const gift = sent[i] as Sent
      const credited = { nothing: 0, credited: 30, refused: 0 }[outcome]
      expect(await rowsOf(gift)).toMatchObject(
        outcome === 'nothing' ? [] : [{ state: outcome === 'credited' ? 'CREDITED' : 'REFUSED' }],
      )
      expect(await inWallet(app, gift.member)).toBe(credited)
      expect(await isTaken(gift)).toBe(credited > 0)

      // The same request again: a gift that was never begun is redeemed, for one that was its outcome is
      // returned.
      const { status, body, error } = await send(gift, app)
      if (outcome === 'refused') {
        expect(error?.message, name).toBe('TRUELINK_INVALID')
        // Its link is free.
        expect((await send(gift, app, 'another')).body).toMatchObject({ status: 'SUCCESS', amount: 30 })
      } else expect({ status, body }).toMatchObject({ status: 200, body: { status: 'SUCCESS', amount: 30 } })
      await takeOver()
      expect(await inWallet(app, gift.member)).toBe(30)
      expect(await isTaken(gift)).toBe(true)
      expect((await send(gift, app, 'a-third')).error?.message).toBe('TRUELINK_DUPLICATE')
    },
  )

  it('a retry before anybody took over does not disturb who takes over', async () => {
    expect(await inWallet(app, early.member)).toBe(30)
    expect(await rowsOf(early)).toMatchObject([{ state: 'CREDITED' }])
  })
})

describe('a gift is followed up', () => {
  const points: [string, { call: string; fault: Fault }, Point][] = [
    [
      'when it is taken up',
      { call: 'redeem', fault: 'garbage' },
      { query: 'from "gifts" where "id"', when: 'after' },
    ],
    [
      'while the wallet is asked',
      { call: 'redeem', fault: 'garbage' },
      { call: 'gifts.status', when: 'during' },
    ],
    [
      'with the wallet’s answer',
      { call: 'redeem', fault: 'garbage' },
      { call: 'gifts.status', when: 'after' },
    ],
    ['before it is sent again', { call: 'redeem', fault: 'error' }, { call: 'gifts.redeem', when: 'before' }],
    ['while it is sent again', { call: 'redeem', fault: 'error' }, { call: 'gifts.redeem', when: 'during' }],
    ['when it was sent again', { call: 'redeem', fault: 'error' }, { call: 'gifts.redeem', when: 'after' }],
    ['when it is settled', { call: 'redeem', fault: 'garbage' }, { query: settled, when: 'after' }],
    ['after the money', { call: 'redeem', fault: 'garbage' }, { call: 'ledger.postIn', when: 'after' }],
    ['after the commit', { call: 'redeem', fault: 'garbage' }, { query: settled, when: 'after-commit' }],
    [
      'when it was looked into',
      { call: 'inspect', fault: 'error' },
      { call: 'gifts.inspect', when: 'after' },
    ],
    [
      'when the redeeming is noted',
      { call: 'inspect', fault: 'error' },
      { query: 'set "state" = $1, "amount_minor"', when: 'after' },
    ],
  ]
  const sent: Sent[] = []

  beforeAll(async () => {
    for (const [, { call, fault }] of points) {
      const gift = await newGift()
      sent.push(gift)
      await setFault(call, fault)
      expect((await send(gift, app)).body.status).toBe('PENDING')
    }
    const flows: Flow[] = []
    for (const [i, [, , at]] of points.entries()) {
      const gift = sent[i] as Sent
      const [row] = await rowsOf(gift)
      // A look into it knows the gift by its link only.
      flows.push({ of: 'call' in at && at.call === 'gifts.inspect' ? gift.link : (row?.id as string), at })
    }
    await makeWorkDue(app.database, 'gift')
    await die(flows)
    await takeOver()
  })

  it.each(points.map(([name, , at], i) => ({ name, at, i })))('killed $name', async ({ i }) => {
    const gift = sent[i] as Sent
    expect(await rowsOf(gift)).toMatchObject([{ state: 'CREDITED' }])
    expect(await inWallet(app, gift.member)).toBe(30)
    expect(await isTaken(gift)).toBe(true)
  })

  it('nobody has to look at any of them', async () => {
    expect(await deskOf(app, 'gift').all()).toEqual([])
  })
})
