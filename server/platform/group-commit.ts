import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Batcher, batcher } from './batcher.ts'
import type { Db, Tx } from './database.ts'
import { DatabaseTrouble, isPassing } from './database-trouble.ts'

const tries = 6

/** Outside any call: what is done together is not done in the name of whoever came first, under its claim (claims.ts). */
const outside = AsyncLocalStorage.snapshot()

/** Transactions at a time when a batch is written one by one. */
const atOnce = 4

/**
 * One transaction for all that is asked for together, so that each does not cost a commit of its own.
 * @param write gets the items of one transaction and answers one result per item; an `Error` as a result rejects that
 *   call only. What it throws is the end of the transaction: of several items each is then written in one of its own,
 *   so that only those fail that fail alone as well.
 */
export function groupCommit<Item, Result>(
  db: Db,
  write: (tx: Tx, items: Item[]) => Promise<(Result | Error)[]>,
): Batcher<Item, Result> {
  /** One transaction, again where another one stood in its way. */
  async function commit(items: Item[]): Promise<(Result | Error)[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await db.transaction().execute((tx) => write(tx, items))
      } catch (error) {
        if (!isPassing(error) || attempt === tries) throw error
        await sleep(Math.random() * 10 * 2 ** attempt)
      }
    }
  }

  async function commitSingly(items: Item[]): Promise<(Result | Error)[]> {
    const results: (Result | Error)[] = []
    const left = items.entries()
    const work = async () => {
      for (const [i, item] of left) {
        const [result] = await commit([item]).catch((cause: Error) => [cause])
        results[i] = result as Result | Error
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return results
  }

  async function commitAll(items: Item[]): Promise<(Result | Error)[]> {
    try {
      return await commit(items)
    } catch (error) {
      if (items.length === 1 || isAway(error)) throw error
      return commitSingly(items)
    }
  }

  return batcher<Item, Result>((items) => outside(commitAll, items), { max: 100, inFlight: 2 })
}

/** Whether no other transaction will fare better. A lock that somebody keeps is about one item only. */
const isAway = (error: unknown): boolean =>
  error instanceof DatabaseTrouble && error.reason !== 'database-busy'
