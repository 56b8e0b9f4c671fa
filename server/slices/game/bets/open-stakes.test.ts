import { afterAll, beforeAll, expect, it } from 'vitest'
import { house, own } from '../../../ledger/public.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { player, transfer } from '../../wallet/testing.ts'
import { openStakes } from '../public.ts'
import { betOf, report } from './testing/bets.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const open = async ({ id }: TestMember) =>
  Object.fromEntries(await openStakes(app.context, app.context.db, id))

/** A reading of the balance that found so much won or lost since the last one. */
const read = (member: TestMember, code: string, minor: number, at: number) =>
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

it('of a provider that reports no bets nothing is known', async () => {
  const [silent] = (await app.context.services.providers.get()).filter(({ reportsBets }) => !reportsBets)
  if (!silent) throw new Error('every provider reports bets')
  const member = await player(app, 100, silent.code)
  await transfer(app, member, 'WALLET', silent.code, 100)
  await read(member, silent.code, -9_000, 1)
  expect(await open(member)).toEqual({})
})
