import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'

/** The versions of the bot's content. */

export interface BotVersionRow {
  version: number
  operatorId: string | null
  createdAt: Date
}

const columns = 'version, operator_id as "operatorId", created_at as "createdAt"'

/** A version with its content; without a number the newest. Undefined: there is none. */
export async function findBotVersion(
  db: Db,
  version?: number,
): Promise<(BotVersionRow & { content: BotContent }) | undefined> {
  const [row] = await rawQuery<BotVersionRow & { content: BotContent }>(
    db,
    `select ${columns}, content from chat_bots where $1::int is null or version = $1 order by version desc limit 1`,
    [version ?? null],
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

/**
 * Adds the version after `basedOn`. Of two that are added at once the primary key keeps one.
 * @returns whether `basedOn` was the newest version
 */
export async function insertBotVersion(
  tx: Tx,
  basedOn: number,
  { content, operatorId, now }: { content: BotContent; operatorId: string; now: Date },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `insert into chat_bots (version, content, operator_id, created_at)
     select $1::int + 1, $2::jsonb, $3, $4
     where $1::int = (select coalesce(max(version), 0) from chat_bots)
     on conflict (version) do nothing returning version`,
    [basedOn, JSON.stringify(content), operatorId, now],
  )
  return rows.length === 1
}
