import type { Currency } from '@krapao/contract/money.ts'
import { nameForm } from '@krapao/contract/name-form.ts'
import { rawQuery, type Tx } from '../../../platform/database.ts'
import type { HouseAccount } from '../../house/public.ts'
import { retracting } from '../../outcome/public.ts'
import type { Payer } from '../payers/paid-store.ts'
import type { PaymentReason } from './payment-rules.ts'
import { expiredKey, type FedTransfer, type PaidCode } from './store.ts'

/** Reports that arrive: from a bank's feed, by a slip, from a gateway. */

/**
 * Inserts a transfer of the feed; where it waits on, the desk hears of it by `suspendWaiting`. The same
 * transfer in another transaction waits here for the end of this one.
 * @param contradictsId an earlier report that this one cannot be the same as
 * @returns its id; undefined when it was reported before
 */
export async function insertTransfer(
  tx: Tx,
  house: HouseAccount,
  report: FedTransfer,
  now: Date,
  contradictsId: number | null = null,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('deposit_reports')
    .values({
      kind: 'transfer',
      place: house.accountNo,
      house_bank_code: house.bankCode,
      currency: house.currency,
      reference: report.reference,
      amount_minor: report.amountMinor,
      paid_at: report.paidAt,
      from_bank: report.fromBank,
      from_account_no: report.fromAccountNo,
      from_name: nameForm(report.fromName),
      state: 'waiting',
      received_at: now,
      reported_at: now,
      contradicts_id: contradictsId,
    })
    // One reference at one account is one transfer, whichever bank paid: two banks that count in the same
    // short numbers would meet here, and the second transfer would wait for a person as a contradiction.
    .onConflict((conflict) => conflict.columns(['kind', 'place', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Inserts the transfer where the feed would insert it, as a slip shows it. The feed's own report in another
 * transaction waits here for this one's end, or this one for the feed's.
 * @returns whether it was not known yet
 */
export async function insertShown(
  tx: Tx,
  house: HouseAccount,
  shown: FedTransfer & { slipId: string },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('deposit_reports')
    .values({
      kind: 'transfer',
      place: house.accountNo,
      house_bank_code: house.bankCode,
      currency: house.currency,
      reference: shown.reference,
      amount_minor: shown.amountMinor,
      paid_at: shown.paidAt,
      from_bank: shown.fromBank,
      from_account_no: shown.fromAccountNo,
      from_name: shown.fromName,
      state: 'waiting',
      received_at: now,
      slip_id: shown.slipId,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'place', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Inserts a payment that has not been reported yet, as one of an unknown code. The same one in another
 * transaction waits here for the end of this one.
 * @param currency the gateway's
 * @returns its id; undefined when it was reported before
 */
export async function insertPayment(
  tx: Tx,
  payment: PaidCode,
  currency: Currency,
  now: Date,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('deposit_reports')
    .values({
      kind: 'payment',
      place: payment.gateway,
      reference: payment.eventId,
      payment_id: payment.paymentId,
      currency,
      amount_minor: payment.amountMinor,
      paid_at: payment.paidAt,
      from_bank: payment.payer.bankCode,
      from_account_no: payment.payer.accountNo,
      from_name: payment.payer.accountName,
      received_at: now,
      reported_at: now,
      state: 'waiting',
      reason: 'UNKNOWN_PAYMENT',
    })
    .onConflict((conflict) => conflict.columns(['kind', 'place', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Records who made a payment where its gateway says it only in a later report. What is known of the account
 * stays, whatever is said of it afterwards.
 */
export async function addPayer(
  tx: Tx,
  id: number,
  { bankCode, accountNo, accountName }: Payer,
): Promise<void> {
  await rawQuery(
    tx,
    `update deposit_reports set from_bank = $2, from_account_no = $3, from_name = coalesce(nullif($4::text, ''), from_name)
     where id = $1 and from_account_no = '' and ($3::text <> '' or from_name = '' and $4::text <> '')`,
    [id, bankCode, accountNo, accountName],
  )
}

/**
 * Whether another gateway has reported the very same payment, so that this is that gateway's report,
 * forwarded to another path: no two gateways share number, payment, amount and moment. Asked under
 * `lockReports` of the payment.
 */
export async function isSentOn(
  tx: Tx,
  { gateway, eventId, paymentId, amountMinor, paidAt }: PaidCode,
): Promise<boolean> {
  const found = await rawQuery(
    tx,
    `select from deposit_reports
     where kind = 'payment' and place <> $1 and reference = $2 and payment_id = $3 and amount_minor = $4 and paid_at = $5`,
    [gateway, eventId, paymentId, amountMinor, paidAt],
  )
  return found.length > 0
}

/**
 * Records whose payment a new one is, and why a person has to decide about it, if so. Its code did not run
 * out without a payment, even if its member has such an outcome: the outcome of the payment takes its place.
 */
export async function attributePayment(
  tx: Tx,
  id: number,
  match: { codeId: string; memberId: string; currency: Currency; reason: PaymentReason | undefined },
): Promise<void> {
  const { codeId, memberId, currency, reason } = match
  await rawQuery(
    tx,
    `with untrue as (${retracting('$5')})
     update deposit_reports set member_id = $2, currency = $3, reason = coalesce($4, reason) where id = $1`,
    [id, memberId, currency, reason ?? null, expiredKey(codeId)],
  )
}
