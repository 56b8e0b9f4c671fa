/** Whether this page may encrypt: browsers offer it over https and on localhost only. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined

/**
 * AES-256-GCM, key = SHA-256 of the secret, base64(iv ‖ ciphertext ‖ tag) (rules.md §16). The secret is in every
 * page: this hides a link from what lies between, and protects nothing.
 */
export async function encrypt(text: string, secret: string): Promise<string> {
  const bytes = new TextEncoder()
  const { subtle } = crypto
  const hash = await subtle.digest('SHA-256', bytes.encode(secret))
  const key = await subtle.importKey('raw', hash, 'AES-GCM', false, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes.encode(text))
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)))
}
