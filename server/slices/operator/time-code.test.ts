import { expect, it } from 'vitest'
import { codeAt, newSecret, secretUri, stepAt, stepOf, toBase32 } from './time-code.ts'

/** The vectors of RFC 6238, appendix B, for SHA-1: eight digits of this secret. */
const secret = Buffer.from('12345678901234567890')
it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(codeAt(secret, stepAt(new Date(seconds * 1000)), 8)).toBe(code)
})

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648: %j in Base32 is %j', (text, expected) => {
  expect(toBase32(Buffer.from(text))).toBe(expected)
})

it('a code is right in its own interval and its neighbours, once, and no older one after it', () => {
  const own = newSecret()
  expect(own).toHaveLength(20)
  const now = new Date('2026-11-26T10:00:15Z')
  const at = stepAt(now)
  const accepted = (offset: number, after = 0) => stepOf(own, codeAt(own, at + offset), { now, after })
  expect([-2, -1, 0, 1, 2].map((offset) => accepted(offset) !== undefined)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(accepted(0)).toBe(at)
  expect([accepted(0, at), accepted(-1, at), accepted(1, at)]).toEqual([undefined, undefined, at + 1])
  for (const wrong of ['', '1', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
    expect(stepOf(own, wrong, { now, after: 0 })).toBeUndefined()
})

it('the address of the QR code names the house and the person', () => {
  expect(secretUri(secret, { issuer: 'กระเป๋า & Co', account: 'a b@c.test' })).toBe(
    'otpauth://totp/%E0%B8%81%E0%B8%A3%E0%B8%B0%E0%B9%80%E0%B8%9B%E0%B9%8B%E0%B8%B2%20%26%20Co:a%20b%40c.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=%E0%B8%81%E0%B8%A3%E0%B8%B0%E0%B9%80%E0%B8%9B%E0%B9%8B%E0%B8%B2%20%26%20Co',
  )
})
