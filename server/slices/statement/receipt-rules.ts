import { maskedNumber } from '@krapao/contract/masked-number.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { Receipt } from '@krapao/contract/slices/statement/get-receipt.ts'
import { type StatementReason, statementReasons } from '@krapao/contract/slices/statement/statement.ts'
import type { DepositFacts } from '../deposit/public.ts'
import type { WithdrawalFacts } from '../withdraw/public.ts'
import type { StatementRow } from './rules.ts'

/** The content of a receipt (product.md §3), without database or clock. */

/** The longest part of an id that people read out; the app shows the same of it everywhere. */
const spoken = 14
/** The ids that a journal keeps for good. A code's is not among them, because a code may be paid twice. */
const kept = /^(?:sl|gf|md|wd)/

/** The number of a row that nothing else has a number for. */
export const rowNumber = (id: string): string => `tx${id}`

/** The journal in the number of a row, or in the row's own id. */
export function rowIn(id: string): number | undefined {
  const [, digits] = /^(?:tx)?(\d+)$/.exec(id) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const shown = (id: string): string => id.slice(0, spoken).toUpperCase()

/**
 * The number of a row: of what its journal was made for, which never changes, or its own.
 * @param facts what is known of it now: a slip that is sent after the bank's report leads to the same credit
 */
function numberOf({ _id, sourceId }: StatementRow, facts: DepositFacts | undefined): string {
  if (sourceId !== null && kept.test(sourceId)) return shown(sourceId)
  return facts?.method === 'QR' && facts.id !== null ? shown(facts.id) : shown(rowNumber(_id))
}

/**
 * An account's number with its last four digits only, as everywhere in the app; what the bank has hidden
 * stays hidden. Our own orders keep no more of a number than its end, behind signs like a bank's.
 */
export const endOfAccount = (accountNo: string | null): string | null =>
  accountNo
    ? maskedNumber(accountNo.replace(/\p{L}/gu, 'x')).replace(/^x+(\d{4})$/, (_, end) =>
        maskedNumber(`00${end}`),
      )
    : null

const end = (code: string, accountNo: string | null = null) => ({ code, account: endOfAccount(accountNo) })

/** The receipt of a row of the statement; undefined for rows that are no deposit and no withdrawal. */
export function ofRow(row: StatementRow, facts: DepositFacts | undefined): Receipt | undefined {
  const { statementType: kind, status, reason, method, amount, currency, createdAt, from, to } = row
  if (kind !== 'deposit' && kind !== 'withdraw') return undefined
  return {
    number: numberOf(row, facts),
    kind,
    method,
    status,
    reason,
    amount,
    currency,
    createdAt: facts?.createdAt.toISOString() ?? createdAt,
    settledAt: facts ? createdAt : null,
    from: end(facts?.from || from, facts?.fromAccountNo),
    to: end(facts?.to || to, facts?.toAccountNo),
    reference: facts?.reference ?? null,
  }
}

const statuses = { PENDING: 'PENDING', CREDITED: 'SUCCESS', REFUSED: 'FAILED' } as const

/** The receipt of a deposit that has no row, because it waits or was refused. */
export const ofDeposit = (id: string, facts: DepositFacts): Receipt => ({
  number: shown(id),
  kind: 'deposit',
  method: facts.method,
  status: statuses[facts.state],
  reason: facts.note,
  amount: facts.amountMinor === null ? null : fromMinor(facts.amountMinor),
  currency: facts.currency,
  createdAt: facts.createdAt.toISOString(),
  settledAt: facts.settledAt?.toISOString() ?? null,
  from: end(facts.from, facts.fromAccountNo),
  to: end(facts.to, facts.toAccountNo),
  reference: facts.reference,
})

export const ofWithdrawal = (facts: WithdrawalFacts): Receipt => ({
  number: shown(facts.id),
  kind: 'withdraw',
  method: null,
  status: facts.state === 'SUCCESS' || facts.state === 'FAILED' ? facts.state : 'PENDING',
  reason: known(facts.reason),
  amount: fromMinor(facts.amountMinor),
  currency: facts.currency,
  createdAt: facts.createdAt.toISOString(),
  settledAt: facts.finishedAt?.toISOString() ?? null,
  from: end('WALLET'),
  to: end(facts.bankCode, facts.accountNo),
  // Banks answer payments without a number of theirs; they know them by ours.
  reference: null,
})

/** The other side's own words are not shown to members. */
const known = (reason: string | null): StatementReason | null =>
  statementReasons.find((code) => code === reason) ?? null
