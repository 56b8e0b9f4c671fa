import { createDecipheriv, createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { canEncrypt, encrypt } from './cipher.ts'

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
  const wire = await encrypt(link, 'krapao-gift-link')
  expect(wire).toMatch(/^[A-Za-z0-9+/]+=*$/)
  expect(decrypt(wire, 'krapao-gift-link')).toBe(link)
  expect(() => decrypt(wire, 'another')).toThrow()
})

it('never looks the same twice', async () => {
  expect(await encrypt(link, 'secret')).not.toBe(await encrypt(link, 'secret'))
})

it('keeps a long link within what the server takes', async () => {
  expect((await encrypt('x'.repeat(1200), 'secret')).length).toBeLessThan(2000)
})
