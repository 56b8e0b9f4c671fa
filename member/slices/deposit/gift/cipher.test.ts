import { createDecipheriv, createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { canEncrypt, digestOf, encrypt } from './cipher.ts'

/** As any other program would do it from rules.md §16. */
function decrypt(wire: string, secret: string): string {
  const bytes = Buffer.from(wire, 'base64')
  const key = createHash('sha256').update(secret).digest()
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}

const link = 'https://gift.example/campaign/?v=0123456789abcdef::กระเป๋า KRAPAO'

it('is read by AES-256-GCM with the hash of the secret', async () => {
  expect(canEncrypt()).toBe(true)
  const wire = await encrypt(link, 'krapao-gift-link', 'k1')
  expect(wire).toMatch(/^[A-Za-z0-9+/]+=*$/)
  expect(decrypt(wire, 'krapao-gift-link')).toBe(link)
  expect(() => decrypt(wire, 'another')).toThrow()
})

it('never looks the same twice', async () => {
  expect(await encrypt(link, 'secret', 'k1')).not.toBe(await encrypt(link, 'secret', 'k2'))
})

it('is the same byte by byte where the call is repeated under its key, also by another page', async () => {
  expect(await encrypt(link, 'secret', 'k1')).toBe(await encrypt(link, 'secret', 'k1'))
})

it('is told from others by a digest that does not give it away', async () => {
  const digest = await digestOf(link)
  expect(digest).toBe(createHash('sha256').update(link).digest('hex'))
  expect(await digestOf(`${link} `)).not.toBe(digest)
})

it('keeps a long link within what the server takes', async () => {
  expect((await encrypt('x'.repeat(1200), 'secret', 'k1')).length).toBeLessThan(2000)
})
