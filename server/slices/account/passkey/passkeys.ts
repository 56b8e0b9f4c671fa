import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { transaction } from '../../../platform/database.ts'
import type { Caller } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'
import { newPasskeyOptions, type Place, readNewPasskey, readUse } from '../../../platform/web-authn.ts'
import type { Context } from '../../context.ts'
import { attemptAgain } from '../guesses.ts'
import type { Entered } from '../history/enter.ts'
import type { DeviceNames } from '../history/user-agent.ts'
import { passwordFits } from '../secrets.ts'
import { openSession } from '../session.ts'
import { findCredentialById } from '../store.ts'
import { makeChallenge, takeSigned } from './challenge.ts'
import * as store from './store.ts'

/** rules.md §2.8 */
const maxPasskeys = defineSetting(
  'passkey.max',
  Type.Integer({ minimum: 1, maximum: 50 }),
  10,
  'Passkeys that a member may have',
)
const challengeMinutes = defineSetting(
  'passkey.challengeMinutes',
  Type.Integer({ minimum: 1, maximum: 60 }),
  10,
  'Minutes in which a challenge has to be signed by a passkey',
)

async function newChallenge(context: Context, memberId: string | null) {
  const { asked, ...stored } = await makeChallenge(context, challengeMinutes)
  await store.insertChallenge(context.db, { ...stored, memberId })
  return asked
}

/** @throws Refusal `PASSKEY_INVALID` as `takeSigned`, or where it is somebody else's */
const takeChallenge = (
  { db, clock }: Context,
  signed: Parameters<typeof takeSigned>[0],
  memberId: string | null,
): Promise<string> =>
  takeSigned(signed, (hash) => store.takeChallenge(db, { hash, memberId, now: clock.now() }))

/**
 * The options by which the browser makes a passkey. The password is asked for again, so that nobody who finds
 * an open phone, or takes a session, keeps a key to the account.
 * @throws Refusal `WRONG_PASSWORD`, `REQUEST_LIMIT`, `PASSKEY_FULL`
 */
export async function preparePasskey(
  context: Context,
  place: Place,
  { memberId, password }: { memberId: string; password: string },
): Promise<AnswerOf<'POST /api/account/passkeys/options'>> {
  const member = await findCredentialById(context.db, memberId)
  const right = await attemptAgain(context, memberId, async () =>
    (await passwordFits(member.password_hash, password)) ? true : undefined,
  )
  if (!right) throw new Refusal('WRONG_PASSWORD')
  const own = await store.selectPasskeys(context.db, memberId)
  if (own.length >= (await context.settings.get(maxPasskeys))) throw new Refusal('PASSKEY_FULL')
  const who = { issuer: context.brand.name, handle: memberId, name: member.phone, own }
  return newPasskeyOptions(place, who, await newChallenge(context, memberId), 'required')
}

/**
 * Keeps a passkey that the browser has made.
 * @throws Refusal `PASSKEY_INVALID`, `PASSKEY_FULL`, `INACTIVE_USER`, `invalid-token`
 */
export async function addPasskey(
  context: Context,
  place: Place,
  caller: Caller,
  { credential }: BodyOf<'POST /api/account/passkeys'>,
  names: DeviceNames,
): Promise<void> {
  const challenge = await takeChallenge(context, credential, caller.memberId)
  const made = await readNewPasskey(context.log, place, credential, challenge)
  const key = { ...made, now: context.clock.now(), ...names }
  const max = await context.settings.get(maxPasskeys)
  const problem = await transaction(context.db, (tx) => store.insertPasskey(tx, caller, key, max))
  if (problem === 'full') throw new Refusal('PASSKEY_FULL')
  if (problem === 'taken') throw new Refusal('PASSKEY_INVALID')
}

/** A challenge for anybody with a passkey of this site. */
export async function askPasskey(
  context: Context,
  { rpId }: Place,
): Promise<AnswerOf<'POST /api/login/passkey/options'>> {
  return { ...(await newChallenge(context, null)), rpId, userVerification: 'required' }
}

/**
 * Logs in the member whose passkey has signed a challenge.
 * @throws Refusal `PASSKEY_INVALID`; `INACTIVE_USER` only to the holder of the passkey
 */
export async function logInByPasskey(
  context: Context,
  place: Place,
  { credential, remember = false }: BodyOf<'POST /api/login/passkey'>,
): Promise<Entered> {
  const challenge = await takeChallenge(context, credential, null)
  const { id } = credential
  const key = await store.findPasskey(context.db, id)
  if (!key) throw new Refusal('PASSKEY_INVALID')
  const stored = { rpId: key.rp_id, publicKey: key.public_key, handle: key.member_id }
  const counter = await readUse(context.log, place, credential, stored, challenge)
  if (!key.is_active) throw new Refusal('INACTIVE_USER')
  // A count that was seen before is a copy of the passkey, or the same answer twice at one moment.
  const use = { id, counter, now: context.clock.now() }
  if (!(await store.countUse(context.db, use))) throw new Refusal('PASSKEY_INVALID')
  const token = await openSession(context, key.member_id, remember, key.password_hash).catch((error) => {
    throw error instanceof Refusal ? new Refusal('PASSKEY_INVALID') : error
  })
  return { token, memberId: key.member_id, phone: key.phone }
}

/** The member's passkeys, the latest first. */
export async function listPasskeys({ db }: Context, memberId: string) {
  return (await store.selectPasskeys(db, memberId)).map((key) => ({
    _id: key.id,
    browser: key.browser,
    system: key.system,
    addedAt: key.created_at.toISOString(),
    lastUsedAt: key.last_used_at?.toISOString() ?? null,
  }))
}

/** @throws Refusal `NO_DATA` if the member has no such passkey */
export async function removePasskey({ db }: Context, memberId: string, id: string): Promise<void> {
  if (!(await store.deletePasskey(db, memberId, id))) throw new Refusal('NO_DATA')
}
