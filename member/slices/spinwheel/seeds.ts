import { newKey } from '@krapao/web/api/key.ts'
import { local } from '@krapao/web/storage/stored.ts'

/**
 * The member's part of the draw, and the fingerprints of the server's that this browser was shown (rules.md
 * §11.2).
 */

const ownName = 'spin-seed'
const seenName = 'spin-seeds-seen'
/** The fingerprints that are kept; a member rotates seldom. */
const maxSeen = 50

/** What the server takes as a client seed: up to 64 visible ASCII signs without a colon. */
export const isSeed = (text: string): boolean => /^[!-9;-~]{1,64}$/.test(text)

/** The client seed of this browser; a random one until the member writes their own. */
export function clientSeed(): string {
  const kept = local.read(ownName)
  return kept && isSeed(kept) ? kept : newClientSeed()
}

/** A random seed in place of the one that was kept: the server has seen that with every spin. */
export const newClientSeed = (): string => keepClientSeed(newKey())

const listeners = new Set<() => void>()

/** @returns a function that ends it */
export function onClientSeed(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** @returns the seed, as it was given */
export function keepClientSeed(seed: string): string {
  local.keep(ownName, seed)
  for (const listener of listeners) listener()
  return seed
}

/**
 * Notes the fingerprint of a seed that is in force, and the number of the next spin under it. What was noted
 * first stays: a later fingerprint of the same seed would be a changed one, and the check has to find that.
 */
export function noteFingerprint(seed: { _id: string; serverSeedHash: string; nonce: number }): void {
  const seen = readSeen()
  if (seen.some(([id]) => id === seed._id)) return
  local.keep(seenName, JSON.stringify([...seen, [seed._id, seed.serverSeedHash, seed.nonce]].slice(-maxSeen)))
}

/** The fingerprint that was noted for the seed of a spin, if that was before the spin. */
export const seenFingerprint = (spin: { seedId: string; nonce: number }): string | undefined =>
  readSeen().find(([id, , nonce]) => id === spin.seedId && nonce <= spin.nonce)?.[1]

function readSeen(): [id: string, hash: string, nonce: number][] {
  try {
    const kept: unknown = JSON.parse(local.read(seenName) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one) && one.length === 3) : []
  } catch {
    return []
  }
}
