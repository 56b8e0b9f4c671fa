import { type Database, rawQuery, type Tx } from '../../platform/database.ts'
import { DatabaseTrouble, sqlState } from '../../platform/database-trouble.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Beside, HoldResolved, type Journal, VersionConflict } from '../ledger.ts'
import type { Checked } from './check.ts'

/** A journal as the database's functions return it. */
export type StoredJournal = Omit<Journal, 'postedAt' | 'replayed'> & { postedAt: string }

export const toJournal = (stored: StoredJournal, replayed: boolean): Journal => ({
  ...stored,
  postedAt: new Date(stored.postedAt),
  replayed,
})

/** The outcome of one posting in the database; `ledger_post_one` returns it. */
type Outcome =
  | { id: number }
  | { replay: StoredJournal }
  | { refused: 'MONEY_NOT_ENOUGH' | 'IDEMPOTENCY_CONFLICT' | 'STALE' | 'NO_HOLD' | 'NOT_ITS_HOLD' }
  | { refused: 'HOLD_RESOLVED'; by: StoredJournal }

type BatchAnswer = { postedAt: string; ids: number[] } | { postedAt: string; outcomes: Outcome[] }

type Run = (text: string, values: unknown[]) => Promise<{ answer: BatchAnswer }[]>

const call = (
  name: string,
) => `select ${name}($1::timestamptz, $2::text[], $3::text[], $4::text[], $5::text[],
  $6::jsonb[], $7::text[], $8::bigint[], $9::jsonb[],
  $10::int[], $11::text[], $12::text[], $13::text[], $14::bigint[]) as answer`

/** The same call with a part beside it. */
const withBeside = (text: string, { sql }: Beside): string => `with posted as materialized (${text}),
  written as (
    select place from posted, generate_series(1, cardinality($2::text[])) place
    where answer ? 'ids' or answer->'outcomes'->(place - 1) ? 'id'),
  ${sql(15)}
  select answer from posted`

const callBatch = call('ledger_post_batch')
/** Gives up soon if another transaction keeps a lock. */
const callTogether = call('ledger_post_together')

/**
 * Writes a batch by one statement, which is its own transaction outside one. One result per posting, in
 * order.
 */
export async function writeBatch(
  run: Run,
  batch: Checked[],
  now: Date | string | null,
  beside?: Beside,
): Promise<(Journal | Error)[]> {
  const text = batch.length > 1 ? callTogether : callBatch
  const [row] = beside
    ? await run(withBeside(text, beside), [...encode(batch, now), ...beside.values])
    : await run(text, encode(batch, now))
  if (!row) throw new Error('the ledger gave no answer')
  const { answer } = row
  const postedAt = new Date(answer.postedAt)
  if ('ids' in answer) return batch.map((posting, i) => journalOf(posting, answer.ids[i] as number, postedAt))
  return batch.map((posting, i) => toResult(posting, answer.outcomes[i] as Outcome, postedAt))
}

export const runIn =
  (tx: Tx): Run =>
  (text, values) =>
    rawQuery(tx, text, values)

export const runOn =
  (database: Database): Run =>
  (text, values) =>
    database.query(text, values)

function encode(batch: Checked[], now: Date | string | null): unknown[] {
  const at: number[] = []
  const members: string[] = []
  const names: string[] = []
  const legAssets: string[] = []
  const amounts: number[] = []
  for (const [i, { legs }] of batch.entries()) {
    for (const { account, asset, amountMinor } of legs) {
      at.push(i + 1)
      members.push('member' in account ? account.member : '')
      names.push('member' in account ? account.name : account.house)
      legAssets.push(asset)
      amounts.push(amountMinor)
    }
  }
  return [
    now,
    batch.map((posting) => posting.key),
    batch.map((posting) => posting.kind),
    batch.map((posting) => posting.phase),
    batch.map((posting) => posting.memberId),
    batch.map((posting) => posting.metaText),
    batch.map((posting) => posting.pendingKey),
    batch.map((posting) => posting.reversesId),
    batch.map((posting) => posting.expectText),
    at,
    members,
    names,
    legAssets,
    amounts,
  ]
}

const journalOf = ({ key, kind, phase, memberId, meta }: Checked, id: number, postedAt: Date): Journal => ({
  id,
  key,
  kind,
  phase,
  memberId,
  meta,
  postedAt,
  replayed: false,
})

function toResult(posting: Checked, outcome: Outcome, postedAt: Date): Journal | Error {
  if ('id' in outcome) return journalOf(posting, outcome.id, postedAt)
  if ('replay' in outcome) return toJournal(outcome.replay, true)
  switch (outcome.refused) {
    case 'STALE':
      return new VersionConflict(`posting ${posting.key}: an account has moved`)
    case 'HOLD_RESOLVED':
      return new HoldResolved(toJournal(outcome.by, true))
    case 'NO_HOLD':
      return new TypeError(`posting ${posting.key}: there is no hold ${posting.pendingKey}`)
    case 'NOT_ITS_HOLD':
      return new TypeError(`posting ${posting.key}: it does not take off what ${posting.pendingKey} holds`)
    default:
      return new Refusal(outcome.refused)
  }
}

/**
 * Whether an error is about the content of a batch (data, constraint, size), and not about the state of the
 * database.
 */
export const isAboutContent = (error: unknown): boolean => /^(22|23|54)/.test(sqlState(error))

/** Whether another transaction kept a lock for longer than a posting waits; nothing was written then. */
export const isLocked = (error: unknown): boolean => sqlState(error) === '55P03'

/**
 * Executes a posting's statement without writing one. @throws DatabaseTrouble if postings cannot be written
 */
export async function probe(database: Database): Promise<void> {
  const [row] = await database.query<{ readOnly: boolean }>(
    `select ${callBatch.slice('select '.length)}, current_setting('transaction_read_only') = 'on' as "readOnly"`,
    encode([], null),
  )
  if (row?.readOnly) throw new DatabaseTrouble('database-read-only', 'the database only reads')
  const trouble = database.trouble()
  if (trouble) throw new DatabaseTrouble(trouble, 'the database has refused to write')
}
