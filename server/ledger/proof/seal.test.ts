import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type AuditMark, noSeal, sealHash } from './seal.ts'

/**
 * The facts that a seal's hash covers. The last hash is stored elsewhere: an attacker who rewrites the books
 * before it must not be able to keep it, not even by making every seal again.
 */
const hashOf = (previous: string, audit: AuditMark | null, lines: string[]): string => {
  const hash = sealHash(previous, audit)
  for (const line of lines) hash.add(line)
  return hash.done()
}
const mark = { throughId: 7, sha256: 'a'.repeat(64) }
const whole = hashOf(noSeal, mark, ['one', 'two'])

test.each<[string, string]>([
  ['the seal before', hashOf('1'.repeat(64), mark, ['one', 'two'])],
  ['the audit log', hashOf(noSeal, { ...mark, sha256: 'b'.repeat(64) }, ['one', 'two'])],
  ['how far the audit log goes', hashOf(noSeal, { ...mark, throughId: 8 }, ['one', 'two'])],
  ['whether there is an audit log', hashOf(noSeal, null, ['one', 'two'])],
  ['a line', hashOf(noSeal, mark, ['one', 'twO'])],
  ['the order of lines', hashOf(noSeal, mark, ['two', 'one'])],
  ['where a line ends', hashOf(noSeal, mark, ['onet', 'wo'])],
  ['the last line', hashOf(noSeal, mark, ['one'])],
])('another hash by %s', (_, other) => expect(other).not.toBe(whole))

test('is SHA-256 of all of it, so that other programs can compute it', () => {
  const text = `${noSeal}\naudit 7 ${mark.sha256}\none\ntwo\n`
  expect(whole).toBe(createHash('sha256').update(text).digest('hex'))
})
