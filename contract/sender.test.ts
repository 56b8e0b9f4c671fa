import { describe, expect, test } from 'vitest'
import { compareAccountNo, readAccountNo, typedNumber } from './sender.ts'

/** Compares an account number that a bank shows with a registered one (rules.md §5.1, §5.2). */

describe('account numbers', () => {
  test.each([
    ['123-4-56789-0', '1234567890', 'same'],
    ['1234567890', '123-4-56789-0', 'same'],
    ['1234567890', '1234567891', 'different'],
    // An account number of another length is another account.
    ['123456789', '1234567890', 'different'],
    ['xxx-x-x6789-x', '1234567890', 'same'],
    ['Xxx-X-x6789-X', '1234567890', 'same'],
    ['******7890', '1234567890', 'same'],
    ['••••••7890', '1234567890', 'same'],
    ['xxx-x-x6788-x', '1234567890', 'different'],
    ['xxx–x–x6789–x', '1234567890', 'same'],
    ['xxx xxx 7890', '1234567890', 'same'],
    ['xxx xxx 7890', '1234567899', 'different'],
    ['xxx-x-xx789-x', '1234567890', 'unclear'],
    ['xxx-x-xx788-x', '1234567890', 'different'],
    // Some banks shorten the mask, or write it too long.
    ['xxxx7890', '1234567890', 'unclear'],
    ['xxxxxxxxxx7890', '1234567890', 'unclear'],
    ['xxxx7891', '1234567890', 'different'],
    ['xxxxxx7654', '020123457654', 'unclear'],
    ['xxxxxx7654', '020123457655', 'different'],
    ['12xx7890', '1234567890', 'unclear'],
    ['13xx7890', '1234567890', 'different'],
    ['xxx-x-x6789-x', '001234567890', 'unclear'],
    ['xxx-x-x6789-x', '6789001234', 'different'],
    ['xxx-x-x6798-x', '001234567890', 'different'],
    ['xx34xx78xx', '1234567890123', 'unclear'],
    ['xx78xx34xx', '1234567890123', 'different'],
    ['123xxxxxx789', '12345789', 'unclear'],
    ['12345xxxx5789', '12345789', 'different'],
    ['X-7890', '1234567890', 'unclear'],
    ['xxxx7890', 'xxxxxx7891', 'unclear'],
    ['1234567890', 'xxxx7891', 'different'],
    // Some banks write leading zeros.
    ['001234567890', '1234567890', 'same'],
    ['1234567890', '001234567890', 'same'],
    ['000000011', '0000000011', 'same'],
    ['0012xxxx7890', '1234567890', 'unclear'],
    // The zeros that a mask shows belong to the number.
    ['xxxxx0011', '0000000011', 'unclear'],
    ['xxxxx0011', '000000011', 'same'],
    ['xxxxxxx0011', '11', 'unclear'],
    ['xxxxx0011', '0000000111', 'different'],
    ['xxx00xx11', '0000000011', 'unclear'],
    ['1001234567890', '1234567890', 'different'],
    ['12345678900', '1234567890', 'different'],
    ['xxxxxxxxxx', '1234567890', 'unclear'],
    ['', '1234567890', 'unclear'],
    ['SCB 1234567890', '1234567890', 'unclear'],
    ['12345６7890', '1234567890', 'unclear'],
    ['๑๒๓๔๕๖๗๘๙๐', '1234567890', 'unclear'],
    ['12345\u200b67890', '1234567890', 'unclear'],
    ['1xxxxx7890', 'xxx456789x', 'unclear'],
    ['xxx4567890', 'xxx456789x', 'same'],
  ])('“%s” for %s: %s', (reported, own, agreement) => expect(compareAccountNo(reported, own)).toBe(agreement))

  test.each(['', '-', 'xxxxxxxxxx', 'xxx-x-xx678-x', 'SCB 1234567890', '12345６7890'])(
    '“%s” shows too little',
    (text) => expect(readAccountNo(text, 4)).toBeUndefined(),
  )
})

describe('a number that is typed', () => {
  test.each([
    ['xxx-x-x4839-x', 'xxxxx4839x'],
    ['###-#-#4839-#', 'xxxxx4839x'],
    ['＃＃＃－＃ 4839', 'xxxx4839'],
    ['●●●·-×4839', 'xxxxx4839'],
    ['•••***4839', '•••***4839'],
    ['719.0.44839.0', '7190448390'],
    ['(๐๙๒) ๗๐๐-๐๑๒๔', '0927000124'],
  ])('“%s” is read as %s', (typed, number) => {
    expect(typedNumber(typed)).toBe(number)
    expect(readAccountNo(number, 4)).toBeDefined()
  })
  test.each(['', '(', 'T12 34', 'SCB #1234', 'สมชาย'])('“%s” is none', (typed) =>
    expect(readAccountNo(typedNumber(typed), 4)).toBeUndefined(),
  )
})
