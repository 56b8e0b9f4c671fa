import { expect, it } from 'vitest'
import { isMasked, maskedNumber } from './masked-number.ts'

it.each([
  ['a phone number', '0812345678', '•••••• 5678'],
  ['an account number', '1234567890', '•••••• 7890'],
  ['a long one, which looks as long as the others', '010120012345670', '•••••• 5670'],
  ['as people write it', '123-4-56789-0', '•••••• 7890'],
  ['with the country’s number', '+66 81 234 5678', '•••••• 5678'],
  ['in digits of another script', '๐๘๑๒๓๔๕๖๗๘', '•••••• ๕๖๗๘'],
  ['so short that its end would be all of it', '1234', '••••••'],
  ['none', '', ''],
  ['masked by the bank, with four digits', 'xxx-x-x4712-x', 'xxx-x-x4712-x'],
  ['masked by the bank, with seven', '123xxxxxxxx4567', '•••xxxxxxxx4567'],
  ['masked by the bank in the middle', '123-4-xxx567', '•••-4-xxx567'],
  ['with words beside it', 'PROMPTPAY 0812345678', 'PROMPTPAY ••••••5678'],
])('%s: %s is shown as %s', (_, number, shown) => {
  expect(maskedNumber(number)).toBe(shown)
  // What is masked already stays as it is.
  expect(maskedNumber(shown)).toBe(shown)
  expect(isMasked(shown)).toBe(shown !== number)
})
