import { createHmac } from 'node:crypto'
import { type Database, type Db, rawQuery, type Tx, transaction } from '../platform/database.ts'

/**
 * The keys of a node: `CREDENTIAL_KEY`, which seals, and `CREDENTIAL_KEY_OLD`, which only opens; each 32
 * bytes as 64 hex digits.
 */
export type Keys = readonly [key: string] | readonly [key: string, old: string]

/**
 * Words that are the same for all who have the key, and say nothing of the key: 16 hex digits.
 * @param hexKey 32 bytes as 64 hex digits
 */
export const derivedFrom = (hexKey: string, purpose: 'fingerprint' | 'live'): string =>
  createHmac('sha256', Buffer.from(hexKey, 'hex')).update(`krapao ${purpose}`).digest('hex').slice(0, 16)

type KeyState = 'next' | 'old' | 'gone'

/** The keys of an installation, by their fingerprints (migration 0047 says what each is). */
interface Known {
  /** Null before the first start. */
  seals: string | null
  next: string | undefined
  old: string | undefined
  gone: string[]
}

/** @param isToChange the keys stay as they are until the transaction ends */
async function readKnown(handle: Db | Tx, isToChange = false): Promise<Known> {
  if (isToChange) await rawQuery(handle, 'select 1 from installation for update')
  // One statement: a change of the key between two of them would look like a key that does not fit.
  const rows = await rawQuery<{ seals: string | null; fingerprint: string | null; state: KeyState | null }>(
    handle,
    `select i.key_fingerprint as seals, k.fingerprint, k.state
     from installation i left join installation_keys k on true`,
  )
  const inState = (wanted: KeyState) =>
    rows.flatMap(({ fingerprint, state }) => (fingerprint !== null && state === wanted ? [fingerprint] : []))
  return {
    seals: rows[0]?.seals ?? null,
    next: inState('next')[0],
    old: inState('old')[0],
    gone: inState('gone'),
  }
}

const fingerprints = ([key, old]: Keys) => ({
  key: derivedFrom(key, 'fingerprint'),
  old: old === undefined ? undefined : derivedFrom(old, 'fingerprint'),
})

/** Whether a node with these keys opens all that others seal, and others open what it seals. */
function fits({ seals, old: left }: Known, own: ReturnType<typeof fingerprints>): boolean {
  if (left === undefined) return own.key === seals
  return (own.key === seals && own.old === left) || (own.key === left && own.old === seals)
}

/**
 * Lets a server start only with keys that open everything that is sealed in its database, and whose texts
 * every other node opens (decision 57). The first start stores the key's fingerprint; `CREDENTIAL_KEY_OLD`
 * announces the next key, and is the one before when that has taken over.
 * @throws Error that says what to do, for the person who starts the server
 */
export async function claimKeys({ db }: Database, keys: Keys): Promise<void> {
  const own = fingerprints(keys)
  await transaction(db, async (tx) => {
    const known = await readKnown(tx, true)
    const { seals, next } = known
    if (seals === null) {
      if (own.old !== undefined) throw new Error(texts.newInstallation)
      await rawQuery(tx, 'update installation set key_fingerprint = $1', [own.key])
    } else if (fits(known, own)) {
      if (known.old === undefined) await announce(tx, known, own.old)
    } else if (next !== undefined && own.key === next && own.old === seals) {
      await rawQuery(tx, 'update installation set key_fingerprint = $1', [next])
      await rawQuery(tx, 'delete from installation_keys where fingerprint = $1', [next])
      await rawQuery(tx, `insert into installation_keys (fingerprint, state) values ($1, 'old')`, [seals])
    } else throw new Error(`  ${refusal(known, own)}`)
  })
}

/**
 * Notes which key a node opens beside the one that seals. A node that opens no other takes that back: the
 * next key may not be used before every node has it. The key before, if it is still set, is none that comes.
 */
async function announce(tx: Tx, { next, gone }: Known, other: string | undefined): Promise<void> {
  const wanted = other !== undefined && !gone.includes(other) ? other : undefined
  if (wanted === next) return
  await rawQuery(tx, `delete from installation_keys where state = 'next'`)
  if (wanted === undefined) return
  await rawQuery(tx, `insert into installation_keys (fingerprint, state) values ($1, 'next')`, [wanted])
}

const texts = {
  newInstallation:
    '  CREDENTIAL_KEY_OLD is set, and nothing is sealed in this database yet. Remove it, and start again.',
  guide: 'docs/operating.md says how, under “Another key”.',
}

/** Why keys do not fit, and what to set; keys are named by their fingerprints. */
function refusal({ seals, old, next, gone }: Known, own: ReturnType<typeof fingerprints>): string {
  const isOther = `CREDENTIAL_KEY is another key than the one of this installation: its fingerprint is ${own.key}, and the secrets in the database are sealed by the key with ${seals}.`
  if (gone.includes(own.key))
    return `CREDENTIAL_KEY is the key with the fingerprint ${own.key}, which was replaced: set the one with ${seals}.`
  if (old !== undefined && own.key === old)
    return `CREDENTIAL_KEY is the key with the fingerprint ${old}, which is being replaced: set CREDENTIAL_KEY to the one with ${seals}, and this one as CREDENTIAL_KEY_OLD.`
  if (old !== undefined && own.key === seals) {
    const is = own.old === undefined ? 'is not set' : `is the key with the fingerprint ${own.old}`
    return `CREDENTIAL_KEY_OLD ${is}, and secrets in the database may still be sealed by the key with ${old}: set that one, until npm run keys:reseal says that nothing of it is left.`
  }
  if (old === undefined && own.old === seals) {
    const announced =
      next === undefined ? '' : ` The nodes were started with CREDENTIAL_KEY_OLD ${next} instead.`
    return `CREDENTIAL_KEY has the fingerprint ${own.key}, and the other nodes do not open what it seals. First start every node with the keys the other way round: CREDENTIAL_KEY ${seals}, CREDENTIAL_KEY_OLD ${own.key}.${announced} ${texts.guide}`
  }
  return `${isOther} Set the key that every node has (a demo keeps its own in DATA_DIR/credential.key); to change it, ${texts.guide}`
}

/**
 * Whether a running node has keys that fit no more, because the installation has another one. @throws if the
 * database does not answer
 */
export async function isReplaced({ db }: Pick<Database, 'db'>, keys: Keys): Promise<boolean> {
  const known = await readKnown(db)
  return known.seals !== null && !fits(known, fingerprints(keys))
}

/** The next step of a change of the key, for `npm run keys:reseal`. */
export interface Change {
  /** The fingerprint of the key that seals from now on. */
  to: string
  /** That of the key whose texts are sealed anew; undefined: none is being replaced. */
  from: string | undefined
}

/**
 * The change that these keys are for.
 * @throws Error that says what to do, for the person who runs the command
 */
export async function readChange({ db }: Database, keys: Keys): Promise<Change> {
  const known = await readKnown(db)
  const own = fingerprints(keys)
  if (known.seals === null) throw new Error('nothing is sealed in this database yet; start the server first')
  if (!fits(known, own)) throw new Error(refusal(known, own))
  if (known.next !== undefined && known.next === own.old)
    throw new Error(
      `every node still seals with the key ${own.key}. First start every node with CREDENTIAL_KEY ${known.next} and CREDENTIAL_KEY_OLD ${own.key}. ${texts.guide}`,
    )
  return { to: own.key, from: known.old === undefined ? undefined : own.old }
}

/**
 * Ends a change: nothing is left that the other key sealed. Another change that began meanwhile is left
 * alone.
 */
export async function endChange({ db }: Database, { to, from }: Change): Promise<void> {
  if (from === undefined) return
  await transaction(db, async (tx) => {
    const { seals, old } = await readKnown(tx, true)
    if (old === undefined || [to, from].sort().join() !== [seals, old].sort().join()) return
    await rawQuery(tx, 'update installation set key_fingerprint = $1', [to])
    await rawQuery(tx, 'delete from installation_keys where fingerprint = $1', [old])
    await rawQuery(tx, `insert into installation_keys (fingerprint, state) values ($1, 'gone')`, [from])
  })
}
