import { createHash } from 'node:crypto'
import type { CallKey, InnerKey } from '../../platform/call-key.ts'
import { lettersOf, randomLetters } from '../../platform/random-letters.ts'

/** The things that an id names: `qr` a QR code, `gf` a gift, `md` an announced deposit. */
type Kind = 'qr' | 'gf' | 'md'

/** A random id of 100 bits. */
export const newDepositId = (kind: Kind): string => kind + randomLetters(20)

/** The same id each time that a member asks for something under one `Idempotency-Key`. */
export const depositIdOf = (kind: Kind, memberId: string, key: CallKey | InnerKey): string =>
  kind + lettersOf(createHash('sha256').update(`${kind}:${memberId}:${key}`).digest().subarray(0, 20))
