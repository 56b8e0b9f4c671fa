import { describe, expect, test } from 'vitest'
import { transaction } from '../platform/database.ts'
import { engines } from '../testing/database.ts'
import { useLedger } from './testing/own.ts'
import { move, outcomeOf } from './testing/table.ts'

describe.each(engines)('transactions, guards, house and seals on %s', (engine) => {
  const fresh = useLedger(engine)

  describe('within a transaction of the caller', () => {
    test('money and facts commit together or not at all', async () => {
      const { database, ledger, posting: own, balances } = fresh()
      const failure = transaction(database.db, async (tx) => {
        await ledger.postIn(tx, own(move('in', 'bank → 1.wallet 100')))
        throw new Error('the fact cannot be stored')
      })
      await expect(failure).rejects.toThrow('the fact cannot be stored')
      expect(await balances(['1.wallet', 'bank'])).toEqual({ '1.wallet': 0, bank: 0 })
      await transaction(database.db, async (tx) => {
        await ledger.postIn(tx, own(move('in', 'bank → 1.wallet 100')))
        // A refusal leaves the transaction usable.
        expect(await outcomeOf(ledger.postIn(tx, own(move('out', '1.wallet → payout 101'))))).toBe(
          'MONEY_NOT_ENOUGH',
        )
        await ledger.postIn(tx, own(move('out', '1.wallet → payout 99')))
      })
      expect(await balances(['1.wallet', 'bank'])).toEqual({ '1.wallet': 1, bank: -100 })
    })

    test('listeners are called after the commit, and never for what was rolled back', async () => {
      const { database, ledger, posting: own, post, id } = fresh()
      const received: string[] = []
      const stop = ledger.onPosted((members) => received.push(members.sort().join(' ')))
      ledger.onPosted(() => {
        throw new Error('a listener that fails harms nobody')
      })
      await transaction(database.db, async (tx) => {
        await ledger.postIn(tx, own(move('in', 'bank → 1.wallet 100, bank → 2.wallet 1')))
        tx.afterCommit(() => received.push('committed'))
        expect(received).toEqual([])
      })
      expect(received).toEqual([`${id}/1 ${id}/2`, 'committed'])
      const failure = transaction(database.db, async (tx) => {
        await ledger.postIn(tx, own(move('in-2', 'bank → 1.wallet 100')))
        throw new Error('no')
      })
      await expect(failure).rejects.toThrow('no')
      await post(move('in-3', 'bank → 3.wallet 1'))
      await post(move('in-3', 'bank → 3.wallet 1'))
      await outcomeOf(post(move('out', '3.wallet → bank 2')))
      stop()
      await post(move('in-4', 'bank → 3.wallet 1'))
      expect(received).toEqual([`${id}/1 ${id}/2`, 'committed', `${id}/3`])
    })
  })

  describe('the database itself', () => {
    test.each([
      ['update journals set kind = kind', /append-only/],
      ['delete from journals', /append-only/],
      ['truncate journals cascade', /append-only/],
      ['update entries set amount_minor = 1', /append-only/],
      ['delete from entries', /append-only/],
      ['truncate entries', /append-only/],
      [`update seals set sha256 = ''`, /append-only/],
      ['delete from seals', /append-only/],
      ['truncate seals', /append-only/],
      [`update accounts set member_id = 'thief'`, /append-only/],
      ['delete from accounts', /append-only/],
      ['update accounts set balance_minor = -1', /never_below_zero|house_without_balance/],
      [
        `insert into entries select max(id), 9, (select min(id) from accounts), 5, null from journals`,
        /add to zero/,
      ],
      [`insert into entries values (999999999, 1, 1, 5, null), (999999999, 2, 2, -5, null)`, /add to zero/],
      [
        `insert into journals (key, kind, phase, meta, posted_at)
        select key, kind, phase, meta, now() from journals limit 1`,
        /unique/,
      ],
      [`insert into journals (kind, phase, meta, posted_at) values ('x', 'single', '{}', now())`, /null/],
    ])('refuses: %s', async (statement, reason) => {
      const { database, post } = fresh()
      await post(move('in', 'bank → 1.wallet 100'))
      await expect(database.query(statement)).rejects.toThrow(reason)
    })

    test('never lets a member account go below zero, whoever writes', async () => {
      const { database, post, id } = fresh()
      await post(move('in', 'bank → 1.wallet 100'))
      const overdraw = database.query(
        'update accounts set balance_minor = balance_minor - 101 where member_id = $1',
        [`${id}/1`],
      )
      await expect(overdraw).rejects.toThrow(/accounts_never_below_zero/)
    })
  })

  describe('house accounts', () => {
    test('balance is the snapshot plus later entries', async () => {
      const { post, ledger, balances } = fresh()
      await post(move('in-1', 'bank → 1.wallet 100'))
      expect(await balances(['bank'])).toEqual({ bank: -100 })
      await ledger.snapshotHouse()
      expect(await balances(['bank'])).toEqual({ bank: -100 })
      await post(move('in-2', 'bank → 1.wallet 11'))
      await post(move('gift', 'gift → 1.wallet 5'))
      expect(await balances(['bank', 'gift'])).toEqual({ bank: -111, gift: -5 })
      await ledger.snapshotHouse()
      await ledger.snapshotHouse()
      expect(await balances(['bank', 'gift'])).toEqual({ bank: -111, gift: -5 })
      expect(await ledger.houseBalance('never used', 'THB')).toBe(0)
    })

    test('have no running balance and no version', async () => {
      const { database, post, id } = fresh()
      await post(move('in', 'bank → 1.wallet 100'))
      const rows = await database.query(
        `select balance_minor, version from accounts where member_id = '' and name = $1`,
        [`${id}/bank`],
      )
      expect(rows).toEqual([{ balance_minor: 0, version: 0 }])
    })
  })

  test('seals follow each other and leave nothing out', async () => {
    const { database, post, ledger } = fresh()
    const readSeals = () =>
      database.query<{ from: number; to: number; sha256: string; previous: string }>(
        `select from_journal_id as "from", to_journal_id as "to", sha256, previous_sha256 as previous
         from seals order by id`,
      )
    await Promise.all(Array.from({ length: 2100 }, (_, i) => post(move(`in-${i}`, 'bank → 1.wallet 1'))))
    await ledger.seal()
    const first = await readSeals()
    expect(first.length).toBeGreaterThan(1)
    for (const [i, seal] of first.entries()) {
      expect([seal.from, seal.previous]).toEqual([
        (first[i - 1]?.to ?? 0) + 1,
        first[i - 1]?.sha256 ?? '0'.repeat(64),
      ])
    }
    await ledger.seal()
    expect(await readSeals()).toEqual(first)
    const last = await post(move('last', 'bank → 1.wallet 1'))
    await ledger.seal()
    expect((await readSeals()).at(-1)?.to).toBe(last.id)
  })
})
