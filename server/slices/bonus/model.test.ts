import { randomInt } from 'node:crypto'
import type { Phone } from '@krapao/contract/phone.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLedger, house, own, playKey, verifyBooks } from '../../ledger/public.ts'
import { transaction } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { settingNamed } from '../../platform/settings.ts'
import { anotherNode, anyLedger, type TestApp, testApp } from '../../testing/app.ts'
import { byDepth } from '../../testing/depth.ts'
import { newMemberId } from '../account/secrets.ts'
import { insertMember } from '../account/store.ts'
import { onDepositCredited, onDepositReversed } from '../deposit/public.ts'
import { onBetsStored } from '../game/public.ts'
import { activatePromotion, maxTotal } from '../promotion/promotion.ts'
import { beginIn } from '../withdraw/begin.ts'
import { endIn } from '../withdraw/end.ts'
import { withdrawalIdOf } from '../withdraw/rules.ts'
import { changeWithdrawal, withdrawTerms } from '../withdraw/testing.ts'
import { activateBonus } from './activate.ts'
import { onBets } from './bets.ts'
import { cancelArmed } from './cancel.ts'
import { settleBonus } from './condition/end.ts'
import { evaluateBonus } from './condition/evaluation.ts'
import { findOpen } from './condition/store.ts'
import { onDeposit, onReversal } from './deposits.ts'
import { bet, campaigns, deposit, free, takeBack, wrongTurnovers } from './testing.ts'

/**
 * Random sequences of all that touches a member's money while bonuses come and go, against a model in plain
 * numbers that says the rules in its own words (rules.md §7). After each step the ledger has to show what the
 * model says; at each end of a bonus the member has no more than the terms allow, and no less than what is
 * left of own money. Providers, transfers between them and the calls' own checks have tests of their own:
 * here a game is an account that the ledger moves. To replay a failure, set BONUS_MODEL_SEED to what it
 * printed.
 */
const runs = byDepth({ usual: 200, deep: 10_000 })
const seed = Number(process.env.BONUS_MODEL_SEED ?? randomInt(2 ** 31))
const atOnce = 10

const amount = fc.oneof(fc.integer({ min: 1, max: 30_000 }), fc.constantFrom(5_000, 10_000, 500))
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('deposit' as const), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('takeBack' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('arm', 'free', 'promotion') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('toGame' as const), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fromGame' as const), amount }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('round' as const),
      /** Percent of what is at the game, and of the stake. */
      stake: fc.constantFrom(1, 10, 50, 100),
      win: fc.constantFrom(0, 0, 50, 100, 200, 500),
      product: fc.constantFrom('slot', 'sport'),
      reported: fc.constantFrom('now', 'now', 'now', 'as if earlier', 'never'),
    }),
  },
  // A bet that is settled later, by a provider that says when it was placed, or does not.
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('place' as const), stake: fc.constantFrom(10, 50, 100) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('settleBet' as const),
      win: fc.constantFrom(0, 50, 100, 200, 500),
      says: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('withdraw' as const), amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('paid' as const), isPaid: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 8, 31) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never

/** What the campaigns of this test promise; amounts in satang, percentages whole. */
const offers = {
  arm: { mode: 'balance', need: 150, most: 10_000, fail: 5, cashOut: 10_000, mayForfeit: true },
  free: { mode: 'turnover', need: 200, most: 4_000, fail: 5, cashOut: null, mayForfeit: false },
  promotion: { mode: 'turnover', need: 300, most: 3_000, fail: 10, cashOut: 5_000, mayForfeit: true },
} as const
type Offer = (typeof offers)[keyof typeof offers]
const codes = { arm: '', free: '', promotion: '' }

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.context.jobs.stop()
  await app.context.settings.set(maxTotal.THB, 9_999_999)
  const make = campaigns(app)
  await app.context.settings.set(settingNamed('campaign.maxBudget'), 99_999_999)
  const often = { maxReceived: 1000, maxTotal: 9_999_999, budget: 99_999_999 }
  const turnover = { mode: 'turnover' as const, weights: { sport: 50 }, otherWeight: 100, days: 30 }
  codes.arm = await make.bonus({
    ...often,
    credit: { kind: 'deposit', minDeposit: 50, percent: 50, maxBonus: 100 },
    condition: {
      mode: 'balance',
      percentSuccess: 150,
      percentFail: 5,
      maxCashOut: 100,
      mayForfeit: true,
      days: 30,
    },
  })
  codes.free = await make.bonus({
    ...often,
    credit: free(40),
    condition: { ...turnover, multiplePercent: 200, percentFail: 5, maxCashOut: null, mayForfeit: false },
  })
  codes.promotion = await make.promotion({
    amount: 30,
    uses: 1_000_000,
    usesPerDay: null,
    condition: { ...turnover, multiplePercent: 300, percentFail: 10, maxCashOut: 50, mayForfeit: true },
  })
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

interface Running {
  offer: Offer
  deposit: { key: string; minor: number } | undefined
  bonus: number
  base: number
  /** Own money that came since, less what went. */
  added: number
  /** What was on bets at the credit, or, negative, lost on bets and not read; and what bets may be of it. */
  open: number
  left: number
  /** Won before, by a reading of after the credit; and won or lost by bets of before that were reported. */
  won: number
  ownPlay: number
  turnover: number
  /** What was won since the credit, and what was staked. */
  gained: number
  lost: number
  creditedAt: number
  /** Whether the deposit was taken back, and the bonus waits for what it owes. */
  isReversed?: boolean
  /** Whether the game's account has moved since. */
  gameMoved: boolean
}

/** One member, as the rules say that it goes; satang and milliseconds. */
class Model {
  now = Date.now()
  wallet = 0
  game = 0
  /** Played at the game and not read. */
  unread = 0
  readAt: number | null = null
  /** Results of all readings, and of all bets that were reported. */
  played = 0
  reported = 0
  hasPlayed = false
  /** Bets that are not settled. */
  placed: { stake: number; at: number }[] = []
  held: { id: string; minor: number }[] = []
  deposits: { key: string; minor: number }[] = []
  armedAt: number | undefined
  running: Running | undefined
  hasUsedCode = false

  get total() {
    return this.wallet + this.game
  }

  play(win: number, stake: number) {
    this.unread += win - stake
    if (!this.running) return
    this.running.gained += win
    this.running.lost += stake
  }

  credit(offer: Offer, bonus: number, by?: Running['deposit']) {
    this.wallet += bonus
    const open = this.reported - this.played
    // Stakes of before may be reported or read after it.
    const lost = this.placed.reduce((sum, { stake }) => sum + stake, Math.abs(this.unread))
    const begun = { added: 0, turnover: 0, gained: 0, lost, creditedAt: this.now, gameMoved: false }
    const staked = Math.max(0, open)
    this.running = {
      ...begun,
      offer,
      bonus,
      deposit: by,
      base: this.total + staked,
      open,
      left: staked,
      won: 0,
      ownPlay: 0,
    }
  }

  /** A bet is reported: `placedAt` null: when it was placed is not said. */
  settle(bet: { stake: number; win: number; product: string; placedAt: number | null; settledAt: number }) {
    const { stake, win, product, placedAt, settledAt } = bet
    this.reported += win - stake
    const { running } = this
    if (!running) return
    const isBefore = (placedAt ?? settledAt) < running.creditedAt
    const own = isBefore ? stake : placedAt === null ? Math.min(stake, running.left) : 0
    running.left -= Math.min(own, running.left)
    running.ownPlay += isBefore ? win - stake : own && Math.ceil((win * own) / stake) - own
    if (isBefore) return
    // Of a bet that is void, or a draw, nothing was at risk; reels return stakes, too.
    const valid = product === 'sport' && win === stake ? 0 : stake
    const counted = valid - (own && Math.ceil((valid * own) / stake))
    running.turnover += product === 'sport' ? Math.floor(counted / 2) : counted
  }

  /** What is the member's own in it, had nothing been won or lost. */
  ownOf(running: Running) {
    return Math.max(0, running.base - running.bonus + this.addedTo(running))
  }

  /** Own money that came since; of what was won before, the readings or the bets say more. */
  addedTo({ added, won, ownPlay }: Running) {
    return added + ownPlay + Math.max(0, won - Math.max(0, ownPlay))
  }

  /** Whether a bet may be open at the game, or a win was reported that is not in the balance yet. */
  get isStaked() {
    return this.reported > this.played
  }

  /** The same, or the balance has more than the reports: nobody asks the provider here. */
  get isUnsettled() {
    return this.isStaked || (this.hasPlayed && this.reported < this.played)
  }

  /**
   * What the member has to have left in the end; `staked`: it ends once bets are settled; undefined: it runs
   * on.
   * @param purse the member's own money, as the app says it
   */
  endOf(running: Running, purse: number, forfeits: boolean): number | 'staked' | undefined {
    const { offer, base, bonus, turnover, creditedAt, deposit: by } = running
    if (running.isReversed) return this.isUnsettled ? 'staked' : purse
    const added = this.addedTo(running)
    const credit = bonus + (by?.minor ?? 0)
    const isMet =
      offer.mode === 'turnover'
        ? turnover >= Math.ceil((credit * offer.need) / 100)
        : this.total >= Math.ceil((credit * offer.need) / 100) + Math.max(0, base - credit + added)
    if (isMet) {
      if (offer.cashOut !== null && this.isUnsettled) return 'staked'
      return offer.cashOut === null ? this.total : Math.min(this.total, purse + offer.cashOut)
    }
    const floor = Math.max(500, Math.floor((credit * offer.fail) / 100))
    const isOpen = this.held.length > 0 || this.isStaked
    if (!isOpen && this.total <= floor) return this.total
    const isOver = this.now >= creditedAt + 30 * 86_400_000
    if (!isOver && !forfeits) return undefined
    return this.isUnsettled ? 'staked' : purse
  }
}

/** Numbers phones and bank accounts, which random ones of thousands of members would repeat. */
let members = 0

/** One member of the app, whose time goes as the model's. */
async function newWorld(model: Model) {
  const memberId = newMemberId()
  members++
  await insertMember(app.context.db, {
    id: memberId,
    phone: `08${String(members).padStart(8, '0')}` as Phone,
    name: 'x',
    passwordHash: 'x',
    sourceCode: null,
    invitedBy: null,
    birthDate: '1990-01-01',
    currency: 'THB',
    createdAt: new Date(),
    bankCode: 'SCB',
    bankAccountNo: String(10 ** 9 + members),
    bankAccountName: 'X',
  })
  const clock = { ...app.clock, now: () => new Date(model.now) }
  const ledger = createLedger(app.database, { clock })
  const context = anotherNode({ ...app.context, clock, ledger })
  onDepositCredited(context, (tx, deposit) => onDeposit(context, tx, deposit))
  onDepositReversed(context, (tx, deposit) => onReversal(context, tx, deposit))
  onBetsStored(context, (tx, bets) => onBets(context, tx, bets))
  return { memberId, context, member: { id: memberId }, scene: { context, clock } }
}
type World = Awaited<ReturnType<typeof newWorld>>

const member = (id: string, name: string) => ({ member: id, name })
let keys = 0

async function move({ context, memberId }: World, model: Model, minor: number): Promise<void> {
  await anyLedger(context).post({
    key: `model:${memberId}:${++keys}`,
    kind: 'transfer',
    memberId,
    legs: [
      { account: member(memberId, own.wallet), asset: 'THB', amountMinor: -minor },
      { account: member(memberId, own.game('PG')), asset: 'THB', amountMinor: minor },
    ],
  })
  model.wallet -= minor
  model.game += minor
  if (model.running) model.running.gameMoved = true
}

async function read({ context, memberId }: World, model: Model): Promise<void> {
  const since = model.readAt
  if (model.unread !== 0) {
    const version = (await context.ledger.balances(memberId)).get(own.game('PG'))?.version ?? 0
    await context.ledger.post({
      key: playKey(memberId, 'PG', version),
      kind: 'play',
      memberId,
      legs: [
        { account: member(memberId, own.game('PG')), asset: 'THB', amountMinor: model.unread },
        { account: { house: house.provider('PG') }, asset: 'THB', amountMinor: -model.unread },
      ],
      meta: { code: 'PG', ...(since !== null && { since: new Date(since).toISOString() }) },
    })
    const { running } = model
    if (running) {
      const isFromBefore = !running.gameMoved && (since === null || since < running.creditedAt)
      // Bets say what was won and lost before; but for what the balance at the credit had still.
      if (isFromBefore) {
        running.added += Math.max(Math.min(model.unread, 0), Math.min(running.open, 0))
        running.won = Math.max(0, model.unread - Math.max(0, running.open))
      }
      running.gameMoved = true
    }
    model.game += model.unread
    model.played += model.unread
    model.hasPlayed = true
    model.unread = 0
  }
  model.readAt = model.now
}

const outcomeOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'OK',
    (error) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

/** Lets the member's bonus end where it is to end, with what it takes brought home from the game. */
async function settle(world: World, model: Model, forfeits = false): Promise<void> {
  const { context, memberId } = world
  const { running } = model
  let purse = running && (await ownMoneyOf(world, model, running))
  let left = running && model.endOf(running, purse ?? 0, forfeits)
  let settled = await settleBonus(context, memberId, { forfeits })
  if (settled?.outcome === 'in-games') {
    // A game is read before money leaves it.
    await read(world, model)
    purse = running && (await ownMoneyOf(world, model, running))
    left = running && model.endOf(running, purse ?? 0, forfeits)
    settled = await settleBonus(context, memberId, { forfeits })
  }
  if (settled?.outcome === 'in-games') {
    await move(world, model, -(settled.backMinor - model.wallet))
    settled = await settleBonus(context, memberId, { forfeits })
  }
  if (!running || left === undefined) {
    expect(settled?.outcome ?? 'running').toBe('running')
    return
  }
  if (left === 'staked') {
    expect(settled?.outcome).toBe('staked')
    return
  }
  requireFair(model, running, { left, purse: purse ?? 0 })
  // A turnover that was reached may have ended it in the background already.
  if (settled) expect(settled.outcome).toBe('ended')
  model.wallet -= model.total - left
  model.running = undefined
}

/**
 * What the app says is the member's own. `purses.test.ts` has it to the satang; here it is between what is
 * left of own money if all losses were of it, and what there is if all wins were.
 */
async function ownMoneyOf({ context, memberId }: World, model: Model, running: Running): Promise<number> {
  const evaluated = await evaluateBonus(context, memberId)
  // A turnover that was reached may have ended it in the background already.
  if (!evaluated) return model.ownOf(running)
  const { keptMinor } = evaluated.progress.forfeit
  const mine = model.ownOf(running)
  expect(keptMinor).toBeGreaterThanOrEqual(
    Math.min(mine - running.lost, model.total - running.bonus - running.gained),
  )
  // A balance that was not read has what was lost since.
  const most = mine + running.gained + Math.abs(model.unread)
  expect(keptMinor).toBeLessThanOrEqual(Math.max(0, Math.min(model.total, most)))
  return keptMinor
}

/**
 * No end pays a member more than own money and what the terms allow, nor keeps back own money.
 */
function requireFair(
  model: Model,
  { offer, base }: Running,
  { left, purse }: { left: number; purse: number },
): void {
  expect(left).toBeGreaterThanOrEqual(Math.min(purse, model.total))
  const floor = Math.max(500, Math.floor((base * offer.fail) / 100))
  if (offer.cashOut !== null) expect(left).toBeLessThanOrEqual(Math.max(purse + offer.cashOut, floor))
}

async function take(world: World, model: Model, given: Step): Promise<void> {
  const { context, memberId, scene } = world
  switch (given.do) {
    case 'deposit': {
      const key = await deposit(scene, world.member, given.amount / 100)
      model.wallet += given.amount
      model.deposits.push({ key, minor: given.amount })
      if (model.running) model.running.added += given.amount
      if (model.armedAt === undefined) return
      if (model.now >= model.armedAt + 7 * 86_400_000) model.armedAt = undefined
      else if (given.amount >= 5_000) {
        model.armedAt = undefined
        const bonus = Math.min(offers.arm.most, Math.floor(given.amount / 2))
        model.credit(offers.arm, bonus, { key, minor: given.amount })
      }
      return
    }
    case 'takeBack': {
      const last = model.deposits.pop()
      if (!last) return
      const { running } = model
      const outcome = await outcomeOf(takeBack(scene, last.key))
      expect(outcome).toBe(model.wallet < last.minor ? 'MONEY_NOT_ENOUGH' : 'OK')
      if (outcome !== 'OK') return
      model.wallet -= last.minor
      if (!running) return
      running.added -= last.minor
      if (running.deposit?.key !== last.key) return
      running.isReversed = true
      return settle(world, model)
    }
    case 'arm':
    case 'free':
    case 'promotion': {
      const asked = { key: undefined, language: 'en' as const }
      const outcome = await outcomeOf(
        given.do === 'promotion'
          ? activatePromotion(context, memberId, codes.promotion, asked)
          : activateBonus(context, memberId, codes[given.do], asked),
      )
      const isOpen = model.running !== undefined || model.armedAt !== undefined
      if (given.do === 'promotion' && model.hasUsedCode) expect(outcome).toBe('PROMOTION_RECEIVED')
      else expect(outcome).toBe(isOpen ? 'BONUS_ALREADY_ACTIVE' : 'OK')
      if (outcome !== 'OK') return
      if (given.do === 'arm') model.armedAt = model.now
      else model.credit(offers[given.do], offers[given.do].most)
      if (given.do === 'promotion') model.hasUsedCode = true
      return
    }
    case 'toGame':
      if (model.wallet > 0) await move(world, model, Math.min(given.amount, model.wallet))
      return
    case 'fromGame':
      // A game is read before money leaves it.
      await read(world, model)
      if (model.game > 0) await move(world, model, -Math.min(given.amount, model.game))
      return
    case 'round': {
      const stake = Math.floor(((model.game + model.unread) * given.stake) / 100)
      if (stake <= 0) return
      const win = Math.floor((stake * given.win) / 100)
      model.play(win, stake)
      if (given.reported === 'never') return
      const settledAt = model.now - (given.reported === 'now' ? 0 : 180_000)
      const { product } = given
      model.settle({ stake, win, product, placedAt: null, settledAt })
      const facts = { product, settledAt: new Date(settledAt), win: win / 100 }
      await bet(scene, world.member, stake / 100, facts)
      return
    }
    case 'place': {
      const stake = Math.floor(((model.game + model.unread) * given.stake) / 100)
      if (stake <= 0) return
      model.play(0, stake)
      model.placed.push({ stake, at: model.now })
      return
    }
    case 'settleBet': {
      const open = model.placed.shift()
      if (!open) return
      const win = Math.floor((open.stake * given.win) / 100)
      model.play(win, 0)
      const placedAt = given.says ? open.at : null
      const product = 'slot'
      model.settle({ stake: open.stake, win, product, placedAt, settledAt: model.now })
      const at = { placedAt: placedAt === null ? null : new Date(placedAt), settledAt: new Date(model.now) }
      await bet(scene, world.member, open.stake / 100, { product, win: win / 100, ...at })
      return
    }
    case 'read':
      return read(world, model)
    case 'withdraw': {
      const id = withdrawalIdOf(memberId, String(++keys))
      const limits = { minimum: 0, maximum: 9e6, dailyCount: 1e6, dailySum: 9e6, autoLimitMinor: 0 }
      const terms = { ...(await withdrawTerms(context)), of: { THB: limits, LAK: limits } }
      const asked = { id, memberId, amountMinor: given.amount, claim: {} }
      const outcome = await outcomeOf(
        transaction(context.db, async (tx) => {
          const [begun] = await beginIn(context, tx, [asked], terms)
          if (begun instanceof Error) throw begun
          if (begun === 'has-bonus') throw new Refusal('BONUS_CONDITION')
        }),
      )
      const may = model.wallet < given.amount ? 'MONEY_NOT_ENOUGH' : 'OK'
      expect(outcome).toBe(model.running ? 'BONUS_CONDITION' : may)
      if (outcome !== 'OK') return
      model.wallet -= given.amount
      model.held.push({ id, minor: given.amount })
      return
    }
    case 'paid': {
      const last = model.held.pop()
      if (!last) return
      const phase = given.isPaid ? ('posted' as const) : ('voided' as const)
      const ending = { id: last.id, memberId, currency: 'THB' as const, amountMinor: last.minor, phase }
      // The bank says what became of it.
      await changeWithdrawal(app, last.id, { state: 'PAYING' })
      await transaction(context.db, async (tx) => {
        const [ended] = await endIn(context, tx, [ending])
        if (ended instanceof Error) throw ended
      })
      if (given.isPaid) return
      model.wallet += last.minor
      if (model.running) model.running.added += last.minor
      return
    }
    case 'clear': {
      const open = await findOpen(context.db, memberId)
      if (open?.state === 'ARMED') {
        expect(await cancelArmed(context, open)).toBe(true)
        model.armedAt = undefined
      }
      if (model.running?.offer.mayForfeit) await settle(world, model, true)
      return
    }
    case 'wait':
      model.now += given.days * 86_400_000
      return
  }
}

async function live(steps: Step[]): Promise<void> {
  const model = new Model()
  const world = await newWorld(model)
  const { context, memberId } = world
  for (const given of steps) {
    model.now += 60_000
    await take(world, model, given)
    await settle(world, model)
    const balances = await context.ledger.balances(memberId)
    const minor = (name: string) => balances.get(name)?.amountMinor ?? 0
    expect({ wallet: minor(own.wallet), game: minor(own.game('PG')), held: minor(own.withdrawing) }).toEqual({
      wallet: model.wallet,
      game: model.game,
      held: model.held.reduce((sum, hold) => sum + hold.minor, 0),
    })
    const open = await findOpen(context.db, memberId)
    expect(open?.state).toBe(model.running ? 'ACTIVE' : model.armedAt === undefined ? undefined : 'ARMED')
  }
}

test(`${runs} random lives of members (seed ${seed})`, { timeout: runs * 1000 + 60_000 }, async () => {
  const lives = fc.sample(fc.array(step, { minLength: 5, maxLength: 18 }), { numRuns: runs, seed })
  const next = lives.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [i, steps] of next) {
        await live(steps).catch((error) => {
          throw new Error(`BONUS_MODEL_SEED=${seed}, life ${i}: ${JSON.stringify(steps)}`, { cause: error })
        })
      }
    }),
  )
  // What is counted of each campaign is what the bonuses say.
  const wrong = await app.database.query(
    `select * from bonus_budgets b join (
       select campaign, coalesce(sum(bonus_minor) filter (where state <> 'CANCELLED'), 0) as given,
         coalesce(sum((by_deposit->>'maxBonusMinor')::bigint) filter (where state = 'ARMED'), 0) as reserved
       from member_bonuses where source = 'bonus' group by 1) m using (campaign)
     where (b.given_minor, b.reserved_minor) <> (m.given, m.reserved)`,
  )
  expect(wrong).toEqual([])
  // Each turnover is what the bets have added that its member may read.
  expect(await wrongTurnovers(app)).toEqual([])
})
