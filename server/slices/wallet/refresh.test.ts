import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journalsOf, legsOf } from '../../ledger/testing/asked.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { testHub } from '../../testing/hub.ts'
import { testSandbox } from '../../testing/sandbox.ts'
import { setProviders } from '../game/testing.ts'
import { atProvider, eventually, holdings, play, player, refresh, transfer } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  await setProviders(app.database, { timeoutSeconds: 1 })
})
afterAll(() => app.close())

const wallet = async (token: string) => (await app.call('GET /api/wallet', { token })).body
const slot = async (token: string, code: string) =>
  (await wallet(token)).slots.find((candidate) => candidate.code === code)

/** What was won and lost, by the play results of a member's accounts, in baht. */
const plays = async (memberId: string): Promise<number[]> =>
  (await legsOf(app.database, { kind: 'play', memberId }))
    .filter(({ member_id }) => member_id === memberId)
    .map(({ amount_minor }) => amount_minor / 100)

describe('refresh (rules.md §4.2)', () => {
  test('books a win and a loss as play results against the provider', async () => {
    const member = await player(app, 1000, 'PG', 'JOKER')
    await transfer(app, member, 'WALLET', 'PG', 300)
    await transfer(app, member, 'WALLET', 'JOKER', 200)
    const house = async (code: string) =>
      (await app.context.ledger.houseBalance(`provider:${code}`, 'THB')) / 100
    const before = { PG: await house('PG'), JOKER: await house('JOKER') }
    await play(app, member, 'PG', { stake: 100, win: 250.25 })
    await play(app, member, 'JOKER', { stake: 200, win: 0 })
    const { body, status } = await refresh(app, member)
    expect(status).toBe(200)
    const amounts = Object.fromEntries(body.slots.map(({ code, amount }) => [code, amount]))
    expect(amounts).toMatchObject({ PG: 450.25, JOKER: 0 })
    expect(body.wallet.amount).toBe(500)
    expect(await house('PG')).toBeCloseTo(before.PG - 150.25)
    expect(await house('JOKER')).toBeCloseTo(before.JOKER + 200)
    expect(body.lastRefreshAt).not.toBeNull()
  })

  test('a second refresh without play books nothing', async () => {
    const member = await player(app, 100, 'PG')
    await transfer(app, member, 'WALLET', 'PG', 100)
    await play(app, member, 'PG', { stake: 10, win: 5 })
    await refresh(app, member)
    const count = async () => (await journalsOf(app.database, { memberId: member.id })).length
    const before = await count()
    await refresh(app, member)
    await refresh(app, member)
    expect(await count()).toBe(before)
  })

  test('a provider that does not answer keeps its last balance, marked stale; the others are read', async () => {
    const member = await player(app, 1000, 'PG', 'JOKER')
    await transfer(app, member, 'WALLET', 'PG', 300)
    await transfer(app, member, 'WALLET', 'JOKER', 300)
    await refresh(app, member)
    await play(app, member, 'PG', { stake: 0, win: 50 })
    await play(app, member, 'JOKER', { stake: 0, win: 50 })
    for (const fault of ['timeout-lost', 'garbage', 'error', 'refuse'] as const) {
      await app.sandbox.setFault('PG', fault, 1, 'balance')
      await refresh(app, member)
      expect(await slot(member.token, 'PG')).toMatchObject({ amount: 300, isStale: true })
      expect(await slot(member.token, 'JOKER')).toMatchObject({ amount: 350, isStale: false })
    }
    await refresh(app, member)
    expect(await slot(member.token, 'PG')).toMatchObject({ amount: 350, isStale: false })
  })

  test('the time of the last refresh is that of the oldest balance', async () => {
    const member = await player(app, 0, 'PG', 'JOKER')
    const first = (await refresh(app, member)).body.lastRefreshAt
    app.clock.advance(60)
    await app.sandbox.setFault('JOKER', 'error', 1, 'balance')
    const second = (await refresh(app, member)).body.lastRefreshAt
    expect(second).toBe(first)
    const third = (await refresh(app, member)).body.lastRefreshAt
    expect(Date.parse(third ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(60_000)
  })

  test('twenty at once, with rounds in between, end at the provider’s balance and book each round once', async () => {
    const member = await player(app, 1000, 'PG')
    await transfer(app, member, 'WALLET', 'PG', 1000)
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        if (i % 2 === 0) await play(app, member, 'PG', { stake: 10, win: i * 3 })
        expect((await refresh(app, member)).status).toBe(200)
      }),
    )
    await refresh(app, member)
    const held = await holdings(app, member, 'PG')
    expect(held.game).toBe(await atProvider(app, member, 'PG'))
    const won = (await plays(member.id)).reduce((sum, amount) => sum + amount, 0)
    expect(Math.round(won * 100) / 100).toBe(held.game - 1000)
  })

  test('with an open circuit the balance is stale at once', async () => {
    const member = await player(app, 0, 'SUPERSLOT')
    await app.sandbox.setFault('SUPERSLOT', 'error', 5, 'balance')
    for (let i = 0; i < 5; i++) await refresh(app, member)
    // The next question uses this fault up.
    await app.sandbox.setFault('SUPERSLOT', 'timeout-lost', 1, 'balance')
    await refresh(app, member)
    expect(await app.sandbox.call('GET', 'faults')).toMatchObject([
      { target: 'SUPERSLOT', fault: 'timeout-lost', times: 1 },
    ])
    await app.sandbox.setFault('SUPERSLOT', 'none')
    expect(await slot(member.token, 'SUPERSLOT')).toMatchObject({ isStale: true })
    app.clock.advance(10.5)
    await refresh(app, member)
    expect(await slot(member.token, 'SUPERSLOT')).toMatchObject({ isStale: false })
  })
})

describe('a provider is asked no more than it can answer (rules.md §4.2)', () => {
  test('200 refreshes of a member at once: one question to each game is under way, and each answer is right', async () => {
    const counted = await testSandbox(app.clock)
    const hub = await testHub(counted)
    const questions: Record<string, number> = {}
    const [underWay, most] = [{} as Record<string, number>, {} as Record<string, number>]
    hub.before = async (path) => {
      if (!path.endsWith('/balance')) return undefined
      questions[path] = (questions[path] ?? 0) + 1
      underWay[path] = (underWay[path] ?? 0) + 1
      most[path] = Math.max(most[path] ?? 0, underWay[path])
      return undefined
    }
    hub.after = (path, answer) => {
      if (path.endsWith('/balance')) underWay[path] = (underWay[path] ?? 0) - 1
      return answer
    }
    const busy = await testApp({
      clock: app.clock,
      sandbox: counted,
      config: { ...hub.config, CALLS_PER_SECOND: 10_000 },
      settings: { 'wallet.refreshesPerMinute': 1000 },
    })
    try {
      const member = await player(busy, 1000, 'PG', 'JOKER', 'SLOTXO', 'SUPERSLOT')
      await transfer(busy, member, 'WALLET', 'PG', 300)
      await play(busy, member, 'PG', { stake: 100, win: 50 })
      for (const path of Object.keys(questions)) delete questions[path]
      const answers = await Promise.all(Array.from({ length: 200 }, () => refresh(busy, member)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const amounts = answers.map(({ body }) => body.slots.find(({ code }) => code === 'PG')?.amount)
      expect(new Set(amounts)).toEqual(new Set([250]))
      expect(Object.values(most)).toEqual([1, 1, 1, 1])
      // Calls that a busy machine reads later than the others share a later question.
      for (const count of Object.values(questions)) expect(count).toBeLessThan(50)
    } finally {
      await busy.close()
      hub.close()
      await counted.close()
    }
  })

  test('one that throttles is paused, alone and for as long as it says; no circuit opens', async () => {
    const [member, other] = [await player(app, 500, 'PGSLOT', 'PG'), await player(app, 500, 'PGSLOT')]
    await app.sandbox.setFault('PGSLOT', 'throttled', 1, 'balance')
    await refresh(app, member)
    expect(await slot(member.token, 'PGSLOT')).toMatchObject({ isStale: true })
    expect(await slot(member.token, 'PG')).toMatchObject({ isStale: false })
    // Nobody's money is sent to it meanwhile.
    expect((await transfer(app, other, 'WALLET', 'PGSLOT', 10)).error?.message).toBe('TRANSFER_FAIL')
    expect((await transfer(app, member, 'WALLET', 'PG', 10)).body.status).toBe('SUCCESS')
    app.clock.advance(21)
    expect((await transfer(app, other, 'WALLET', 'PGSLOT', 10)).body.status).toBe('SUCCESS')
  })

  test('what fails for one member opens no circuit for the others', async () => {
    const [member, other] = [await player(app, 500, 'ASKMEBET'), await player(app, 500, 'ASKMEBET')]
    await app.sandbox.setFault('ASKMEBET', 'garbage', 6, 'balance')
    for (let i = 0; i < 6; i++) await refresh(app, member)
    await app.sandbox.setFault('ASKMEBET', 'none')
    expect((await transfer(app, member, 'WALLET', 'ASKMEBET', 10)).error?.message).toBe('TRANSFER_FAIL')
    expect((await transfer(app, other, 'WALLET', 'ASKMEBET', 10)).body.status).toBe('SUCCESS')
    app.clock.advance(11)
    expect((await transfer(app, member, 'WALLET', 'ASKMEBET', 10)).body.status).toBe('SUCCESS')
  })
})

describe('a transfer under way is never booked as play', () => {
  test('slow, in and out: the provider has carried it out and takes two seconds to answer', async () => {
    const patient = await testApp()
    const rows = [
      { code: 'SLOTXO', from: 'WALLET', to: 'SLOTXO', wallet: 300, game: 700 },
      { code: 'PGSLOT', from: 'PGSLOT', to: 'WALLET', wallet: 700, game: 300 },
    ] as const
    try {
      await Promise.all(
        rows.map(async ({ code, from, to, wallet, game }) => {
          const member = await player(patient, 1000, code)
          await transfer(patient, member, 'WALLET', code, 500)
          await patient.sandbox.setFault(code, 'slow', 1, 'transfer')
          let finished = false
          const running = transfer(patient, member, from, to, 200).finally(() => {
            finished = true
          })
          while (!finished) await refresh(patient, member)
          expect((await running).body.status).toBe('SUCCESS')
          await refresh(patient, member)
          expect(await holdings(patient, member, code)).toEqual({ wallet, game, inTransit: 0 })
          expect(await atProvider(patient, member, code)).toBe(game)
        }),
      )
      expect(await journalsOf(patient.database, { kind: 'play' })).toHaveLength(0)
    } finally {
      await patient.close()
    }
  })

  test.each(['before', 'after'])(
    'a whole transfer between reading our balance and the provider’s, %s the latter is read',
    async (when) => {
      const member = await player(app, 1000, 'BETFLIX')
      await transfer(app, member, 'WALLET', 'BETFLIX', 500)
      await play(app, member, 'BETFLIX', { stake: 0, win: 30 })
      const { games } = app.context
      const balance = games.balance
      let asked = 0
      games.balance = async (...args) => {
        const first = asked++ === 0
        if (first && when === 'before') await transfer(app, member, 'WALLET', 'BETFLIX', 200)
        const figure = await balance(...args)
        if (first && when === 'after') await transfer(app, member, 'WALLET', 'BETFLIX', 200)
        return figure
      }
      try {
        await refresh(app, member)
      } finally {
        games.balance = balance
      }
      expect(asked).toBe(2)
      expect(await plays(member.id)).toEqual([30])
      expect(await holdings(app, member, 'BETFLIX')).toEqual({ wallet: 300, game: 730, inTransit: 0 })
    },
  )

  test('a transfer that the provider has carried out without our knowing yet, begun after our balance was read', async () => {
    const member = await player(app, 1000, 'SLOTRACHA')
    const { games } = app.context
    const { balance, transfer: send } = games
    let answerTransfer = () => {}
    let running: ReturnType<typeof transfer> | undefined
    games.transfer = async (...args) => {
      const outcome = await send(...args)
      await new Promise<void>((resolve) => {
        answerTransfer = resolve
      })
      return outcome
    }
    games.balance = async (...args) => {
      running ??= transfer(app, member, 'WALLET', 'SLOTRACHA', 200)
      await eventually(async () => (await atProvider(app, member, 'SLOTRACHA')) === 200)
      return balance(...args)
    }
    try {
      await refresh(app, member)
    } finally {
      answerTransfer()
      Object.assign(games, { balance, transfer: send })
    }
    expect((await running)?.body.status).toBe('SUCCESS')
    expect(await plays(member.id)).toEqual([])
    expect(await holdings(app, member, 'SLOTRACHA')).toEqual({ wallet: 800, game: 200, inTransit: 0 })
  })

  test('a hundred transfers and refreshes at once book nothing as play', async () => {
    const member = await player(app, 1000, 'AREASLOT')
    await transfer(app, member, 'WALLET', 'AREASLOT', 500)
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => {
        if (i % 3 === 0) return transfer(app, member, 'WALLET', 'AREASLOT', 5)
        if (i % 3 === 1) return transfer(app, member, 'AREASLOT', 'WALLET', 5)
        return refresh(app, member)
      }),
    )
    // On a slow machine some take longer than the provider's second, and are followed up after fifteen.
    await eventually(async () => (await holdings(app, member, 'AREASLOT')).inTransit === 0, 90)
    await refresh(app, member)
    expect(await plays(member.id)).toHaveLength(0)
    const held = await holdings(app, member, 'AREASLOT')
    expect(held.game).toBe(await atProvider(app, member, 'AREASLOT'))
    expect(held.wallet + held.game).toBe(1000)
  })
})
