import type { Database } from '../platform/database.ts'

/** What tests ask and prepare in the desk's list and votes. */

type Queries = Pick<Database, 'query'>

interface Listed {
  queue: string
  id: string
  amount_minor: string | null
}

/** What the desk's list has, the oldest first; of one queue, if it is named. */
export const listedItems = (database: Queries, queue?: string): Promise<Listed[]> =>
  database.query('select * from desk_items where queue = $1 or $1 is null order by at, length(id), id', [
    queue ?? null,
  ])

/** Empties the list. */
export const forgetItems = (database: Queries) => database.query('delete from desk_items')

/** The votes on an item. */
export const votesOn = (database: Queries, id: string) =>
  database.query('select from desk_votes where item_id = $1', [id])

/** The votes in a queue. */
export const votesIn = (database: Queries, queue: string) =>
  database.query('select from desk_votes where queue = $1', [queue])

/** Stores a vote as the version before did, without the reference that it was about. */
export const forgetReference = (database: Queries, queue: string, id: string) =>
  database.query('update desk_votes set reference = null where queue = $1 and item_id = $2', [queue, id])

/** An operator's vote to refuse. */
export const storeRefusal = (database: Queries, queue: string, id: string, operatorId: string) =>
  database.query(
    `insert into desk_votes (queue, item_id, operator_id, reason, at, choice)
     values ($1, $2, $3, 'looked', now(), 'refuse') on conflict do nothing`,
    [queue, id, operatorId],
  )

/** What statements begin with that list an item and store a vote, for tests that kill a node there. */
export const listsItem = 'insert into desk_items'
export const storesVote = 'insert into desk_votes'
