const bytes = new TextEncoder()

/** Whether this page may encrypt: browsers offer it over https and on localhost only. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined

/**
 * AES-256-GCM, key = SHA-256 of the secret, base64(iv ‖ ciphertext ‖ tag) (rules.md §16). The secret is in every
 * page: this hides a link from what lies between, and protects nothing.
 * @param idempotencyKey the call's: the iv is made from it, because a call that is repeated must be the same byte by byte
 */
export async function encrypt(text: string, secret: string, idempotencyKey: string): Promise<string> {
  const { subtle } = crypto
  const key = await subtle.importKey('raw', await hashOf(secret), 'AES-GCM', false, ['encrypt'])
  const iv = new Uint8Array(await hashOf(idempotencyKey)).slice(0, 12)
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes.encode(text))
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)))
}

/** SHA-256 in hexadecimal: tells two texts apart without giving them away. */
export const digestOf = async (text: string): Promise<string> =>
  Array.from(new Uint8Array(await hashOf(text)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const hashOf = (text: string): Promise<ArrayBuffer> => crypto.subtle.digest('SHA-256', bytes.encode(text))
