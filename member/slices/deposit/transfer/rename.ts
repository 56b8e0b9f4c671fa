import { englishName, englishNameBanks } from '@krapao/contract/limits.ts'

/**
 * Whether the member's own account name must be corrected before a number is copied: KBANK's transfers carry
 * the English name of KTB, TMB and BBL accounts (product.md §5).
 */
export const mustRename = (bankCode: string, own: { bankCode: string; bankAccountName: string }): boolean =>
  bankCode === 'KBANK' && englishNameBanks.includes(own.bankCode) && !englishName.test(own.bankAccountName)
