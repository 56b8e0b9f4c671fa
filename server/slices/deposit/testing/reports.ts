import { randomBytes } from 'node:crypto'
import { sign } from '@krapao/contract/signature.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { transaction } from '../../../platform/database.ts'
import type { TestApp } from '../../../testing/app.ts'
import { failSlip } from '../reports/slip-end.ts'
import { creditSlip, openSlip } from '../slip/credit.ts'
import { house } from '../slip/testing/slip.ts'

/** Helpers for tests of transfers that slip and feed report under different references. Amounts in baht. */

export const newReference = (): string => `T${randomBytes(8).toString('hex')}`

/** A time, or the second before where it is a full minute, by which two reports are never certainly one. */
export const apartFromMinute = (at: Date): Date => (at.getUTCSeconds() === 0 ? addSeconds(at, -1) : at)

export interface Payer {
  id: string
  accountNo: string
}

export interface Paid {
  /** The account of the house that was paid to. */
  to?: string
  reference: string
  at: Date
  amount?: number
  /** As the bank shows them; the payer's whole number and name when left out. */
  fromAccountNo?: string
  fromName?: string
}

/** The bank's feed reports a transfer; answers with what became of it. */
export async function reportByFeed(
  app: TestApp,
  payer: Payer,
  { at, amount = 250.75, to = house, ...paid }: Paid,
) {
  const text = JSON.stringify({
    accountNo: to,
    fromBank: 'KBANK',
    fromAccountNo: payer.accountNo,
    fromName: 'SOMYING JAIDEE',
    ...paid,
    amount,
    at: at.toISOString(),
  })
  const response = await fetch(`${app.address}/hooks/bank/${to}`, {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      'x-signature': sign(app.sandbox.secrets.bank, text, app.clock.now()),
    },
  })
  const body = (await response.json()) as { status?: string; message?: string }
  return body.status ?? body.message ?? ''
}

/** A slip that was read and looked up, without its picture; then credited as the job does it. */
export async function reportBySlip(
  app: TestApp,
  payer: Payer,
  { at, amount = 250.75, to = house, ...paid }: Paid,
) {
  const { database, context, clock } = app
  const [again] = await database.query<{ id: string }>(
    'select id from slips where member_id = $1 and reference = $2',
    [payer.id, paid.reference],
  )
  const id = again?.id ?? `sl${newReference()}`
  const amountMinor = Math.round(amount * 100)
  if (!again) {
    await database.query(
      `insert into slips (id, member_id, currency, created_at, status, step, bank_code, reference,
         amount_minor, sent_at, from_bank, from_account_no, from_name)
       values ($1, $2, 'THB', $3, 'PENDING', 'look-up', '004', $4, $5, $6, 'KBANK', $7, $8)`,
      [
        id,
        payer.id,
        clock.now(),
        paid.reference,
        amountMinor,
        at,
        paid.fromAccountNo ?? payer.accountNo,
        paid.fromName ?? 'SOMYING J',
      ],
    )
  }
  await transaction(context.db, async (tx) => {
    const slip = await openSlip(tx, id)
    if (slip?.status !== 'PENDING' || slip.step === 'none') return
    const receiver = { bankCode: 'SCB', accountNo: to, currency: 'THB', takesQr: false } as const
    const settled = await creditSlip(context, tx, slip, { house: receiver, amountMinor })
    if (settled.outcome === 'reject') await failSlip(context, tx, id, settled.note)
  })
  return id
}
