import { randomBytes } from 'node:crypto'
import { freeWork } from '../../../outside/testing.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { TestApp } from '../../../testing/app.ts'
import { openSession } from '../../account/public.ts'
import { storeMembers } from '../../account/testing.ts'
import { createSlipJob } from '../slip/job.ts'
import type { SlipReader } from '../slip/reader.ts'
import { deskOf, hook } from './money-in.ts'
import { newReference, type Payer, reportByFeed } from './reports.ts'

/** The ways in which one transfer is reported, and an operator who knows the truth. Amounts in baht. */

/** A second account of the house, at another bank. */
export const otherHouse = '0000000033'
/** An account of the house that members also pay to by the QR codes of KBANK. */
export const qrHouse = 'T-KBANK'

export interface Scene {
  app: TestApp
  reader: SlipReader
  /** The member who paid. */
  owner: Payer
  /** Registered a number that looks like the owner's. */
  thief: Payer
  /** The account of the house that was paid to. */
  house: string
  /** The code that was paid, if one was, and the gateway's number of the payment. */
  code: { id: string; eventId: string }
  /** The transfer, as the bank knows it; nothing else in the test has its amount. */
  amount: number
  at: Date
  reference: string
  /** What the feed shows of the owner's account. */
  shown: { fromAccountNo: string; fromName: string }
  /** References under which transfers of the same amount by other payers were reported, with the payers. */
  others: Map<string, Payer>
}

/** A picture of a slip whose code was read; the server's own job looks it up and goes on. */
async function uploadSlip({ app, reader, reference }: Scene, by: Payer): Promise<void> {
  const id = `sl${newReference()}`
  await app.database.query(
    `insert into slips (id, member_id, currency, created_at, status, step, bank_code, reference)
     values ($1, $2, 'THB', $3, 'PENDING', 'look-up', '004', $4)`,
    [id, by.id, app.clock.now(), reference],
  )
  const job = createSlipJob(app.context, reader)
  job.kick(id)
  await job.settled()
}

async function announce({ app, owner, amount }: Scene): Promise<void> {
  const token = await openSession(app.context, owner.id, true)
  const { status, error } = await app.call('POST /api/wallet/add', { token, body: { amount } })
  // What was credited meanwhile may be announced, and is refused by the operator.
  if (status !== 200) throw new Error(`announcement answered ${error?.message}`)
}

/** A member's code of the gateway, which was paid with this amount. */
export async function newCode(app: TestApp, { id }: Payer, amount: number): Promise<string> {
  const codeId = `qr${[...randomBytes(20)].map((byte) => letters[byte % 32]).join('')}`
  await app.database.query(
    `insert into qr_payments (id, member_id, gateway, currency, amount_minor, state, payload, created_at, expires_at)
     values ($1, $2, 'KBANK', 'THB', $3, 'OPEN', 'x', $4, $5)`,
    [codeId, id, Math.round(amount * 100), app.clock.now(), addSeconds(app.clock.now(), 900)],
  )
  return codeId
}

/** The gateway reports that a code was paid. */
export async function reportByGateway(
  app: TestApp,
  { id, eventId }: Scene['code'],
  { amount, at }: { amount: number; at: Date },
): Promise<string> {
  const report = { paymentId: id, eventId, status: 'PAID', amount, paidAt: at.toISOString() }
  const [status, body] = await hook(app, 'KBANK', report)
  return status === 200 ? String(body.status) : `${status} ${body.message}`
}

async function pay({ app, code, amount, at }: Scene): Promise<void> {
  const word = await reportByGateway(app, code, { amount, at })
  if (!/^(credited|matched|in-doubt)$/.test(word)) throw new Error(`the gateway was answered ${word}`)
}

const feed = (isElsewhere: boolean, isOwnReference: boolean) => async (scene: Scene) => {
  const { app, owner, amount, at, shown } = scene
  const to = isElsewhere ? otherHouse : scene.house
  const reference = isOwnReference ? `F${scene.reference}` : scene.reference
  const word = await reportByFeed(app, owner, { reference, at, amount, to, ...shown })
  if (!/^(credited|unmatched|matched|in-doubt)$/.test(word)) throw new Error(`the feed was answered ${word}`)
}

export interface Way {
  report: (scene: Scene) => Promise<void>
  /** Whether it reports that money has arrived. */
  arrives: boolean
  /** Whose reference the feed uses: a bank's feed has one of them. */
  reference?: 'of the slip' | 'of its own'
  /** Whether the money came by a QR code, so to an account that takes it. */
  isByCode?: boolean
}

export const ways: Record<string, Way> = {
  slip: { report: (scene) => uploadSlip(scene, scene.owner), arrives: true },
  'stolen slip': { report: (scene) => uploadSlip(scene, scene.thief), arrives: false },
  feed: { report: feed(false, false), arrives: true, reference: 'of the slip' },
  'feed at another account': { report: feed(true, false), arrives: true, reference: 'of the slip' },
  'own feed': { report: feed(false, true), arrives: true, reference: 'of its own' },
  'own feed at another account': { report: feed(true, true), arrives: true, reference: 'of its own' },
  'QR report': { report: pay, arrives: true, isByCode: true },
  announcement: { report: announce, arrives: false },
}

/** All pairs of ways in which one transfer can be reported, in either order; nobody announces twice. */
export const pairs: [string, string][] = Object.keys(ways).flatMap((way) =>
  Object.keys(ways)
    .filter((other) => {
      const [a, b] = [ways[way]?.reference, ways[other]?.reference]
      return (!a || !b || a === b) && !(way === 'announcement' && other === 'announcement')
    })
    .map((other): [string, string] => [way, other]),
)

/** One thing that waits for the operator. Answers whether a decision took effect. */
type Task = () => Promise<unknown>

/**
 * Decides all that waits of a scene, as somebody who knows who paid. @param pick chooses the next of several
 */
export async function decideAll(scene: Scene, pick: (max: number) => number): Promise<void> {
  for (let round = 0; round < 30; round++) {
    await takeUpSlips(scene)
    const tasks = await listTasks(scene)
    if (tasks.length === 0) return
    const [first] = tasks.splice(pick(tasks.length), 1)
    // Two operators, at the same moment.
    const second = pick(2) === 0 ? tasks[pick(Math.max(tasks.length, 1))] : undefined
    await Promise.all([first, second].map((task) => task?.().catch(forgiveRefusal)))
  }
  throw new Error('the desk does not become empty')
}

/** Somebody else was quicker, which is the point. */
function forgiveRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

/** What waited for another slip's end, as the sweep does. */
async function takeUpSlips({ app, reader, reference }: Scene): Promise<void> {
  const waiting = await app.database.query<{ id: string }>(
    `select id from slips
     where reference = $1 and status = 'PENDING' and step <> 'none' and desk_reason is null`,
    [reference],
  )
  await freeWork(
    app.database,
    'slip',
    waiting.map(({ id }) => id),
  )
  const job = createSlipJob(app.context, reader)
  for (const { id } of waiting) job.kick(id)
  await job.settled()
}

async function listTasks(scene: Scene): Promise<Task[]> {
  const { app, owner, amount, reference } = scene
  const amountMinor = Math.round(amount * 100)
  const transfers = await app.database.query<{ id: number; reference: string; state: string }>(
    `select id, reference, state from deposit_reports where kind = 'transfer' and amount_minor = $1 and state in ('waiting', 'in-doubt')`,
    [amountMinor],
  )
  const slips = await app.database.query<{ id: string; member_id: string }>(
    `select id, member_id from slips where reference = $1 and status = 'PENDING' and desk_reason is not null`,
    [reference],
  )
  const announced = await app.database.query<{ id: string }>(
    `select id from manual_deposits where member_id = $1 and state = 'PENDING'`,
    [owner.id],
  )
  const payments = await app.database.query<{ id: number; state: string }>(
    `select id, state from deposit_reports where kind = 'payment' and amount_minor = $1 and state in ('waiting', 'in-doubt')`,
    [amountMinor],
  )
  const payerOf = (reported: string) => scene.others.get(reported) ?? owner
  return [
    ...slips.map(({ id, member_id }) => () => {
      return deskOf(app, 'slip').decide(id, member_id === owner.id ? 'approve' : 'refuse')
    }),
    ...transfers.map((row) => async () => {
      if (row.state === 'in-doubt') return decideMatch(scene, String(row.id), payerOf(row.reference))
      const memberId = payerOf(row.reference).id
      return deskOf(app, 'bank-transfer').decide(String(row.id), 'approve', { memberId })
    }),
    ...payments.map(({ id, state }) => () => {
      if (state === 'in-doubt') return decideMatch(scene, String(id), owner)
      return deskOf(app, 'qr-payment').decide(String(id), 'approve')
    }),
    ...announced.map(({ id }) => () => {
      const desk = deskOf(app, 'manual-deposit')
      const chosen = transfers.find((row) => row.state === 'waiting' && payerOf(row.reference) === owner)
      return chosen
        ? desk.decide(id, 'approve', { transferId: String(chosen.id) })
        : desk.decide(id, 'refuse')
    }),
  ]
}

/** Says whether a transfer or payment is another one than those that were credited. @param id of its item */
async function decideMatch({ app, others, owner }: Scene, id: string, payer: Payer): Promise<unknown> {
  const desk = deskOf(app, 'bank-twin')
  const entry = await desk.find(id)
  if (!entry) return undefined
  const isSame = (entry.counterparts ?? []).some(
    ({ reference }) => (others.get(reference) ?? owner) === payer,
  )
  return desk.decide(id, isSame ? 'refuse' : 'approve')
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** A member at KBANK, without a password that anybody knows. */
export async function newPayer(app: TestApp, accountName: string, accountNo: string): Promise<Payer> {
  const id = [...randomBytes(12)].map((byte) => letters[byte % 32]).join('')
  const account = { bankCode: 'KBANK', accountNo, accountName }
  const createdAt = app.clock.now()
  await storeMembers(app.database, [{ id, phone: id, name: 'สมหญิง ใจดี', createdAt, account }])
  return { id, accountNo }
}
