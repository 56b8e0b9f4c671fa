import { expect, test } from 'vitest'
import { adviceFor } from './slip-advice.ts'

test.each([
  ['CANNOT_READ_CROPPED_IMAGE', 'again'],
  ['INVALID_SLIP', 'again'],
  ['SLIP_REFNO_DUPLICATED', 'duplicate'],
  ['NOT_MATCH', 'account'],
  ['DEST_ACC_INVALID', 'destination'],
  ['EXPIRED_SLIP', 'late'],
  ['RETURNED', 'returned'],
  ['UNKNOW_ERROR', 'team'],
  ['SOMETHING_NEW', 'team'],
  [null, 'team'],
])('after %s: %s', (reason, advice) => {
  expect(adviceFor(reason)).toBe(advice)
})
