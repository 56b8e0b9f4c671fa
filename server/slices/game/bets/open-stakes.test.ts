import type { GameCode } from '@krapao/contract/game.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house, own } from '../../../ledger/public.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { player, transfer } from '../../wallet/testing.ts'
import { openStakes } from '../public.ts'
import { catchUpBets } from './ask.ts'
import { betOf, report } from './testing/bets.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  // So that a test decides when play results count as bets.
  await app.context.jobs.stop()
  await app.database.query(`update game_providers set settings = '{"openBetHours":1}'`)
  app.context.services.providers.clear()
})
afterAll(() => app.close())

type Silent = Parameters<typeof openStakes>[3]

const open = async ({ id }: TestMember, silent?: Silent) =>
  Object.fromEntries(
    [...(await openStakes(app.context, app.context.db, id, silent))].map(([code, { minor }]) => [
      code,
      minor,
    ]),
  )

/** A reading of the balance that found so much won or lost since the last one. */
const read = (member: TestMember, code: GameCode, minor: number, at: number) =>
  app.context.ledger.post({
    key: `play:${member.id}:${code}:test${at}`,
    kind: 'play',
    memberId: member.id,
    legs: [
      { account: { member: member.id, name: own.game(code) }, asset: 'THB', amountMinor: minor },
      { account: { house: house.provider(code) }, asset: 'THB', amountMinor: -minor },
    ],
    meta: { code },
  })

it('a stake is open from the reading that misses it until its bet is reported', async () => {
  const member = await player(app, 300, 'UFABET')
  await transfer(app, member, 'WALLET', 'UFABET', 300)
  expect(await open(member)).toEqual({})
  await read(member, 'UFABET', -20_000, 1)
  expect(await open(member)).toEqual({ UFABET: 20_000 })
  await report(app, 'UFABET', [betOf(member, { product: 'sport', stake: 150, win: 0 })])
  expect(await open(member)).toEqual({ UFABET: 5_000 })
  await report(app, 'UFABET', [betOf(member, { product: 'sport', stake: 50, win: 0 })])
  expect(await open(member)).toEqual({})
})

it('a win that was reported and not read yet is open, too', async () => {
  const member = await player(app, 100, 'UFABET', 'PG')
  await transfer(app, member, 'WALLET', 'UFABET', 50)
  await transfer(app, member, 'WALLET', 'PG', 50)
  await report(app, 'UFABET', [betOf(member, { product: 'sport', stake: 50, win: 120 })])
  expect(await open(member)).toEqual({ UFABET: 7_000 })
  // One game does not make up for another.
  await report(app, 'PG', [betOf(member, { stake: 50, win: 0 })])
  expect(await open(member)).toEqual({ UFABET: 7_000 })
  await read(member, 'UFABET', 7_000, 1)
  expect(await open(member)).toEqual({})
})

describe('of a provider that reports no bets', () => {
  async function lost(minor: number): Promise<{ member: TestMember; code: GameCode; silent: Silent }> {
    const [provider] = (await app.context.services.providers.get()).filter(({ reportsBets }) => !reportsBets)
    if (!provider) throw new Error('every provider reports bets')
    const { code } = provider
    const member = await player(app, 100, code)
    await transfer(app, member, 'WALLET', code, 100)
    const { id } = await read(member, code, -minor, 1)
    return { member, code, silent: { journalId: id - 1, settled: [] } }
  }

  it('nothing is known', async () => {
    const { member } = await lost(9_000)
    expect(await open(member)).toEqual({})
  })

  it('what was lost counts as staked for a time after it was read, less what came back since', async () => {
    const { member, code, silent } = await lost(9_000)
    app.clock.advance(31)
    expect(await open(member, silent)).toEqual({ [code]: 9_000 })
    const [stake] = (await openStakes(app.context, app.context.db, member.id, silent)).values()
    const left = (stake?.until.getTime() ?? 0) - app.clock.now().getTime()
    expect(left / 1000).toBeGreaterThan(3500)
    expect(left / 1000).toBeLessThanOrEqual(3600 - 31)
    await read(member, code, 2_000, 2)
    expect(await open(member, silent)).toEqual({ [code]: 7_000 })
    await read(member, code, -500, 3)
    expect(await open(member, silent)).toEqual({ [code]: 7_500 })
    app.clock.advance(3600 - 30)
    expect(await open(member, silent)).toEqual({ [code]: 500 })
    app.clock.advance(31)
    expect(await open(member, silent)).toEqual({})
  })

  it('each one’s own hours count', async () => {
    await app.database.query(
      `update game_providers set settings = '{"openBetHours":0.5}' where code = 'SEXYGAME';
       update game_providers set settings = '{"openBetHours":2}' where code = 'HUAYHD'`,
    )
    app.context.services.providers.clear()
    const member = await player(app, 200, 'SEXYGAME', 'HUAYHD', 'UFABET')
    await transfer(app, member, 'WALLET', 'SEXYGAME', 50)
    await transfer(app, member, 'WALLET', 'HUAYHD', 50)
    await transfer(app, member, 'WALLET', 'UFABET', 50)
    const { id } = await read(member, 'SEXYGAME', -1_000, 1)
    await read(member, 'HUAYHD', -2_000, 2)
    await read(member, 'UFABET', -3_000, 3)
    const silent: Silent = { journalId: id - 1, settled: [] }
    expect(await open(member, silent)).toEqual({ SEXYGAME: 1_000, HUAYHD: 2_000, UFABET: 3_000 })
    app.clock.advance(1801)
    expect(await open(member, silent)).toEqual({ HUAYHD: 2_000, UFABET: 3_000 })
    const until = (await openStakes(app.context, app.context.db, member.id, silent)).get('HUAYHD')?.until
    const left = ((until?.getTime() ?? 0) - app.clock.now().getTime()) / 1000
    expect(left).toBeGreaterThan(5300)
    expect(left).toBeLessThanOrEqual(7200 - 1801)
    app.clock.advance(5400)
    // A bet that will be reported is open until its provider was asked and had nothing more.
    expect(await open(member, silent)).toEqual({ UFABET: 3_000 })
    await catchUpBets(app.context)
    expect(await open(member, silent)).toEqual({})
  })

  it('a win from before takes nothing from what is lost later', async () => {
    const { member, code, silent } = await lost(1_000)
    await read(member, code, 9_000, 2)
    expect(await open(member, silent)).toEqual({})
    await read(member, code, -6_000, 3)
    expect(await open(member, silent)).toEqual({ [code]: 6_000 })
  })

  it('what was lost before, or counts as settled by its key, is no stake', async () => {
    const { member, silent } = await lost(9_000)
    const { journalId } = silent as NonNullable<Silent>
    expect(await open(member, { journalId: journalId + 1, settled: [] })).toEqual({})
    const settled = [...Array(3).keys()].map((at) => `play:${member.id}:SEXYGAME:test${at}`)
    const others = [...Array(3).keys()].map((at) => `play:${member.id}:HUAYHD:test${at}`)
    expect(await open(member, { journalId, settled: [...settled, ...others] })).toEqual({})
    expect(Object.keys(await open(member, silent))).toHaveLength(1)
  })
})
