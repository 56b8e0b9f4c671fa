import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../../platform/database.ts'
import { lockNumbers } from '../../../platform/locks.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { travellingClock } from '../../../testing/clock.ts'
import { enginesByDepth, waitingForLocks } from '../../../testing/database.ts'
import { player } from '../../wallet/testing.ts'
import { betDays, betDaysOf, betsFrom, closeDay, isDayClosed } from '../public.ts'
import { countedDay } from './days.ts'
import { betOf, report, storedOf, wrongSums } from './testing/bets.ts'

describe('the day that a bet counts towards', () => {
  it.each([
    // Midnight in Bangkok is 17:00 of the day before in UTC.
    ['2026-03-01T16:59:59.999Z', '2026-03-05T03:00:00Z', null, '2026-03-01'],
    ['2026-03-01T17:00:00Z', '2026-03-05T03:00:00Z', null, '2026-03-02'],
    ['2026-03-01T16:59:59.999Z', '2026-03-05T03:00:00Z', '2026-02-28', '2026-03-01'],
    ['2026-03-01T16:59:59.999Z', '2026-03-05T03:00:00Z', '2026-03-01', '2026-03-02'],
    ['2026-03-01T17:00:00Z', '2026-03-05T03:00:00Z', '2026-03-01', '2026-03-02'],
    ['2026-03-01T17:00:00Z', '2026-03-05T03:00:00Z', '2026-03-04', '2026-03-05'],
    ['2027-02-28T10:00:00Z', '2027-03-05T03:00:00Z', '2027-02-28', '2027-03-01'],
    ['2027-12-31T10:00:00Z', '2028-03-05T03:00:00Z', '2027-12-31', '2028-01-01'],
    // A provider's clock that is ahead of ours.
    ['2026-03-01T17:00:10Z', '2026-03-01T16:59:50Z', null, '2026-03-01'],
    ['2999-03-01T17:00:10Z', '2026-03-01T16:59:50Z', null, '2026-03-01'],
  ])('settled %s, received %s, closed to %s: %s', (settledAt, receivedAt, closed, day) => {
    expect(countedDay(new Date(settledAt), new Date(receivedAt), closed)).toBe(day)
  })
})

const noon = new Date('2026-03-10T12:00:00+07:00')
const at = (day: number, time: string): string =>
  new Date(`2026-03-${String(day).padStart(2, '0')}T${time}+07:00`).toISOString()

describe.each(enginesByDepth)('closing a day, on %s', (engine) => {
  let app: TestApp
  let member: TestMember
  beforeAll(async () => {
    // Days far from now: bets of them count without a person.
    app = await testApp({ engine, clock: travellingClock(noon), settings: { 'bets.plausibleDays': 365 } })
    member = await player(app, 0, 'PG')
  })
  afterAll(async () => {
    expect(await wrongSums(app)).toEqual([])
    await app.close()
  })
  const close = (day: string) => transaction(app.context.db, (tx) => closeDay(app.context, tx, day))
  const send = (settledAt: string, stake: number) =>
    report(app, 'PG', [betOf(member, { settledAt, stake, win: 0 })])
  const days = async () => (await storedOf(app, member)).days.map(({ day, stake }) => [day, stake])

  it('is done only when it is over', async () => {
    await expect(close('2026-03-10')).rejects.toThrow(TypeError)
    await expect(close('2026-03-11')).rejects.toThrow(TypeError)
    await expect(close('')).rejects.toThrow(TypeError)
    expect(await isDayClosed(app.context.db, '2026-03-01')).toBe(false)
  })

  it('leaves its sums as they are: what comes later counts towards the first day that is open', async () => {
    await send(at(8, '23:59:59'), 1)
    await send(at(9, '00:00:00'), 2)
    await close('2026-03-08')
    expect(await isDayClosed(app.context.db, '2026-03-08')).toBe(true)
    expect(await isDayClosed(app.context.db, '2026-03-01')).toBe(true)
    expect(await isDayClosed(app.context.db, '2026-03-09')).toBe(false)
    await send(at(8, '23:59:59'), 4)
    await send(at(5, '10:00:00'), 8)
    await send(at(9, '23:59:59'), 16)
    expect(await days()).toEqual([
      ['2026-03-08', 1],
      ['2026-03-09', 30],
    ])
    // Again, and an earlier one: nothing opens.
    await close('2026-03-08')
    await close('2026-03-02')
    await close('2026-03-09')
    await send(at(9, '12:00:00'), 32)
    expect(await days()).toEqual([
      ['2026-03-08', 1],
      ['2026-03-09', 30],
      ['2026-03-10', 32],
    ])
  })

  it('that is rolled back leaves the day open', async () => {
    app.clock.advance(86_400)
    const fails = transaction(app.context.db, async (tx) => {
      await closeDay(app.context, tx, '2026-03-10')
      throw new Error('not now')
    })
    await expect(fails).rejects.toThrow('not now')
    expect(await isDayClosed(app.context.db, '2026-03-10')).toBe(false)
  })

  it('a bet that is reported again after its day was closed counts once', async () => {
    const other = await player(app, 0, 'PG')
    const bet = betOf(other, { settledAt: at(10, '10:00:00') })
    await report(app, 'PG', [bet])
    await close('2026-03-10')
    await report(app, 'PG', [bet])
    expect((await storedOf(app, other)).days).toMatchObject([{ day: '2026-03-10', bets: 1 }])
  })

  it('the sums of a day are read member by member, those of a member day by day', async () => {
    app.clock.advance(20 * 86_400)
    const players = await Promise.all(Array.from({ length: 5 }, () => player(app, 0, 'PG', 'JOKER')))
    for (const member of players) {
      await report(app, 'PG', [
        betOf(member, { settledAt: at(20, '10:00:00'), product: 'slot' }),
        betOf(member, { settledAt: at(20, '11:00:00'), product: 'fishing' }),
        betOf(member, { settledAt: at(21, '10:00:00') }),
      ])
      await report(app, 'JOKER', [betOf(member, { settledAt: at(20, '10:00:00') })])
    }
    const { db } = app.context
    const read: { memberId: string; product: string }[] = []
    for (let after = '', pages = 0; ; pages++) {
      const page = await betDays(db, { day: '2026-03-20', after, limit: 2 })
      expect(new Set(page.map(({ memberId }) => memberId)).size).toBe([2, 2, 1, 0][pages])
      if (page.length === 0) break
      read.push(...page)
      after = page.at(-1)?.memberId ?? ''
    }
    expect(read).toHaveLength(15)
    expect([...new Set(read.map(({ memberId }) => memberId))]).toEqual(players.map(({ id }) => id).sort())

    const [member] = players as [TestMember]
    expect(await betDaysOf(db, member.id, '2026-03-20', '2026-03-20')).toEqual([
      expect.objectContaining({ game: 'JOKER', bets: 1, stakeMinor: 1000, winMinor: 250, currency: 'THB' }),
      expect.objectContaining({ game: 'PG', product: 'fishing' }),
      expect.objectContaining({ game: 'PG', product: 'slot', day: '2026-03-20', memberId: member.id }),
    ])
    expect(await betDaysOf(db, member.id, '2026-03-20', '2026-03-21')).toHaveLength(4)
    expect(await betDaysOf(db, member.id, '2026-03-22', '2026-03-25')).toEqual([])
  })

  it('a member’s bets are read from an instant on, in pages, in the order in which they were settled', async () => {
    const member = await player(app, 0, 'PG', 'JOKER')
    const settledAt = at(20, '10:00:00')
    const ids = ['d', 'b', 'c', 'a']
    await report(
      app,
      'PG',
      ids.map((id) => betOf(member, { id: `${member.id}${id}`, settledAt })),
    )
    await report(app, 'JOKER', [betOf(member, { id: 'last', settledAt: at(20, '10:00:01') })])
    await report(app, 'JOKER', [betOf(member, { id: 'before', settledAt: at(20, '09:59:59.999') })])
    const read: string[] = []
    for (let page = await betsFrom(app.context.db, member.id, { from: new Date(settledAt), limit: 2 }); ; ) {
      read.push(...page.map(({ id }) => id.replace(member.id, '')))
      const after = page.at(-1)
      if (!after) break
      page = await betsFrom(app.context.db, member.id, { from: new Date(settledAt), after, limit: 2 })
    }
    expect(read).toEqual(['a', 'b', 'c', 'd', 'last'])
  })
})

describe('closing a day while bets of it are being stored', () => {
  let app: TestApp
  let member: TestMember
  /** What listeners of bets wait for. */
  let gate: Promise<void> = Promise.resolve()
  beforeAll(async () => {
    app = await testApp({ clock: travellingClock(noon) })
    member = await player(app, 0, 'PG')
    app.context.services.betsStored.add(() => gate)
  })
  afterAll(async () => {
    expect(await wrongSums(app)).toEqual([])
    await app.close()
  })
  const waiting = () => expect.poll(() => waitingForLocks(app.database)).toBeGreaterThan(0)
  const sumOf = async (day: string) => {
    const sums = await betDaysOf(app.context.db, member.id, day, day)
    return sums.reduce((all, { stakeMinor }) => all + stakeMinor / 100, 0)
  }

  it('waits for them', async () => {
    let open = () => {}
    gate = new Promise((resolve) => {
      open = resolve
    })
    const sent = report(app, 'PG', [betOf(member, { settledAt: at(9, '23:59:59'), stake: 5 })])
    const sums = transaction(app.context.db, async (tx) => {
      // Until the bet is stored, there is nothing to wait for.
      await expect
        .poll(() =>
          app.database.query(
            `select from pg_locks where locktype = 'advisory' and objid = ${lockNumbers.openBetDays}
               and database = (select oid from pg_database where datname = current_database())`,
          ),
        )
        .toHaveLength(1)
      await closeDay(app.context, tx, '2026-03-09')
      return betDaysOf(tx, member.id, '2026-03-09', '2026-03-09')
    })
    await waiting()
    open()
    expect((await sent)[0]).toBe(200)
    expect(await sums).toMatchObject([{ stakeMinor: 500 }])
  })

  it('has them wait, and count towards the next day', async () => {
    app.clock.advance(86_400)
    gate = Promise.resolve()
    let sent: ReturnType<typeof report> | undefined
    await transaction(app.context.db, async (tx) => {
      await closeDay(app.context, tx, '2026-03-10')
      sent = report(app, 'PG', [betOf(member, { settledAt: at(10, '23:59:59'), stake: 7 })])
      await waiting()
    })
    expect((await sent)?.[0]).toBe(200)
    expect([await sumOf('2026-03-10'), await sumOf('2026-03-11')]).toEqual([0, 7])
  })

  it('in whatever order: what was read when it closed is all that ever counts towards it', async () => {
    app.clock.advance(86_400)
    gate = Promise.resolve()
    const before = await sumOf('2026-03-11')
    const sends = Array.from({ length: 30 }, () =>
      report(app, 'PG', [betOf(member, { settledAt: at(11, '20:00:00'), stake: 1 })]),
    )
    const read = transaction(app.context.db, async (tx) => {
      await closeDay(app.context, tx, '2026-03-11')
      const sums = await betDaysOf(tx, member.id, '2026-03-11', '2026-03-11')
      return sums.reduce((all, { stakeMinor }) => all + stakeMinor / 100, 0)
    })
    expect((await Promise.all(sends)).every(([status]) => status === 200)).toBe(true)
    const counted = await sumOf('2026-03-11')
    expect(counted).toBe(await read)
    expect(counted - before + (await sumOf('2026-03-12'))).toBe(30)
  })
})
