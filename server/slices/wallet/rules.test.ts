import { describe, expect, test } from 'vitest'
import type { GameTransferOutcome } from '../../adapters/game/port.ts'
import { maySend, resolutionKey } from '../../outside/two-phase.ts'
import { type CallKey, readCallKey } from '../../platform/call-key.ts'
import {
  accountsOf,
  endByStatus,
  evaluateBalance,
  evaluateEnds,
  homeKey,
  homeOf,
  legsOf,
  planHome,
  planSteps,
  returnedTo,
} from './rules.ts'

const callKey = (header: string) => readCallKey(header) as CallKey

describe('ends of a transfer (rules.md §4.4)', () => {
  test.each([
    // from, to → refusal, or accepted
    ['', '', 'NO_WALLET'],
    ['', 'PG', 'NO_WALLET'],
    ['WALLET', '', 'NO_WALLET'],
    ['WALLET', 'NOPE', 'NO_GAME'],
    ['NOPE', 'WALLET', 'NO_GAME'],
    ['wallet', 'PG', 'NO_GAME'],
    ['constructor', 'PG', 'NO_GAME'],
    ['WALLET', 'WALLET', 'SAME_ACCOUNT'],
    ['PG', 'PG', 'SAME_ACCOUNT'],
    ['WALLET', 'PG', undefined],
    ['PG', 'WALLET', undefined],
    ['PG', 'JOKER', undefined],
  ])('%j → %j: %s', (from, to, refused) => {
    expect(evaluateEnds({ from, to })).toEqual(refused ? { refused } : { ok: { from, to } })
  })
})

describe('steps', () => {
  test('wallet and game: one step, named by member and key', () => {
    expect(planSteps('m1', { from: 'WALLET', to: 'PG' }, callKey('k'))).toMatchObject([
      { key: 'transfer:m1:k', code: 'PG', direction: 'in' },
    ])
    expect(planSteps('m1', { from: 'PG', to: 'WALLET' }, callKey('k'))).toMatchObject([
      { key: 'transfer:m1:k', code: 'PG', direction: 'out' },
    ])
  })

  test('game to game: out, then in, with keys and ids of their own', () => {
    const [out, into] = planSteps('m1', { from: 'PG', to: 'JOKER' }, callKey('k'))
    expect(out).toMatchObject({ key: 'transfer:m1:k', code: 'PG', direction: 'out' })
    expect(into).toMatchObject({ key: 'transfer-on:m1:k', code: 'JOKER', direction: 'in' })
    expect(out.transferId).not.toBe(into?.transferId)
  })

  test('the provider’s id follows from the key, so that a retry after a crash has the same', () => {
    const ids = ['a', 'a', 'b'].map(
      (key) => planSteps('m1', { from: 'WALLET', to: 'PG' }, callKey(key))[0].transferId,
    )
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).not.toBe(ids[2])
    expect(ids[0]).toMatch(/^kt[0-9a-f]{28}$/)
  })

  test('no idempotency key of a member can name another journal of theirs', () => {
    const keys = ['k', 'k:posted', 'posted:k', 'k:2', 'on:k'].flatMap((reference) =>
      planSteps('m1', { from: 'PG', to: 'JOKER' }, callKey(reference)).flatMap(({ key }) => [
        key,
        resolutionKey(key, 'posted'),
        resolutionKey(key, 'voided'),
      ]),
    )
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('the house’s own transfer has a key that no header can have, and is known again by it', () => {
    const move = { code: 'PG' as const, version: 3, amountMinor: 10_000 }
    const key = homeKey('bn1', move)
    expect(() => readCallKey(key)).toThrow('INVALID_REQUEST')
    const [{ key: hold }] = planSteps('m1', { from: 'PG', to: 'WALLET' }, key)
    const held = { key: hold, code: move.code, amountMinor: move.amountMinor }
    expect(homeOf('m1', 'bn1', held)).toEqual(move)
    expect(homeOf('m1', 'bn', held)).toBeUndefined()
    expect(homeOf('m2', 'bn1', held)).toBeUndefined()
    // A member's, of what was the key before keys had a sign.
    for (const said of ['bn1:PG:3:10000', 'home:bn1:PG:3:10000'])
      expect(homeOf('m1', 'bn1', { ...held, key: `transfer:m1:${said}` })).toBeUndefined()
  })

  test('keys fit the ledger’s 200 characters with the longest idempotency key', () => {
    const steps = planSteps('abcdefghijkl', { from: 'PG', to: 'JOKER' }, callKey('x'.repeat(128)))
    for (const { key } of steps) expect(resolutionKey(key, 'posted').length).toBeLessThanOrEqual(200)
  })

  test.each([
    ['in', 'pending', 'wallet', 'in-transit:PG'],
    ['in', 'posted', 'in-transit:PG', 'game:PG'],
    ['in', 'voided', 'in-transit:PG', 'wallet'],
    ['out', 'pending', 'game:PG', 'in-transit:PG'],
    ['out', 'posted', 'in-transit:PG', 'wallet'],
    ['out', 'voided', 'in-transit:PG', 'game:PG'],
  ] as const)('%s %s: %s → %s', (direction, phase, from, to) => {
    const legs = legsOf({ code: 'PG', direction }, phase, { memberId: 'm1', asset: 'THB', amountMinor: 500 })
    expect(legs).toEqual([
      { account: { member: 'm1', name: from }, asset: 'THB', amountMinor: -500 },
      { account: { member: 'm1', name: to }, asset: 'THB', amountMinor: 500 },
    ])
  })

  test('the money of a failed step is where it came from', () => {
    expect(returnedTo({ code: 'PG', direction: 'in' })).toBe('WALLET')
    expect(returnedTo({ code: 'PG', direction: 'out' })).toBe('PG')
    expect(accountsOf({ code: 'PG', direction: 'out' }).source).toBe('game:PG')
  })
})

describe('the effect of a provider’s answer on held money (rules.md §4.3)', () => {
  const ages = { ageSeconds: 100, followUpAfterSeconds: 15, settlementWindowSeconds: 600 }
  test.each<[GameTransferOutcome | { outcome: 'unknown-id' }, number, string]>([
    [{ outcome: 'done' }, 0, 'posted'],
    [{ outcome: 'done' }, 1e6, 'posted'],
    [{ outcome: 'refused', reason: 'x' }, 0, 'voided'],
    [{ outcome: 'uncertain', reason: 'TIMEOUT' }, 0, 'wait'],
    // Silence is no answer, however long.
    [{ outcome: 'uncertain', reason: 'TIMEOUT' }, 1e9, 'wait'],
    [{ outcome: 'unknown-id' }, 0, 'wait'],
    [{ outcome: 'unknown-id' }, 600, 'wait'],
    [{ outcome: 'unknown-id' }, 614.9, 'wait'],
    [{ outcome: 'unknown-id' }, 615, 'voided'],
  ])('%j at %s s: %s', (status, ageSeconds, end) => {
    expect(endByStatus(status, { ...ages, ageSeconds })).toBe(end)
  })

  test('nothing is sent once a follow-up may run, and nothing is given up before the last moment at which it can have been sent', () => {
    expect(maySend(14.9, 15)).toBe(true)
    expect(maySend(15, 15)).toBe(false)
  })
})

describe('the effect of a provider’s balance (rules.md §4.2)', () => {
  test.each([
    // provider, game, in transit → play result
    [500, 500, 0, { playMinor: 0 }],
    [700, 500, 0, { playMinor: 200 }],
    [0, 500, 0, { playMinor: -500 }],
    [700, 500, 200, 'in-transit'],
    [500, 500, 1, 'in-transit'],
  ])('provider %s, ours %s, in transit %s: %j', (provider, gameMinor, inTransitMinor, judged) => {
    expect(evaluateBalance(provider, { gameMinor, inTransitMinor })).toEqual(judged)
  })
})

describe('what games give to the wallet (rules.md §6.1)', () => {
  const game = (code: 'PG' | 'JOKER' | 'USUN', amountMinor: number, isStale = false) => ({
    code,
    amountMinor,
    isStale,
    version: 7,
  })
  const plan = (lackMinor: number, ...games: ReturnType<typeof game>[]) =>
    planHome(lackMinor, games, 100)?.map(({ code, amountMinor }) => [code, amountMinor])

  test('the fullest game first, and the last one gives the rest', () => {
    const games = [game('PG', 300), game('JOKER', 900), game('USUN', 500)]
    expect(plan(800, ...games)).toEqual([['JOKER', 800]])
    expect(plan(1000, ...games)).toEqual([
      ['JOKER', 900],
      ['USUN', 100],
    ])
    expect(plan(1700, ...games)).toHaveLength(3)
    expect(plan(1701, ...games)).toBeUndefined()
  })

  test('no transfer is below the minimum; to reach it, slightly more is moved', () => {
    expect(plan(1, game('PG', 100))).toEqual([['PG', 100]])
    expect(plan(1, game('PG', 99))).toBeUndefined()
    expect(plan(950, game('JOKER', 900), game('PG', 500))).toEqual([
      ['JOKER', 900],
      ['PG', 100],
    ])
  })

  test('a game that did not answer is asked only if it is needed', () => {
    const games = [game('PG', 900, true), game('JOKER', 300), game('USUN', 200)]
    expect(plan(400, ...games)).toEqual([
      ['JOKER', 300],
      ['USUN', 100],
    ])
    expect(plan(1400, ...games)).toHaveLength(3)
    expect(plan(0, ...games)).toEqual([])
  })
})
