import type { Asset } from '@krapao/contract/money.ts'
import { batcher } from '../../platform/batcher.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, rawQuery, type Tx } from '../../platform/database.ts'
import { untilAlone } from '../../platform/until-alone.ts'
import type { AccountBalance, Journal, Ledger, LockedWallets, PostingOptions } from '../ledger.ts'
import { seal, unsealedSeconds } from '../proof/seal.ts'
import { isAboutContent, isLocked, probe, runIn, runOn, writeBatch } from './batch.ts'
import { type Checked, checkPosting, membersOf } from './check.ts'
import { findHold, openHolds } from './holds.ts'
import { lockWallets } from './lock-wallets.ts'
import { createLocks } from './locks.ts'
import { type Ask, planReversal } from './reverse.ts'
import { houseBalance, snapshotHouse } from './snapshots.ts'

export interface LedgerOptions {
  log?: Record<'error' | 'warn', (details: object, message: string) => void>
  /** The clock that dates journals; the database's own by default. */
  clock?: Clock
}

/** How many members' postings are written at the same time when a batch is written one by one. */
const linesAtOnce = 4

/** The ledger on a migrated database. `close()` waits for postings under way; it leaves the database open. */
export function createLedger(
  database: Database,
  { log, clock }: LedgerOptions = {},
): Ledger & { close(): Promise<void> } {
  const slow = database.patient(60)
  const listeners = new Set<(memberIds: string[]) => void>()
  const now = () => clock?.now() ?? null

  /** Runs one transaction, and repeats it if another transaction conflicted with it. */
  const commit = (batch: Checked[]): Promise<(Journal | Error)[]> =>
    untilAlone(() => writeBatch(runOn(database), batch, now()))

  async function write(batch: Checked[]): Promise<(Journal | Error)[]> {
    let results: (Journal | Error)[]
    try {
      results = await commit(batch)
    } catch (error) {
      if (batch.length === 1) locks.note(batch.flatMap(membersOf), error)
      if (batch.length === 1 || !(isAboutContent(error) || isLocked(error))) throw error
      results = await writeSingly(batch)
    }
    announce(batch, results)
    return results
  }

  /**
   * Writes the postings of a failed batch one by one: one of them has content that the database refuses, or
   * names an account that is locked, and only that one must fail. Postings of one member stay in their order.
   */
  async function writeSingly(batch: Checked[]): Promise<(Journal | Error)[]> {
    const results: (Journal | Error)[] = []
    const lines = Map.groupBy(batch.keys(), (i) => membersOf(batch[i] as Checked)[0] ?? '').values()
    const writeLines = async () => {
      for (const line of lines) {
        for (const i of line) {
          const alone = [batch[i] as Checked]
          const [result] = await commit(alone).catch((cause: Error) => {
            locks.note(alone.flatMap(membersOf), cause)
            return [cause]
          })
          results[i] = result as Journal | Error
        }
      }
    }
    await Promise.all(Array.from({ length: linesAtOnce }, writeLines))
    return results
  }

  /** Writes postings inside the caller's transaction; listeners are called after it has committed. */
  async function writeAllIn(
    tx: Tx,
    batch: Checked[],
    { at, beside }: PostingOptions = {},
  ): Promise<(Journal | Error)[]> {
    const results = await writeBatch(runIn(tx), batch, at ?? now(), beside)
    tx.afterCommit(() => announce(batch, results))
    return results
  }

  async function writeIn(tx: Tx, posting: Checked): Promise<Journal> {
    const [result] = (await writeAllIn(tx, [posting])) as [Journal | Error]
    if (result instanceof Error) throw result
    return result
  }

  const locks = createLocks()
  const submit = batcher(write)

  function refuseBusy(posting: Checked): void {
    for (const member of membersOf(posting)) {
      const trouble = locks.busy(member)
      if (trouble) throw trouble
    }
  }

  function announce(batch: Checked[], results: (Journal | Error)[]): void {
    if (listeners.size === 0) return
    const moved = new Set<string>()
    for (const [i, posting] of batch.entries()) {
      const result = results[i]
      if (result instanceof Error || result?.replayed) continue
      for (const member of membersOf(posting)) moved.add(member)
    }
    if (moved.size === 0) return
    for (const listener of listeners) {
      try {
        listener([...moved])
      } catch (error) {
        log?.error({ err: error }, 'a listener of the ledger failed')
      }
    }
  }

  return {
    // Async, so that a malformed posting rejects like any other refusal.
    async post(posting) {
      const checked = checkPosting(posting)
      refuseBusy(checked)
      return submit(checked)
    },

    async postIn(tx, posting) {
      return writeIn(tx, checkPosting(posting))
    },

    async postAllIn(tx, postings, options) {
      const batch = postings.map((posting) => checkPosting(posting))
      for (const posting of batch) refuseBusy(posting)
      return writeAllIn(tx, batch, options).catch((error) => {
        if (batch.length === 1) locks.note(batch.flatMap(membersOf), error)
        throw error
      })
    },

    async lockWalletsIn(tx, memberIds, others) {
      const wallets: LockedWallets['wallets'] = new Map()
      for (const member of memberIds) {
        const trouble = locks.busy(member)
        if (trouble) wallets.set(member, trouble)
      }
      const free = memberIds.filter((member) => !wallets.has(member))
      const { at, members } = await lockWallets(tx, free, others, now()).catch((error) => {
        if (free.length === 1) locks.note(free, error)
        throw error
      })
      for (const member of members) wallets.set(member, 'locked')
      return { at, wallets }
    },

    async reverse(originalKey, reason) {
      const ask = <Row>(text: string, values: unknown[]) => database.query<Row>(text, values)
      const { posting, originalId } = await planReversal(ask, originalKey, reason)
      return submit(checkPosting(posting, originalId))
    },

    async reverseIn(tx, originalKey, reason) {
      const ask = <Row>(text: string, values: unknown[]) => rawQuery<Row>(tx, text, values)
      const { posting, originalId } = await planReversal(ask, originalKey, reason)
      const checked = checkPosting(posting, originalId)
      return { ...(await writeIn(tx, checked)), legs: checked.legs }
    },

    openHolds: (filter) => openHolds(database, filter),
    findHold: (key) => findHold(database, key),
    probe: () => probe(database),

    balances: (memberId) => balancesOf(database.query, memberId),
    balancesIn: (tx, memberId) => balancesOf((text, values) => rawQuery(tx, text, values), memberId),
    houseBalance: (name: string, asset: Asset) => houseBalance(database, name, asset),

    onPosted(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    async seal() {
      if (!(await seal(slow))) log?.warn({}, 'a long transaction kept the ledger from being sealed')
    },
    unsealedSeconds: () => unsealedSeconds(database),
    async snapshotHouse() {
      if (!(await snapshotHouse(slow))) log?.warn({}, 'a long transaction kept the house from its snapshot')
    },
    close: () => submit.idle(),
  }
}

async function balancesOf(ask: Ask, memberId: string): Promise<Map<string, AccountBalance>> {
  const rows = await ask<AccountBalance & { name: string }>(
    `select name, asset, balance_minor as "amountMinor", version from accounts
     where member_id = $1 and version > 0 order by asset desc`,
    [memberId],
  )
  return new Map(rows.map(({ name, ...balance }) => [name, balance]))
}
