import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { nameForm } from '@krapao/contract/name-form.ts'
import type { LoginFailure } from '@krapao/contract/slices/operator/audit-actions.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import {
  descriptors,
  newPasskeyOptions,
  type Place,
  readNewPasskey,
  readUse,
} from '../../platform/web-authn.ts'
import { makeChallenge, takeSigned } from '../account/public.ts'
import type { Context } from '../context.ts'
import { requireChecked } from './checked.ts'
import { findCode } from './factor-store.ts'
import { auditFailure } from './failures.ts'
import * as store from './passkey-store.ts'
import { noteCheck } from './session-store.ts'
import { findOperator, insertAuditEvent, lockCaller, revokeSessions } from './store.ts'

/** Passkeys of operators: a second factor, beside or instead of the codes of factor.ts (rules.md §17.8). */

const maxPasskeys = defineSetting(
  'operator.passkeyMax',
  Type.Integer({ minimum: 1, maximum: 50 }),
  10,
  'Passkeys that an operator may have',
)
const challengeMinutes = defineSetting(
  'operator.challengeMinutes',
  Type.Integer({ minimum: 1, maximum: 60 }),
  5,
  'Minutes in which a challenge has to be signed by an operator’s passkey',
)

/** The name by which a device distinguishes people: a member who has the same id is somebody else. */
const handleOf = (operatorId: string): string => `operator:${operatorId}`

/** The operator's passkeys, the latest first. */
export async function listPasskeys({ db }: Pick<Context, 'db'>, operatorId: string) {
  return (await store.selectPasskeys(db, operatorId)).map(({ id, name, createdAt, lastUsedAt }) => ({
    ...{ _id: id, name },
    addedAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** Makes a challenge for the session. `keep` stores it. */
async function newChallenge(context: Context, { sessionHash }: OperatorCaller, purpose: store.Purpose) {
  const { asked, ...stored } = await makeChallenge(context, challengeMinutes)
  return { asked, keep: (tx: Tx) => store.putChallenge(tx, { ...stored, sessionHash, purpose }) }
}

/** @throws Refusal `PASSKEY_INVALID` as `takeSigned`, or where the session was asked it for something else */
const takeChallenge = (
  { db, clock }: Context,
  { sessionHash }: OperatorCaller,
  purpose: store.Purpose,
  signed: Parameters<typeof takeSigned>[0],
): Promise<string> =>
  takeSigned(signed, (hash) => store.takeChallenge(db, { sessionHash, purpose, hash, now: clock.now() }))

/**
 * The options by which the browser makes a passkey. It is not kept where the device would name it by itself:
 * it comes after the password, and the login page of members would else offer it.
 * @throws Refusal `CONFIRM_IDENTITY`, `PASSKEY_FULL`; `INACTIVE_USER` or `invalid-token` if the session has
 *   ended meanwhile
 */
export async function preparePasskey(
  context: Context,
  place: Place,
  caller: OperatorCaller,
): Promise<AnswerOf<'POST /api/console/passkeys/options'>> {
  const { operatorId } = caller
  const person = await findOperator(context.db, operatorId)
  if (!person) throw new Refusal('invalid-token')
  const max = await context.settings.get(maxPasskeys)
  const { asked, keep } = await newChallenge(context, caller, 'add')
  const own = await transaction(context.db, async (tx) => {
    await lockCaller(tx, caller)
    await requireChecked(context, tx, caller)
    const found = await store.selectPasskeys(tx, operatorId)
    if (found.length >= max) throw new Refusal('PASSKEY_FULL')
    await keep(tx)
    return found
  })
  const who = {
    issuer: context.brand.name,
    handle: handleOf(operatorId),
    name: person.email,
    own: namedBy(own),
  }
  return newPasskeyOptions(place, who, asked, 'discouraged')
}

/** Passkeys as browsers name them. */
const namedBy = (rows: store.PasskeyRow[]) =>
  rows.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

/**
 * Keeps a passkey that the browser has made. The caller's other sessions end, as with the first code: whoever
 * sits there has to know. With them end their challenges, so there are never more passkeys than were allowed
 * when one was asked for.
 * @throws Refusal `PASSKEY_INVALID`; `INACTIVE_USER` or `invalid-token` if the session has ended meanwhile
 */
export async function addPasskey(
  context: Context,
  place: Place,
  caller: OperatorCaller,
  { name, credential }: BodyOf<'POST /api/console/passkeys'>,
): Promise<void> {
  const { operatorId, sessionHash } = caller
  const challenge = await takeChallenge(context, caller, 'add', credential)
  const made = await readNewPasskey(context.log, place, credential, challenge)
  const now = context.clock.now()
  const key = { ...made, operatorId, name: nameForm(name), now }
  const ended = await transaction(context.db, async (tx) => {
    await lockCaller(tx, caller)
    if (!(await store.insertPasskey(tx, key))) throw new Refusal('PASSKEY_INVALID')
    await noteCheck(tx, sessionHash, { now, isFactor: true })
    await note(tx, operatorId, 'operator.passkey-set', key)
    return revokeSessions(tx, operatorId, now, sessionHash)
  })
  for (const hash of ended) context.sockets.endSession(hash)
}

/**
 * Removes one of the caller's passkeys. The last second factor stays: it goes as codes go, with a new
 * password by two owners or on the machine. A passkey that was made for another host is none here: who is
 * left with it alone could not log in.
 * @param rpId the host that the caller uses; undefined where it is not known
 * @throws Refusal `CONFIRM_IDENTITY`, `NO_DATA`, `LAST_SECOND_FACTOR`; `INACTIVE_USER` or `invalid-token` as
 *   above
 */
export async function removePasskey(
  context: Context,
  rpId: string | undefined,
  caller: OperatorCaller,
  id: string,
): Promise<void> {
  const { operatorId } = caller
  await transaction(context.db, async (tx) => {
    await lockCaller(tx, caller)
    await requireChecked(context, tx, caller)
    const own = await store.selectPasskeys(tx, operatorId)
    const key = own.find((passkey) => passkey.id === id)
    if (!key) throw new Refusal('NO_DATA')
    const hasCode = (await findCode(tx, operatorId))?.confirmedAt != null
    const left = own.filter((passkey) => passkey !== key && (rpId === undefined || passkey.rpId === rpId))
    if (left.length === 0 && !hasCode) throw new Refusal('LAST_SECOND_FACTOR')
    await store.deletePasskey(tx, id)
    await note(tx, operatorId, 'operator.passkey-removed', { name: key.name, now: context.clock.now() })
  })
}

const note = (
  tx: Tx,
  operatorId: string,
  action: 'operator.passkey-set' | 'operator.passkey-removed',
  { name, now }: { name: string; now: Date },
) => insertAuditEvent(tx, { operatorId, action, subject: `operator:${operatorId}`, details: { name } }, now)

/**
 * A challenge for the caller's own passkeys of this address.
 * @throws Refusal `NO_DATA` if there is none; `PASSKEY_UNAVAILABLE` if all were made for another host
 */
export async function askPasskey(
  context: Context,
  { rpId }: Place,
  caller: OperatorCaller,
): Promise<AnswerOf<'POST /api/console/confirm/options'>> {
  const own = await store.selectPasskeys(context.db, caller.operatorId)
  const here = own.filter((key) => key.rpId === rpId)
  if (here.length === 0) throw new Refusal(own.length === 0 ? 'NO_DATA' : 'PASSKEY_UNAVAILABLE')
  const { asked, keep } = await newChallenge(context, caller, 'prove')
  await transaction(context.db, keep)
  return { ...asked, rpId, userVerification: 'required', allowCredentials: descriptors(namedBy(here)) }
}

/**
 * Proves the operator's identity in a session by a passkey. One that fails is audited as a failed login: the
 * person who uses it knows the password.
 * @throws Refusal `PASSKEY_INVALID`; `INACTIVE_USER` or `invalid-token` if the session has ended meanwhile
 */
export async function proveByPasskey(
  context: Context,
  place: Place,
  caller: OperatorCaller,
  { credential, ip }: Required<Pick<BodyOf<'POST /api/console/confirm'>, 'credential'>> & { ip: string },
): Promise<void> {
  const { operatorId } = caller
  const failed = async (why: LoginFailure): Promise<never> => {
    await auditFailure(context, { why, who: operatorId, ip, operatorId })
    throw new Refusal('PASSKEY_INVALID')
  }
  const signed = await readSigned(context, place, caller, credential).catch((error: unknown) => {
    if (error instanceof Refusal) return failed('passkey')
    throw error
  })
  const now = context.clock.now()
  const outcome = await transaction(context.db, async (tx) => {
    await lockCaller(tx, caller)
    const found = await store.countUse(tx, { ...signed, now })
    if (found === 'used') await noteCheck(tx, caller.sessionHash, { now, isFactor: true })
    return found
  })
  if (outcome !== 'used') await failed(outcome === 'copy' ? 'passkey-copy' : 'passkey')
}

/** @returns the passkey that has signed, and how often its device says it was used */
async function readSigned(
  context: Context,
  place: Place,
  caller: OperatorCaller,
  credential: NonNullable<BodyOf<'POST /api/console/confirm'>['credential']>,
): Promise<{ id: string; counter: number }> {
  const challenge = await takeChallenge(context, caller, 'prove', credential)
  const own = await store.selectPasskeys(context.db, caller.operatorId)
  const key = own.find(({ credentialId }) => credentialId === credential.id)
  if (!key) throw new Refusal('PASSKEY_INVALID')
  const stored = { ...key, handle: handleOf(caller.operatorId) }
  return { id: key.id, counter: await readUse(context.log, place, credential, stored, challenge) }
}
