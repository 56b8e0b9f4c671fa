import type { HouseAccountName } from '@krapao/contract/ledger-accounts.ts'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Engine } from '../../platform/database.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import type { AccountRef, Journal, Ledger, Posting } from '../ledger.ts'
import { createLedger } from '../posting/create-ledger.ts'
import { verifyBooks } from '../proof/books.ts'
import { balancesOf } from './table.ts'

/**
 * A namespace in a shared ledger for one test: its keys, members and house accounts all carry its name, so
 * that tests need no database each.
 */
export interface Own {
  /** The full name of a key, member or account of this namespace. */
  name(text: string): string
  posting(posting: Posting): Posting
  post(posting: Posting): Promise<Journal>
  /** As `balancesOf`. */
  balances(accounts: string[]): Promise<Record<string, number>>
}

export function ownCorner(ledger: Ledger, id: string): Own {
  const name = (text: string): string => {
    const [, prefix = '', rest] = /^(reverse:)?(.*)$/s.exec(text) ?? []
    return `${prefix}${id}/${rest}`
  }
  const member = <T extends { member: string }>(account: T): T => ({
    ...account,
    member: name(account.member),
  })
  const account = (ref: AccountRef): AccountRef =>
    'member' in ref ? member(ref) : { house: name(ref.house) as HouseAccountName }
  const posting = (given: Posting): Posting => ({
    ...given,
    key: name(given.key),
    ...(given.pendingKey && { pendingKey: name(given.pendingKey) }),
    legs: given.legs.map((leg) => ({ ...leg, account: account(leg.account) })),
    ...(given.expect && {
      expect: given.expect.map((expected) => ({ ...expected, account: member(expected.account) })),
    }),
  })
  return {
    name,
    posting,
    post: (given) => ledger.post(posting(given)),
    async balances(accounts) {
      const found = await balancesOf(ledger, accounts.map(name))
      return Object.fromEntries(accounts.map((known) => [known, found[name(known)] as number]))
    },
  }
}

/**
 * One database for the tests of a suite, and a namespace of it for each: call the returned function at the
 * beginning of a test. After the last test the books are verified.
 */
export function useLedger(engine: Engine) {
  let database: TestDatabase
  let corners = 0
  beforeAll(async () => {
    database = await testDatabase(engine)
  })
  afterAll(async () => {
    const ledger = createLedger(database)
    await ledger.seal()
    await ledger.snapshotHouse()
    const { defects, totals } = await verifyBooks(database)
    expect(defects).toEqual([])
    for (const { members, house } of totals.values()) expect(members + house).toBe(0)
    await database.drop()
  })
  return () => {
    const ledger = createLedger(database)
    const id = `${++corners}`
    return { database, ledger, id, ...ownCorner(ledger, id) }
  }
}
