import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { TestApp } from '../../../testing/app.ts'
import { byDepth } from '../../../testing/depth.ts'
import { addHouseAccounts } from '../../house/testing.ts'
import { inWallet, newSender, type Sender, slipApp, slipsOf } from '../slip/testing/slip.ts'
import { deskOf, newEventId } from '../testing/money-in.ts'
import { apartFromMinute, newReference, reportByFeed, reportBySlip } from '../testing/reports.ts'
import { newCode, qrHouse, reportByGateway } from '../testing/ways.ts'

/**
 * A slip or a payment of a code that turned out to be money which waits to be sent back (rules.md §21): it is
 * under way until that money was sent, or is somebody's after all.
 */

let app: TestApp
beforeAll(async () => {
  app = await slipApp({ engine: 'postgres' })
  await addHouseAccounts(app.database, { bankCode: 'KBANK', mode: 'SMS', accountNo: qrHouse, sort: 5 })
  await app.database.query(`create function refuse_outcome() returns trigger language plpgsql as
    $$ begin raise exception 'no outcomes now'; end $$`)
})
afterEach(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
})
afterAll(() => app.close())

const underWay = async ({ token }: Sender) => (await app.call('GET /api/wallet/pending', { token })).body
const rowsOf = async (member: Sender) =>
  (await underWay(member)).pending.map(({ kind, key, state, amount }) => ({ kind, key, state, amount }))
const endsOf = async ({ token }: Sender) =>
  (await app.call('GET /api/outcomes', { token, query: {} })).body.outcomes.map(
    ({ kind, result, reason, amount, source }) => ({ kind, result, reason, amount, source }),
  )
const follow = async ({ token }: Sender, key: string) =>
  (await app.call('GET /api/wallet/deposit/:key', { token, params: { key } })).body

const idOf = async (reference: string): Promise<number> => {
  const [row] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where reference = $1',
    [reference],
  )
  return row?.id ?? 0
}

let sums = 500
const newSum = () => ({ amount: ++sums + 0.25, at: apartFromMinute(addSeconds(app.clock.now(), -300)) })

/**
 * The bank reports a transfer whose sender shows too few digits; a person may have decided that it goes back.
 */
async function reported(
  { amount, at }: ReturnType<typeof newSum>,
  {
    accountNo,
    to,
    isRefused = true,
    seconds = 3,
    reference = newReference(),
  }: { accountNo: string; to?: string; isRefused?: boolean; seconds?: number; reference?: string },
): Promise<number> {
  const fromAccountNo = `xxxxxxxx${accountNo.slice(-2)}`
  const paid = {
    reference,
    at: addSeconds(at, seconds),
    amount,
    fromAccountNo,
    ...(to !== undefined && { to }),
  }
  await reportByFeed(app, { id: '', accountNo }, paid)
  const id = await idOf(reference)
  if (isRefused) await deskOf(app, 'bank-transfer').decide(String(id), 'refuse')
  return id
}

async function sayItIsTheSame(amount: number): Promise<void> {
  const desk = deskOf(app, 'bank-twin')
  const entries = (await desk.all()).filter((entry) => entry.amount === amount)
  expect(entries).toHaveLength(1)
  await desk.decide(entries[0]?.id ?? '', 'refuse')
}

interface Waiting {
  member: Sender
  amount: number
  at: Date
  /** The row under way. */
  row: { kind: 'qr' | 'slip'; key: string }
  /** What has to be sent back. */
  returns: { queue: 'bank-transfer' | 'qr-payment'; id: number }[]
  reference?: string
}

async function payment(times = 1): Promise<Waiting> {
  const [member, sum] = [await newSender(app), newSum()]
  const returns: Waiting['returns'] = []
  for (let time = 1; time <= times; time++) {
    const id = await reported(sum, { accountNo: member.accountNo, to: qrHouse, seconds: 7 * time })
    returns.push({ queue: 'bank-transfer', id })
  }
  const code = { id: await newCode(app, member, sum.amount), eventId: newEventId() }
  expect(await reportByGateway(app, code, sum)).toBe('in-doubt')
  await sayItIsTheSame(sum.amount)
  // The code itself is no part of this.
  await app.call('DELETE /api/qrcode/:qrcodeId', { token: member.token, params: { qrcodeId: code.id } })
  const key = `payment-${await idOf(code.eventId)}`
  return { member, ...sum, row: { kind: 'qr', key }, returns }
}

/** A payment of no code of ours, of which a person has decided that it goes back. */
async function paidUnknown(sum: ReturnType<typeof newSum>): Promise<number> {
  const eventId = newEventId()
  expect(await reportByGateway(app, { id: `gone${eventId}`, eventId }, sum)).toBe('waiting')
  const id = await idOf(eventId)
  await deskOf(app, 'qr-payment').decide(String(id), 'refuse')
  return id
}

async function slipOf(what: 'a transfer' | 'a payment'): Promise<Waiting> {
  const [member, sum, reference] = [await newSender(app), newSum(), newReference()]
  const returns: Waiting['returns'] = []
  if (what === 'a transfer') {
    returns.push({ queue: 'bank-transfer', id: await reported(sum, { accountNo: member.accountNo }) })
  } else {
    const id = await paidUnknown(sum)
    returns.push({ queue: 'qr-payment', id })
  }
  const to = what === 'a payment' ? { to: qrHouse } : {}
  const key = await reportBySlip(app, member, { ...sum, ...to, reference })
  await sayItIsTheSame(sum.amount)
  return { member, ...sum, row: { kind: 'slip', key }, returns, reference }
}

/** A slip of the very transfer that goes back: the bank reports it under the same reference. */
async function slipOfItself(): Promise<Waiting> {
  const [member, sum, reference] = [await newSender(app), newSum(), newReference()]
  const id = await reported(sum, { accountNo: member.accountNo, reference, seconds: 0 })
  const key = await reportBySlip(app, member, { ...sum, reference })
  return { member, ...sum, row: { kind: 'slip', key }, returns: [{ queue: 'bank-transfer', id }], reference }
}

const kinds: [string, () => Promise<Waiting>][] = [
  ['a payment', () => payment()],
  ['a slip of the transfer itself', () => slipOfItself()],
  ['a slip of a transfer', () => slipOf('a transfer')],
  ['a slip of a payment', () => slipOf('a payment')],
]

const sendBack = (returned: Waiting['returns'][number] | undefined) =>
  deskOf(app, 'return').decide(String(returned?.id), 'approve', { reference: 'R1' })
const notSent = (returned: Waiting['returns'][number] | undefined) =>
  deskOf(app, 'return').decide(String(returned?.id), 'refuse')
const creditTo = (returned: Waiting['returns'][number] | undefined, { id: memberId }: Sender) =>
  deskOf(app, returned?.queue ?? '').decide(String(returned?.id), 'approve', { memberId })
const slipNoteOf = async ({ member, row }: Waiting) =>
  (await slipsOf(app, member.token)).find(({ _id }) => _id === row.key)

describe.each(kinds)('%s whose money goes back', (_, build) => {
  it('is under way until that was sent, by whoever says so at once, and then returned', async () => {
    const waiting = await build()
    const { member, amount, row, returns } = waiting
    expect(await rowsOf(member)).toEqual([{ ...row, state: 'GOING_BACK', amount }])
    expect(await endsOf(member)).toEqual([])
    expect(await underWay(await newSender(app))).toEqual({ pending: [], ended: [], unread: 0 })
    if (row.kind === 'slip')
      expect(await slipNoteOf(waiting)).toMatchObject({ status: 'PENDING', note: null })
    else expect(await follow(member, row.key)).toEqual({ state: 'GOING_BACK', amount })

    const sent = await Promise.allSettled(Array.from({ length: 5 }, () => sendBack(returns[0])))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await rowsOf(member)).toEqual([])
    const ended = { kind: row.kind, result: 'RETURNED', reason: null, amount, source: row.key }
    expect(await endsOf(member)).toEqual([ended])
    if (row.kind === 'slip')
      expect(await slipNoteOf(waiting)).toMatchObject({ status: 'FAILED', note: 'RETURNED' })
    else expect(await follow(member, row.key)).toEqual({ state: 'RETURNED', amount })
    expect(await inWallet(app, member.token)).toBe(0)
    await expect(sendBack(returns[0])).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
    expect(await endsOf(member)).toEqual([ended])
  })

  it.each(['its member’s', 'somebody else’s'])(
    'waits for our team when it was not sent, and becomes %s',
    async (whose) => {
      const waiting = await build()
      const { member, amount, row, returns } = waiting
      await notSent(returns[0])
      expect(await rowsOf(member)).toEqual([{ ...row, state: 'WITH_TEAM', amount }])
      expect(await endsOf(member)).toEqual([])
      if (row.kind === 'qr') expect(await follow(member, row.key)).toEqual({ state: 'UNDER_WAY', amount })
      const owner = whose === 'its member’s' ? member : await newSender(app)
      const credited = await Promise.allSettled(Array.from({ length: 5 }, () => creditTo(returns[0], owner)))
      expect(credited.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await rowsOf(member)).toEqual([])
      expect(await inWallet(app, owner.token)).toBe(amount)
      const isOwn = owner === member
      // Of one credit there is one line, the payment's where the credit is one.
      const source = isOwn && returns[0]?.queue === 'qr-payment' ? `payment-${returns[0].id}` : row.key
      const reason = row.kind === 'slip' ? 'SLIP_REFNO_DUPLICATED' : 'CREDITED_ELSEWHERE'
      expect(await endsOf(member)).toEqual([
        {
          kind: source === row.key ? row.kind : 'qr',
          ...(isOwn ? { result: 'DONE', reason: null } : { result: 'REFUSED', reason }),
          ...{ amount, source },
        },
      ])
      if (row.kind === 'slip')
        expect(await slipNoteOf(waiting)).toMatchObject({ status: isOwn ? 'SUCCESS' : 'FAILED' })
    },
  )

  it('goes back again when it was not sent and nobody else is found, with one end', async () => {
    const { member, amount, row, returns } = await build()
    const [returned] = returns
    await notSent(returned)
    await deskOf(app, returned?.queue ?? '').decide(String(returned?.id), 'refuse')
    expect(await rowsOf(member)).toEqual([{ ...row, state: 'GOING_BACK', amount }])
    await sendBack(returned)
    expect(await endsOf(member)).toMatchObject([{ result: 'RETURNED', source: row.key }])
    expect(await rowsOf(member)).toEqual([])
  })

  it('is under way as before where its end cannot be written, and so is the return', async () => {
    const { member, amount, row, returns } = await build()
    await app.database.query(
      'create trigger refuse_outcome before insert on outcomes for each row execute function refuse_outcome()',
    )
    try {
      await expect(sendBack(returns[0])).rejects.toThrow('no outcomes now')
    } finally {
      await app.database.query('drop trigger refuse_outcome on outcomes')
    }
    expect(await rowsOf(member)).toEqual([{ ...row, state: 'GOING_BACK', amount }])
    await sendBack(returns[0])
    expect(await rowsOf(member)).toEqual([])
    expect(await endsOf(member)).toHaveLength(1)
  })

  it('is in one of both lists at every moment', async () => {
    for (let time = 0; time < byDepth({ usual: 3, deep: 20 }); time++) {
      const { member, returns } = await build()
      const looks = [
        ...Array.from({ length: 4 }, () => underWay(member)),
        sendBack(returns[0]),
        ...Array.from({ length: 4 }, () => underWay(member)),
      ]
      for (const look of await Promise.all(looks)) {
        if (typeof look === 'object') expect(look.pending.length + look.ended.length).toBe(1)
      }
    }
  })
})

describe('a payment that may be one of several transfers', () => {
  it('goes back until the last of them was sent', async () => {
    const { member, amount, row, returns } = await payment(2)
    await sendBack(returns[0])
    expect(await rowsOf(member)).toEqual([{ ...row, state: 'GOING_BACK', amount }])
    await notSent(returns[1])
    expect(await rowsOf(member)).toEqual([{ ...row, state: 'WITH_TEAM', amount }])
    await creditTo(returns[1], await newSender(app))
    expect(await rowsOf(member)).toEqual([])
    expect(await endsOf(member)).toMatchObject([{ result: 'REFUSED', source: row.key }])
  })

  it('goes back with the money that its transfer turns out to be, which goes back, too', async () => {
    const { member, amount, at, row, returns } = await payment()
    const [returned] = returns
    await notSent(returned)
    const id = await paidUnknown({ amount, at })
    expect(await creditTo(returned, member)).toBe('IN_DOUBT')
    expect(await rowsOf(member)).toMatchObject([{ ...row, state: 'WITH_TEAM', amount }])
    await sayItIsTheSame(amount)
    expect(await rowsOf(member)).toEqual([{ ...row, state: 'GOING_BACK', amount }])
    expect(await endsOf(member)).toEqual([])
    await sendBack({ queue: 'qr-payment', id })
    expect(await rowsOf(member)).toEqual([])
    expect(await endsOf(member)).toMatchObject([{ result: 'RETURNED', source: row.key }])
  })
})

it('a slip whose own transfer the bank reports is credited, and has no second end when the other one is sent back', async () => {
  const { member, amount, at, row, returns, reference = '' } = await slipOf('a transfer')
  expect(await reportByFeed(app, member, { amount, at, reference })).toBe('credited')
  expect(await rowsOf(member)).toEqual([])
  expect(await inWallet(app, member.token)).toBe(amount)
  const ended = [{ kind: 'slip', result: 'DONE', reason: null, amount, source: row.key }]
  expect(await endsOf(member)).toEqual(ended)
  await sendBack(returns[0])
  expect(await endsOf(member)).toEqual(ended)
  const [left] = await app.database.query('select from open_links where slip_id = $1', [row.key])
  expect(left).toBeUndefined()
})
