import { randomBytes } from 'node:crypto'
import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import type { AuditAction, AuditDetails } from '@krapao/contract/slices/operator/audit-actions.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { addSeconds } from '../../platform/clock.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import { Refusal } from '../../platform/refusal.ts'
import { attemptAgain, hashPassword, passwordFits } from '../account/public.ts'
import type { Context } from '../context.ts'
import { isEmail, operatorPasswordProblem } from './rules.ts'
import {
  findStaff,
  lockOwnersAnd,
  replacePassword,
  type StaffRow,
  selectStaff,
  updateStaff,
} from './staff-store.ts'
import {
  type AuditEvent,
  findCredential,
  findOperator,
  insertAuditEvent,
  insertOperator,
  type OperatorRow,
  revokeSessions,
} from './store.ts'

/** Staff: owners add, change and suspend operators; everybody changes the own password. All of it is audited. */

/** Seconds for which a one-time password works. */
const oneTimeLasts = 3 * 86_400

type Staff = AnswerOf<'GET /api/console/staff'>[number]

const toStaff = ({ id, createdAt, lastLoginAt, oneTimeUntil, ...row }: StaffRow): Staff => ({
  _id: id,
  ...row,
  createdAt: createdAt.toISOString(),
  lastLoginAt: lastLoginAt?.toISOString() ?? null,
  oneTimeUntil: oneTimeUntil?.toISOString() ?? null,
})

export const listStaff = async ({ db }: Context): Promise<Staff[]> => (await selectStaff(db)).map(toStaff)

/** 80 random bits in groups that can be read out. */
const newOneTimePassword = (): string => randomLetters(16).replace(/(.{4})(?=.)/g, '$1-')

/** @throws Refusal `INVALID_USER_INFO`, `EXISTING_USER`, `INACTIVE_USER`, `FORBIDDEN` */
export async function addStaff(
  context: Context,
  caller: OperatorCaller,
  given: BodyOf<'POST /api/console/staff'>,
): Promise<AnswerOf<'POST /api/console/staff'>> {
  const email = given.email.trim().toLowerCase()
  if (!isEmail(email)) {
    throw new Refusal('INVALID_USER_INFO', { fields: [{ field: 'email', reason: 'EMAIL' }] })
  }
  const oneTime = await oneTimePassword(context)
  const now = context.clock.now()
  const id = randomBytes(9).toString('base64url')
  const { role } = given
  return transaction(context.db, async (tx) => {
    await lockOwners(tx, caller)
    const { passwordHash } = oneTime
    const isNew = await insertOperator(tx, { id, email, name: given.name.trim(), role, passwordHash }, now)
    if (!isNew) throw new Refusal('EXISTING_USER')
    await replacePassword(tx, { id, email }, { passwordHash, oneTimeUntil: oneTime.until })
    await note(context, tx, caller, 'operator.added', id, { email, role })
    return { staff: await staffIn(tx, id), oneTime: shown(oneTime) }
  })
}

/**
 * Changes name, role or whether an operator may log in. A suspension ends the sessions for good; a reinstatement does
 * not bring them back.
 * @throws Refusal `NO_DATA`, `LAST_OWNER`, `INACTIVE_USER`, `FORBIDDEN`
 */
export async function changeStaff(
  context: Context,
  caller: OperatorCaller,
  id: string,
  given: BodyOf<'PUT /api/console/staff/:id'>,
): Promise<Staff> {
  return transaction(context.db, async (tx) => {
    const people = await lockOwners(tx, caller, id)
    const before = await findStaff(tx, id)
    if (!before) throw new Refusal('NO_DATA')
    const after = {
      name: given.name?.trim() ?? before.name,
      role: given.role ?? before.role,
      isActive: given.isActive ?? before.isActive,
    }
    const others = people.filter((one) => one.id !== id && one.role === 'owner' && one.isActive)
    const isOwner = after.role === 'owner' && after.isActive
    if (others.length === 0 && !isOwner) throw new Refusal('LAST_OWNER')
    // Before the row, whose trigger `operators_end_sessions` ends the rest: consoles of the sessions that end here are
    // notified at once.
    if (!after.isActive) await endSessions(context, tx, id)
    await updateStaff(tx, id, after)
    const changes = [
      ['operator.renamed', before.name !== after.name, { from: before.name, to: after.name }],
      ['operator.role-changed', before.role !== after.role, { from: before.role, to: after.role }],
      ['operator.shut-out', before.isActive && !after.isActive, {}],
      ['operator.let-in', !before.isActive && after.isActive, {}],
    ] as const
    for (const [action, isChanged, details] of changes) {
      if (isChanged) await note(context, tx, caller, action, id, { email: before.email, ...details })
    }
    return staffIn(tx, id)
  })
}

/** @throws Refusal `NO_DATA`, `INACTIVE_USER`, `FORBIDDEN` */
export async function resetPassword(
  context: Context,
  caller: OperatorCaller,
  id: string,
): Promise<AnswerOf<'POST /api/console/staff/:id/password'>> {
  const oneTime = await oneTimePassword(context)
  return transaction(context.db, async (tx) => {
    await lockOwners(tx, caller, id)
    const person = await findStaff(tx, id)
    if (!person) throw new Refusal('NO_DATA')
    await replacePassword(tx, person, { passwordHash: oneTime.passwordHash, oneTimeUntil: oneTime.until })
    await endSessions(context, tx, id)
    await note(context, tx, caller, 'operator.password-reset', id, { email: person.email })
    return shown(oneTime)
  })
}

/**
 * Changes the caller's own password and ends the other sessions. The old one may be guessed as rarely as at a login.
 * @throws Refusal `WRONG_PASSWORD`, `INVALID_USER_INFO`, `REQUEST_LIMIT`, `INACTIVE_USER`
 */
export async function changeOwnPassword(
  context: Context,
  { operatorId, sessionHash }: OperatorCaller,
  { oldPassword, newPassword }: BodyOf<'PUT /api/console/password'>,
): Promise<void> {
  const own = await findOperator(context.db, operatorId)
  if (!own) throw new Refusal('invalid-token')
  const problem = oldPassword === newPassword ? 'SAME' : operatorPasswordProblem(newPassword, own.email)
  if (problem) {
    throw new Refusal('INVALID_USER_INFO', { fields: [{ field: 'newPassword', reason: problem }] })
  }
  const right = await attemptAgain(context, `operator:${operatorId}`, async () => {
    const found = await findCredential(context.db, own.email)
    return (await passwordFits(found?.password_hash, oldPassword)) ? found : undefined
  })
  if (!right) throw new Refusal('WRONG_PASSWORD')
  const passwordHash = await hashPassword(newPassword)
  await transaction(context.db, async (tx) => {
    // If an owner has meanwhile issued a one-time password, or suspended this operator, that takes precedence.
    const now = await lockCredential(tx, own)
    if (!now.isActive) throw new Refusal('INACTIVE_USER')
    if (now.passwordHash !== right.password_hash) throw new Refusal('WRONG_PASSWORD')
    await replacePassword(tx, own, { passwordHash, oneTimeUntil: null })
    await endSessions(context, tx, operatorId, sessionHash)
    const event: AuditEvent = {
      operatorId,
      action: 'operator.password-changed',
      subject: `operator:${operatorId}`,
    }
    await insertAuditEvent(tx, event, context.clock.now())
  })
}

async function lockCredential(
  tx: Tx,
  { id, email }: OperatorRow,
): Promise<{ isActive: boolean; passwordHash: string | undefined }> {
  const people = await lockOwnersAnd(tx, [id])
  const found = await findCredential(tx, email)
  return {
    isActive: people.some((one) => one.id === id && one.isActive),
    passwordHash: found?.password_hash,
  }
}

/**
 * Locks all owners, and the operator whom the caller changes. @throws Refusal `INACTIVE_USER`, `FORBIDDEN` if the
 * caller is no longer an owner
 */
async function lockOwners(tx: Tx, { operatorId }: OperatorCaller, id = operatorId) {
  const people = await lockOwnersAnd(tx, [operatorId, id])
  const own = people.find((one) => one.id === operatorId)
  if (!own?.isActive) throw new Refusal('INACTIVE_USER')
  if (!may(own.role, 'manageStaff')) throw new Refusal('FORBIDDEN')
  return people
}

async function endSessions(context: Context, tx: Tx, operatorId: string, keep?: string): Promise<void> {
  const ended = await revokeSessions(tx, operatorId, context.clock.now(), keep)
  tx.afterCommit(() => {
    for (const session of ended) context.sockets.endSession(session)
  })
}

const note = (
  { clock }: Context,
  tx: Tx,
  { operatorId }: OperatorCaller,
  action: AuditAction,
  id: string,
  details: AuditDetails,
): Promise<void> =>
  insertAuditEvent(tx, { operatorId, action, subject: `operator:${id}`, details }, clock.now())

async function oneTimePassword({ clock }: Context) {
  const password = newOneTimePassword()
  return {
    password,
    passwordHash: await hashPassword(password),
    until: addSeconds(clock.now(), oneTimeLasts),
  }
}

const shown = ({ password, until }: { password: string; until: Date }) => ({
  password,
  until: until.toISOString(),
})

async function staffIn(tx: Tx, id: string): Promise<Staff> {
  const row = await findStaff(tx, id)
  if (!row) throw new Refusal('NO_DATA')
  return toStaff(row)
}
