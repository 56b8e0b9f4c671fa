import Value from 'typebox/value'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { SettingDefinition } from '../../platform/settings.ts'
import type { TransferState } from './store.ts'
import { mayBeTwins, type Told, type TwinLimits, twinMinutes, twinSilentMinutes } from './twin-rules.ts'

/** What we know of a transfer under one reference. Amounts in minor units of the house account's currency. */
export interface Transfer {
  id: number
  houseBankCode: string
  houseAccountNo: string
  currency: 'THB' | 'LAK'
  reference: string
  amountMinor: number
  sentAt: Date
  fromBank: string
  fromAccountNo: string
  fromName: string
  state: TransferState
  memberId: string | null
  journalKey: string | null
  receivedAt: Date
  /** When the feed first told of it; null: only a slip did. */
  fedAt: Date | null
  /** Its slip; null: only the feed told of it. */
  slipId: string | null
  slipBankCode: string | null
  slipSentAt: Date | null
  slipFile: string | null
  /** The row that the feed had told of before, where this one cannot be the same. */
  contradictsId: number | null
}

/** The columns of `Transfer`, from `bank_transfers t` and its slip `s`. */
const columns = `t.id, t.house_bank_code as "houseBankCode", t.house_account_no as "houseAccountNo", t.currency, t.reference,
  t.amount_minor as "amountMinor", t.sent_at as "sentAt", t.from_bank as "fromBank", t.from_account_no as "fromAccountNo",
  t.from_name as "fromName", t.state, t.member_id as "memberId", t.journal_key as "journalKey",
  t.received_at as "receivedAt", t.fed_at as "fedAt", t.slip_id as "slipId", s.bank_code as "slipBankCode",
  s.sent_at as "slipSentAt", s.file as "slipFile", t.contradicts_id as "contradictsId"`
const source = 'bank_transfers t left join slips s on s.id = t.slip_id'

/** Twins that are looked at and shown, the nearest in time. */
const mostTwins = 8

/**
 * Makes everything that credits, links or asks about transfers of one amount to one account come one after the other, over
 * all nodes, until the transaction ends. Taken after the slip's own turn and before any row of `bank_transfers`.
 */
export const lockAmount = (tx: Tx, accountNo: string, amountMinor: number): Promise<unknown> =>
  rawQuery(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 7201011))', [`${accountNo} ${amountMinor}`])

/** The settings about twins, read in the caller's transaction: the embedded database answers nothing else meanwhile. */
export async function readTwinLimits(db: Db | Tx): Promise<TwinLimits> {
  const rows = await rawQuery<{ key: string; value: unknown }>(
    db,
    'select key, value from settings where key in ($1, $2)',
    [twinMinutes.key, twinSilentMinutes.key],
  )
  const read = ({ key, schema, default: preset }: SettingDefinition<typeof twinMinutes.schema>): number => {
    const value = rows.find((row) => row.key === key)?.value
    return Value.Check(schema, value) ? value : preset
  }
  return { minutes: read(twinMinutes), silentMinutes: read(twinSilentMinutes) }
}

export const selectTransfers = (db: Db | Tx, where: string, values: unknown[]): Promise<Transfer[]> =>
  rawQuery(db, `select ${columns} from ${source} where ${where}`, values)

/** Holds a transfer until the transaction ends. */
export async function lockTransfer(tx: Tx, id: number): Promise<Transfer | undefined> {
  const [row] = await selectTransfers(tx, 't.id = $1 for update of t', [id])
  return row
}

/** Holds what is known under a reference of a house account until the transaction ends. */
export async function lockReference(
  tx: Tx,
  accountNo: string,
  reference: string,
): Promise<Transfer | undefined> {
  const [row] = await selectTransfers(tx, 't.house_account_no = $1 and t.reference = $2 for update of t', [
    accountNo,
    reference,
  ])
  return row
}

/** What the feed told of a reference at other accounts of the house. */
export const selectElsewhere = (tx: Tx, accountNo: string, reference: string): Promise<Transfer[]> =>
  selectTransfers(
    tx,
    `t.house_account_no = any(array(select account_no from deposit_accounts where account_no <> $1))
       and t.reference = $2 and t.fed_at is not null`,
    [accountNo, reference],
  )

const isTold = { slip: (row: Transfer) => row.slipId !== null, feed: (row: Transfer) => row.fedAt !== null }
export const toldOf = (row: Transfer): Told => ({
  memberId: row.memberId,
  sentAt: row.sentAt,
  isTimeTold: !isTold.slip(row) || row.slipSentAt !== null,
  bank: row.fromBank,
  accountNo: row.fromAccountNo,
  name: row.fromName,
})

/** The two of a pair by what told of them: the feed's first. Of a transfer that slip and feed told of there is no twin. */
export const inOrder = (one: Transfer, other: Transfer): [Transfer, Transfer] =>
  isTold.feed(one) ? [one, other] : [other, one]

/**
 * What was credited and may be the same transfer as each of some others, nearest first: told by the other side only, and
 * not yet known to be the same as yet another. One statement for all; each looks up one index
 * (`bank_transfers_slip_only`, `bank_transfers_feed_only`).
 */
export async function selectTwins(
  db: Db | Tx,
  rows: Transfer[],
  limits: TwinLimits,
): Promise<Map<number, Transfer[]>> {
  const alone = rows.filter((row) => !(isTold.slip(row) && isTold.feed(row)))
  const near = `t.house_account_no = w.house_account_no and t.amount_minor = w.amount_minor and t.state = 'credited'
    and not exists (select from bank_transfers l where l.twin_id = t.id)
    and (t.from_bank = any(array['', w.from_bank]) or w.from_bank = '' or t.member_id = w.member)`
  const found =
    alone.length === 0
      ? []
      : await rawQuery<Transfer & { of: number }>(
          db,
          `select w.id as "of", n.*
           from unnest($1::bigint[], $2::text[]) g (id, member)
           join lateral (
             select b.*, coalesce(b.member_id, g.member) as member from bank_transfers b where b.id = g.id) w on true
           cross join lateral (
             (select ${columns} from ${source}
              where w.slip_id is null and t.fed_at is null and ${near}
                and t.sent_at between w.sent_at - make_interval(mins => $3) and w.sent_at + make_interval(mins => $3 + $4))
             union all
             (select ${columns} from ${source}
              where w.fed_at is null and t.slip_id is null and ${near}
                and t.sent_at between w.sent_at - make_interval(mins => $3 + $4) and w.sent_at + make_interval(mins => $3))
           ) n`,
          [
            alone.map(({ id }) => id),
            alone.map(({ memberId }) => memberId),
            limits.minutes,
            limits.silentMinutes,
          ],
        )
  const distance = (one: Transfer, other: Transfer) => Math.abs(one.sentAt.getTime() - other.sentAt.getTime())
  return new Map(
    rows.map((row) => {
      const twins = found.filter((other) => {
        const [feed, slip] = inOrder(row, other)
        return other.of === row.id && mayBeTwins(toldOf(feed), toldOf(slip), limits)
      })
      twins.sort((a, b) => distance(row, a) - distance(row, b) || a.id - b.id)
      return [row.id, twins.slice(0, mostTwins)]
    }),
  )
}

/** What waits for a person and may have been waiting because of a transfer, oldest first. */
export async function selectDoubtfulNear(
  tx: Tx,
  { houseAccountNo, amountMinor, sentAt }: Transfer,
  { minutes, silentMinutes }: TwinLimits,
): Promise<number[]> {
  const rows = await rawQuery<{ id: number }>(
    tx,
    `select id from bank_transfers
     where state = 'doubtful' and house_account_no = $1 and amount_minor = $2
       and sent_at between $3::timestamptz - make_interval(mins => $4) and $3::timestamptz + make_interval(mins => $4)
     order by id`,
    [houseAccountNo, amountMinor, sentAt, minutes + silentMinutes],
  )
  return rows.map(({ id }) => id)
}

/** Writes what became of a transfer. `twinId`: the one it is the same as; `journalKey`: its own credit. */
export async function keepState(
  tx: Tx,
  id: number,
  now: {
    state: TransferState
    memberId?: string | null
    journalKey?: string
    twinId?: number
    operatorId?: string | undefined
  },
): Promise<void> {
  await rawQuery(
    tx,
    `update bank_transfers set state = $2, member_id = $3, journal_key = $4, twin_id = $5,
       operator_id = coalesce($6, operator_id)
     where id = $1`,
    [id, now.state, now.memberId ?? null, now.journalKey ?? null, now.twinId ?? null, now.operatorId ?? null],
  )
}

/**
 * Slip and feed both tell of a reference now: whatever was linked to it, or it to, is another transfer after all, and has
 * to be settled again. A slip that failed says nothing about whose the money is.
 */
export async function unlink(tx: Tx, id: number): Promise<void> {
  await rawQuery(
    tx,
    `update bank_transfers t
     set twin_id = null, state = case when f.failed then 'unmatched' else 'doubtful' end,
       member_id = case when f.failed then null else t.member_id end
     from (
       select b.id, coalesce(s.status = 'FAILED', false) as failed
       from bank_transfers b left join slips s on s.id = b.slip_id
       where b.state = 'linked' and (b.id = $1 or b.twin_id = $1)) f
     where t.id = f.id`,
    [id],
  )
}
