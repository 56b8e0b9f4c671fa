import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { TestApp } from '../../testing/app.ts'
import { byDepth } from '../../testing/depth.ts'
import { addHouseAccounts } from '../house/testing.ts'
import { createSlipReader } from './slip/reader.ts'
import { house, slipApp } from './slip/testing/slip.ts'
import { newEventId } from './testing/money-in.ts'
import { newReference, type Payer, reportByFeed } from './testing/reports.ts'
import { decideAll, newCode, newPayer, otherHouse, pairs, qrHouse, type Scene, ways } from './testing/ways.ts'

/**
 * Every pair of ways to report one transfer, one after the other or at once, with an operator in between or
 * afterwards (rules.md §5): money that arrived is credited, once and to its payer, whatever a look-alike
 * account or an equal amount of somebody else suggests. To replay a failure, set WAYS_SEED to what it
 * printed; WAYS_RUNS is how many pairs are played.
 */
const runs = Number(process.env.WAYS_RUNS ?? byDepth({ usual: 140, deep: 2000 }))
const seed = Number(process.env.WAYS_SEED ?? randomInt(2 ** 31))
const atOnce = 6

const variant = fc.record({
  order: fc.constantFrom(
    'one by one',
    'one by one',
    'at once',
    'at once',
    'operator between',
    'operator beside',
  ),
  ownerName: fc.constantFrom('SOMYING JAIDEE', 'สมหญิง ใจดี', 'สมหญิง JAIDEE', 'JAIDEE SOMYING'),
  shownName: fc.constantFrom('SOMYING JAIDEE', 'SOMYING J', 'MS. SOMYING J***', 'น.ส. สมหญิง ใ', ''),
  isMasked: fc.boolean(),
  /** How long the owner's and the look-alike's numbers are beside what a bank masks. */
  lengths: fc.constantFrom('equal', 'equal', 'owner’s longer', 'look-alike’s longer', 'mask shorter'),
  /** Whether the bank reports seconds. */
  isToSecond: fc.boolean(),
  /** Whether the house's account is one that takes QR payments, where that is left open. */
  isQrHouse: fc.boolean(),
  /** Somebody else paid as much at the same time, and the feed reported it. */
  hasEqual: fc.boolean(),
  picks: fc.array(fc.nat(1_000_000), { minLength: 12, maxLength: 12 }),
})
type Variant = typeof variant extends fc.Arbitrary<infer Made> ? Made : never

let app: TestApp
const reader = createSlipReader()
beforeAll(async () => {
  app = await slipApp({
    engine: 'postgres',
    settings: { 'deposit.manual': true, 'deposit.manualDailySum': 999_999 },
  })
  await addHouseAccounts(
    app.database,
    { bankCode: 'GSB', accountNo: otherHouse, sort: 3 },
    { bankCode: 'KBANK', mode: 'SMS', accountNo: qrHouse, sort: 4 },
  )
})
afterAll(async () => {
  await reader.close()
  await app.close()
})

const walletOf = async ({ id }: Payer): Promise<number> =>
  (await app.context.ledger.balances(id)).get('wallet')?.amountMinor ?? 0

/**
 * The numbers of the owner and of a look-alike, and what a bank shows of the owner's: of ten digits the sixth
 * to the ninth; where lengths are unequal the last four, behind a mask of one length. No two scenes share
 * them.
 */
function numbersOf(n: number, lengths: Variant['lengths']): [own: string, alike: string, masked: string] {
  const digits = String(1000 + (n % 9000))
  if (lengths === 'equal') return [`10001${digits}1`, `10002${digits}2`, `xxx-x-x${digits}-x`]
  const [own, alike] = [`300001${digits}`, `300002${digits}`]
  if (lengths === 'owner’s longer') return [`02${own}`, alike, `xxxxxx${digits}`]
  if (lengths === 'look-alike’s longer') return [own, `02${alike}`, `xxxxxxxx${digits}`]
  return [own, alike.slice(2), `xxxx${digits}`]
}

async function stage(n: number, to: string, made: Variant): Promise<Scene> {
  // The number is free of what other scenes are about; the minute is far from its ends.
  const minute = Math.floor(app.clock.now().getTime() / 60_000) * 60_000
  const at = addSeconds(new Date(minute), made.isToSecond ? -37 : -60)
  const [own, alike, masked] = numbersOf(n, made.lengths)
  const owner = await newPayer(app, made.ownerName, own)
  const thief = await newPayer(app, 'SOMYING JAIDEE', alike)
  const amount = 1000 + n + 0.25
  const { reference } = await app.sandbox.call<{ reference: string }>('POST', 'bank/transfers', {
    fromBank: 'KBANK',
    // The verifier shows ten digits as the bank's slips do, others as they were given.
    fromAccountNo: made.lengths === 'equal' ? own : masked,
    fromName: made.shownName || 'SOMYING JAIDEE',
    toBank: to === qrHouse ? 'KBANK' : 'SCB',
    toAccountNo: to,
    amount,
    at: at.toISOString(),
  })
  const fromAccountNo = made.isMasked ? masked : own
  const shown = { fromAccountNo, fromName: made.shownName }
  const code = { id: await newCode(app, owner, amount), eventId: newEventId() }
  return { app, reader, owner, thief, house: to, code, amount, at, reference, shown, others: new Map() }
}

async function play(n: number, [way, other]: [string, string], made: Variant): Promise<void> {
  const isByCode = [way, other].some((name) => ways[name]?.isByCode)
  const scene = await stage(n, isByCode || made.isQrHouse ? qrHouse : house, made)
  const picks = made.picks.values()
  const pick = (max: number) => (picks.next().value ?? n) % max
  const report = (name: string) => ways[name]?.report(scene)
  const { amount, at } = scene
  let equal: Payer | undefined
  if (made.hasEqual) {
    equal = await newPayer(app, 'WIPA SAENG', `7${String(n).padStart(8, '0')}7`)
    const reference = newReference()
    scene.others.set(reference, equal)
    await reportByFeed(app, equal, { reference, at, amount, to: scene.house, fromName: 'WIPA S' })
  }
  if (made.order === 'at once') await Promise.all([report(way), report(other)])
  else if (made.order === 'operator beside') {
    await report(way)
    await Promise.all([report(other), decideAll(scene, pick)])
  } else {
    await report(way)
    if (made.order === 'operator between') await decideAll(scene, pick)
    await report(other)
  }
  await decideAll(scene, pick)
  // The bank and the gateway report again what nobody answered in time.
  for (const name of [way, other]) if (ways[name]?.reference || ways[name]?.isByCode) await report(name)
  await decideAll(scene, pick)

  const minor = Math.round(amount * 100)
  const arrived = [way, other].some((name) => ways[name]?.arrives)
  const wallets = { owner: await walletOf(scene.owner), thief: await walletOf(scene.thief) }
  expect(wallets).toEqual({ owner: arrived ? minor : 0, thief: 0 })
  if (equal) expect(await walletOf(equal)).toBe(minor)
  const open = await app.database.query(
    `select id from slips where reference = $1 and status = 'PENDING'
     union all select id from manual_deposits where member_id = $2 and state = 'PENDING'
     union all select reference from deposit_reports where payment_id = $3 and state not in ('credited', 'matched')`,
    [scene.reference, scene.owner.id, scene.code.id],
  )
  expect(open).toEqual([])
}

test(
  `${runs} pairs of ways to report one transfer credit exactly what arrived (WAYS_SEED=${seed})`,
  async () => {
    const variants = fc.sample(variant, { seed, numRuns: runs })
    const scenes = variants.entries()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const [n, made] of scenes) {
          const pair = pairs[(n + seed) % pairs.length]
          if (!pair) throw new Error('no pair')
          await play(n, pair, made).catch((error) => {
            throw new Error(`pair ${n}: ${pair.join(' and ')}, ${JSON.stringify(made)}`, { cause: error })
          })
        }
      }),
    )
    expect((await verifyBooks(app.database)).defects).toEqual([])
    expect(await app.database.query('select name from suspense_owed')).toEqual([])
    // The bank has what it reported, whichever report came first; the gateway has only what it alone
    // reported.
    const [alone] = await app.database.query<{ sum: number }>(
      `select coalesce(sum(e.amount_minor), 0)::bigint as sum from deposit_reports e
       where e.kind = 'payment' and e.state = 'credited' and not exists (
         select from deposit_reports t where t.kind = 'transfer' and t.member_id = e.member_id and t.reported_at is not null)`,
    )
    expect(await app.context.ledger.houseBalance('gateway:KBANK', 'THB')).toBe(-(alone?.sum ?? 0))
  },
  Math.max(300_000, runs * 1500),
)
