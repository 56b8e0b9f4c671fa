import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Encrypts small secrets for storage: AES-256-GCM, base64url(iv ‖ ciphertext ‖ tag). `bound` names the row, so
 * that a sealed text cannot be opened in another row.
 */
export interface Sealer {
  seal(plain: string, bound: string): string
  /** @throws Error if the text was not sealed with this key and this `bound` */
  open(sealed: string, bound: string): string
}

/** @param hexKey 32 bytes as 64 hex digits */
export function createSealer(hexKey: string): Sealer {
  const key = Buffer.from(hexKey, 'hex')
  return {
    seal(plain, bound) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound))
      return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      )
    },
    open(sealed, bound) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(bound))
      decipher.setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
