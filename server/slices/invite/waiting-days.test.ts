import { dayAfter } from '@krapao/contract/dates.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { anotherNode, type TestApp, type TestMember } from '../../testing/app.ts'
import { approved, campaignPeople, testContent } from '../campaign/testing.ts'
import { catchUpBets } from '../game/bets/ask.ts'
import { storedOf, wrongSums } from '../game/bets/testing/bets.ts'
import { closedWithout, hoursWaited, switchProvider } from '../game/testing.ts'
import { calculateCashback } from '../refund/daily.ts'
import { appAtNoon, cashbackDays, toNextDay } from '../refund/testing.ts'
import { open, play, player, transfer } from '../wallet/testing.ts'
import { payInviters } from './daily.ts'

/**
 * A day is calculated when its providers have said which bets it had (rules.md §4.6). Invites and cashback
 * give 5 %.
 */
describe('a day that is over', () => {
  let app: TestApp
  let friend: TestMember
  /** What was warned of days. */
  let warned: string[] = []
  const hours = 26
  beforeAll(async () => {
    app = await appAtNoon({ settings: { 'bets.waitHours': hours } })
    const staff = await campaignPeople(app)
    await approved(app, staff, testContent.invite)
    await approved(app, staff, testContent.refund)
    const warn = app.context.log.warn.bind(app.context.log)
    app.context.log.warn = ((about: object, text: string) => {
      if (text.includes('day of bets')) warned.push(text)
      warn(about, text)
    }) as typeof app.context.log.warn
    // Their reports are lost: only questions find bets.
    for (const code of ['PG', 'JOKER'])
      await app.sandbox.setFault(code, 'timeout-lost', 100_000, 'report-bets')
  })
  afterAll(async () => {
    expect(await wrongSums(app)).toEqual([])
    expect((await verifyBooks(app.database)).defects).toEqual([])
    await app.close()
  })
  beforeEach(async () => {
    const inviter = await player(app, 0)
    friend = await app.registerMember({ invitedBy: inviter.id })
    await app.fund(friend.id, 1000)
    await open(app, friend, 'PG')
    await transfer(app, friend, 'WALLET', 'PG', 900)
    await ask()
    await calculate()
    warned = []
  })
  afterEach(() => answers('PG', true))

  const answers = (code: string, isThere: boolean) =>
    app.sandbox.setFault(code, isThere ? 'none' : 'error', 1000, 'bets')
  const lose = (stake: number) => play(app, friend, 'PG', { stake, win: 0 })
  /** Asks the providers, as the server's own job does. */
  async function ask(): Promise<void> {
    app.clock.advance(31)
    await catchUpBets(app.context)
  }
  async function calculate(node = app.context): Promise<void> {
    await payInviters(node)
    await calculateCashback(node)
  }
  /** Lets hours pass, and calculates after each. */
  async function pass(count: number): Promise<void> {
    for (let hour = 0; hour < count; hour++) {
      app.clock.advance(3600)
      await calculate()
    }
  }
  /** The friend's days, of cashback and of invites. */
  async function days() {
    const invite = await app.database.query<{ day: string; amount: number }>(
      `select day::text, amount_minor / 100.0::float8 as amount from invite_days where invitee_id = $1 order by day`,
      [friend.id],
    )
    const refund = await cashbackDays(app.database, friend.id)
    expect(invite).toEqual(refund)
    return refund.map(({ day, amount }) => [day, amount])
  }

  it('waits for a provider that is away over midnight, and has all bets of the day', async () => {
    await lose(100)
    const day = toNextDay(app)
    await answers('PG', false)
    await calculate()
    await ask()
    await calculate()
    expect(await days()).toEqual([])
    expect(warned).toEqual(['a day of bets waits for providers'])
    await answers('PG', true)
    await ask()
    expect((await storedOf(app, friend)).days).toMatchObject([{ day, stake: 100 }])
    await calculate()
    expect(await days()).toEqual([[day, 5]])
    expect(await closedWithout(app.database)).toEqual([])
  })

  it('waits after days off, until its provider is asked: each bet counts on its day', async () => {
    await lose(100)
    const first = toNextDay(app)
    await lose(40)
    const second = toNextDay(app)
    // Three more days without a server.
    app.clock.advance(3 * 86_400)
    await calculate()
    expect(await days()).toEqual([])
    await ask()
    await calculate()
    expect(await days()).toEqual([
      [first, 5],
      [second, 2],
    ])
  })

  it('waits for an answer from after its minutes: what ended at midnight may be listed a little later', async () => {
    await lose(100)
    const day = toNextDay(app)
    // Five minutes past.
    app.clock.advance(-3600 + 300)
    await ask()
    app.clock.advance(600)
    await calculate()
    expect(await days()).toEqual([])
    await ask()
    await calculate()
    expect(await days()).toEqual([[day, 5]])
  })

  it('waits for no provider that is switched off', async () => {
    await open(app, friend, 'JOKER')
    await lose(100)
    const day = toNextDay(app)
    await answers('JOKER', false)
    await ask()
    await calculate()
    expect(await days()).toEqual([])
    await switchProvider(app.database, 'JOKER', false)
    await calculate()
    expect(await days()).toEqual([[day, 5]])
    await switchProvider(app.database, 'JOKER', true)
    await answers('JOKER', true)
  })

  it('waits and is closed once, by any number of nodes', async () => {
    await lose(100)
    const day = toNextDay(app)
    await answers('PG', false)
    const nodes = [app.context, ...Array.from({ length: 4 }, () => anotherNode(app.context))]
    const everywhere = () => Promise.all(nodes.flatMap((node) => [calculate(node), calculate(node)]))
    await everywhere()
    expect([await hoursWaited(app.database, day), warned.length]).toEqual([0, 1])
    app.clock.advance(3600)
    await everywhere()
    expect([await hoursWaited(app.database, day), warned.length]).toEqual([1, 2])
    expect(await days()).toEqual([])
    await answers('PG', true)
    // While they calculate, one of them asks.
    app.clock.advance(31)
    await Promise.all([everywhere(), catchUpBets(app.context), everywhere()])
    await everywhere()
    expect(await days()).toEqual([[day, 5]])
  })

  it('is closed without a provider that stays away, after hours in which a server ran', async () => {
    await lose(100)
    const first = toNextDay(app)
    await answers('PG', false)
    await ask()
    await calculate()
    await pass(20)
    // No server runs for eight hours, and the next day is over.
    app.clock.advance(8 * 3600)
    await ask()
    await calculate()
    expect(await hoursWaited(app.database, first)).toBe(20)
    await pass(hours - 20 - 1)
    expect(await closedWithout(app.database)).toEqual([])
    const nodes = [app.context, anotherNode(app.context), anotherNode(app.context)]
    app.clock.advance(3600)
    await Promise.all(nodes.map((node) => calculate(node)))
    expect(await closedWithout(app.database)).toEqual([{ day: first, unasked: ['PG'] }])
    expect(warned.filter((text) => text.includes('without'))).toHaveLength(1)

    // The next day has waited meanwhile, and does not begin only now.
    await pass(hours - 6 - 1)
    expect(await closedWithout(app.database)).toHaveLength(1)
    await pass(1)
    expect(await closedWithout(app.database)).toHaveLength(2)

    // What comes then counts on the first day that is open.
    expect(await days()).toEqual([])
    await answers('PG', true)
    await ask()
    await calculate()
    expect(await days()).toEqual([[dayAfter(first, 2), 5]])
    expect(await closedWithout(app.database)).toHaveLength(2)
  })
})
