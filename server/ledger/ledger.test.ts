import { describe, expect, test } from 'vitest'
import { transaction } from '../platform/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { engines, testDatabase } from '../testing/database.ts'
import type { Posting } from './ledger.ts'
import { runOn, writeBatch } from './posting/batch.ts'
import { checkPosting } from './posting/check.ts'
import { createLedger } from './posting/create-ledger.ts'
import { useLedger } from './testing/own.ts'
import { legOf, move, outcomeOf, readTable } from './testing/table.ts'

const postings = readTable(`
  # key      | phase              | legs                                     | outcome
  in-1       | single             | bank → 1.wallet 500                      | ok
  in-1       | single             | bank → 1.wallet 500                      | replayed
  in-1       | single             | bank → 1.wallet 400                      | IDEMPOTENCY_CONFLICT
  in-1       | single             | gift → 1.wallet 500                      | IDEMPOTENCY_CONFLICT
  in-1       | pending            | bank → 1.wallet 500                      | IDEMPOTENCY_CONFLICT
  in-2       | single             | bank → 2.wallet 50                       | ok
  out-1      | single             | 1.wallet → payout 501                    | MONEY_NOT_ENOUGH
  out-2      | single             | 3.wallet → payout 1                      | MONEY_NOT_ENOUGH
  out-1      | single             | 1.wallet → payout 100                    | ok
  # 400 left; what comes in later in the line does not cover what goes out earlier
  out-3      | single             | 2.wallet → payout 60                     | MONEY_NOT_ENOUGH
  in-3       | single             | bank → 2.wallet 10                       | ok
  out-3      | single             | 2.wallet → payout 60                     | ok
  # several legs: either all or none
  split-1    | single             | 1.wallet → 2.wallet 100, 1.wallet → 3.wallet 301 | MONEY_NOT_ENOUGH
  split-1    | single             | 1.wallet → 2.wallet 100, 1.wallet → 3.wallet 20  | ok
  nil-1      | single             | 1.wallet → 1.wallet 5                    | MALFORMED
  # holds
  hold-1     | pending            | 1.wallet → 1.in-transit 200              | ok
  hold-1     | pending            | 1.wallet → 1.in-transit 200              | replayed
  hold-2     | pending            | 1.wallet → 1.in-transit 81               | MONEY_NOT_ENOUGH
  hold-2     | pending            | 1.wallet → 1.in-transit 80               | ok
  done-1     | posted hold-1      | 1.in-transit → 1.game 200                | ok
  done-1     | posted hold-1      | 1.in-transit → 1.game 200                | replayed
  done-1b    | posted hold-1      | 1.in-transit → 1.game 200                | replayed
  done-1     | posted hold-2      | 1.in-transit → 1.game 200                | IDEMPOTENCY_CONFLICT
  done-1b    | posted hold-1      | 1.in-transit → 1.game 100                | HOLD_RESOLVED
  void-1     | voided hold-1      | 1.in-transit → 1.wallet 200              | HOLD_RESOLVED
  void-2     | voided hold-2      | 1.in-transit → 1.wallet 79               | MALFORMED
  done-2     | posted hold-2      | 1.wallet → 1.game 80                     | MALFORMED
  void-2     | voided hold-2      | 1.in-transit → 1.wallet 80               | ok
  done-2     | posted hold-2      | 1.in-transit → 1.game 80                 | HOLD_RESOLVED
  void-3     | voided hold-3      | 1.in-transit → 1.wallet 80               | MALFORMED
  void-4     | voided in-1        | 1.in-transit → 1.wallet 80               | MALFORMED
  # expectations: wallet of 1 has 6 entries by now, member 4 none
  expect-1   | single             | bank → 1.wallet 1, @1.wallet=5           | STALE
  expect-1   | single             | bank → 1.wallet 1, @1.wallet=6           | ok
  expect-1   | single             | bank → 1.wallet 1, @1.wallet=6           | replayed
  expect-2   | single             | bank → 4.wallet 1, @4.wallet=0, @1.game=1 | ok
  expect-3   | single             | bank → 4.wallet 1, @4.wallet=0           | STALE
  expect-4   | single             | bank → 4.wallet 1, @1.game=2             | STALE
`)
const atTheEnd = {
  '1.wallet': 81,
  '1.in-transit': 0,
  '1.game': 200,
  '2.wallet': 100,
  '3.wallet': 20,
  '4.wallet': 1,
  bank: -562,
  payout: 160,
  gift: 0,
}

describe.each(engines)('postings on %s', (engine) => {
  const fresh = useLedger(engine)

  describe('a table of postings', () => {
    test('one by one', async () => {
      const { post, balances } = fresh()
      const outcomes = []
      for (const { posting } of postings) outcomes.push(`${posting.key} ${await outcomeOf(post(posting))}`)
      expect(outcomes).toEqual(postings.map(({ posting, outcome }) => `${posting.key} ${outcome}`))
      expect(await balances(Object.keys(atTheEnd))).toEqual(atTheEnd)
    })

    test('as one batch', async () => {
      const { post, balances } = fresh()
      const outcomes = await Promise.all(postings.map(({ posting }) => outcomeOf(post(posting))))
      expect(outcomes.map((outcome, i) => `${postings[i]?.posting.key} ${outcome}`)).toEqual(
        postings.map(({ posting, outcome }) => `${posting.key} ${outcome}`),
      )
      expect(await balances(Object.keys(atTheEnd))).toEqual(atTheEnd)
    })

    test('each in a transaction of the caller', async () => {
      const { database, ledger, posting: own, balances } = fresh()
      for (const { posting, outcome } of postings) {
        const met = await transaction(database.db, (tx) => outcomeOf(ledger.postIn(tx, own(posting))))
        expect(`${posting.key} ${met}`).toBe(`${posting.key} ${outcome}`)
      }
      expect(await balances(Object.keys(atTheEnd))).toEqual(atTheEnd)
    })
  })

  test('several in a transaction of the caller: one result each, and a refused one does not harm the others', async () => {
    const { database, ledger, posting: own, balances } = fresh()
    const all = ['bank → 1.wallet 5', '1.wallet → payout 6', '2.wallet → payout 1', 'bank → 2.wallet 7']
    const postings = all.map((legs, i) => own(move(`all-${i}`, legs)))
    const postAll = () => transaction(database.db, (tx) => ledger.postAllIn(tx, postings))
    const outcomes = async () =>
      Promise.all(
        (await postAll()).map((journal) =>
          outcomeOf(journal instanceof Error ? Promise.reject(journal) : Promise.resolve(journal)),
        ),
      )
    expect(await outcomes()).toEqual(['ok', 'MONEY_NOT_ENOUGH', 'MONEY_NOT_ENOUGH', 'ok'])
    expect(await outcomes()).toEqual(['replayed', 'MONEY_NOT_ENOUGH', 'ok', 'replayed'])
    expect(await balances(['1.wallet', '2.wallet', 'bank', 'payout'])).toEqual({
      '1.wallet': 5,
      '2.wallet': 6,
      bank: -12,
      payout: 1,
    })
    expect(await transaction(database.db, (tx) => ledger.postAllIn(tx, []))).toEqual([])
  })

  // Directly in the database, past the repetitions that would hide an error.
  test.each([
    ['money', 'a | single | 1.wallet → payout 6 | MONEY_NOT_ENOUGH'],
    [
      'money that runs out',
      'a | single | 1.wallet → payout 5 | ok\n b | single | 1.wallet → payout 5 | MONEY_NOT_ENOUGH',
    ],
    ['a key that is taken', 'in | single | bank → 1.wallet 15 | replayed'],
    [
      'a key that comes twice',
      'a | single | bank → 1.wallet 5 | ok\n a | single | bank → 1.wallet 5 | replayed',
    ],
    ['an expectation', 'a | single | bank → 1.wallet 5, @1.wallet=1 | STALE'],
    ['a resolved hold', 'a | posted hold | 1.transit → 1.game 5 | HOLD_RESOLVED'],
    [
      'a hold that comes twice',
      'a | voided open | 1.transit → 1.wallet 10 | ok\n b | posted open | 1.transit → 1.game 10 | HOLD_RESOLVED',
    ],
    ['less than a hold', 'a | posted open | 1.transit → 1.game 9 | MALFORMED'],
    ['an account that a hold did not fill', 'a | posted open | 1.wallet → 1.game 5 | MALFORMED'],
    ['no hold', 'a | posted in | 1.transit → 1.game 5 | MALFORMED'],
  ])('a batch decides before it writes: %s', async (_, lines) => {
    const { database, posting, post } = fresh()
    await post(move('in', 'bank → 1.wallet 15'))
    await post(move('hold', '1.wallet → 1.transit 5', { phase: 'pending' }))
    await post(move('void', '1.transit → 1.wallet 5', { phase: 'voided', pendingKey: 'hold' }))
    await post(move('open', '1.wallet → 1.transit 10', { phase: 'pending' }))
    const rows = [...readTable(lines), ...readTable('good | single | bank → 2.wallet 1 | ok')]
    const batch = rows.map((row) => checkPosting(posting(row.posting)))
    const results = await writeBatch(runOn(database), batch, null)
    const outcomes = results.map((result) =>
      outcomeOf(result instanceof Error ? Promise.reject(result) : Promise.resolve(result)),
    )
    expect(await Promise.all(outcomes)).toEqual(rows.map(({ outcome }) => outcome))
  })

  test('a posting and its repetition return the same journal', async () => {
    const { post } = fresh()
    const meta = { note: 'สวัสดี “ສະບາຍດີ” \\ \'"', list: [1, null, { a: true }] }
    const posting = move('in', 'bank → 1.wallet 5', { kind: 'deposit', memberId: 'm1', meta })
    const first = await post(posting)
    const again = await post({ ...posting, meta: { other: 'explanation' } })
    expect(first).toMatchObject({ kind: 'deposit', phase: 'single', memberId: 'm1', meta, replayed: false })
    expect(again).toEqual({ ...first, replayed: true })
    expect(await outcomeOf(post({ ...posting, kind: 'gift' }))).toBe('IDEMPOTENCY_CONFLICT')
    expect(await outcomeOf(post({ ...posting, memberId: 'm2' }))).toBe('IDEMPOTENCY_CONFLICT')
  })

  test('postings of two assets add to zero in each', async () => {
    const { post, ledger, id } = fresh()
    const coins = (amountMinor: number) => [
      { account: { house: 'coin' } as const, asset: 'COIN' as const, amountMinor: -amountMinor },
      { account: { member: '1', name: 'coin' }, asset: 'COIN' as const, amountMinor },
    ]
    const deposit = move('in', 'bank → 1.wallet 10000')
    await post({ ...deposit, legs: [...deposit.legs, ...coins(1)] })
    expect(await ledger.balances(`${id}/1`)).toEqual(
      new Map([
        ['wallet', { asset: 'THB', amountMinor: 10_000, version: 1 }],
        ['coin', { asset: 'COIN', amountMinor: 1, version: 1 }],
      ]),
    )
    const crossed = [legOf('bank', -5), { ...legOf('1.coin', 5), asset: 'COIN' as const }]
    expect(await outcomeOf(post({ key: 'x', kind: 'test', legs: crossed }))).toBe('MALFORMED')
  })

  test.each<[string, Posting]>([
    ['an empty key', move('', 'bank → 1.wallet 5')],
    ['a key of 201 characters', move('x'.repeat(201), 'bank → 1.wallet 5')],
    ['a key with NUL', move('a\0b', 'bank → 1.wallet 5')],
    ['half a surrogate pair', move('a\ud800', 'bank → 1.wallet 5')],
    ['NUL in meta', move('k', 'bank → 1.wallet 5', { meta: { a: 'x\0' } })],
    ['half a surrogate pair in meta', move('k', 'bank → 1.wallet 5', { meta: { a: 'x\udc00' } })],
    ['the key of a reversal', move('reverse:k', 'bank → 1.wallet 5')],
    ['a leg of zero', move('k', 'bank → 1.wallet 0')],
    [
      'a part of a minor unit',
      { key: 'k', kind: 'test', legs: [legOf('bank', -0.5), legOf('1.wallet', 0.5)] },
    ],
    [
      'more than a safe integer',
      { key: 'k', kind: 'test', legs: [legOf('bank', -(2 ** 53)), legOf('1.w', 2 ** 53)] },
    ],
    [
      'legs that do not add to zero',
      { key: 'k', kind: 'test', legs: [legOf('bank', -5), legOf('1.wallet', 4)] },
    ],
    ['one leg', { key: 'k', kind: 'test', legs: [legOf('bank', -5)] }],
    [
      'more than 20 legs',
      { key: 'k', kind: 'test', legs: Array.from({ length: 22 }, (_, i) => legOf(`${i}.w`, i % 2 ? 1 : -1)) },
    ],
    [
      'an unknown asset',
      {
        key: 'k',
        kind: 'test',
        legs: [legOf('a', 1), legOf('b', -1)].map((leg) => ({ ...leg, asset: 'USD' as 'THB' })),
      },
    ],
    ['a resolution without a hold', move('k', 'bank → 1.wallet 5', { phase: 'posted' })],
    ['a hold’s key without a resolution', move('k', 'bank → 1.wallet 5', { pendingKey: 'h' })],
  ])('%s is refused before it can harm a batch', async (_, posting) => {
    const { ledger, post, balances } = fresh()
    const [bad, good] = await Promise.all([
      outcomeOf(ledger.post(posting)),
      outcomeOf(post(move('good', 'bank → 1.wallet 7'))),
    ])
    expect([bad, good]).toEqual(['MALFORMED', 'ok'])
    expect(await balances(['1.wallet'])).toEqual({ '1.wallet': 7 })
  })

  test('a posting that only the database finds wrong fails alone', async () => {
    const { post, ledger, balances, id } = fresh()
    const most = `bank → 1.wallet ${Number.MAX_SAFE_INTEGER}`
    await post(move('most', most))
    const results = await Promise.allSettled([
      post(move('good-1', 'bank → 2.wallet 7')),
      post(move('more', most)),
      post(move('good-2', 'bank → 2.wallet 8')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await ledger.reverse(`${id}/most`, 'too much')
    expect(await balances(['1.wallet', '2.wallet'])).toEqual({ '1.wallet': 0, '2.wallet': 15 })
  })

  test('legs on the same account are added up', async () => {
    const { post, balances } = fresh()
    await post(move('in', 'bank → 1.wallet 300'))
    await post(move('both', '1.wallet → 2.wallet 200, 2.wallet → 1.wallet 50, 1.wallet → payout 150'))
    expect(await balances(['1.wallet', '2.wallet', 'payout'])).toEqual({
      '1.wallet': 0,
      '2.wallet': 150,
      payout: 150,
    })
  })

  test('of two that expect the same version and arrive together, one succeeds', async () => {
    const { post } = fresh()
    const unmoved = [{ account: { member: '1', name: 'wallet' }, asset: 'THB' as const, version: 0 }]
    const outcomes = await Promise.all(
      ['a', 'b'].map((key) => outcomeOf(post(move(key, 'bank → 1.wallet 1', { expect: unmoved })))),
    )
    expect(outcomes).toEqual(['ok', 'STALE'])
  })

  test('close waits for postings under way', async () => {
    const { ledger } = fresh()
    let isDone = false
    ledger.post(move('closing', 'bank → closing.wallet 1')).then(() => {
      isDone = true
    })
    await ledger.close()
    await Promise.resolve()
    expect(isDone).toBe(true)
  })

  test('while the database is away a posting rejects and leaves its outcome open', async () => {
    const away = await testDatabase(engine)
    const ledger = createLedger(away)
    await ledger.post(move('in', 'bank → 1.wallet 1'))
    await away.drop()
    const error = await ledger.post(move('in', 'bank → 1.wallet 1')).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(Refusal)
  })
})
