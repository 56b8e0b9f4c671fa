import { createHash, randomBytes, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { randomLetters } from '../../platform/random-letters.ts'

/** Argon2id with the parameters that OWASP names first for it: 19 MiB, two passes, one lane. */
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, argon2)

let decoy: Promise<string> | undefined

/**
 * Whether a password fits a hash. Without a hash (an unknown phone) the same work is done with a decoy, so
 * that the time reveals nothing (rules.md §2.3).
 */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'))
  const fits = await verify(stored ?? (await decoy), password)
  return stored !== undefined && fits
}

/** Prepares the decoy, so that the first unknown phone does not take longer than later ones. */
export const prepareDecoy = (): Promise<boolean> => passwordFits(undefined, '')

/**
 * 256 random bits for a browser to hold: sessions, one-time passwords (rules.md §2.2). 43 characters of
 * base64url.
 */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The hash of a token. Plain SHA-256 is enough, because nobody can guess 256 bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A member's id: 60 random bits, 12 characters. */
export const newMemberId = (): string => randomLetters(12)

/** Six digits, each number equally likely. */
export const newOtpCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

// Without I, L and O, which people read as digits.
const refLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ'

/** Four letters by which a person recognises the message of a code. */
export const newOtpRef = (): string =>
  Array.from({ length: 4 }, () => refLetters[randomInt(refLetters.length)]).join('')

/** The hash of a code, bound to its token and phone (rules.md §2.4). */
export const hashOtpCode = (token: string, phone: string, code: string): string =>
  createHash('sha256').update(`${token}\n${phone}\n${code}`).digest('hex')
