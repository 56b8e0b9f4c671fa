import type { Currency } from '@krapao/contract/money.ts'
import type { SlipNote } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import { type Db, rawQuery } from '../../platform/database.ts'

/** The facts of a deposit on its receipt, credited or not. Amounts in minor units. */
export interface DepositFacts {
  /**
   * Of the slip, QR code, gift or announcement; null: the bank reported the money, and nobody had said that
   * it would come.
   */
  id: string | null
  method: 'BANK' | 'QR' | 'GIFT'
  state: 'PENDING' | 'CREDITED' | 'REFUSED'
  note: SlipNote | null
  /** Null until it is known. */
  amountMinor: number | null
  currency: Currency
  createdAt: Date
  settledAt: Date | null
  from: string
  fromAccountNo: string | null
  to: string
  toAccountNo: string | null
  reference: string | null
  /** Of its credit; null if there is none. */
  journalKey: string | null
}

/** The columns of `DepositFacts`, in their order. */
const columns = `id, method, state, note, "amountMinor", currency, "createdAt", "settledAt", "from", "fromAccountNo", "to",
  "toAccountNo", reference, "journalKey"`

/**
 * SQL: the member's slips. Of one that is refused the sender's account stays unsaid: its picture may be
 * somebody else's. An amount that the operator still has to find out is none.
 */
const slips = `select id, 'BANK' as method, 1 as place,
    case status when 'SUCCESS' then 'CREDITED' when 'FAILED' then 'REFUSED' else 'PENDING' end as state, note,
    case when desk_reason is distinct from 'AMOUNT_DIFFERS' or status <> 'PENDING' then amount_minor end as "amountMinor", currency,
    created_at as "createdAt", settled_at as "settledAt", coalesce(from_bank, '') as "from",
    case when status <> 'FAILED' then from_account_no end as "fromAccountNo", coalesce(house_bank_code, '') as "to",
    house_account_no as "toAccountNo", reference, journal_key as "journalKey"
  from slips where member_id = $1`

/** SQL: the member's gifts. */
const gifts = `select id, 'GIFT', 2, case when state in ('CREDITED', 'REFUSED') then state else 'PENDING' end, null,
    amount_minor, currency, created_at, settled_at, 'GIFT', null, '', null, null, journal_key
  from gifts where member_id = $1`

/** SQL: the member's announcements, with the transfer that closed them. */
const announcements = `select m.id, 'BANK', 3, m.state, null, m.amount_minor, m.currency, m.created_at, m.decided_at,
    coalesce(t.from_bank, ''), t.from_account_no, coalesce(t.house_bank_code, ''), t.place, t.reference,
    m.journal_key
  from manual_deposits m left join deposit_reports t on t.id = m.transfer_id where m.member_id = $1`

/** SQL: the member's codes that were paid; nothing has happened to the others. */
const codes = `select id, 'QR', 4, 'CREDITED', null, amount_minor, currency, created_at, null::timestamptz, gateway, null, '', null,
    null, journal_key
  from qr_payments where member_id = $1 and state = 'PAID'`

/** SQL: transfers and payments that were reported and credited to the member. */
const reports = `select null, 'BANK', 5, 'CREDITED', null, amount_minor, currency, coalesce(reported_at, received_at), null::timestamptz, from_bank,
    from_account_no, house_bank_code, place, reference, journal_key
  from deposit_reports where kind = 'transfer' and member_id = $1 and state = 'credited'
  union all
  select null, 'QR', 6, 'CREDITED', null, amount_minor, currency, received_at, null, place, null, '', null, null, journal_key
  from deposit_reports where kind = 'payment' and member_id = $1 and state = 'credited'`

async function first(db: Db, text: string, values: unknown[]): Promise<DepositFacts | undefined> {
  const [row] = await rawQuery<DepositFacts>(db, text, values)
  return row
}

/** A slip, code, gift or announcement of the member, by its id. */
export const findDepositFacts = (db: Db, memberId: string, id: string): Promise<DepositFacts | undefined> =>
  first(
    db,
    `select ${columns} from (${slips} and id = $2 union all ${gifts} and id = $2 union all ${announcements} and m.id = $2
       union all ${codes} and id = $2) found`,
    [memberId, id],
  )

/**
 * The thing for which a credit of the member was made, by its journal's key. Where several things led to one
 * credit, the one that the member did comes first.
 */
export const findCreditFacts = (
  db: Db,
  memberId: string,
  journalKey: string,
): Promise<DepositFacts | undefined> =>
  first(
    db,
    `select ${columns} from (${slips} and journal_key = $2 union all ${gifts} and journal_key = $2
       union all ${announcements} and m.journal_key = $2 union all ${codes} and journal_key = $2
       union all select * from (${reports}) reports where journal_key = $2) found
     order by place, id limit 1`,
    [memberId, journalKey],
  )
