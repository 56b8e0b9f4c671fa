import { AsyncLocalStorage } from 'node:async_hooks'
import { type Batcher, batcher } from './batcher.ts'
import { type Db, type Tx, transaction } from './database.ts'
import { DatabaseTrouble } from './database-trouble.ts'
import { untilAlone } from './until-alone.ts'

/**
 * Runs a function without the async context of any call: a batch belongs to several calls, and must not use
 * the claim (claims.ts) of the call that happened to start it.
 */
const withoutContext = AsyncLocalStorage.snapshot()

/** The number of simultaneous transactions when the items of a batch are written singly. */
const atOnce = 4

interface Options {
  read?(): Promise<unknown>
  inFlight?: number
}

/**
 * Writes calls that arrive together in one transaction, so that they share one commit.
 * @param write gets the items of one transaction and returns one result per item; an `Error` as a result
 *   rejects that call only. If `write` throws, the transaction is rolled back and each item is written in a
 *   transaction of its own, so that only the faulty items fail.
 * @param options.read is called before each transaction, for facts that `write` needs and must not wait for
 *   inside
 * @param options.inFlight transactions at a time; 1 where they often lock the same rows, because they would
 *   wait for each other
 */
export function groupCommit<Item, Result, Facts = undefined>(
  db: Db,
  write: (tx: Tx, items: Item[], facts: Facts) => Promise<(Result | Error)[]>,
  ...[{ read, inFlight = 2 } = {}]: Facts extends undefined
    ? [Options?]
    : [Options & { read(): Promise<Facts> }]
): Batcher<Item, Result> {
  /** Writes items in one transaction, which is repeated after a conflict with another transaction. */
  const commit = (items: Item[]): Promise<(Result | Error)[]> =>
    untilAlone(async () => {
      const facts = (await read?.()) as Facts
      return transaction(db, (tx) => write(tx, items, facts))
    })

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

  return batcher<Item, Result>((items) => withoutContext(commitAll, items), { max: 100, inFlight })
}

/**
 * Whether the database fails for every item. `database-busy` is about one item only: another call holds its
 * lock.
 */
const isAway = (error: unknown): boolean =>
  error instanceof DatabaseTrouble && error.reason !== 'database-busy'
