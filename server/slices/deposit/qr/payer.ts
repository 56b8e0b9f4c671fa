import { nameForm } from '@krapao/contract/name-form.ts'
import type { Tx } from '../../../platform/database.ts'
import { selectOwnSources } from '../../house/public.ts'
import type { Payer } from '../payers/paid-store.ts'
import { findOwnSender } from '../payers/sender-rules.ts'

/** Who paid a code, as its gateway says it (rules.md §5.3). Nothing of it decides about the money. */

/** Most characters of a bank or number, and of a name, as a bank's feed may have. */
const mostOfNumber = 40
const mostOfName = 200

const nobody: Payer = { bankCode: '', accountNo: '', accountName: '' }

/**
 * Reads what a gateway says, `''` for what it leaves out. What is of another form, or too long to be what it
 * is called, counts as not said. So does a number without a digit or of zeros alone, which stands for none
 * and would make one payer of everybody.
 */
export function readPayer(said: unknown): Payer {
  if (typeof said !== 'object' || said === null) return nobody
  const { bankCode, accountNo, name } = said as Record<string, unknown>
  const number = textOf(accountNo, mostOfNumber)
  return {
    bankCode: textOf(bankCode, mostOfNumber).toUpperCase(),
    accountNo: /[1-9]/.test(number) ? number : '',
    accountName: nameForm(textOf(name, mostOfName)),
  }
}

function textOf(value: unknown, most: number): string {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
  return text.length <= most ? text : ''
}

/**
 * The payer without an account that is, or may be, the house's: a gateway that names the account which it
 * pays out from, or into, would make one payer of everybody.
 */
export async function withoutHouse(tx: Tx, payer: Payer): Promise<Payer> {
  const { bankCode: bank, accountNo, accountName: name } = payer
  if (accountNo === '') return payer
  return findOwnSender({ bank, accountNo, name }, await selectOwnSources(tx)) === undefined ? payer : nobody
}
