const bytes = new TextEncoder()

/** Whether this page can encrypt: browsers offer it over https and on localhost only. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined

/**
 * AES-256-GCM, key = SHA-256 of the secret, base64(iv ‖ ciphertext ‖ tag) (rules.md §16). Every page contains
 * the secret, so this hides a link from proxies and logs on the way and protects nothing more.
 * @param idempotencyKey the call's key. The iv is derived from it, because a repeated call must have the same
 *   bytes
 */
export async function encrypt(text: string, secret: string, idempotencyKey: string): Promise<string> {
  const { subtle } = crypto
  const key = await subtle.importKey('raw', await hashOf(secret), 'AES-GCM', false, ['encrypt'])
  const iv = new Uint8Array(await hashOf(idempotencyKey)).slice(0, 12)
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes.encode(text))
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)))
}

/** SHA-256 in hexadecimal, by which texts are compared without storing them. */
export const digestOf = async (text: string): Promise<string> =>
  Array.from(new Uint8Array(await hashOf(text)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const hashOf = (text: string): Promise<ArrayBuffer> => crypto.subtle.digest('SHA-256', bytes.encode(text))
