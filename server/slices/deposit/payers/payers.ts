import type { AnswerOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import { paymentWallet } from '@krapao/contract/limits.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { PayerRefusal } from '@krapao/contract/slices/deposit/transfer/payer.ts'
import { type Evidence, evidenceOf } from '../../../desk/queue.ts'
import { type Db, type Tx, transaction } from '../../../platform/database.ts'
import type { OperatorCaller } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findMember, readMemberAccounts, readMembersByPhone } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { selectOwnSources } from '../../house/public.ts'
import { audit, lockActing, selectOperators } from '../../operator/public.ts'
import { type PaidBy, paidByOthers } from './paid-rules.ts'
import { selectCreditsOf } from './paid-store.ts'
import { isRememberedSender, payerAccountOf, payerRefusal } from './payer-rules.ts'
import {
  endPayer,
  endPayersOf,
  findForgotten,
  keepPayer,
  type RememberedRow,
  selectRememberedFor,
  selectRememberedOf,
} from './remembered-store.ts'
import { phonesOf, type SenderAccount } from './sender-rules.ts'

/**
 * Senders who pay for a member who is somebody else, as a person said it with a credit (rules.md §17.11). It
 * orders what the next person is shown; no credit is made by it, and none takes fewer people.
 */

type Shown = NonNullable<NonNullable<Evidence['members']>[number]['remembered']>

/** Why the sender of a transfer cannot be remembered; null where it can. */
export async function payerRefusalOf(handle: Db | Tx, sender: SenderAccount): Promise<PayerRefusal | null> {
  const owners = await readOwners(handle, sender)
  return payerRefusal(sender, await selectOwnSources(handle), owners.length > 0)
}

/**
 * The members who have registered a sender's whole number, with or without leading zeros, or a wallet's as
 * phone.
 */
async function readOwners(handle: Db | Tx, sender: SenderAccount): Promise<string[]> {
  const account = payerAccountOf(sender)
  if (!account) return []
  const { bankCode, accountNo } = account
  const found =
    bankCode === paymentWallet
      ? await readMembersByPhone(handle, phonesOf(accountNo))
      : await readMemberAccounts(handle, bankCode, { pattern: accountNo, isWhole: true }, 20)
  return found.map(({ memberId }) => memberId)
}

/**
 * Remembers the sender of a transfer, in the transaction that credits it. A sender who is remembered for this
 * member already has what is said now.
 * @param transfer the locked report, and the sender that it shows
 * @throws Refusal `PAYER_UNCLEAR` with `why`, one of `payerRefusals`
 */
export async function rememberPayer(
  context: Context,
  tx: Tx,
  { id: transferId, sender }: { id: number; sender: SenderAccount },
  { memberId, operatorId, note }: { memberId: string; operatorId: string; note: string },
): Promise<void> {
  const account = payerAccountOf(sender)
  const why = await payerRefusalOf(tx, sender)
  if (why || !account) throw new Refusal('PAYER_UNCLEAR', { why: why ?? 'INCOMPLETE' })
  const kept = {
    ...account,
    accountName: sender.name,
    memberId,
    note,
    transferId,
    rememberedBy: operatorId,
    rememberedAt: context.clock.now(),
  }
  await keepPayer(tx, kept)
  await audit(context, tx, {
    operatorId,
    action: 'payer.remembered',
    subject: `member:${memberId}`,
    reason: '',
    details: factsOf(kept),
  })
}

/** The members for whom the sender of an entry is remembered, by id, the last one first. */
export async function rememberedFor(
  { db }: Context,
  sender: SenderAccount,
): Promise<{ memberId: string; remembered: Shown }[]> {
  const account = payerAccountOf(sender)
  const rows = account ? await selectRememberedOf(db, account) : []
  const own = rows.filter((row) => isRememberedSender(row, sender))
  if (own.length === 0) return []
  const [shown, owners] = [await shownOf(db, own), await readOwners(db, sender)]
  return own.flatMap(({ id, memberId }) => {
    const kept = shown.get(id)
    const isOthers = owners.some((owner) => owner !== memberId)
    return kept ? [{ memberId, remembered: { ...kept, isOthers } }] : []
  })
}

async function shownOf(db: Db, rows: RememberedRow[]): Promise<Map<number, Omit<Shown, 'isOthers'>>> {
  const ids = [...new Set(rows.map(({ rememberedBy }) => rememberedBy))]
  const names = new Map((await selectOperators(db, ids)).map(({ id, name }) => [id, name]))
  return new Map(
    rows.map(({ id, rememberedBy, rememberedAt, note }) => [
      id,
      { _id: String(id), by: names.get(rememberedBy) ?? '', at: rememberedAt.toISOString(), note },
    ]),
  )
}

type Payer = AnswerOf<'GET /api/console/members/:id/payers'>['payers'][number]

/** Most accounts that are shown of a member. */
const mostShown = 30

/**
 * Accounts of others that paid for a member: remembered ones, and those that differ from what the member
 * registered.
 * @throws Refusal `NO_DATA`
 */
export async function listPayers(
  context: Context,
  memberId: string,
): Promise<AnswerOf<'GET /api/console/members/:id/payers'>> {
  const { db } = context
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('NO_DATA')
  const [rows, credits] = await Promise.all([
    selectRememberedFor(db, memberId),
    selectCreditsOf(db, [memberId]),
  ])
  const shown = await shownOf(db, rows)
  const paid = paidByOthers(member, credits)
  const isOf = (row: RememberedRow) => (payment: PaidBy) => isRememberedSender(row, payment)
  const remembered = await Promise.all(
    rows.map(async (row): Promise<Payer> => {
      const own = paid.filter(isOf(row))
      const owners = await readOwners(db, { bank: row.bankCode, accountNo: row.accountNo, name: '' })
      const isOthers = owners.some((owner) => owner !== memberId)
      const kept = shown.get(row.id)
      return {
        bankCode: row.bankCode,
        accountNo: row.accountNo,
        accountName: row.accountName,
        ...sumOf(own),
        remembered: kept ? { ...kept, isOthers } : null,
      }
    }),
  )
  const others = paid
    .filter((payment) => !rows.some((row) => isOf(row)(payment)))
    .map((payment) => ({
      bankCode: payment.bank,
      accountNo: payment.accountNo,
      accountName: payment.name,
      ...sumOf([payment]),
      remembered: null,
    }))
  return { payers: [...remembered, ...others].slice(0, mostShown) }
}

const sumOf = (all: PaidBy[]): Pick<Payer, 'count' | 'amount' | 'lastAt'> => ({
  count: all.reduce((sum, { count }) => sum + count, 0),
  amount: fromMinor(all.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
  lastAt: all.length === 0 ? null : new Date(Math.max(...all.map(({ lastAt }) => +lastAt))).toISOString(),
})

/**
 * Forgets a remembered payer, once: a later caller is shown the operator who did it, and nothing is recorded
 * twice.
 * @throws Refusal `NO_DATA`, `INACTIVE_USER`, `FORBIDDEN`
 */
export async function forgetPayer(
  context: Context,
  caller: OperatorCaller,
  id: string,
  reason: string,
): Promise<AnswerOf<'POST /api/console/payers/:id/forget'>> {
  const { operatorId } = caller
  const ended = await transaction(context.db, async (tx) => {
    await lockActing(tx, caller, 'decide')
    const at = context.clock.now()
    const row = await endPayer(tx, id, { operatorId, at })
    if (!row) return findForgotten(tx, id)
    await noteForgotten(context, tx, row, { operatorId, reason })
    return { by: operatorId, at }
  })
  if (!ended) throw new Refusal('NO_DATA')
  const [by] = await selectOperators(context.db, [ended.by])
  return { by: by?.name ?? '', at: ended.at.toISOString() }
}

/** Forgets what was remembered with a credit that is taken back: that decision was wrong. */
export async function forgetPayersOf(
  context: Context,
  tx: Tx,
  transferId: number,
  by: { operatorId: string; reason: string },
): Promise<void> {
  const { operatorId } = by
  const rows = await endPayersOf(tx, transferId, { operatorId, at: context.clock.now() })
  for (const row of rows) await noteForgotten(context, tx, row, by)
}

async function noteForgotten(
  context: Context,
  tx: Tx,
  row: RememberedRow,
  { operatorId, reason }: { operatorId: string; reason: string },
): Promise<void> {
  const subject = `member:${row.memberId}`
  await audit(context, tx, { operatorId, action: 'payer.forgotten', subject, reason, details: factsOf(row) })
  // Where members are proposed for a sender.
  const queues = ['slip', 'bank-transfer', 'qr-payment']
  tx.afterCommit(() => context.sockets.emit(consoleRoom, 'desk-changed', queues))
}

const factsOf = (row: Omit<RememberedRow, 'id'>) => ({
  memberId: row.memberId,
  transferId: row.transferId,
  ...(row.note !== '' && { note: row.note }),
  evidence: evidenceOf([
    ['fromBank', row.bankCode],
    ['fromAccountNo', row.accountNo],
    ['fromName', row.accountName],
  ]),
})
