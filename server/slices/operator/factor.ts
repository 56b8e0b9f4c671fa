import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import QrPicture from 'qrcode'
import { transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sealedColumn } from '../../platform/sealer.ts'
import { placeAt } from '../../platform/web-authn.ts'
import { attemptAgain, passwordFits } from '../account/public.ts'
import type { Context } from '../context.ts'
import { requireChecked } from './checked.ts'
import { confirmSecret, findCode, putSecret, takeStep } from './factor-store.ts'
import { auditFailure } from './failures.ts'
import { selectPasskeys } from './passkey-store.ts'
import { proveByPasskey } from './passkeys.ts'
import { noteCheck } from './session-store.ts'
import {
  findCredential,
  findOperator,
  insertAuditEvent,
  keepSession,
  lockOperators,
  revokeSessions,
} from './store.ts'
import { newSecret, secretUri, stepOf, toBase32 } from './time-code.ts'

/**
 * Codes by time, and how operators prove their identity again before decisions of two people (rules.md
 * §17.8).
 */

const boundTo = sealedColumn(
  { what: 'second factors of operators', table: 'operator_codes', column: 'secret', key: ['operator_id'] },
  (operatorId) => `operator-code:${operatorId}`,
)

/**
 * Makes a secret for an authenticator app. It counts once a code of it was entered; until then another one
 * can be made.
 * @throws Refusal `invalid-token` if the session has ended meanwhile, `CONFIRM_IDENTITY`; `SECOND_FACTOR_SET`
 *   if one counts already: only two owners take it away
 */
export async function prepareFactor(
  context: Context,
  caller: OperatorCaller,
): Promise<AnswerOf<'POST /api/console/second-factor'>> {
  const { operatorId } = caller
  const own = await findOperator(context.db, operatorId)
  if (!own) throw new Refusal('invalid-token')
  const secret = newSecret()
  const sealed = context.sealer.seal(secret.toString('base64url'), boundTo(operatorId))
  await transaction(context.db, async (tx) => {
    // The secret is locked before the session, as by those who take it away and end the sessions.
    const isStored = await putSecret(tx, { operatorId, secret: sealed, now: context.clock.now() })
    await keepSession(tx, caller)
    await requireChecked(context, tx, caller)
    if (!isStored) throw new Refusal('SECOND_FACTOR_SET')
  })
  const uri = secretUri(secret, { issuer: context.brand.name, account: own.email })
  const picture = await QrPicture.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
  return {
    secret: toBase32(secret),
    picture: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`,
  }
}

/**
 * Lets the secret count, by a right code of it. The caller's other sessions end: they were opened with one
 * factor.
 * @throws Refusal `SECOND_FACTOR_INVALID`, `SECOND_FACTOR_SET`, `REQUEST_LIMIT`; `invalid-token` as above
 */
export async function confirmFactor(
  context: Context,
  caller: OperatorCaller,
  { code, ip }: BodyOf<'PUT /api/console/second-factor'> & { ip: string },
): Promise<void> {
  const { operatorId, sessionHash } = caller
  if ((await findCode(context.db, operatorId))?.confirmedAt) throw new Refusal('SECOND_FACTOR_SET')
  const secret = await requireCode(context, operatorId, { code, ip, isNew: true })
  const now = context.clock.now()
  const ended = await transaction(context.db, async (tx) => {
    // Before the sessions, so that two of them that set up something at once do not wait for each other in a
    // circle.
    await lockOperators(tx, [operatorId])
    if (!(await confirmSecret(tx, { operatorId, secret, now }))) throw new Refusal('SECOND_FACTOR_SET')
    await keepSession(tx, caller)
    await noteCheck(tx, sessionHash, { now, isFactor: true })
    const subject = `operator:${operatorId}`
    await insertAuditEvent(tx, { operatorId, action: 'operator.factor-set', subject }, now)
    return revokeSessions(tx, operatorId, now, sessionHash)
  })
  for (const hash of ended) context.sockets.endSession(hash)
}

/**
 * Proves the operator's identity in a session: by a passkey or a code where the operator has a second factor,
 * else by the password.
 * @param origin of the page, where it is certain (platform/public-origin.ts)
 * @throws Refusal `SECOND_FACTOR_INVALID`, `PASSKEY_INVALID`, `PASSKEY_UNAVAILABLE`, `WRONG_PASSWORD`,
 *   `REQUEST_LIMIT`
 */
export async function confirmIdentity(
  context: Context,
  caller: OperatorCaller,
  {
    credential,
    code,
    password,
    ip,
    origin,
  }: BodyOf<'POST /api/console/confirm'> & { ip: string; origin: string | undefined },
): Promise<void> {
  const { operatorId, sessionHash } = caller
  if (credential) return proveByPasskey(context, placeAt(origin), caller, { credential, ip })
  const hasCode = (await findCode(context.db, operatorId))?.confirmedAt != null
  const isFactor = hasCode || (await selectPasskeys(context.db, operatorId)).length > 0
  if (isFactor) await requireCode(context, operatorId, { code: code ?? '', ip, isNew: false })
  else await requirePassword(context, operatorId, password ?? '')
  const now = context.clock.now()
  await transaction(context.db, (tx) => noteCheck(tx, sessionHash, { now, isFactor }))
}

/**
 * A code is accepted once, and may be guessed as rarely as a password. A wrong one is audited as a failed
 * login: the person who gives it knows the password.
 * @param isNew whether the secret counts only from this code on
 * @returns the sealed secret that it is of
 */
async function requireCode(
  context: Context,
  operatorId: string,
  { code, ip, isNew }: { code: string; ip: string; isNew: boolean },
): Promise<string> {
  const noteWrong = () => auditFailure(context, { why: 'code', who: operatorId, ip, operatorId })
  const right = await attemptAgain(context, `operator-code:${operatorId}`, async () => {
    const row = await findCode(context.db, operatorId)
    if (!row || (row.confirmedAt === null && !isNew)) return undefined
    const secret = Buffer.from(context.sealer.open(row.secret, boundTo(operatorId)), 'base64url')
    const step = stepOf(secret, code, { now: context.clock.now(), after: row.lastStep })
    if (step === undefined) return undefined
    const isTaken = await takeStep(context.db, { operatorId, secret: row.secret, step })
    return isTaken ? row.secret : undefined
  }).catch(async (error: unknown) => {
    if (error instanceof Refusal) await noteWrong()
    throw error
  })
  if (right === undefined) {
    await noteWrong()
    throw new Refusal('SECOND_FACTOR_INVALID')
  }
  return right
}

async function requirePassword(context: Context, operatorId: string, password: string): Promise<void> {
  const own = await findOperator(context.db, operatorId)
  if (!own) throw new Refusal('invalid-token')
  const right = await attemptAgain(context, `operator:${operatorId}`, async () => {
    const found = await findCredential(context.db, own.email)
    return (await passwordFits(found?.password_hash, password)) || undefined
  })
  if (!right) throw new Refusal('WRONG_PASSWORD')
}
