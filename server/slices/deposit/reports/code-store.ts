import type { Currency } from '@krapao/contract/money.ts'
import type { Generated } from 'kysely'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import type { PayableCode } from './payment-rules.ts'

declare module '../../../platform/database.ts' {
  interface Tables {
    qr_payments: {
      id: string
      member_id: string
      gateway: string
      currency: Currency
      amount_minor: number
      state: PayableCode['state']
      payload: Generated<string | null>
      created_at: Date
      expires_at: Date
      closed_at: Generated<Date | null>
      journal_key: Generated<string | null>
    }
  }
}

/** A code that a member asked for. `amountMinor`: in `currency`. */
export interface Code extends PayableCode {
  id: string
  memberId: string
  currency: Currency
  payload: string | null
}

export const codeColumns = [
  'id',
  'member_id as memberId',
  'gateway',
  'currency',
  'amount_minor as amountMinor',
  'state',
  'payload',
  'expires_at as expiresAt',
  'closed_at as closedAt',
] as const

/** A code, in any state. */
export function findCode(db: Db, id: string): Promise<Code | undefined> {
  return db.selectFrom('qr_payments').select(codeColumns).where('id', '=', id).executeTakeFirst()
}

/** A code, held until the transaction ends: payments of one code are judged one after the other. */
export function lockCode(tx: Tx, id: string): Promise<Code | undefined> {
  return tx.selectFrom('qr_payments').select(codeColumns).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function markPaid(tx: Tx, id: string, journalKey: string): Promise<void> {
  await tx
    .updateTable('qr_payments')
    .set({ state: 'PAID', journal_key: journalKey })
    .where('id', '=', id)
    .execute()
}

/** The codes that some payments name, by the ids of their reports; a payment may name none of ours. */
export async function selectCodesOf(db: Db, reportIds: number[]): Promise<Map<number, PayableCode>> {
  if (reportIds.length === 0) return new Map()
  const rows = await rawQuery<PayableCode & { reportId: number }>(
    db,
    `select r.id as "reportId", p.gateway, p.amount_minor as "amountMinor", p.state, p.expires_at as "expiresAt",
       p.closed_at as "closedAt"
     from deposit_reports r join qr_payments p on p.id = r.payment_id and p.gateway = r.place
     where r.id = any($1::bigint[])`,
    [reportIds],
  )
  return new Map(rows.map(({ reportId, ...code }) => [reportId, code]))
}
