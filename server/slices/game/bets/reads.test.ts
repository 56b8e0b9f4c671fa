import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSeconds } from '../../../platform/clock.ts'
import { transaction } from '../../../platform/database.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { type TestDatabase, testDatabase } from '../../../testing/database.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { player, refresh } from '../../wallet/testing.ts'
import { betDays, betDaysOf, betsFrom, type StoredBet, settledBet } from '../public.ts'
import { countable, insertBets } from './store.ts'
import { betOf, noon, report, yesterday } from './testing/bets.ts'

const many = 5000

describe(`a member’s day of ${many} bets`, () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(async () => {
    await app.close()
  })
  const ofBets = /\b(bets|bet_days|closed_bet_days)\b/

  it('is stored by a handful of statements for each report, and costs no page anything', async () => {
    const member = await player(app, 100, 'PG')
    const { token } = member
    for (let i = 0; i < many; i += 500) {
      const bets = Array.from({ length: 500 }, (_, at) =>
        betOf(member, { settledAt: addSeconds(noon, i + at).toISOString() }),
      )
      const statements = await statementsOf(async () =>
        expect(await report(app, 'PG', bets)).toMatchObject([200, { stored: 500 }]),
      )
      // Providers, owners, begin, locks of the members' play and of open days, closed days, bets, what runs
      // of bonuses, what they paid of it, what counts towards coins, commit.
      expect(statements).toHaveLength(11)
    }
    expect(await betDaysOf(app.context.db, member.id, yesterday, yesterday)).toMatchObject([{ bets: many }])

    const statements = await statementsOf(async () => {
      expect((await app.call('GET /api/wallet', { token })).status).toBe(200)
      expect((await refresh(app, member)).status).toBe(200)
      expect((await app.call('GET /api/wallet/pending', { token })).status).toBe(200)
      expect((await app.call('POST /api/statement', { token, body: { page: 1, limit: 10 } })).status).toBe(
        200,
      )
    })
    expect(statements.length).toBeGreaterThan(5)
    expect(statements.filter((text) => ofBets.test(text))).toEqual([])
  })
})

/** These statements are planned at each call, by the statistics that the database keeps up to date. */
describe('what is read of bets', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase('postgres', { max: 1 })
  })
  afterAll(() => database.drop())

  async function readSoFar(): Promise<number> {
    await database.query('select pg_stat_force_next_flush()')
    const [row] = await database.query<{ read: number }>(
      `select sum(t.seq_tup_read + coalesce(i.read, 0))::bigint as read
       from pg_stat_user_tables t
         left join (select relid, sum(idx_tup_read) as read from pg_stat_user_indexes group by relid) i using (relid)
       where t.relname in ('bets', 'bet_days')`,
    )
    return row?.read ?? 0
  }

  it('is what was asked for, whatever else there is', async () => {
    const { db } = database
    const ask = async () => {
      const [after] = await betsFrom(db, 'member7', { from: noon, limit: 20 })
      await betsFrom(db, 'member7', { from: noon, limit: 20, after: after as StoredBet })
      await betDaysOf(db, 'member7', yesterday, yesterday)
      await betDays(db, { day: yesterday, after: 'member5', limit: 10 })
    }
    const bet = { game: 'PG', product: 'slot', currency: 'THB', stakeMinor: 100, winMinor: 0 } as const
    for (let member = 0; member < 100; member++) {
      const bets = Array.from({ length: 100 }, (_, i) => {
        const of = { id: `${member}-${i}`, memberId: `member${member}` }
        const settledAt = addSeconds(noon, i % 2 ? i : -i)
        return countable(settledBet({ ...bet, ...of, settledAt }), yesterday)
      })
      await transaction(db, (tx) => insertBets(tx, bets, { receivedAt: noon, source: 'report' }))
    }
    await database.query(
      `insert into bet_days (member_id, day, game, product, currency, bets, stake_minor, win_minor)
       select 'other' || n, '${yesterday}', 'PG', 'slot', 'THB', 1, 100, 0 from generate_series(1, ${many}) n`,
    )
    await database.query('analyze bets; analyze bet_days')
    const before = await readSoFar()
    await ask()
    expect((await readSoFar()) - before).toBeLessThan(many / 20)
  })
})
