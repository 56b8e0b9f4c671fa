import type { Language } from '@krapao/contract/languages.ts'
import type { Receipt } from '@krapao/contract/slices/statement/get-receipt.ts'
import { findRow, type Row } from '../../ledger/public.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { findCreditFacts, findDepositFacts } from '../deposit/public.ts'
import { findWithdrawalOf } from '../withdraw/public.ts'
import { ofDeposit, ofRow, ofWithdrawal, rowIn } from './receipt-rules.ts'
import { statementTypes, toStatement } from './rules.ts'

/**
 * The receipt of a deposit or withdrawal of the member.
 * @param id the row's, the number of its receipt, or that of a slip, QR code, gift, announcement or
 *   withdrawal
 * @throws Refusal `NO_DATA` where the member has none of this id, even if another member has
 */
export async function findReceipt(
  { db }: Context,
  memberId: string,
  id: string,
  language: Language,
): Promise<Receipt> {
  const receipt = await find()
  if (!receipt) throw new Refusal('NO_DATA')
  return receipt

  async function find(): Promise<Receipt | undefined> {
    const row = rowIn(id)
    if (row !== undefined) return ofJournal(await findRow(db, memberId, statementTypes, { id: row }))
    if (id.startsWith('wd')) {
      const facts = await findWithdrawalOf(db, memberId, id)
      return facts && ofWithdrawal(facts)
    }
    const facts = await findDepositFacts(db, memberId, id)
    if (!facts) return undefined
    const credit =
      facts.journalKey && (await findRow(db, memberId, statementTypes, { key: facts.journalKey }))
    // The number that the member was shown while it waited stays the number.
    const receipt = credit && ofRow(toStatement(memberId, credit, language), facts)
    return receipt ? { ...receipt, number: ofDeposit(id, facts).number } : ofDeposit(id, facts)
  }

  async function ofJournal(journal: Row | undefined): Promise<Receipt | undefined> {
    if (!journal) return undefined
    const row = toStatement(memberId, journal, language)
    if (row.statementType === 'withdraw') {
      const facts = row.sourceId === null ? undefined : await findWithdrawalOf(db, memberId, row.sourceId)
      return facts ? ofWithdrawal(facts) : ofRow(row, undefined)
    }
    return ofRow(row, await findCreditFacts(db, memberId, journal.key))
  }
}

/**
 * All numbers that a receipt has, by whichever way it is found: a slip that is sent after the bank's report
 * has one as a slip and one as a row of the statement.
 * @throws Refusal `NO_DATA` as above
 */
export async function numbersOf(context: Context, memberId: string, id: string): Promise<string[]> {
  const { db } = context
  const { number } = await findReceipt(context, memberId, id, 'en')
  const row = rowIn(id)
  const facts = row === undefined ? await findDepositFacts(db, memberId, id) : undefined
  const journal =
    row === undefined
      ? facts?.journalKey && (await findRow(db, memberId, statementTypes, { key: facts.journalKey }))
      : await findRow(db, memberId, statementTypes, { id: row })
  if (!journal) return [number]
  const asRow = (await findReceipt(context, memberId, String(journal.id), 'en')).number
  const credited = await findCreditFacts(db, memberId, journal.key)
  return [...new Set([number, asRow, ...(credited?.id ? [ofDeposit(credited.id, credited).number] : [])])]
}
