import type { Waiting } from '../../../desk/queue.ts'
import { lastReasonOf } from '../../../outside/review.ts'
import { type Db, rawQuery } from '../../../platform/database.ts'
import type { SlipEnd } from './rules.ts'
import { type SlipRow, slipColumns } from './store.ts'

/** A member's slips, newest first. */
export async function selectSlips(
  db: Db,
  memberId: string,
  page: { offset: number; limit: number },
): Promise<{ total: number; slips: SlipRow[] }> {
  const slips = await rawQuery<SlipRow>(
    db,
    `select ${slipColumns} from slips where member_id = $1 order by created_at desc, id desc offset $2 limit $3`,
    [memberId, page.offset, page.limit],
  )
  const [row] = await rawQuery<{ total: number }>(
    db,
    'select count(*) as total from slips where member_id = $1',
    [memberId],
  )
  return { total: row?.total ?? 0, slips }
}

/** The credit of a refused duplicate's transfer: minor units, and when. */
export interface OwnCredit {
  amountMinor: number
  at: Date
}

/**
 * Of a member's slips those whose transfer another slip of the same member was credited for; by slip id.
 * Whose slip of another member was credited learns nothing.
 */
export async function selectOwnCredits(
  db: Db,
  memberId: string,
  slipIds: string[],
): Promise<Map<string, OwnCredit>> {
  if (slipIds.length === 0) return new Map()
  const rows = await rawQuery<OwnCredit & { id: string }>(
    db,
    `select s.id, c.amount_minor as "amountMinor", c.settled_at as at
     from slips s join slips c on c.bank_code = s.bank_code and c.reference = s.reference and c.claims
     where s.id = any($2) and s.member_id = $1 and c.member_id = $1 and c.status = 'SUCCESS'`,
    [memberId, slipIds],
  )
  return new Map(rows.map(({ id, ...credit }) => [id, credit]))
}

/** The picture of a member's own slip of a transfer; of several, of the latest. */
export async function findSlipFile(db: Db, memberId: string, reference: string): Promise<string | undefined> {
  const [row] = await rawQuery<{ file: string }>(
    db,
    `select file from slips where member_id = $1 and reference = $2 and file is not null
     order by created_at desc, id desc limit 1`,
    [memberId, reference],
  )
  return row?.file
}

/** A slip that waits for a person, with what the bank's feed says the transfer was, where it has come. */
export type DeskSlip = SlipRow & {
  feedAmountMinor: number | null
  /** The verifier's last answer, while it is still asked. */
  lastReason: string | null
}

const deskColumns = `${slipColumns},
  ${lastReasonOf('slip', 'slips.id')} as "lastReason", (
  select t.amount_minor from deposit_reports t
  where t.kind = 'transfer' and t.place = slips.house_account_no and t.reference = slips.reference) as "feedAmountMinor"`

/** Slips that wait for a person. An amount that is in doubt is none. */
export const waitingSlips: Waiting = {
  subject: 'slip',
  key: 'id',
  keyType: 'text',
  at: 'created_at',
  memberId: 'member_id',
  amountMinor: `case when desk_reason <> 'AMOUNT_DIFFERS' then amount_minor end`,
  currency: 'currency',
  bank: 'coalesce(from_bank, stated_bank)',
  account: 'from_account_no',
  words: `concat_ws(' ', id, reference, from_name)`,
  from: 'slips',
  where: `desk_reason is not null and status = 'PENDING'`,
}

/** Those of these slips that wait for a person. */
export const selectDeskSlips = (db: Db, ids: string[]): Promise<DeskSlip[]> =>
  rawQuery(
    db,
    `select ${deskColumns} from slips where desk_reason is not null and status = 'PENDING' and id = any($1::text[])`,
    [ids],
  )

/** A member's slips whose pictures have not been read yet. */
export async function countUnread(db: Db, memberId: string): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    db,
    `select count(*) as count from slips where member_id = $1 and status = 'PENDING' and step = 'read'`,
    [memberId],
  )
  return row?.count ?? 0
}

/** How a member's last slips ended, newest first. */
export function selectLastEnds(db: Db, memberId: string, limit: number): Promise<SlipEnd[]> {
  return rawQuery(
    db,
    `select status, note, settled_at as "settledAt" from slips
     where member_id = $1 and status <> 'PENDING' order by created_at desc, id desc limit $2`,
    [memberId, limit],
  )
}
