import type { Currency } from '@krapao/contract/money.ts'
import { rawQuery, type Tx } from '../../../platform/database.ts'
import { takeLock } from '../../../platform/locks.ts'

/**
 * Whatever credits, links or asks about reports of money holds locks over all nodes, until its transaction
 * ends. They are taken in this order, which `takeLock` checks, and before any row of a report or slip:
 *
 * 1. `lockSlips`, the slips of one transfer;
 * 2. `lockReports`, the first reports of one reference;
 * 3. `lockAmount` or `lockAmounts`, everything of one amount.
 *
 * Under them the rows of reports never wait. The rows of codes, announcements and wallets come after them.
 */

/** Serialises everything about the slips of one transfer. @param bankCode of the paying bank */
export const lockSlips = (tx: Tx, bankCode: string, reference: string): Promise<void> =>
  takeLock(tx, 'slipReference', `${bankCode} ${reference}`)

/**
 * Serialises the first reports of a reference, over all accounts of the house; of a code, the reports of its
 * payments.
 */
export const lockReports = (tx: Tx, reference: string): Promise<void> =>
  takeLock(tx, 'transferReports', reference)

/**
 * Serialises everything that credits, links or asks about reports of one amount, over all places.
 * @param amountMinor in minor units of `currency`
 */
export const lockAmount = (tx: Tx, currency: Currency, amountMinor: number): Promise<void> =>
  takeLock(tx, 'transferAmount', `${currency} ${amountMinor}`)

/**
 * Locks the amount of everything that is known of a transfer's reference, as `lockAmount` does. Accounts of
 * the house may report one reference with different amounts, so the amounts are locked in one order: two
 * transactions that need the same ones never wait for each other. `lockReports` keeps others from adding to
 * the reference meanwhile.
 * @param reported an amount that the transaction is about to add to the reference
 */
export async function lockAmounts(
  tx: Tx,
  reference: string,
  ...reported: { currency: Currency; amountMinor: number }[]
): Promise<void> {
  const known = await rawQuery<(typeof reported)[number]>(
    tx,
    `select currency, amount_minor as "amountMinor" from deposit_reports where kind = 'transfer' and reference = $1`,
    [reference],
  )
  const amounts = new Map(
    [...known, ...reported].map((money) => [`${money.currency} ${money.amountMinor}`, money]),
  )
  for (const [, { currency, amountMinor }] of [...amounts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await lockAmount(tx, currency, amountMinor)
  }
}
