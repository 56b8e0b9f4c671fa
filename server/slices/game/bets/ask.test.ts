import type { GameCode } from '@krapao/contract/game.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bangkokDay } from '../../../platform/clock.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { travellingClock } from '../../../testing/clock.ts'
import { enginesByDepth } from '../../../testing/database.ts'
import { deskOf } from '../../deposit/testing/money-in.ts'
import { eventually, play, player, refresh, transfer } from '../../wallet/testing.ts'
import { usernameOf } from '../rules.ts'
import { forgetProviders, setProviders } from '../testing.ts'
import { catchUpBets } from './ask.ts'
import { betOf, noon, report, stakesOf, storedOf, wrongSums } from './testing/bets.ts'

describe.each(enginesByDepth)('bets that no report has named, on %s', (engine) => {
  let app: TestApp
  /** Ids of the bets that listeners were notified of. */
  let heard: string[] = []
  beforeAll(async () => {
    // Hardly a test is to see the end of a day.
    app = await testApp({ engine, clock: travellingClock(noon) })
    // From here on questions are asked by these tests only.
    await app.context.jobs.stop()
    app.context.services.betsStored.add(
      async (_tx, bets) => void heard.push(...bets.map(({ game, id }) => `${game} ${id}`)),
    )
  })
  afterAll(async () => {
    expect(await wrongSums(app)).toEqual([])
    expect(new Set(heard).size).toBe(heard.length)
    await app.close()
  })
  beforeEach(async () => {
    heard = []
    for (const code of ['PG', 'JOKER', 'UFABET']) await app.sandbox.setFault(code, 'none')
  })

  /** A member with baht in a game whose reports are lost; with bets there. */
  async function silentPlayer(code: GameCode, rounds: number): Promise<TestMember> {
    await app.sandbox.setFault(code, 'timeout-lost', 100_000, 'report-bets')
    const member = await player(app, 1000, code)
    await transfer(app, member, 'WALLET', code, 500)
    await playRounds(member, code, rounds)
    return member
  }
  async function playRounds(member: TestMember, code: GameCode, rounds: number): Promise<void> {
    for (let i = 0; i < rounds; i++) await play(app, member, code, { stake: 1, win: i % 2 })
  }
  /** Asks once everybody is due again. */
  async function ask(): Promise<void> {
    app.clock.advance(31)
    await catchUpBets(app.context)
  }
  const sumOf = async (member: TestMember) => {
    const { days } = await storedOf(app, member)
    const sum = (key: 'bets' | 'stake' | 'win') => days.reduce((all, day) => all + day[key], 0)
    return [sum('bets'), sum('stake'), sum('win')]
  }

  it('the games of the sandbox report theirs', async () => {
    const member = await player(app, 1000, 'JOKER')
    await transfer(app, member, 'WALLET', 'JOKER', 500)
    await playRounds(member, 'JOKER', 7)
    await eventually(async () => (await storedOf(app, member)).bets.length === 7)
    const { bets } = await storedOf(app, member)
    expect(bets.every(({ source }) => source === 'report')).toBe(true)
    // What was reported is known when we ask.
    await ask()
    expect(await sumOf(member)).toEqual([7, 7, 3])
  })

  it.each(['slow', 'timeout-applied', 'timeout-lost', 'error', 'garbage', 'duplicate'] as const)(
    'and make one again that was %s',
    async (fault) => {
      const member = await player(app, 1000, 'JOKER')
      await transfer(app, member, 'WALLET', 'JOKER', 500)
      await app.sandbox.setFault('JOKER', fault, 1, 'report-bets')
      await playRounds(member, 'JOKER', 2)
      await eventually(async () => (await storedOf(app, member)).bets.length === 2)
      expect(await sumOf(member)).toEqual([2, 2, 1])
    },
  )

  it('and one that was reported with a huge stake waits, and what is answered about it later is noted', async () => {
    const member = await player(app, 1000, 'JOKER')
    await transfer(app, member, 'WALLET', 'JOKER', 500)
    await app.sandbox.setFault('JOKER', 'huge-stake', 1, 'report-bets')
    await playRounds(member, 'JOKER', 1)
    const evidence = async () => {
      const entries = await deskOf(app, 'bet-review').all()
      return entries.find(({ memberId }) => memberId === member.id)?.evidence
    }
    const stake = (label: string, value: string) => expect.objectContaining({ label, value })
    await expect.poll(evidence).toContainEqual(stake('stakeAmount', '1000000'))
    await ask()
    expect(await evidence()).toContainEqual(stake('otherStakeAmount', '1'))
    expect(await sumOf(member)).toEqual([0, 0, 0])
    // The next one is as usual.
    await playRounds(member, 'JOKER', 1)
    await eventually(async () => (await storedOf(app, member)).bets.length === 1)
  })

  it('are found by asking, page by page, once', async () => {
    const member = await silentPlayer('PG', 3)
    // A page has 200.
    await Promise.all(Array.from({ length: 10 }, () => playRounds(member, 'PG', 45)))
    await ask()
    const { bets } = await storedOf(app, member)
    expect(bets).toHaveLength(453)
    expect(bets.every(({ source }) => source === 'asked')).toBe(true)
    expect(await sumOf(member)).toEqual([453, 453, 10 * 22 + 1])
    await ask()
    expect(await sumOf(member)).toEqual([453, 453, 10 * 22 + 1])
    await playRounds(member, 'PG', 1)
    await ask()
    expect(await sumOf(member)).toEqual([454, 454, 10 * 22 + 1])
  })

  it('also after days off, each on its day', async () => {
    const member = await silentPlayer('PG', 2)
    const first = bangkokDay(app.clock.now())
    app.clock.advance(3 * 86_400)
    const third = bangkokDay(app.clock.now())
    await playRounds(member, 'PG', 3)
    await ask()
    expect((await storedOf(app, member)).days).toMatchObject([
      { day: first, bets: 2 },
      { day: third, bets: 3 },
    ])
  })

  it('nodes that ask at once store each once', async () => {
    const member = await silentPlayer('UFABET', 1)
    await Promise.all(Array.from({ length: 9 }, () => playRounds(member, 'UFABET', 30)))
    app.clock.advance(31)
    // As if each of them had claimed: the claim saves questions, it is not what keeps bets apart.
    const all = Array.from({ length: 4 }, async () => {
      await app.database.query(`update bet_cursors set next_at = '2000-01-01'`)
      await catchUpBets(app.context)
    })
    await Promise.all(all)
    await ask()
    expect(await sumOf(member)).toEqual([271, 271, 9 * 15])
  })

  it('a question is one node’s, until it is due again', async () => {
    const member = await silentPlayer('UFABET', 0)
    await ask()
    await playRounds(member, 'UFABET', 1)
    await catchUpBets(app.context)
    expect(await sumOf(member)).toEqual([0, 0, 0])
    await ask()
    expect(await sumOf(member)).toEqual([1, 1, 0])
  })

  it.each(['timeout-applied', 'refuse', 'error', 'garbage'] as const)(
    'a provider that answers %s is asked again for the same, and its money moves meanwhile',
    async (fault) => {
      const member = await silentPlayer('PG', 2)
      const patience = (seconds: number) =>
        app.database.query(
          `update game_providers set settings = jsonb_build_object('timeoutSeconds', $1::int) where code = 'PG'`,
          [seconds],
        )
      await patience(1)
      await app.sandbox.setFault('PG', fault, 1, 'bets')
      await ask()
      await patience(5)
      expect(await sumOf(member)).toEqual([0, 0, 0])
      expect((await transfer(app, member, 'WALLET', 'PG', 5)).body.status).toBe('SUCCESS')
      await ask()
      expect(await sumOf(member)).toEqual([2, 2, 1])
    },
  )

  it('an unknown username between them holds nothing up', async () => {
    const member = await silentPlayer('PG', 1)
    // An account that another operator's house opened at the same provider.
    await app.context.games.openAccount({ code: 'PG', timeoutSeconds: 5 }, 'foreigner', 'THB')
    await app.sandbox.play('PG', 'foreigner', { stake: 0, win: 5 })
    await playRounds(member, 'PG', 1)
    await ask()
    expect(await sumOf(member)).toEqual([2, 2, 0])
  })

  describe('play results', () => {
    async function settle(member: TestMember): Promise<void> {
      await refresh(app, member)
      await app.context.ledger.seal()
    }

    const hours = 6
    beforeAll(async () => {
      await setProviders(app.database, { openBetHours: hours }, 'HUAYHD', 'SEXYGAME')
      forgetProviders(app)
    })

    it('count as bets where a provider has none: a loss once its hours are over, a win at once', async () => {
      const member = await player(app, 1000, 'HUAYHD', 'SEXYGAME')
      await transfer(app, member, 'WALLET', 'HUAYHD', 300)
      await transfer(app, member, 'WALLET', 'SEXYGAME', 300)
      await play(app, member, 'HUAYHD', { stake: 40, win: 10 })
      await play(app, member, 'SEXYGAME', { stake: 40, win: 110.5 })
      await settle(member)
      await ask()
      expect((await storedOf(app, member)).days).toMatchObject([{ game: 'SEXYGAME', bets: 1, stake: 0 }])
      app.clock.advance(hours * 3600 - 90)
      await ask()
      expect((await storedOf(app, member)).days).toHaveLength(1)
      app.clock.advance(60)
      await ask()
      const { bets, days } = await storedOf(app, member)
      expect(bets.map(({ id }) => id)).toEqual([
        expect.stringMatching(new RegExp(`^play:play:${member.id}:HUAYHD:`)),
        expect.stringMatching(new RegExp(`^play:play:${member.id}:SEXYGAME:`)),
      ])
      expect(days).toMatchObject([
        { game: 'HUAYHD', bets: 1, stake: 30, win: 0 },
        { game: 'SEXYGAME', bets: 1, stake: 0, win: 70.5 },
      ])
      expect(heard).toHaveLength(2)
    })

    it('count once, however often they are read, and only once they are sealed', async () => {
      const member = await player(app, 1000, 'HUAYHD')
      await transfer(app, member, 'WALLET', 'HUAYHD', 300)
      await play(app, member, 'HUAYHD', { stake: 3, win: 0 })
      await refresh(app, member)
      await ask()
      expect(await sumOf(member)).toEqual([0, 0, 0])
      await app.context.ledger.seal()
      await Promise.all([ask(), ask(), ask()])
      app.clock.advance(hours * 3600)
      await Promise.all([ask(), ask(), ask()])
      expect(await sumOf(member)).toEqual([1, 3, 0])
      await play(app, member, 'HUAYHD', { stake: 4, win: 0 })
      await settle(member)
      await ask()
      expect(await sumOf(member)).toEqual([1, 3, 0])
      app.clock.advance(hours * 3600)
      await ask()
      expect(await sumOf(member)).toEqual([2, 7, 0])
    })

    it('of a ticket that was bought and given back are no stake', async () => {
      const member = await player(app, 1000, 'HUAYHD')
      await transfer(app, member, 'WALLET', 'HUAYHD', 300)
      for (let i = 0; i < 5; i++) {
        const id = await app.sandbox.openBet('HUAYHD', usernameOf(member.id), { stake: 50 })
        await settle(member)
        await ask()
        await app.sandbox.endBet('HUAYHD', id, { status: 'void' })
        await settle(member)
        await ask()
      }
      app.clock.advance(hours * 3600)
      await ask()
      expect(await sumOf(member)).toEqual([5, 250, 250])
      expect(await stakesOf(app, member)).toBe(0)
    })

    it('of a ticket that wins are its stake and its win', async () => {
      const member = await player(app, 1000, 'HUAYHD')
      await transfer(app, member, 'WALLET', 'HUAYHD', 300)
      const id = await app.sandbox.openBet('HUAYHD', usernameOf(member.id), { stake: 50 })
      await settle(member)
      await ask()
      expect(await sumOf(member)).toEqual([0, 0, 0])
      await app.sandbox.endBet('HUAYHD', id, { status: 'settled', win: 4_500 })
      await settle(member)
      await ask()
      app.clock.advance(hours * 3600)
      await ask()
      expect(await sumOf(member)).toEqual([1, 50, 4_500])
      expect(await stakesOf(app, member)).toBe(50)
    })

    it('of a provider that reports its bets do not count besides them', async () => {
      const member = await silentPlayer('UFABET', 3)
      await settle(member)
      await ask()
      expect(await sumOf(member)).toEqual([3, 3, 1])
      const { bets } = await storedOf(app, member)
      expect(bets.every(({ source }) => source === 'asked')).toBe(true)
    })
  })

  it('what was found is known when it is reported afterwards', async () => {
    const member = await silentPlayer('PG', 1)
    await ask()
    const [{ id } = { id: '' }] = (await storedOf(app, member)).bets
    const rows = await app.database.query<{ settled_at: Date }>('select settled_at from bets where id = $1', [
      id,
    ])
    const settledAt = rows[0]?.settled_at.toISOString() ?? ''
    const again = betOf(member, { id, stake: 1, win: 0, settledAt })
    expect(await report(app, 'PG', [again])).toMatchObject([200, { stored: 0, known: 1 }])
  })
})
