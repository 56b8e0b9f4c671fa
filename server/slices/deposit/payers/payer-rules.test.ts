import { describe, expect, test } from 'vitest'
import { isRememberedSender, payerAccountOf, payerRefusal } from './payer-rules.ts'
import type { SenderAccount } from './sender-rules.ts'

/** Which senders may be remembered, and which sender is a remembered one (rules.md §17.11). */

const sender = (bank: string, accountNo: string, name = 'SOMSRI SUKJAI'): SenderAccount => ({
  bank,
  accountNo,
  name,
})

describe('an account that is one person’s', () => {
  test.each<[string, SenderAccount, string | undefined]>([
    ['a whole number', sender('SCB', '9990008881'), '9990008881'],
    ['with dashes and blanks', sender('SCB', '999-0-00888-1 '), '9990008881'],
    ['with a zero in front', sender('SCB', '0990008881'), '0990008881'],
    ['the longest', sender('SCB', '1'.repeat(20)), '1'.repeat(20)],
    ['a wallet’s phone number', sender('EWALLET', '081-234-5678'), '0812345678'],
    ['the same with the country', sender('EWALLET', '+66 81 234 5678'), '0812345678'],
    ['a Lao one', sender('EWALLET', '+856 20 5551 2345'), '2055512345'],
    ['masked', sender('SCB', 'xxx000888x'), undefined],
    ['masked but for one digit', sender('SCB', '999000888x'), undefined],
    ['the end of a number', sender('SCB', '0008881'), undefined],
    ['too long', sender('SCB', '1'.repeat(21)), undefined],
    ['of no known bank', sender('', '9990008881'), undefined],
    ['no number', sender('SCB', ''), undefined],
    ['digits of another script', sender('SCB', '๙๙๙๐๐๐๘๘๘๑'), undefined],
    ['a masked phone number', sender('EWALLET', '081xxx5678'), undefined],
    ['a part of a phone number', sender('EWALLET', '5678'), undefined],
  ])('%s', (_, payer, expected) => {
    expect(payerAccountOf(payer)?.accountNo).toBe(expected)
  })
})

describe('who cannot be remembered', () => {
  const houses = [
    { bankCode: 'SCB', accountNo: '0000000011' },
    { bankCode: 'EWALLET', accountNo: '0800000044' },
  ]
  test.each<[string, SenderAccount, boolean, string | null]>([
    ['a stranger can', sender('SCB', '9990008881'), false, null],
    ['the house’s number at another bank can', sender('KBANK', '0000000011'), false, null],
    ['a masked number', sender('SCB', 'xxx000888x'), false, 'INCOMPLETE'],
    ['the house', sender('SCB', '0000000011'), false, 'HOUSE'],
    ['what may be the house, with other zeros in front', sender('SCB', '000000000011'), false, 'HOUSE'],
    ['the house’s wallet in another spelling', sender('EWALLET', '+66800000044'), false, 'HOUSE'],
    ['a member’s account', sender('SCB', '9990008881'), true, 'MEMBER'],
  ])('%s', (_, payer, isMembers, expected) => {
    expect(payerRefusal(payer, houses, isMembers)).toBe(expected)
  })
})

describe('the remembered sender', () => {
  const kept = { bankCode: 'SCB', accountNo: '0990008881', accountName: 'SOMSRI SUKJAI' }
  test.each<[string, SenderAccount, boolean]>([
    ['the same', sender('SCB', '0990008881'), true],
    ['written with dashes', sender('SCB', '099-0-00888-1'), true],
    ['with the name cut off', sender('SCB', '0990008881', 'SOMSRI S'), true],
    ['with the name in Thai', sender('SCB', '0990008881', 'สมศรี สุขใจ'), true],
    ['without a name', sender('SCB', '0990008881', ''), true],
    ['at another bank', sender('KBANK', '0990008881'), false],
    ['at no bank', sender('', '0990008881'), false],
    ['without the zero in front', sender('SCB', '990008881'), false],
    ['with one more zero', sender('SCB', '00990008881'), true],
    ['masked, all shown digits agree', sender('SCB', '099000888x'), false],
    ['a mask of all digits', sender('SCB', 'xxxxxxxxxx'), false],
    ['the last digits only', sender('SCB', '0008881'), false],
    ['another digit', sender('SCB', '0990008882'), false],
    ['clearly another name', sender('SCB', '0990008881', 'PRASERT MEECHAI'), false],
  ])('%s', (_, payer, expected) => {
    expect(isRememberedSender(kept, payer)).toBe(expected)
  })
})
