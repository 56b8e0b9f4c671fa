import { draw } from '@krapao/contract/slices/spinwheel/draw.ts'
import type { PastSpin } from './spins.ts'

/** What recomputing a past spin found, one thing after the other (rules.md §11.2). */
export interface SpinCheck {
  /** SHA-256 of the revealed seed, in hexadecimal digits; it has to be the fingerprint that was published. */
  hash: string
  isHashRight: boolean
  /**
   * Whether this browser was shown the fingerprint before the spin; undefined: it was not shown any of this
   * seed.
   */
  isHashAsSeen: boolean | undefined
  /** The messages, and their HMACs in hexadecimal digits, until one gave a number. */
  rounds: { message: string; hmac: string }[]
  /** The code that they give; undefined if none can be drawn. */
  code: string | undefined
  isCodeRight: boolean
  isRight: boolean
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Recomputes a spin from nothing but the revealed seed and the published weights.
 * @param seen the fingerprint of the seed that this browser was shown before it was used, if any
 */
export async function checkSpin(
  spin: PastSpin & { serverSeed: string },
  seen: string | undefined,
  subtle: SubtleCrypto,
): Promise<SpinCheck> {
  const seed = bytesOf(spin.serverSeed)
  const hash = hexOf(new Uint8Array(await subtle.digest('SHA-256', seed)))
  const key = await subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const rounds: SpinCheck['rounds'] = []
  const hmac = async (message: string) => {
    const bytes = new Uint8Array(await subtle.sign('HMAC', key, bytesOf(message)))
    rounds.push({ message, hmac: hexOf(bytes) })
    return bytes
  }
  // A record without weights throws; nothing can be drawn from it, so it is not right.
  const code = await draw(hmac, spin, spin.slices).catch(() => undefined)
  const isHashRight = hash === spin.serverSeedHash
  const isHashAsSeen = seen === undefined ? undefined : seen === hash
  const isCodeRight = code === spin.code
  return {
    hash,
    isHashRight,
    isHashAsSeen,
    rounds,
    code,
    isCodeRight,
    isRight: isHashRight && isHashAsSeen !== false && isCodeRight,
  }
}
