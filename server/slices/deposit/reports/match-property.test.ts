import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { TestApp } from '../../../testing/app.ts'
import { travellingClock } from '../../../testing/clock.ts'
import { slipApp } from '../slip/testing/slip.ts'
import { deskOf } from '../testing/money-in.ts'
import { type Paid, type Payer, reportByFeed, reportBySlip } from '../testing/reports.ts'

/**
 * Slips and feed report transfers, under one reference or two, in whatever order and twice (rules.md §5.2):
 * nobody is credited more than they paid, and what is not credited waits. A person who knows the truth then
 * brings it to the satang, each transfer credited under one reference. To replay a failure, set MATCH_SEED to
 * what it printed.
 */
const members = 8
const max = 160
const amounts = [100, 250.75]
const start = new Date('2026-03-01T05:00:00Z')

const transfer = fc.record({
  member: fc.nat(members - 1),
  amount: fc.constantFrom(...amounts),
  second: fc.nat(3600),
  reportedBy: fc.constantFrom('slip', 'feed', 'both', 'both', 'both'),
  // Half of the banks have one reference for slip and feed.
  hasOneReference: fc.boolean(),
  // What the two call the time: to the second; the slip, or the feed, to the minute; the feed minutes later.
  time: fc.constantFrom('exact', 'exact', 'slip-minute', 'feed-minute'),
  lateSeconds: fc.nat(480),
  isMasked: fc.boolean(),
})
type Transfer = typeof transfer extends fc.Arbitrary<infer Made> ? Made : never

interface Said {
  payer: Payer
  transfer: number
  by: 'slip' | 'feed'
  paid: Paid
}

const toMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / 60_000) * 60_000)

/** What slip and feed report of a transfer. */
function saidOf(made: Transfer, n: number, payers: Payer[]): Said[] {
  const at = addSeconds(start, made.second)
  const payer = payers[made.member] as Payer
  const slip = made.time === 'slip-minute' ? toMinute(at) : at
  const feed = made.time === 'feed-minute' ? toMinute(addSeconds(at, made.lateSeconds)) : at
  const shown = made.isMasked ? { fromAccountNo: `xxx-x-x${payer.accountNo.slice(5, 9)}-x` } : {}
  const { amount } = made
  const all: Said[] = [
    { payer, transfer: n, by: 'slip', paid: { reference: `T${n}`, at: slip, amount, ...shown } },
    {
      payer,
      transfer: n,
      by: 'feed',
      paid: { reference: made.hasOneReference ? `T${n}` : `F${n}`, at: feed, amount, ...shown },
    },
  ]
  return all.filter(({ by }) => made.reportedBy === 'both' || made.reportedBy === by)
}

const seed = Number(process.env.MATCH_SEED ?? randomInt(2 ** 31))
const plan = fc
  .uniqueArray(transfer, {
    minLength: max,
    maxLength: max,
    // Nobody pays one amount twice within a second.
    selector: ({ member, amount, second }) => `${member} ${amount} ${second}`,
  })
  .chain((made) =>
    fc.record({
      made: fc.constant(made),
      order: fc.shuffledSubarray([...Array(max * 4).keys()], { minLength: max * 4 }),
    }),
  )

/** Members at one bank; the first two show the same digits and name. */
async function newPayers(app: TestApp): Promise<(Payer & { token: string })[]> {
  const payers = []
  for (let n = 0; n < members; n++) {
    const accountNo = `${20_000 + n}${n < 2 ? 4711 : 5000 + n}${n}`
    const member = await app.registerMember({
      bankCode: 'KBANK',
      bankAccountNo: accountNo,
      bankAccountName: 'SOMYING JAIDEE',
    })
    payers.push({ ...member, accountNo })
  }
  return payers
}

const statesOf = (app: TestApp) =>
  app.database.query<{ reference: string; state: string; member_id: string | null; amount_minor: number }>(
    'select reference, state, member_id, amount_minor from deposit_reports order by id',
  )
const inWallet = async ({ context }: TestApp, { id }: Payer): Promise<number> =>
  (await context.ledger.balances(id)).get('wallet')?.amountMinor ?? 0

test(`${max} transfers reported by slip and feed, shuffled and twice, are credited once each (MATCH_SEED=${seed})`, async () => {
  const [{ made, order } = { made: [], order: [] }] = fc.sample(plan, { seed, numRuns: 1 })
  const app = await slipApp({ engine: 'postgres', clock: travellingClock(addSeconds(start, 4000)) })
  try {
    const payers = await newPayers(app)
    const said = made.flatMap((deposit, n) => saidOf(deposit, n, payers))
    const transferOf = new Map(said.map(({ paid, transfer: n }) => [paid.reference, n]))
    const sends = order.flatMap((n) => (n < said.length * 2 ? [said[n % said.length] as Said] : [])).values()
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (const { payer, by, paid } of sends)
          await (by === 'slip' ? reportBySlip : reportByFeed)(app, payer, paid)
      }),
    )

    const truth = (payer: Payer) =>
      made.reduce(
        (sum, deposit) =>
          sum + (payers[deposit.member]?.id === payer.id ? Math.round(deposit.amount * 100) : 0),
        0,
      )
    const ownerOf = (reference: string) => payers[made[transferOf.get(reference) ?? -1]?.member ?? -1]
    const first = await statesOf(app)
    expect(new Set(first.map(({ reference }) => reference))).toEqual(new Set(transferOf.keys()))
    for (const payer of payers) {
      const waiting = first
        .filter(
          ({ state, reference }) => /in-doubt|waiting/.test(state) && ownerOf(reference)?.id === payer.id,
        )
        .reduce((sum, row) => sum + row.amount_minor, 0)
      const credited = await inWallet(app, payer)
      expect(credited).toBeLessThanOrEqual(truth(payer))
      expect(credited + waiting).toBeGreaterThanOrEqual(truth(payer))
    }
    // Otherwise the rest would say little.
    const count = (wanted: string) => first.filter(({ state }) => state === wanted).length
    for (const state of ['matched', 'in-doubt', 'waiting']) expect(count(state), state).toBeGreaterThan(3)
    expect(count('credited')).toBeGreaterThan(max / 3)

    const [unmatched, matches] = [deskOf(app, 'bank-transfer'), deskOf(app, 'bank-twin')]
    for (;;) {
      const [item] = await unmatched.all()
      const [question] = await matches.all()
      const entry = item ?? question
      if (!entry) break
      const reference = entry.evidence.find(({ label }) => label === 'reference')?.value ?? ''
      const memberId = ownerOf(reference)?.id ?? ''
      const isCredited = (await statesOf(app)).some(
        (row) => row.state === 'credited' && transferOf.get(row.reference) === transferOf.get(reference),
      )
      if (item) await unmatched.decide(item.id, 'approve', { memberId })
      else await matches.decide(entry.id, isCredited ? 'refuse' : 'approve')
    }

    const last = await statesOf(app)
    const credits = last
      .filter(({ state }) => state === 'credited')
      .map(({ reference }) => transferOf.get(reference))
    expect(credits.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([...made.keys()])
    for (const payer of payers) expect(await inWallet(app, payer)).toBe(truth(payer))
    const open = await app.database.query(
      `select id from slips where status = 'PENDING' or journal_key is null and note is null`,
    )
    expect(open).toEqual([])
    expect((await verifyBooks(app.database)).defects).toEqual([])
  } finally {
    await app.close()
  }
}, 300_000)
