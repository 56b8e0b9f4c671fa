import type { GameCode } from '@krapao/contract/game.ts'
import type { BonusEndWay } from '@krapao/contract/slices/bonus/bonus-end.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proveItems } from '../../../desk/items.ts'
import { votesOn } from '../../../desk/testing.ts'
import { verifyBooks } from '../../../ledger/public.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { testCondition } from '../../campaign/testing.ts'
import { usernameOf } from '../../game/rules.ts'
import { newOperator, shutOut, type TestOperator } from '../../operator/testing.ts'
import { refreshGames } from '../../wallet/public.ts'
import { atProvider, holdings, play, player, refresh, transfer } from '../../wallet/testing.ts'
import { sweepBonuses } from '../sweep.ts'
import {
  activate,
  bet,
  bonusesOf,
  campaigns,
  catchUp,
  check,
  clear,
  deposit,
  free,
  lapseBonuses,
  outcomeOf,
  walletOf,
} from '../testing.ts'

/** Two people end a bonus (rules.md §7.7), through the real app. */

let app: TestApp
let make: ReturnType<typeof campaigns>
let cashier: TestOperator
let owner: TestOperator
beforeAll(async () => {
  app = await testApp()
  // So that a test decides when a bonus is looked at.
  await app.context.jobs.stop()
  make = campaigns(app)
})
beforeEach(async () => {
  // A travelling clock ends sessions.
  cashier = await newOperator(app, 'cashier')
  owner = await newOperator(app, 'owner')
})
afterEach(async () => {
  await answering()
  expect(await proveItems(app.database, app.context.desk.queues())).toEqual([])
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const hour = 3600
const silence = () => app.sandbox.setFault('PG', 'error', 1000)
const answering = () =>
  Promise.all((['PG', 'UFABET'] as const).map((code) => app.sandbox.setFault(code, 'none')))
const condition = { ...testCondition, mayForfeit: false }
const turnover = {
  mode: 'turnover' as const,
  multiplePercent: 100,
  weights: {},
  otherWeight: 100,
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: false,
  days: 30,
}

/** A member with 100 of their own and a bonus of 50, so much of it in a game. */
async function bonused(
  inGame = 0,
  change: Parameters<typeof make.bonus>[0] = {},
  game: GameCode = 'PG',
): Promise<TestMember> {
  const code = await make.bonus({ credit: free(50), maxTotal: 1000, condition, ...change })
  const member = await player(app, 100, game)
  expect(outcomeOf(await activate(app, member, code))).toBe('OK')
  if (inGame > 0) expect(outcomeOf(await transfer(app, member, 'WALLET', game, inGame))).toBe('OK')
  return member
}

const endable = async ({ id }: TestMember, by: TestOperator = cashier) =>
  (await app.call('GET /api/console/members/:id/bonus/end', { token: by.token, params: { id } })).body.bonus
/** Asks by the figures that are shown now. */
async function ask(
  member: TestMember,
  way: BonusEndWay,
  {
    by = cashier,
    key,
    ...more
  }: { by?: TestOperator; key?: string; returned?: number; reason?: string } = {},
) {
  const bonus = await endable(member, by)
  const figures = way === 'GIVE_BACK' ? bonus?.giveBack : bonus?.inFavour
  return app.call('POST /api/console/members/:id/bonus/end', {
    token: by.token,
    params: { id: member.id },
    body: {
      bonusId: bonus?._id ?? 'none',
      way,
      returned: figures?.returned ?? 0,
      kept: figures?.kept ?? 0,
      reason: 'it is stuck',
      ...more,
    },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
}
const asked = async (...args: Parameters<typeof ask>) => (await ask(...args)).body.id
const at = (id: string) => ({ params: { queue: 'bonus-end' as const, id } })
const look = async (id: string) =>
  (await app.call('GET /api/console/desk/:queue/:id', { token: owner.token, ...at(id) })).body
/** Decides about what is shown, or about what was shown before. */
async function say(
  choice: 'approve' | 'refuse',
  by: TestOperator,
  id: string,
  question?: string,
): Promise<string> {
  const shown = question ?? (await look(id)).item?.question
  const { body, error } = await app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
    token: by.token,
    ...at(id),
    body: {
      ...(choice === 'approve' ? { reasonCode: 'GAME_SILENT' as const } : { reason: 'not yet' }),
      ...(shown && { question: shown }),
    },
  })
  return error?.message ?? body.status
}
/** A bet that is not settled at a provider that reports its bets. @returns its id there */
async function openBet(member: TestMember, stake: number): Promise<string> {
  const id = await app.sandbox.openBet('UFABET', usernameOf(member.id), { stake })
  await refresh(app, member)
  return id
}
const stateOf = async (member: TestMember) => (await bonusesOf(app, member))[0]?.state
const waiting = async () =>
  (await app.call('GET /api/console/desk/:queue', { token: owner.token, params: { queue: 'bonus-end' } }))
    .body.items
const itemOf = async (member: TestMember) => (await waiting()).find((item) => item.member?._id === member.id)
const outcomes = async ({ token }: TestMember) =>
  (await app.call('GET /api/outcomes', { token, headers: { cookie: 'lang=EN' } })).body.outcomes
const past = async ({ token }: TestMember) =>
  (await app.call('POST /api/bonus/past', { token, body: { page: 1, limit: 10 } })).body.bonuses[0]
const statements = async ({ token }: TestMember) =>
  (await app.call('POST /api/statement', { token, body: { page: 1, limit: 5 } })).body.statements
const evidenceIn = (item: Awaited<ReturnType<typeof itemOf>>) =>
  Object.fromEntries((item?.evidence ?? []).map(({ label, value }) => [label, value]))

describe('given back', () => {
  test('takes the bonus home from the game and leaves what own money has won, and the member reads it', async () => {
    const member = await bonused(150)
    await play(app, member, 'PG', { stake: 10, win: 40 })
    const id = await asked(member, 'GIVE_BACK')
    expect((await look(id)).item).toMatchObject({
      member: { _id: member.id },
      amount: 50,
      reason: 'BONUS_END_ASKED',
      approvalsNeeded: 2,
      refusalsNeeded: 1,
      secondBecause: 'BONUS_END',
      votes: [{ choice: 'approve', operatorId: cashier.id, reason: 'it is stuck', counts: true }],
    })
    expect(await stateOf(member)).toBe('ACTIVE')
    expect(await say('approve', owner, id)).toBe('DONE')
    expect(await holdings(app, member, 'PG')).toMatchObject({ wallet: 0, game: 130 })
    expect(await stateOf(member)).toBe('FORFEITED')
    expect((await outcomes(member))[0]).toMatchObject({
      kind: 'bonus-end',
      result: 'ENDED',
      reason: 'GAME_SILENT',
      amount: 50,
      description: expect.any(String),
      isRead: false,
    })
    expect(await past(member)).toMatchObject({ end: 'BY_HOUSE', figures: { total: 180, returned: 50 } })
    expect((await statements(member))[0]).toMatchObject({
      statementType: 'finish_bonus',
      amount: 50,
      status: 'SUCCESS',
    })
    expect((await look(id)).decision).toMatchObject({ choice: 'approve', decidedBy: { _id: owner.id } })
    expect((await check(app, member)).bonus).toBeNull()
  })

  test('is approved by another person, who still may decide, and not by the one who asked', async () => {
    const member = await bonused()
    const id = await asked(member, 'GIVE_BACK')
    expect(await say('approve', cashier, id)).toBe('SECOND_OPERATOR')
    await shutOut(app.database, cashier.id)
    expect(await say('approve', owner, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await stateOf(member)).toBe('ACTIVE')
    expect(await say('approve', await newOperator(app, 'cashier'), id)).toBe('DONE')
    expect(await walletOf(app, member)).toBe(100)
  })

  test('is not asked for by somebody who only looks', async () => {
    const member = await bonused()
    const support = await newOperator(app, 'support')
    expect(await endable(member, support)).toBeUndefined()
    expect((await ask(member, 'GIVE_BACK', { by: support })).error?.message).toBe('FORBIDDEN')
  })

  test('holds only by the figures that both were shown', async () => {
    const member = await bonused()
    expect((await ask(member, 'GIVE_BACK', { returned: 49 })).error?.message).toBe('FIGURES_CHANGED')
    const id = await asked(member, 'GIVE_BACK')
    const shown = (await look(id)).item?.question
    await deposit(app, member, 30)
    // What the second person was shown is not so any more; what the first one said does not count, either.
    expect(await say('approve', owner, id, shown)).toBe('ALREADY_DECIDED')
    expect((await look(id)).item?.votes).toMatchObject([{ counts: false }])
    expect(await say('approve', owner, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await stateOf(member)).toBe('ACTIVE')
    expect(await say('approve', cashier, id)).toBe('DONE')
    expect(await walletOf(app, member)).toBe(130)
  })

  test('what the reading finds while the second person decides is not decided about', async () => {
    const member = await bonused(100)
    const id = await asked(member, 'GIVE_BACK')
    await play(app, member, 'PG', { stake: 10, win: 40 })
    expect(await say('approve', owner, id)).toBe('FIGURES_CHANGED')
    expect(await stateOf(member)).toBe('ACTIVE')
    expect((await look(id)).item).toMatchObject({ amount: 50 })
    expect(await votesOn(app.database, id)).toHaveLength(1)
  })

  test('refused by one person it runs on, and may be asked for again', async () => {
    const member = await bonused()
    const id = await asked(member, 'GIVE_BACK')
    expect(await say('refuse', owner, id)).toBe('DONE')
    expect(await stateOf(member)).toBe('ACTIVE')
    expect((await look(id)).decision).toMatchObject({ choice: 'refuse' })
    expect(await say('approve', owner, await asked(member, 'GIVE_BACK'))).toBe('DONE')
  })

  test('waits while a game does not answer, as an end by itself does', async () => {
    const member = await bonused(60)
    const id = await asked(member, 'GIVE_BACK')
    await silence()
    expect(await say('approve', owner, id)).toBe('BONUS_HINDERED')
    expect(await stateOf(member)).toBe('ACTIVE')
    expect(await votesOn(app.database, id)).toHaveLength(1)
    await answering()
    expect(await say('approve', owner, id)).toBe('DONE')
    expect(await holdings(app, member, 'PG')).toMatchObject({ wallet: 40, game: 60 })
  })

  test('waits while a bet is open', async () => {
    const member = await bonused(60, {}, 'UFABET')
    const betId = await openBet(member, 20)
    const id = await asked(member, 'GIVE_BACK')
    expect(await say('approve', owner, id)).toBe('BONUS_HINDERED')
    await app.sandbox.endBet('UFABET', betId, { status: 'settled', win: 0 })
    await catchUp(app)
    expect(await say('approve', owner, id)).toBe('DONE')
    expect(await stateOf(member)).toBe('FORFEITED')
  })
})

describe('in the member’s favour', () => {
  test('takes nothing, whatever a game says and whatever is open', async () => {
    const member = await bonused(60, {}, 'UFABET')
    await openBet(member, 20)
    await app.sandbox.setFault('UFABET', 'error', 1000)
    const id = await asked(member, 'IN_FAVOUR')
    expect((await look(id)).item).toMatchObject({ amount: 0 })
    expect(await say('approve', owner, id)).toBe('DONE')
    expect(await stateOf(member)).toBe('FINISHED')
    expect(await walletOf(app, member)).toBe(90)
    expect(await past(member)).toMatchObject({ end: 'BY_HOUSE', figures: { returned: 0 } })
    expect((await outcomes(member))[0]).toMatchObject({ result: 'ENDED', amount: 0 })
  })

  test('does not depend on what the member has', async () => {
    const member = await bonused()
    const id = await asked(member, 'IN_FAVOUR')
    await deposit(app, member, 30)
    expect(await say('approve', owner, id)).toBe('DONE')
    expect(await walletOf(app, member)).toBe(180)
  })
})

describe('once', () => {
  test('asked twice by one key it waits once, asked by others it says where', async () => {
    const member = await bonused()
    const answers = await Promise.all([
      ask(member, 'GIVE_BACK', { key: 'one-key' }),
      ask(member, 'GIVE_BACK', { key: 'one-key' }),
      ask(member, 'IN_FAVOUR', { by: owner }),
    ])
    const made = answers.filter(({ status }) => status === 200)
    const ids = new Set(made.map(({ body }) => body.id))
    expect(ids.size).toBe(1)
    const [id] = ids
    for (const { error } of answers.filter(({ status }) => status !== 200)) {
      expect(error).toMatchObject({ message: 'BONUS_END_WAITS', id })
    }
    expect(await endable(member)).toMatchObject({ waiting: id })
  })

  test('ends once where all approve at once, the member clears it and the sweep ends it', async () => {
    for (const [round, wish] of (['GIVE_BACK', 'IN_FAVOUR', 'GIVE_BACK', 'IN_FAVOUR'] as const).entries()) {
      const member = await bonused(60, { condition: testCondition })
      const id = await asked(member, wish)
      const other = await newOperator(app, 'owner')
      if (round >= 2) await lapseBonuses(app.database, member.id)
      const said = await Promise.all([
        ...[owner, other, owner].map((by) => say('approve', by, id).catch(String)),
        clear(app, member).then(outcomeOf),
        sweepBonuses(app.context).then(() => 'swept'),
      ])
      expect(said.filter((answer) => answer === 'DONE').length).toBeLessThanOrEqual(1)
      expect(
        (await statements(member)).filter(({ statementType }) => statementType === 'finish_bonus'),
      ).toHaveLength(1)
      await refreshGames(app.context, member.id)
      const { wallet, game } = await holdings(app, member, 'PG')
      expect(wallet + game).toBe(said.includes('DONE') && wish === 'IN_FAVOUR' ? 150 : 100)
      // Nothing waits of a bonus that has ended.
      expect(await itemOf(member)).toBeUndefined()
    }
  })

  test('does not wait for a bonus that has ended meanwhile', async () => {
    const member = await bonused(0, { condition: testCondition })
    const id = await asked(member, 'IN_FAVOUR')
    const { question } = (await look(id)).item ?? {}
    expect(outcomeOf(await clear(app, member))).toBe('OK')
    expect((await look(id)).decision).toMatchObject({ superseded: 'BONUS_ENDED', decidedBy: null })
    expect(await say('approve', owner, id, question)).toBe('ALREADY_DECIDED')
    expect(await walletOf(app, member)).toBe(100)
    expect(await past(member)).toMatchObject({ end: 'FORFEITED' })
  })

  test('a bonus that was met by a bet while two decided is finished once', async () => {
    for (let round = 0; round < 4; round++) {
      const member = await bonused(0, { condition: turnover })
      const id = await asked(member, 'GIVE_BACK')
      const [said] = await Promise.all([say('approve', owner, id), bet(app, member, 50, { win: 50.01 })])
      await sweepBonuses(app.context)
      expect([
        'DONE',
        'FIGURES_CHANGED',
        'BONUS_HINDERED',
        'ALREADY_DECIDED',
        'SECOND_OPERATOR_NEEDED',
      ]).toContain(said)
      expect(await walletOf(app, member)).toBe(said === 'DONE' ? 100 : 150)
    }
  })
})

describe('one that cannot end by itself', () => {
  /** A bonus whose days are over while the game does not answer, with this much in the wallet. */
  async function stuck(inGame = 60): Promise<TestMember> {
    const member = await bonused(inGame)
    await silence()
    await lapseBonuses(app.database, member.id)
    await sweepBonuses(app.context)
    expect(await stateOf(member)).toBe('ACTIVE')
    return member
  }
  /** The operators, logged in again because the clock has moved. */
  const later = async (seconds: number) => {
    app.clock.advance(seconds)
    cashier = await newOperator(app, 'cashier')
    owner = await newOperator(app, 'owner')
  }

  test('comes to the desk after 24 hours, once, and two people end it by what is known', async () => {
    const member = await stuck()
    await later(24 * hour - 120)
    await sweepBonuses(app.context)
    expect(await itemOf(member)).toBeUndefined()
    await later(180)
    await Promise.all([sweepBonuses(app.context), sweepBonuses(app.context)])
    const item = await itemOf(member)
    // Without the 60 in the game the member has 90: 50 goes back, whatever the game has.
    expect(item).toMatchObject({ reason: 'BONUS_HINDERED', amount: 50, votes: [], approvalsNeeded: 2 })
    expect(evidenceIn(item)).toMatchObject({
      endWay: 'GIVE_BACK',
      returnedAmount: '50',
      keptAmount: '100',
      totalAmount: '150',
      silentGames: 'PG',
      conditionState: 'expired',
      hinderedSince: expect.any(String),
    })
    expect(await say('approve', cashier, item?.id ?? '')).toBe('SECOND_OPERATOR_NEEDED')
    expect(await say('approve', owner, item?.id ?? '')).toBe('DONE')
    expect(await walletOf(app, member)).toBe(40)
    expect(await stateOf(member)).toBe('EXPIRED')
    expect(await past(member)).toMatchObject({ end: 'BY_HOUSE', figures: { returned: 50 } })
    await answering()
    await refreshGames(app.context, member.id)
    expect(await holdings(app, member, 'PG')).toMatchObject({ wallet: 40, game: 60 })
  })

  test('winnings out of reach are taken from nowhere else', async () => {
    const member = await bonused(60, { condition: { ...turnover, multiplePercent: 10_000 } })
    await play(app, member, 'PG', { stake: 10, win: 1010 })
    await catchUp(app)
    await refresh(app, member)
    await silence()
    await lapseBonuses(app.database, member.id)
    await sweepBonuses(app.context)
    await later(25 * hour)
    await sweepBonuses(app.context)
    const item = await itemOf(member)
    expect(item).toMatchObject({ amount: 50 })
    expect(evidenceIn(item)).toMatchObject({ totalAmount: '1150', keptAmount: '1100' })
    await say('approve', cashier, item?.id ?? '')
    expect(await say('approve', owner, item?.id ?? '')).toBe('DONE')
    expect(await walletOf(app, member)).toBe(40)
    expect(await atProvider(app, member, 'PG')).toBe(1060)
  })

  test('met with a maximum gives back what the bonus has beyond it within reach, and no own money', async () => {
    const member = await bonused(60, { condition: { ...turnover, maxCashOut: 20 } })
    await silence()
    await bet(app, member, 50, { win: 49 })
    await sweepBonuses(app.context)
    await later(25 * hour)
    await sweepBonuses(app.context)
    const item = await itemOf(member)
    // The 60 at the game are own money.
    expect(item).toMatchObject({ amount: 30 })
    expect(evidenceIn(item)).toMatchObject({ conditionState: 'met', keptAmount: '120' })
    await say('approve', cashier, item?.id ?? '')
    expect(await say('approve', owner, item?.id ?? '')).toBe('DONE')
    expect(await stateOf(member)).toBe('FINISHED')
    expect(await walletOf(app, member)).toBe(60)
  })

  test('with nothing in the wallet nothing is taken', async () => {
    const member = await stuck(150)
    await later(25 * hour)
    await sweepBonuses(app.context)
    const item = await itemOf(member)
    expect(item).toMatchObject({ amount: 0 })
    await say('approve', cashier, item?.id ?? '')
    expect(await say('approve', owner, item?.id ?? '')).toBe('DONE')
    expect(await walletOf(app, member)).toBe(0)
    expect(await stateOf(member)).toBe('EXPIRED')
  })

  test('goes away where the bonus ends by itself', async () => {
    const member = await stuck()
    await later(25 * hour)
    await sweepBonuses(app.context)
    const id = (await itemOf(member))?.id ?? ''
    expect(id).not.toBe('')
    await answering()
    await later(61)
    await sweepBonuses(app.context)
    expect(await stateOf(member)).toBe('EXPIRED')
    expect(await itemOf(member)).toBeUndefined()
    expect((await look(id)).decision).toMatchObject({ superseded: 'BONUS_ENDED' })
    expect(await past(member)).toMatchObject({ end: 'EXPIRED' })
  })

  test('refused it is shown once only; a wish of another way takes its place', async () => {
    const member = await stuck()
    await later(25 * hour)
    await sweepBonuses(app.context)
    const first = (await itemOf(member))?.id ?? ''
    expect((await ask(member, 'GIVE_BACK')).error).toMatchObject({ message: 'BONUS_END_WAITS', id: first })
    const id = await asked(member, 'IN_FAVOUR')
    expect((await look(first)).decision).toMatchObject({ superseded: 'BONUS_ENDED' })
    expect(await say('refuse', owner, id)).toBe('DONE')
    await later(25 * hour)
    await sweepBonuses(app.context)
    expect(await itemOf(member)).toBeUndefined()
  })

  test('at its floor with a bet that is never settled comes to the desk, too', async () => {
    const member = await bonused(150, {}, 'UFABET')
    await openBet(member, 150)
    expect(await stateOf(member)).toBe('ACTIVE')
    await later(25 * hour)
    await sweepBonuses(app.context)
    const item = await itemOf(member)
    expect(evidenceIn(item)).toMatchObject({ conditionState: 'failed', openBets: 'UNSETTLED' })
    await say('approve', cashier, item?.id ?? '')
    expect(await say('approve', owner, item?.id ?? '')).toBe('DONE')
    expect(await stateOf(member)).toBe('FAILED')
  })
})
