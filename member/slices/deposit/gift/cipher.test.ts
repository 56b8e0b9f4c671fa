import { createDecipheriv, createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { canEncrypt, digestOf, encrypt } from './cipher.ts'

/** Decrypts as any other program would by rules.md §16. */
function decrypt(wire: string, secret: string): string {
  const bytes = Buffer.from(wire, 'base64')
  const key = createHash('sha256').update(secret).digest()
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}

const link = 'https://gift.example/campaign/?v=0123456789abcdef::กระเป๋า KRAPAO'

it('AES-256-GCM with the hash of the secret as the key decrypts the link', async () => {
  expect(canEncrypt()).toBe(true)
  const wire = await encrypt(link, 'krapao-gift-link', 'k1')
  expect(wire).toMatch(/^[A-Za-z0-9+/]+=*$/)
  expect(decrypt(wire, 'krapao-gift-link')).toBe(link)
  expect(() => decrypt(wire, 'another')).toThrow()
})

it('encrypting twice gives two different texts', async () => {
  expect(await encrypt(link, 'secret', 'k1')).not.toBe(await encrypt(link, 'secret', 'k2'))
})

it('a call repeated under its key has the same bytes, also from another page', async () => {
  expect(await encrypt(link, 'secret', 'k1')).toBe(await encrypt(link, 'secret', 'k1'))
})

it('a link has a digest of its own that does not reveal it', async () => {
  const digest = await digestOf(link)
  expect(digest).toBe(createHash('sha256').update(link).digest('hex'))
  expect(await digestOf(`${link} `)).not.toBe(digest)
})

it('a long link stays within the length that the server accepts', async () => {
  expect((await encrypt('x'.repeat(1200), 'secret', 'k1')).length).toBeLessThan(2000)
})
