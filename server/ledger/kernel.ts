import { setTimeout as sleep } from 'node:timers/promises'
import type { Asset } from '@krapao/contract/money.ts'
import { batcher } from '../platform/batcher.ts'
import type { Clock } from '../platform/clock.ts'
import { type Database, whenCommitted } from '../platform/database.ts'
import { findHold, openHolds } from './holds.ts'
import { houseBalance, snapshotHouse } from './house.ts'
import type { AccountBalance, Journal, Ledger } from './ledger.ts'
import { isAboutContent, isPassing, runIn, runOn, writeBatch } from './post.ts'
import { type Checked, checkPosting, membersOf } from './posting.ts'
import { planReversal } from './reverse.ts'
import { seal } from './seal.ts'

export interface LedgerOptions {
  log?: Record<'error' | 'warn', (details: object, message: string) => void>
  /** Dates journals; the database's own clock when left out. */
  clock?: Clock
}

const tries = 6

/** The ledger over a migrated database. `close()` waits for what was posted; it leaves the database open. */
export function createLedger(
  database: Database,
  { log, clock }: LedgerOptions = {},
): Ledger & { close(): Promise<void> } {
  const listeners = new Set<(memberIds: string[]) => void>()
  const now = () => clock?.now() ?? null

  /** One transaction, again where another one stood in its way. */
  async function commit(batch: Checked[]): Promise<(Journal | Error)[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await writeBatch(runOn(database), batch, now())
      } catch (error) {
        if (!isPassing(error) || attempt === tries) throw error
        await sleep(Math.random() * 10 * 2 ** attempt)
      }
    }
  }

  async function write(batch: Checked[]): Promise<(Journal | Error)[]> {
    let results: (Journal | Error)[]
    try {
      results = await commit(batch)
    } catch (error) {
      if (batch.length === 1 || !isAboutContent(error)) throw error
      // One of them carries what the database cannot take: only that one shall fail.
      results = []
      for (const posting of batch) {
        results.push(...(await commit([posting]).catch((cause: Error) => [cause])))
      }
    }
    announce(batch, results)
    return results
  }

  const submit = batcher(write)

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
    post: async (posting) => submit(checkPosting(posting)),

    async postIn(tx, posting) {
      const batch = [checkPosting(posting)]
      const results = await writeBatch(runIn(tx), batch, now())
      const [result] = results as [Journal | Error]
      if (result instanceof Error) throw result
      await whenCommitted(tx, () => announce(batch, results))
      return result
    },

    async reverse(originalKey, reason) {
      const { posting, originalId } = await planReversal(database, originalKey, reason)
      return submit(checkPosting(posting, originalId))
    },

    openHolds: (filter) => openHolds(database, filter),
    findHold: (key) => findHold(database, key),

    async balances(memberId) {
      const rows = await database.query<AccountBalance & { name: string }>(
        `select name, asset, balance_minor as "amountMinor", version from accounts
         where member_id = $1 and version > 0 order by asset desc`,
        [memberId],
      )
      return new Map(rows.map(({ name, ...balance }) => [name, balance]))
    },
    houseBalance: (name: string, asset: Asset) => houseBalance(database, name, asset),

    onPosted(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    async seal() {
      if (!(await seal(database))) log?.warn({}, 'a long transaction kept the ledger from being sealed')
    },
    async snapshotHouse() {
      if (!(await snapshotHouse(database)))
        log?.warn({}, 'a long transaction kept the house from its snapshot')
    },
    close: () => submit.idle(),
  }
}
