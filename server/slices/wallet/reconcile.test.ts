import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allWork, storedAttempts, storeWork, workOf } from '../../outside/testing.ts'
import { resolutionKey } from '../../outside/two-phase.ts'
import { forgetAnswers } from '../../platform/testing.ts'
import { anyLedger, type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { setProviders } from '../game/testing.ts'
import { newOperator } from '../operator/testing.ts'
import { bringHome } from './bring-home.ts'
import { followUpTransfers } from './reconcile.ts'
import { atProvider, holdings, player, transfer } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ settings: { 'transfer.followUpAfterSeconds': 60 } })
  await setProviders(app.database, { timeoutSeconds: 1 })
  // The server's own job would ask in between.
  await app.context.jobs.stop()
})
afterAll(() => app.close())

/**
 * Journals are dated by the database's clock, which cannot be moved, so each test sets the app's clock back.
 */
let travelled = 0
const advance = (seconds: number) => {
  travelled += seconds
  app.clock.advance(seconds)
}
afterEach(() => advance(-travelled))

const followups = (key: string) => workOf(app.database, 'transfer', key)

/** A transfer of 100 that the provider leaves unanswered. */
async function unanswered(
  fault: 'timeout-applied' | 'timeout-lost' | 'error' | 'garbage',
  direction: 'in' | 'out' = 'in',
): Promise<{ member: TestMember; key: string }> {
  const member = await player(app, 1000, 'PG')
  if (direction === 'out') await transfer(app, member, 'WALLET', 'PG', 500)
  await app.sandbox.setFault('PG', fault, 1, 'transfer')
  const reference = randomUUID()
  const [from, to] = direction === 'in' ? ['WALLET', 'PG'] : ['PG', 'WALLET']
  expect((await transfer(app, member, from, to, 100, reference)).body.status).toBe('PENDING')
  return { member, key: `transfer:${member.id}:${reference}` }
}

describe('settled only by a definite answer (rules.md §4.3)', () => {
  test.each([
    ['timeout-applied', 'in', { wallet: 900, game: 100, inTransit: 0 }],
    ['garbage', 'in', { wallet: 900, game: 100, inTransit: 0 }],
    ['timeout-applied', 'out', { wallet: 600, game: 400, inTransit: 0 }],
  ] as const)('%s %s was done: goes on', async (fault, direction, expected) => {
    const { member, key } = await unanswered(fault, direction)
    await followUpTransfers(app.context)
    expect((await holdings(app, member, 'PG')).inTransit).toBe(100)
    advance(61)
    await followUpTransfers(app.context)
    expect(await holdings(app, member, 'PG')).toEqual(expected)
    expect(await atProvider(app, member, 'PG')).toBe(expected.game)
    expect(await followups(key)).toHaveLength(0)
  })

  test.each([
    ['timeout-lost', 'in', { wallet: 1000, game: 0, inTransit: 0 }],
    ['error', 'out', { wallet: 500, game: 500, inTransit: 0 }],
  ] as const)(
    '%s %s is unknown: goes back, but only after the settlement window',
    async (fault, direction, expected) => {
      const { member } = await unanswered(fault, direction)
      for (const seconds of [61, 300, 290]) {
        advance(seconds)
        await followUpTransfers(app.context)
        expect((await holdings(app, member, 'PG')).inTransit).toBe(100)
      }
      // 60 s in which it can have been sent, plus the window of 600 s.
      advance(20)
      await followUpTransfers(app.context)
      expect(await holdings(app, member, 'PG')).toEqual(expected)
    },
  )

  test('silence is never an answer: asked with backoff, in review after an hour, settled when the provider is back', async () => {
    const { member, key } = await unanswered('timeout-lost')
    await app.sandbox.setFault('PG', 'error', 10_000, 'transfer-status')
    advance(61)
    const waits: number[] = []
    for (let i = 0; i < 6; i++) {
      await followUpTransfers(app.context)
      const [row] = await followups(key)
      expect(row).toMatchObject({ attempts: i + 1, review_reason: null, last_reason: 'HTTP_500' })
      waits.push(Math.round(((row?.next_at.getTime() ?? 0) - app.clock.now().getTime()) / 1000))
      // Not due yet, so no node asks.
      await followUpTransfers(app.context)
      expect((await followups(key))[0]?.attempts).toBe(i + 1)
      advance((waits.at(-1) ?? 0) + 0.5)
    }
    expect(waits).toEqual([2, 4, 8, 15, 15, 15])
    advance(3600)
    await followUpTransfers(app.context)
    const [row] = await followups(key)
    expect(row).toMatchObject({ review_reason: 'UNCERTAIN' })
    const wait = ((row?.next_at.getTime() ?? 0) - app.clock.now().getTime()) / 1000
    expect(wait).toBeGreaterThan(45)
    expect(wait).toBeLessThanOrEqual(50)
    // A day without an answer moves nothing.
    advance(86_400)
    await followUpTransfers(app.context)
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 0, inTransit: 100 })
    await app.sandbox.setFault('PG', 'none')
    advance(51)
    await followUpTransfers(app.context)
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 1000, game: 0, inTransit: 0 })
    expect(await followups(key)).toHaveLength(0)
  })
})

describe('attempts', () => {
  const attempts = async (key: string) => {
    await app.context.attempts.idle()
    return storedAttempts(app.database, 'transfer', key)
  }

  test('are stored for a transfer that succeeds at once, which makes no work', async () => {
    const member = await player(app, 1000, 'PG')
    const reference = randomUUID()
    expect((await transfer(app, member, 'WALLET', 'PG', 100, reference)).body.status).toBe('SUCCESS')
    const key = `transfer:${member.id}:${reference}`
    expect(await attempts(key)).toEqual([{ question: 'send', answer: 'done', reason: null }])
    expect(await followups(key)).toEqual([])
  })

  test('are stored for an unanswered transfer until its end', async () => {
    const { key } = await unanswered('timeout-applied')
    expect(await followups(key)).toEqual([])
    await app.sandbox.setFault('PG', 'error', 1, 'transfer-status')
    advance(61)
    await followUpTransfers(app.context)
    advance(3)
    await followUpTransfers(app.context)
    expect(await attempts(key)).toEqual([
      { question: 'send', answer: 'uncertain', reason: 'TIMEOUT' },
      { question: 'status', answer: 'uncertain', reason: 'HTTP_500' },
      { question: 'status', answer: 'done', reason: null },
    ])
  })
})

describe('several nodes that follow up', () => {
  test('ask once and settle once', async () => {
    const { member } = await unanswered('timeout-applied')
    advance(61)
    const { games } = app.context
    const ask = games.transferStatus
    let asked = 0
    games.transferStatus = (...args) => {
      asked++
      return ask(...args)
    }
    try {
      await Promise.all(Array.from({ length: 20 }, () => followUpTransfers(app.context)))
    } finally {
      games.transferStatus = ask
    }
    expect(asked).toBe(1)
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 100, inTransit: 0 })
  })

  test('a node that read the open transfers before another settled them does not ask again', async () => {
    const { member } = await unanswered('timeout-applied')
    advance(61)
    const { games, ledger } = app.context
    let asked = 0
    const counting = Object.create(games, {
      transferStatus: {
        value: (...args: Parameters<typeof games.transferStatus>) => {
          asked++
          return games.transferStatus(...args)
        },
      },
    }) as typeof games
    const late: typeof ledger = {
      ...ledger,
      async openHolds(filter) {
        const holds = await ledger.openHolds(filter)
        await followUpTransfers({ ...app.context, games: counting })
        return holds
      },
    }
    await followUpTransfers({ ...app.context, games: counting, ledger: late })
    expect(asked).toBe(1)
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 100, inTransit: 0 })
    expect(await allWork(app.database, 'transfer')).toEqual([])
  })

  test('a node that died while asking is replaced once its claim has ended', async () => {
    const { member, key } = await unanswered('timeout-applied')
    advance(61)
    const heldUntil = new Date(app.clock.now().getTime() + 120_000)
    await storeWork(app.database, { kind: 'transfer', key }, { at: app.clock.now(), heldUntil })
    await followUpTransfers(app.context)
    expect((await holdings(app, member, 'PG')).inTransit).toBe(100)
    advance(121)
    await followUpTransfers(app.context)
    expect((await holdings(app, member, 'PG')).inTransit).toBe(0)
  })

  test('the member’s retry and the follow-up at the same time settle once', async () => {
    const { member, key } = await unanswered('timeout-applied')
    await forgetAnswers(app.database)
    advance(61)
    const reference = key.split(':')[2]
    const [answer] = await Promise.all([
      transfer(app, member, 'WALLET', 'PG', 100, reference),
      followUpTransfers(app.context),
      followUpTransfers(app.context),
    ])
    expect(answer.body.status).toBe('SUCCESS')
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 100, inTransit: 0 })
  })

  test('a retry so late that a follow-up may have asked does not send again', async () => {
    const { member, key } = await unanswered('timeout-lost')
    await forgetAnswers(app.database)
    advance(61)
    const answer = await transfer(app, member, 'WALLET', 'PG', 100, key.split(':')[2])
    expect(answer.body.status).toBe('PENDING')
    expect(await atProvider(app, member, 'PG')).toBe(0)
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 0, inTransit: 100 })
  })
})

test('a provider that says done after the money went back leads to review, and no money is paid twice', async () => {
  const { member, key } = await unanswered('timeout-lost')
  const { games } = app.context
  const ask = games.transferStatus
  const hold = await app.context.ledger.findHold(key)
  games.transferStatus = async (provider, transferId) => {
    // Transfers of other tests are asked about in the same run.
    if (transferId !== hold?.pending.meta.transferId) return ask(provider, transferId)
    // Another node, whose claim had ended, has resolved the hold while this one was asking.
    await app.context.ledger.post({
      key: resolutionKey(key, 'voided'),
      kind: 'transfer',
      phase: 'voided',
      pendingKey: key,
      memberId: member.id,
      legs: [
        { account: { member: member.id, name: 'in-transit:PG' }, asset: 'THB', amountMinor: -10_000 },
        { account: { member: member.id, name: 'wallet' }, asset: 'THB', amountMinor: 10_000 },
      ],
      meta: { transferId },
    })
    return { outcome: 'done' }
  }
  advance(61)
  try {
    await followUpTransfers(app.context)
    await expect.poll(async () => (await followups(key))[0]?.review_reason).toBe('CONTRADICTION')
  } finally {
    games.transferStatus = ask
  }
  expect(await holdings(app, member, 'PG')).toEqual({ wallet: 1000, game: 0, inTransit: 0 })
  expect(await followups(key)).toMatchObject([
    { review_reason: 'CONTRADICTION', last_reason: 'posted after voided' },
  ])
})

describe('a hold whose facts this version does not know', () => {
  /** As a later version leaves it that knows a further game, when the version before serves again. */
  async function ofLaterGame(): Promise<{ member: TestMember; key: string }> {
    const code = 'LATERGAME'
    const member = await player(app, 1000, 'PG')
    await transfer(app, member, 'WALLET', 'PG', 600)
    const reference = randomUUID()
    const key = `transfer:${member.id}:${reference}`
    const amountMinor = 10_000
    const account = (name: string) => ({ member: member.id, name })
    await anyLedger(app.context).post({
      key,
      kind: 'transfer',
      phase: 'pending',
      memberId: member.id,
      legs: [
        { account: account('wallet'), asset: 'THB', amountMinor: -amountMinor },
        { account: account(`in-transit:${code}`), asset: 'THB', amountMinor },
      ],
      meta: {
        transferId: reference,
        from: 'WALLET',
        to: code,
        amountMinor,
        code,
        direction: 'in',
        providerUsername: 'x',
      },
    })
    return { member, key }
  }

  test('keeps no other from its end, and comes to the desk after an hour', async () => {
    const later = await ofLaterGame()
    const { member } = await unanswered('timeout-applied')
    advance(61)
    await followUpTransfers(app.context)
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 100, inTransit: 0 })
    advance(3600)
    await followUpTransfers(app.context)
    expect(await followups(later.key)).toMatchObject([{ review_reason: 'UNCERTAIN', last_reason: 'ERROR' }])
    const operator = await newOperator(app, 'owner')
    const listed = await app.call('GET /api/console/desk/:queue', {
      token: operator.token,
      params: { queue: 'transfer' },
    })
    expect(listed.body.items).toContainEqual(expect.objectContaining({ id: later.key, amount: 100 }))
  })

  test('keeps no other game from giving what a withdrawal lacks', async () => {
    const { member } = await ofLaterGame()
    expect(await bringHome(app.context, member.id, 50_000, randomUUID())).toEqual([])
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 500, game: 400, inTransit: 0 })
  })
})
