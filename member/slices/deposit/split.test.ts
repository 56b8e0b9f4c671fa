import { describe, expect, it } from 'vitest'
import type { Accounts, BankAccount } from './accounts.ts'
import { split } from './split.ts'

const account = (bankCode: string, bankType: string, mode: string, bankAccountNo = '1'): BankAccount => ({
  bank: { nameTH: bankCode, nameEN: bankCode, nameLA: bankCode },
  bankCode,
  bankType,
  mode,
  bankAccountName: 'KRAPAO',
  bankAccountNo,
  currency: 'THB',
})
const accounts = (banks: BankAccount[], isManual = false): Accounts => ({
  banks,
  wallets: [{ walletAccountName: 'KRAPAO', walletAccountNo: '0812345679', mode: 'SMS' }],
  isManual,
  minDeposit: 1,
  minGift: 2,
})
const codes = (banks: BankAccount[]): string[] => banks.map(({ bankCode }) => bankCode)

describe('deposit list split', () => {
  const all = [
    account('SCB', 'BANK', 'AUTO'),
    account('KBANK', 'BANK', 'SMS'),
    account('KBANK', 'BANK', 'AUTO', '2'),
    account('SCB', 'BANK', 'SMS', '2'),
    account('WW', 'PAYMENT', 'AUTO'),
  ]

  it('shows gateways and KBANK in SMS mode as QR codes, all others as banks', () => {
    const { bank, qr, wallet } = split(accounts(all))
    expect(codes(qr)).toEqual(['KBANK', 'WW'])
    expect(codes(bank)).toEqual(['SCB', 'KBANK', 'SCB'])
    expect(bank[1]?.mode).toBe('AUTO')
    expect(wallet).toHaveLength(1)
  })

  it('shows every account as bank details when deposits are confirmed by hand', () => {
    const { bank, qr } = split(accounts(all, true))
    expect(bank).toEqual(all)
    expect(qr).toEqual([])
  })

  it('shows a gateway once', () => {
    const { qr } = split(accounts([...all, account('WW', 'PAYMENT', 'AUTO', '2')]))
    expect(codes(qr)).toEqual(['KBANK', 'WW'])
  })
})
