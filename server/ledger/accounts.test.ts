import { expect, test } from 'vitest'
import { house, own, partsOf } from './accounts.ts'

/** Balances are stored under these names for good: another spelling would be another account. */
test.each([
  [own.wallet, 'wallet', 'wallet', ''],
  [own.withdrawing, 'withdrawing', 'withdrawing', ''],
  [own.invite, 'invite', 'invite', ''],
  [own.coin, 'coin', 'coin', ''],
  [own.game('PG'), 'game:PG', 'game', 'PG'],
  [own.inTransit('PG'), 'in-transit:PG', 'in-transit', 'PG'],
  [house.bank('0012345678'), 'bank:0012345678', 'bank', '0012345678'],
  [house.gateway('WW'), 'gateway:WW', 'gateway', 'WW'],
  [house.suspense('a:b'), 'suspense:a:b', 'suspense', 'a:b'],
  [house.gift, 'gift', 'gift', ''],
  [house.payout, 'payout', 'payout', ''],
  [house.provider('PG'), 'provider:PG', 'provider', 'PG'],
  [house.coin, 'coin', 'coin', ''],
])('%s is %s, of the kind %s and of %j', (name, spelt, kind, of) => {
  expect(name).toBe(spelt)
  expect(partsOf(name)).toEqual({ kind, of })
})
