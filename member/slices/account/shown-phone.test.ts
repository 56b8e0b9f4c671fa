import { expect, test } from 'vitest'
import { shownPhone } from './shown-phone.ts'

test.each([
  ['0812345678', '081 234 5678'],
  ['2055512345', '20 5551 2345'],
  ['305551234', '30 555 1234'],
  // Members of before whose number has no form.
  ['812345', '812345'],
  ['', ''],
])('%s is shown as %s', (phone, shown) => {
  expect(shownPhone(phone)).toBe(shown)
})
