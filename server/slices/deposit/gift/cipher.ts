import { createDecipheriv, createHash } from 'node:crypto'

/**
 * Opens what a browser sent as `link` (rules.md §16): AES-256-GCM, key SHA-256 of the shared secret, base64
 * of iv (12 bytes) ‖ ciphertext ‖ tag (16 bytes). The secret ships to every browser: this hides, it proves
 * nothing.
 * @returns undefined for a text that was not sealed so
 */
export function openGift(secret: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length <= 28) return undefined
  const key = createHash('sha256').update(secret).digest()
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  try {
    const plain = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    return undefined
  }
}
