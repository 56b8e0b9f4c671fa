import { describe, expect, test } from 'vitest'
import { sign, verifySignature } from './signature.ts'

/** Other programs sign and check the same bytes (rules.md §16). */
const at = new Date('2026-01-02T03:04:05.678Z')
const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1000)
// printf '1767323045.{"amount":1}' | openssl dgst -sha256 -hmac 'a secret'
const known = 't=1767323045,v1=281f9c3a1df48590211764ab9f708639c9f16adaf9023984222256fe4fd5942d'

describe('a signature', () => {
  test('is HMAC-SHA256 of time and body, as any other program computes it', () => {
    expect(sign('a secret', '{"amount":1}', at)).toBe(known)
    expect(verifySignature('a secret', '{"amount":1}', known, at)).toBe(true)
  })

  test.each([
    ['under another time', known.replace('t=1767323045', 't=1767323046')],
    ['with another digit', known.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
    ['in capitals', known.replace(/v1=.*/, (hex) => hex.toUpperCase().replace('V1', 'v1'))],
    ['without its time', known.replace(/^t=\d+,/, '')],
    ['twice', `${known},${known}`],
    ['cut off', known.slice(0, -1)],
    ['that is none', ''],
    ['that is missing', undefined],
    ['in a list', [known]],
  ])('%s is none', (_, header) => {
    expect(verifySignature('a secret', '{"amount":1}', header, at)).toBe(false)
  })

  test('fits one secret and one body only', () => {
    expect(verifySignature('a secre', '{"amount":1}', known, at)).toBe(false)
    expect(verifySignature('a secret', '{"amount":10}', known, at)).toBe(false)
  })

  test.each([
    [-300, true],
    [-302, false],
    [299, true],
    // Five minutes exactly, and one millisecond more.
    [299.322, true],
    [299.323, false],
    [301, false],
    [86_400, false],
  ])('is read %d seconds later: %s', (seconds, isGood) => {
    expect(verifySignature('a secret', '{"amount":1}', known, later(seconds))).toBe(isGood)
  })
})
