import type { Accounts, BankAccount } from './accounts.ts'

/** The groups of the deposit modal, in their order. */
export const groups = ['bank', 'qr', 'wallet'] as const
export type Group = (typeof groups)[number]

/** Whether an account is paid by QR code: a gateway, or KBANK in SMS mode (product.md §4). */
export const isQr = ({ bankType, bankCode, mode }: BankAccount): boolean =>
  bankType === 'PAYMENT' || (bankCode === 'KBANK' && mode === 'SMS')

/**
 * Splits the list of accounts into groups (product.md §4). With `isManual` every account is shown as bank
 * details. A QR code is requested from a gateway, so a gateway appears once however many accounts it has.
 */
export function split({ banks, wallets, isManual }: Accounts) {
  const gateways = isManual ? [] : banks.filter(isQr)
  return {
    bank: isManual ? banks : banks.filter((account) => !isQr(account)),
    qr: gateways.filter(
      ({ bankCode }, at) => gateways.findIndex((other) => other.bankCode === bankCode) === at,
    ),
    wallet: wallets,
  }
}
