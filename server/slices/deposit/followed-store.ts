import type { FollowedDeposit } from '@krapao/contract/slices/deposit/follow-deposit.ts'
import { joinCredit } from '../../ledger/public.ts'
import { type Db, rawQuery } from '../../platform/database.ts'
import { openPaymentState } from './reports/open-link-store.ts'

/**
 * The outcome of one of a member's deposits. `amountMinor`: the credited amount, or the requested or
 * announced one.
 */
export interface DepositOutcome {
  state: FollowedDeposit['state']
  amountMinor: number | null
}

async function readOutcome(db: Db, text: string, values: unknown[]): Promise<DepositOutcome | undefined> {
  const [row] = await rawQuery<DepositOutcome>(db, text, values)
  return row
}

/** A gift, by its id. */
export const findGiftOutcome = (db: Db, memberId: string, id: string): Promise<DepositOutcome | undefined> =>
  readOutcome(
    db,
    `select g.amount_minor as "amountMinor",
       case when g.state = 'CREDITED' and c.reversed then 'REVERSED'
         when g.state in ('CREDITED', 'REFUSED') then g.state else 'UNDER_WAY' end as state
     from gifts g ${joinCredit('g.journal_key')} where g.id = $2 and g.member_id = $1`,
    [memberId, id],
  )

/** An announced deposit, by its id. One whose credit was taken back is refused. */
export const findAnnouncementOutcome = (
  db: Db,
  memberId: string,
  id: string,
): Promise<DepositOutcome | undefined> =>
  readOutcome(
    db,
    `select coalesce(c.minor, m.amount_minor) as "amountMinor",
       case m.state when 'PENDING' then 'UNDER_WAY' else m.state end as state
     from manual_deposits m ${joinCredit('m.journal_key')} where m.id = $2 and m.member_id = $1`,
    [memberId, id],
  )

/**
 * A code, by its id: whether its payment was credited. A payment of it that waits for a person has a row of
 * its own.
 */
export const findCodeOutcome = (
  db: Db,
  memberId: string,
  id: string,
  now: Date,
): Promise<DepositOutcome | undefined> =>
  readOutcome(
    db,
    `select case when p.state = 'PAID' then coalesce(c.minor, p.amount_minor) else p.amount_minor end as "amountMinor",
       case when p.state = 'PAID' then case when c.reversed then 'REVERSED' else 'CREDITED' end
         when p.state = 'OPEN' and p.expires_at > $3 then 'UNDER_WAY' else 'CLOSED' end as state
     from qr_payments p ${joinCredit('p.journal_key')} where p.id = $2 and p.member_id = $1`,
    [memberId, id, now],
  )

/**
 * A payment that a gateway reported, by its number. It belongs to the member whose code it was or who was
 * credited. One that was found to be a bank transfer has that transfer's outcome, where it is known which.
 */
export const findPaymentOutcome = (
  db: Db,
  memberId: string,
  id: number,
): Promise<DepositOutcome | undefined> =>
  readOutcome(
    db,
    `select coalesce(case when c.member_id = $1 then c.minor end, e.amount_minor) as "amountMinor",
       case when e.state = 'credited' or (e.state = 'matched' and c.member_id = $1) then
           case when c.member_id = $1 and not c.reversed then 'CREDITED' else 'REVERSED' end
         when e.state = 'matched' then case ${openPaymentState('e.id')}
           when 'GOING_BACK' then 'GOING_BACK' when 'WITH_TEAM' then 'UNDER_WAY' else
             case t.state when 'returned' then 'RETURNED' else 'SAME' end end
         when e.state = 'returning' then 'GOING_BACK'
         when e.state = 'returned' then 'RETURNED'
         when e.member_id is null then 'REVERSED'
         else 'UNDER_WAY' end as state
     from deposit_reports e
       left join qr_payments p on p.id = e.payment_id and p.gateway = e.place
       left join deposit_reports t on t.id = e.same_as_id
       ${joinCredit(`coalesce(e.journal_key, case t.state when 'credited' then t.journal_key end)`)}
     where e.kind = 'payment' and (e.id = $2 or e.former_number = $2) and (e.member_id = $1 or p.member_id = $1)`,
    [memberId, id],
  )
