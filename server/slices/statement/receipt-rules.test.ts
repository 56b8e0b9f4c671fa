import { describe, expect, it } from 'vitest'
import { endOfAccount, rowIn } from './receipt-rules.ts'

describe('an account on a receipt', () => {
  it.each([
    ['1234567890', '•••••• 7890'],
    ['xxxxxx7890', '•••••• 7890'],
    ['xxx-x-x1234-x', 'xxx-x-x1234-x'],
    ['123-4-56789-0', '•••••• 7890'],
    ['T-KBANK', 'x-xxxxx'],
    ['123', '••••••'],
    ['๑๒๓1234', '•••••• 1234'],
    ['', null],
    [null, null],
  ])('%s is shown as %s', (given, shown) => expect(endOfAccount(given)).toBe(shown))
})

describe('the row in an id', () => {
  it.each([
    ['17', 17],
    ['tx17', 17],
    ['wd17', undefined],
    ['17a', undefined],
  ])('%s: %s', (id, row) => expect(rowIn(id)).toBe(row))
})
