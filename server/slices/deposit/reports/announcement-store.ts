import type { Currency } from '@krapao/contract/money.ts'
import type { Generated } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'

declare module '../../../platform/database.ts' {
  interface Tables {
    manual_deposits: {
      id: string
      member_id: string
      currency: Currency
      amount_minor: number
      state: 'PENDING' | 'CREDITED' | 'REFUSED'
      operator_id: Generated<string | null>
      created_at: Date
      decided_at: Generated<Date | null>
      journal_key: Generated<string | null>
      transfer_id: Generated<number | null>
    }
  }
}

/**
 * A credit that may be what was announced; `announcementId`: the operator said so, whatever was announced.
 */
export interface AnnouncedCredit {
  memberId: string
  currency: Currency
  amountMinor: number
  transferId: number
  journalKey: string
  operatorId: string | undefined
  announcementId: string | undefined
}

/**
 * Closes the announcement that a transfer was credited for, if one waits: the named one, else the member's
 * own of an equal amount. Called after the money is posted, so that announcement and wallet are locked in one
 * order everywhere.
 * @returns its id
 */
export async function closeByCredit(
  { desk }: Pick<Context, 'desk'>,
  tx: Tx,
  credit: AnnouncedCredit,
  now: Date,
): Promise<string | undefined> {
  const { announcementId, memberId, currency, amountMinor } = credit
  const closed = await tx
    .updateTable('manual_deposits')
    .set({
      state: 'CREDITED',
      operator_id: credit.operatorId ?? null,
      journal_key: credit.journalKey,
      transfer_id: credit.transferId,
      decided_at: now,
    })
    .where('state', '=', 'PENDING')
    .where('member_id', '=', memberId)
    .where('currency', '=', currency)
    .$if(announcementId === undefined, (query) => query.where('amount_minor', '=', amountMinor))
    .$if(announcementId !== undefined, (query) => query.where('id', '=', announcementId ?? ''))
    .returning('id')
    .executeTakeFirst()
  if (closed) desk.changed(tx, 'announcement', [closed.id])
  return closed?.id
}
