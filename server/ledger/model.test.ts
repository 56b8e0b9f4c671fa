import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestDatabase, testDatabase } from '../testing/database.ts'
import { byDepth } from '../testing/depth.ts'
import type { Ledger, Posting } from './ledger.ts'
import { createLedger } from './posting/create-ledger.ts'
import { verifyBooks } from './proof/books.ts'
import { isMember, Model } from './testing/model.ts'
import { type Own, ownCorner } from './testing/own.ts'
import { move, type Outcome, outcomeOf } from './testing/table.ts'

/**
 * Random sequences of every operation against a model in plain maps; after each operation outcome and state
 * are compared. To replay a failure, set LEDGER_MODEL_SEED and LEDGER_MODEL_PATH to what it printed.
 */
const runs = byDepth({ usual: 200, deep: 10_000 })
const seed = Number(process.env.LEDGER_MODEL_SEED ?? randomInt(2 ** 31))
const path = process.env.LEDGER_MODEL_PATH

/** Few of each, so that a sequence uses the same ones repeatedly. */
const accounts = ['1.wallet', '1.transit', '1.game', '2.wallet', '2.game', 'bank', 'payout'] as const
const account = fc.constantFrom(...accounts)
const pair = fc.tuple(account, account).filter(([from, to]) => from !== to)
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 100 }) },
  { weight: 1, arbitrary: fc.constant(500) },
)
/** Picks one of those that exist when the operation runs. */
const pick = fc.nat(1000)

type Op =
  | { op: 'deposit' | 'hold' | 'same' | 'other'; pair: [string, string]; amount: number; pick: number }
  | { op: 'post'; moves: [[string, string], number][] }
  | {
      op: 'settle'
      pick: number
      phase: 'posted' | 'voided'
      amount: number | null
      to: string
      isAny: boolean
    }
  | { op: 'reverse'; pick: number }
  | { op: 'expect'; pair: [string, string]; amount: number; account: string; off: number }

const simple: fc.Arbitrary<Op> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant('deposit' as const), pair, amount, pick }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('hold' as const), pair, amount, pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('post' as const),
      moves: fc.array(fc.tuple(pair, amount), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant('settle' as const),
      pick,
      phase: fc.constantFrom('posted' as const, 'voided' as const),
      amount: fc.option(amount, { freq: 5 }),
      to: account,
      isAny: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('same' as const), pair, amount, pick }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('other' as const), pair, amount, pick }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('reverse' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('expect' as const),
      pair,
      amount,
      account: fc.constantFrom(...accounts.filter(isMember)),
      off: fc.constantFrom(0, 0, 1),
    }),
  },
)
/**
 * A reversal reads its original first: if it arrives with other operations, it could be carried out after
 * them.
 */
const together = simple.filter(({ op }) => op !== 'reverse')
/** A sequence: operations one at a time, and some that arrive together. */
const sequence = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: simple.map((op) => [op]) },
    { weight: 1, arbitrary: fc.array(together, { minLength: 2, maxLength: 6 }) },
  ),
  { minLength: 1, maxLength: 20 },
)

/** One sequence: its own members and house accounts, its own keys. */
class Run {
  readonly model = new Model()
  readonly #ledger: Ledger
  readonly #own: Own
  readonly #id: string
  #keys = 0

  constructor(ledger: Ledger, id: string) {
    this.#ledger = ledger
    this.#own = ownCorner(ledger, id)
    this.#id = id
  }

  /**
   * Carries out a step of the sequence: one operation, or several at once, which the ledger takes in order of
   * arrival.
   */
  async step(ops: Op[]): Promise<void> {
    const calls = ops.map((op) => this.#plan(op))
    const expected = calls.map(({ expected }) => expected())
    const met = await Promise.all(calls.map(({ act }) => act()))
    expect(met).toEqual(expected)
    await this.#compare()
  }

  #plan(op: Op): { expected: () => Outcome; act: () => Promise<Outcome> } {
    if (op.op === 'reverse') {
      const key = this.#pickKey(op.pick) ?? 'none'
      return {
        expected: () => this.model.reverse(key),
        act: () => outcomeOf(this.#ledger.reverse(this.#own.name(key), 'model')),
      }
    }
    const posting = this.#postingOf(op)
    return {
      expected: () => this.model.post(posting),
      act: () => outcomeOf(this.#own.post({ ...posting, kind: this.#id, memberId: this.#id })),
    }
  }

  #postingOf(op: Exclude<Op, { op: 'reverse' }>): Posting {
    const key = `k${++this.#keys}`
    switch (op.op) {
      case 'deposit':
        return move(key, `bank → ${isMember(op.pair[1]) ? op.pair[1] : '1.wallet'} ${op.amount}`)
      case 'hold':
        return move(key, `${op.pair[0]} → ${op.pair[1]} ${op.amount}`, { phase: 'pending' })
      case 'post':
        return move(key, op.moves.map(([[from, to], amount]) => `${from} → ${to} ${amount}`).join(', '))
      case 'settle':
        return this.#settlement(key, op)
      case 'same':
      case 'other': {
        const known = [...this.model.journals.values()].filter(({ key }) => !key.startsWith('reverse:'))
        const picked = known[op.pick % Math.max(known.length, 1)]?.posting
        if (!picked) return move(key, `${op.pair[0]} → ${op.pair[1]} ${op.amount}`)
        if (op.op === 'same') return { ...picked, meta: { again: true } }
        return { ...picked, legs: move(key, `${op.pair[0]} → ${op.pair[1]} ${op.amount}`).legs }
      }
      case 'expect': {
        const [member, name] = op.account.split('.') as [string, string]
        const version = this.model.version(op.account) + op.off
        return move(key, `${op.pair[0]} → ${op.pair[1]} ${op.amount}`, {
          expect: [{ account: { member, name }, asset: 'THB', version }],
        })
      }
    }
  }

  /** Resolves an open hold, or any journal: one that is already resolved, or is not a hold. */
  #settlement(key: string, { pick, phase, amount, to, isAny }: Extract<Op, { op: 'settle' }>): Posting {
    const open = this.model.openHolds()
    const all = [...this.model.journals.keys()].filter((known) => !known.startsWith('reverse:'))
    const from = isAny || open.length === 0 ? all : open
    const pendingKey = from[pick % Math.max(from.length, 1)] ?? 'none'
    const hold = this.model.journals.get(pendingKey)?.posting
    const into = hold?.legs.find((leg) => leg.amountMinor > 0)
    const out = hold?.legs.find((leg) => leg.amountMinor < 0)
    if (!into || !out) return move(key, `bank → 1.wallet 1`, { phase, pendingKey })
    const moved = amount ?? into.amountMinor
    const target =
      phase === 'voided' ? out.account : (move(key, `x.x → ${to} 1`).legs[1]?.account ?? out.account)
    const source = { ...into, amountMinor: -moved }
    const landing = { ...into, account: target, amountMinor: moved }
    if (JSON.stringify(into.account) === JSON.stringify(target)) landing.account = { house: 'payout' }
    if (JSON.stringify(source.account) === JSON.stringify(landing.account))
      landing.account = { house: 'bank' }
    return { key, kind: 'test', phase, pendingKey, legs: [source, landing] }
  }

  #pickKey(pick: number): string | undefined {
    const keys = [...this.model.journals.keys()]
    return keys[pick % Math.max(keys.length, 1)]
  }

  /** Compares every account and every hold, and checks that money is conserved. */
  async #compare(): Promise<void> {
    const state: Record<string, [balance: number, version: number]> = {}
    const wanted: typeof state = {}
    let sum = 0
    const members = new Map(
      await Promise.all(
        ['1', '2'].map(
          async (member) => [member, await this.#ledger.balances(this.#own.name(member))] as const,
        ),
      ),
    )
    for (const name of accounts) {
      const [member = '', part = ''] = name.split('.')
      wanted[name] = [this.model.balance(name), isMember(name) ? this.model.version(name) : 0]
      if (isMember(name)) {
        const found = members.get(member)?.get(part)
        state[name] = [found?.amountMinor ?? 0, found?.version ?? 0]
        expect(found?.amountMinor ?? 0).toBeGreaterThanOrEqual(0)
      } else state[name] = [await this.#ledger.houseBalance(this.#own.name(name), 'THB'), 0]
      sum += state[name]?.[0] ?? 0
    }
    expect(state).toEqual(wanted)
    expect(sum).toBe(0)
    const holds = await this.#ledger.openHolds({ kind: this.#id, memberId: this.#id, limit: 100 })
    expect(holds.map(({ pending }) => pending.key)).toEqual(
      this.model.openHolds().map((key) => this.#own.name(key)),
    )
  }
}

describe.each(engines)('random sequences on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase(engine)
  })
  afterAll(() => database.drop())

  test(`${runs / engines.length} of them agree with the model (seed ${seed})`, {
    timeout: 60_000 + runs * 500,
  }, async () => {
    const ledger = createLedger(database)
    let sequences = 0
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        const run = new Run(ledger, `s${++sequences}`)
        for (const step of steps) await run.step(step)
        if (sequences % 10 === 0) await ledger.snapshotHouse()
      }),
      {
        seed,
        numRuns: Math.ceil(runs / engines.length),
        ...(path && { path }),
        endOnFailure: path !== undefined,
      },
    )
    await ledger.seal()
    expect((await verifyBooks(database)).defects).toEqual([])
  })
})
