import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import type { textStates } from '@krapao/contract/slices/chat/text-decision.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** The versions of the bot's content. The highest approved one is in force. */

export type TextState = (typeof textStates)[number]

export interface BotVersionRow {
  version: number
  operatorId: string | null
  createdAt: Date
  state: TextState
  /** Foreign hosts for which it waits or waited. */
  newHosts: string[]
  decidedBy: string | null
  decidedAt: Date | null
  decidedReason: string | null
}

const columns = `version, operator_id as "operatorId", created_at as "createdAt", state, new_hosts as "newHosts",
  decided_by as "decidedBy", decided_at as "decidedAt", decided_reason as "decidedReason"`

type WithContent = BotVersionRow & { content: BotContent }

/** A version with its content; undefined: there is none. */
export async function findBotVersion(handle: Db | Tx, version: number): Promise<WithContent | undefined> {
  const [row] = await rawQuery<WithContent>(
    handle,
    `select ${columns}, content from chat_bots where version = $1`,
    [version],
  )
  return row
}

/** The version that answers customers; undefined: what is shipped does. */
export async function findBotInForce(handle: Db | Tx): Promise<WithContent | undefined> {
  const [row] = await rawQuery<WithContent>(
    handle,
    `select ${columns}, content from chat_bots where state = 'APPROVED' order by version desc limit 1`,
    [],
  )
  return row
}

/** The version that waits for a second person. A later one takes its place, so there is one at most. */
export async function findWaitingBot(handle: Db | Tx): Promise<WithContent | undefined> {
  const [row] = await rawQuery<WithContent>(
    handle,
    `select ${columns}, content from chat_bots where state = 'WAITING' order by version desc limit 1`,
    [],
  )
  return row
}

/** Versions before a number, newest first. */
export const selectBotVersions = (
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<BotVersionRow[]> =>
  rawQuery<BotVersionRow>(
    db,
    `select ${columns} from chat_bots where version < $1 order by version desc limit $2`,
    [before, limit],
  )

/** Adds a version behind all others. @returns its number */
export async function insertBotVersion(
  tx: Tx,
  {
    content,
    operatorId,
    now,
    newHosts,
  }: { content: BotContent; operatorId: string; now: Date; newHosts: string[] },
): Promise<number> {
  const [row] = await rawQuery<{ version: number }>(
    tx,
    `insert into chat_bots (version, content, operator_id, created_at, state, new_hosts)
     select coalesce(max(version), 0) + 1, $1::jsonb, $2, $3, $4, $5::text[] from chat_bots returning version`,
    [JSON.stringify(content), operatorId, now, newHosts.length > 0 ? 'WAITING' : 'APPROVED', newHosts],
  )
  if (!row) throw new Error('a version of the bot was not added')
  return row.version
}

/** Ends the waiting of a version. */
export async function decideBotVersion(
  tx: Tx,
  version: number,
  end: { state: Exclude<TextState, 'WAITING'>; by: string; at: Date; reason: string },
): Promise<void> {
  await rawQuery(
    tx,
    `update chat_bots set state = $2, decided_by = $3, decided_at = $4, decided_reason = $5
     where version = $1 and state = 'WAITING'`,
    [version, end.state, end.by, end.at, end.reason],
  )
}
