import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostingOf } from '../../journals/posting.ts'
import { house, own, verifyBooks } from '../../ledger/public.ts'
import { addSeconds, bangkokDay, secondsOfDayLeft } from '../../platform/clock.ts'
import { transaction } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'
import { approved, campaignPeople, testContent } from '../campaign/testing.ts'
import type { Context } from '../context.ts'
import { depositPosting } from '../deposit/posting.ts'
import { receive } from '../invite/receive.ts'
import { activatePromotion } from '../promotion/promotion.ts'
import { appAtNoon } from '../refund/testing.ts'
import { activateBonus } from './activate.ts'
import { settleBonus } from './condition/end.ts'
import { receivedOf } from './condition/store.ts'
import { onDeposit } from './deposits.ts'
import { campaigns, free } from './testing.ts'

/**
 * The days of a member around midnight in Bangkok, on nodes whose clocks are wrong. The ledger has the app's
 * clock, which stands for the database's.
 */

let app: TestApp
beforeAll(async () => {
  app = await appAtNoon()
  await approved(app, await campaignPeople(app), testContent.invite)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

/** A node whose clock is so many seconds ahead; negative: behind. */
const node = (ahead: number): Context => ({
  ...app.context,
  clock: { now: () => addSeconds(app.clock.now(), ahead) },
})
/** Goes to half a minute before the next midnight. */
const goToMidnight = () => app.clock.advance(secondsOfDayLeft(app.clock.now()) - 30)

const outcomeOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'OK',
    (error) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
const said = { key: undefined, language: 'en' } as const
const giveUp = ({ id }: TestMember) => settleBonus(app.context, id, { forfeits: true })

/** What a friend's day has brought. */
const commission = ({ id: memberId }: TestMember): PostingOf<'invite'> => ({
  key: `invite:${randomUUID()}`,
  kind: 'invite',
  memberId,
  legs: [
    { account: { house: house.bonus }, asset: 'THB', amountMinor: -5_00 },
    { account: { member: memberId, name: own.invite }, asset: 'THB', amountMinor: 5_00 },
  ],
  meta: { invitee: memberId, day: bangkokDay(app.clock.now()), version: 1 },
})

interface Limited {
  /** Takes one of what one may be had of in a day. */
  take: (on: Context) => Promise<unknown>
  refusal: string
}

const inviteMoney = async (): Promise<Limited> => {
  const inviter = await app.registerMember()
  const take = async (on: Context) => {
    await on.ledger.post(commission(inviter))
    await receive(on, inviter.id)
    await giveUp(inviter)
  }
  return { take, refusal: 'INVITE_COLLECT' }
}

const kinds: [what: string, prepare: () => Promise<Limited>][] = [
  [
    'a free bonus of the day',
    async () => {
      const code = await campaigns(app).bonus({ type: 'day', maxReceived: 1, credit: free(50) })
      const member = await app.registerMember()
      const take = async (on: Context) => {
        await activateBonus(on, member.id, code, said)
        await giveUp(member)
      }
      return { take, refusal: 'BONUS_MAX_CLAIMED' }
    },
  ],
  [
    'a use of the day of a code',
    async () => {
      const code = await campaigns(app).promotion({ uses: 9, usesPerDay: 1 })
      const take = async (on: Context) => activatePromotion(on, (await app.registerMember()).id, code, said)
      return { take, refusal: 'BONUS_FULL' }
    },
  ],
  ['invite money', inviteMoney],
]

describe.each(kinds)('%s', (_what, prepare) => {
  it('is had once, also on a node where the next day has begun', async () => {
    const { take, refusal } = await prepare()
    goToMidnight()
    expect(await outcomeOf(take(node(0)))).toBe('OK')
    expect(await outcomeOf(take(node(90)))).toBe(refusal)
    app.clock.advance(60)
  })

  it('is had again on the next day, also on a node where that has not begun', async () => {
    const { take } = await prepare()
    goToMidnight()
    expect(await outcomeOf(take(node(0)))).toBe('OK')
    app.clock.advance(60)
    expect(await outcomeOf(take(node(-90)))).toBe('OK')
  })
})

it('invite money that midnight overtakes is of the day on which it is posted', async () => {
  const { take, refusal } = await inviteMoney()
  goToMidnight()
  // Midnight passes once the node has looked whether the member has received today.
  let passed = false
  const now = () => {
    if (!passed) app.clock.advance(60)
    passed = true
    return app.clock.now()
  }
  expect(await outcomeOf(take({ ...app.context, clock: { now } }))).toBe('OK')
  expect(await outcomeOf(take(node(0)))).toBe(refusal)
})

describe('a deposit around midnight', () => {
  const byDeposit = { kind: 'deposit', percent: 50, minDeposit: 100, maxBonus: 100 } as const

  /** A deposit of 100 baht, whose bonus is credited so many seconds after it was posted. */
  async function deposit(on: Context, { id: memberId }: TestMember, later = 0): Promise<Date> {
    const key = `test:midnight:${memberId}`
    const posting = depositPosting({
      key,
      memberId,
      currency: 'THB',
      sources: [{ house: 'bank:1', amountMinor: 100_00 }],
      meta: {},
    })
    return transaction(on.db, async (tx) => {
      const { postedAt } = await on.ledger.postIn(tx, posting)
      app.clock.advance(later)
      await onDeposit(on, tx, { key, memberId, amountMinor: 100_00, postedAt })
      return postedAt
    })
  }

  it('brings its bonus on its own day, whenever that is credited', async () => {
    const code = await campaigns(app).bonus({
      type: 'day',
      maxReceived: 1,
      maxTotal: 1000,
      credit: byDeposit,
    })
    const member = await app.registerMember()
    await activateBonus(node(0), member.id, code, said)
    goToMidnight()
    const day = bangkokDay(await deposit(node(0), member, 60))
    expect(bangkokDay(app.clock.now())).not.toBe(day)
    const [at] = (await receivedOf(app.context.db, member.id, 'bonus')).get(code)?.at ?? []
    expect(bangkokDay(at ?? new Date(0))).toBe(day)
    await giveUp(member)
    expect(await outcomeOf(activateBonus(node(0), member.id, code, said))).toBe('OK')
  })

  it.each([
    ['is credited', 'before the bonus lapses, on a node where it has lapsed', 90, -30, 'ACTIVE'],
    ['is not credited', 'after it has lapsed, on a node where it has not', -90, 30, 'CANCELLED'],
  ])('%s a bonus %s', async (_what, _when, ahead, seconds, state) => {
    const code = await campaigns(app).bonus({ credit: byDeposit })
    const member = await app.registerMember()
    await activateBonus(node(0), member.id, code, said)
    app.clock.advance(7 * 86_400 + seconds)
    await deposit(node(ahead), member)
    const [bonus] = await app.database.query<{ state: string }>(
      'select state from member_bonuses where member_id = $1',
      [member.id],
    )
    expect(bonus?.state).toBe(state)
  })
})
