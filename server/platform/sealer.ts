import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

declare const isDeclared: unique symbol
/**
 * The row that a sealed text is bound to, so that it cannot be opened in another one. Only `sealedColumn` and
 * `sealedOutside` make one: what is sealed is declared, so another key (decision 57) forgets nothing.
 */
export type Bound = string & { readonly [isDeclared]: true }

/** A column of sealed texts. */
export interface SealedColumn {
  /** The name of the sealed texts, in the plural, for the person who changes the key. */
  what: string
  table: string
  column: string
  /** The columns that name a row: unique and never null, all texts. */
  key: readonly string[]
  /** The binding of a row's text, by the values of its key. */
  bound(...key: string[]): Bound
}

/** Every column of the server that holds sealed texts. */
export const sealedColumns: SealedColumn[] = []

/** The name of sealed texts that are in no table, and their fate when their key is gone. */
export const sealedOutsides: { what: string; afterwards: string }[] = []

/**
 * Declares a column of sealed texts, by the slice that owns it.
 * @returns the function that makes what a row's text is bound to
 */
export function sealedColumn<const Key extends readonly string[]>(
  declared: { what: string; table: string; column: string; key: Key },
  bound: (...key: { [K in keyof Key]: string }) => string,
): (...key: { [K in keyof Key]: string }) => Bound {
  const made = bound as unknown as (...key: string[]) => Bound
  sealedColumns.push({ ...declared, bound: made })
  return made as unknown as (...key: { [K in keyof Key]: string }) => Bound
}

/** Declares sealed texts that are given away. @returns the name that they are bound to */
export function sealedOutside(what: string, bound: string, afterwards: string): Bound {
  sealedOutsides.push({ what, afterwards })
  return bound as Bound
}

/** Encrypts small secrets for storage: AES-256-GCM, base64url(iv ‖ ciphertext ‖ tag). */
export interface Sealer {
  /** Before something is done that cannot be undone and whose result is to be sealed. @throws as `seal` */
  requireKey(): void
  /** By the first key. */
  seal(plain: string, bound: Bound): string
  /** By whichever key sealed it. @throws Error if none of the keys did, or with another `bound` */
  open(sealed: string, bound: string): string
  /**
   * @returns the text sealed anew by the first key; undefined if that one has sealed it. @throws Error as
   *   `open`
   */
  reseal(sealed: string, bound: string): string | undefined
}

function encrypt(key: Buffer, plain: string, bound: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound))
  return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

function decrypt(key: Buffer, sealed: string, bound: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), {
    // Without it a shortened tag would be accepted, which can be guessed.
    authTagLength: 16,
  }).setAAD(Buffer.from(bound))
  decipher.setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}

/**
 * A sealed text says nothing of its key: the tag proves whether a key opens it, so each is tried. Texts of
 * the version before are the same, and it opens those of this one.
 * @param hexKeys of 32 bytes as 64 hex digits each; the first one seals, all open
 * @param mayKeySeal asked before a text is sealed. @throws what keeps this node from it
 */
export function createSealer(
  [first, ...others]: readonly [string, ...string[]],
  mayKeySeal: () => void = () => {},
): Sealer {
  const own = Buffer.from(first, 'hex')
  const olds = others.map((hexKey) => Buffer.from(hexKey, 'hex'))
  /** The text, and whether the first key has sealed it. */
  function read(sealed: string, bound: string): { plain: string; isOwn: boolean } {
    let problem: unknown
    for (const key of [own, ...olds]) {
      try {
        return { plain: decrypt(key, sealed, bound), isOwn: key === own }
      } catch (error) {
        problem ??= error
      }
    }
    throw problem
  }
  return {
    requireKey: mayKeySeal,
    seal(plain, bound) {
      mayKeySeal()
      return encrypt(own, plain, bound)
    },
    open: (sealed, bound) => read(sealed, bound).plain,
    reseal(sealed, bound) {
      const { plain, isOwn } = read(sealed, bound)
      return isOwn ? undefined : encrypt(own, plain, bound)
    },
  }
}
