import { randomBytes } from 'node:crypto'
import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { nameForm } from '@krapao/contract/name-form.ts'
import type { AuditAction, AuditDetails } from '@krapao/contract/slices/operator/audit-actions.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { addSeconds } from '../../platform/clock.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import { Refusal } from '../../platform/refusal.ts'
import { attemptAgain, hashPassword, passwordFits } from '../account/public.ts'
import type { Context } from '../context.ts'
import { requireChecked } from './checked.ts'
import { deleteFactors } from './factor-store.ts'
import { findRequest, type RequestRow } from './request-store.ts'
import { ask, endAll, finish, takeRequest } from './requests.ts'
import { isEmail, operatorPasswordProblem, weighChange } from './rules.ts'
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
  keepSession,
  type OperatorRow,
  revokeSessions,
} from './store.ts'
import { insertOperatorTies } from './tie-store.ts'
import { requireUntied } from './ties.ts'

/**
 * Staff: owners add, change and suspend operators, two of them where somebody may decide more by it;
 * everybody changes the own password. All of it is audited.
 */

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

/**
 * Asks for a new operator: another owner approves it and is shown the one-time password.
 * @throws Refusal `INVALID_USER_INFO`, `EXISTING_USER`, `STAFF_REQUEST_WAITS`, `INACTIVE_USER`, `FORBIDDEN`
 */
export async function addStaff(
  context: Context,
  caller: OperatorCaller,
  given: BodyOf<'POST /api/console/staff'>,
): Promise<AnswerOf<'POST /api/console/staff'>> {
  const email = given.email.trim().toLowerCase()
  if (!isEmail(email)) {
    throw new Refusal('INVALID_USER_INFO', { fields: [{ field: 'email', reason: 'EMAIL' }] })
  }
  const { role } = given
  return transaction(context.db, async (tx) => {
    await lockOwners(tx, caller)
    if (await findCredential(tx, email)) throw new Refusal('EXISTING_USER')
    const wish = { kind: 'add', id: null, email, name: nameForm(given.name), role, isActive: true } as const
    return ask(context, tx, caller, wish)
  })
}

/**
 * Changes name, role or whether an operator may log in. A suspension ends the sessions for good; a
 * reinstatement does not bring them back. A promotion, and the reinstatement of somebody who decides, wait
 * for another owner. A change that takes effect withdraws waiting requests about the person that do not fit
 * any more.
 * @throws Refusal `NO_DATA`, `LAST_OWNER`, `STAFF_REQUEST_WAITS`, `INACTIVE_USER`, `FORBIDDEN`
 */
export async function changeStaff(
  context: Context,
  caller: OperatorCaller,
  id: string,
  given: BodyOf<'PUT /api/console/staff/:id'>,
): Promise<AnswerOf<'PUT /api/console/staff/:id'>> {
  return transaction(context.db, async (tx) => {
    const people = await lockOwners(tx, caller, id)
    const before = await findStaff(tx, id)
    if (!before) throw new Refusal('NO_DATA')
    const wished = {
      name: given.name === undefined ? before.name : nameForm(given.name),
      role: given.role ?? before.role,
      isActive: given.isActive ?? before.isActive,
    }
    const { takesTwo } = weighChange(before, wished)
    const after = takesTwo ? { ...before, name: wished.name } : wished
    const others = people.filter((person) => person.id !== id && person.role === 'owner' && person.isActive)
    const isOwner = wished.role === 'owner' && wished.isActive
    if (others.length === 0 && !isOwner) throw new Refusal('LAST_OWNER')
    await putChange(context, tx, before, after, { by: [caller.operatorId] })
    const request = takesTwo
      ? await ask(context, tx, caller, { ...wished, kind: 'change', id, email: before.email })
      : null
    return { staff: await staffIn(tx, id), request }
  })
}

/**
 * Stores a change of an operator, with its audit, its ties, and the end of the sessions and requests that do
 * not fit any more.
 * @param by the owners: the last one makes the change, the one before asked for it
 */
async function putChange(
  context: Context,
  tx: Tx,
  before: StaffRow,
  after: Pick<StaffRow, 'name' | 'role' | 'isActive'>,
  { by, asked = {} }: { by: string[]; asked?: AuditDetails },
): Promise<void> {
  const { id, email } = before
  const operatorId = by.at(-1) ?? ''
  // Before the row, whose trigger `operators_end_sessions` ends the rest: consoles of the sessions that end
  // here are notified at once.
  if (!after.isActive) await endSessions(context, tx, id)
  await updateStaff(tx, id, after)
  const { isPromotion, isLetIn } = weighChange(before, after)
  const isShutOut = before.isActive && !after.isActive
  const changes = [
    ['operator.renamed', before.name !== after.name, { from: before.name, to: after.name }],
    ['operator.role-changed', before.role !== after.role, { from: before.role, to: after.role }],
    ['operator.shut-out', isShutOut, {}],
    ['operator.let-in', isLetIn, {}],
  ] as const
  for (const [action, isChanged, details] of changes) {
    if (isChanged) await note(context, tx, operatorId, action, id, { email, ...details, ...asked })
  }
  const at = context.clock.now()
  if (isPromotion) await insertOperatorTies(tx, { byIds: by, sawId: null, toId: id, act: 'promoted', at })
  if (isLetIn) await insertOperatorTies(tx, { byIds: by, sawId: null, toId: id, act: 'let-in', at })
  if (isShutOut) await endAll(context, tx, { email }, 'WITHDRAWN', operatorId)
  else if (before.role !== after.role || isLetIn) {
    await endAll(context, tx, { email, kinds: ['change'] }, 'WITHDRAWN', operatorId)
  }
  if (!after.isActive || !may(after.role, 'manageStaff')) {
    await endAll(context, tx, { askedBy: id }, 'WITHDRAWN', operatorId)
  }
}

/**
 * Asks for a one-time password in place of an operator's own: another owner approves it and is shown it.
 * @throws Refusal `NO_DATA`, `STAFF_REQUEST_WAITS`, `INACTIVE_USER`, `FORBIDDEN`
 */
export async function resetPassword(
  context: Context,
  caller: OperatorCaller,
  id: string,
): Promise<AnswerOf<'POST /api/console/staff/:id/password'>> {
  return transaction(context.db, async (tx) => {
    await lockOwners(tx, caller, id)
    const person = await findStaff(tx, id)
    if (!person) throw new Refusal('NO_DATA')
    return ask(context, tx, caller, { ...person, kind: 'reset' })
  })
}

/**
 * Carries out another owner's request. The owner who asked never sees the one-time password. The owner who
 * approves does, and is tied to the person as well; so is the person to everybody else whose password that
 * owner saw. Of several approvals at once one takes effect.
 * @throws Refusal `NO_DATA`, `ALREADY_DECIDED`, `SECOND_OPERATOR` for the owner who asked and the person of
 *   the request, `OPERATORS_TIED`, `CONFIRM_IDENTITY`, `AUTHOR_INACTIVE`, `EXISTING_USER`, `INACTIVE_USER`,
 *   `FORBIDDEN`
 */
export async function approveRequest(
  context: Context,
  caller: OperatorCaller,
  requestId: string,
): Promise<AnswerOf<'POST /api/console/staff/requests/:id/approve'>> {
  const oneTime = await oneTimePassword(context)
  const { operatorId } = caller
  return transaction(context.db, async (tx) => {
    const about = await findRequest(tx, requestId)
    if (!about) throw new Refusal('NO_DATA')
    const people = await lockOwners(tx, caller, about.operatorId ?? operatorId)
    const request = await takeRequest(context, tx, requestId)
    if ([request.askedBy, request.operatorId].includes(operatorId)) throw new Refusal('SECOND_OPERATOR')
    const author = people.find(({ id }) => id === request.askedBy)
    if (!author?.isActive || !may(author.role, 'manageStaff')) throw new Refusal('AUTHOR_INACTIVE')
    await requireUntied(context, tx, operatorId, [request.askedBy])
    await requireChecked(context, tx, caller)
    await finish(context, tx, request.id, operatorId)
    const by = [request.askedBy, operatorId]
    const asked = { askedBy: { operatorId: request.askedBy, name: request.askedByName } }
    const { staff, isNew } = await carryOut(context, tx, request, { by, asked, oneTime })
    return { staff, oneTime: isNew ? shown(oneTime) : null }
  })
}

/** @returns the operator, and whether the one-time password is theirs now */
async function carryOut(
  context: Context,
  tx: Tx,
  { kind, operatorId, email, name, role, isActive }: RequestRow,
  { by, asked, oneTime }: { by: string[]; asked: AuditDetails; oneTime: OneTime },
): Promise<{ staff: Staff; isNew: boolean }> {
  const at = context.clock.now()
  const decider = by.at(-1) ?? ''
  const given = { passwordHash: oneTime.passwordHash, oneTimeUntil: oneTime.until }
  if (kind === 'add') {
    const id = randomBytes(9).toString('base64url')
    const isNew = await insertOperator(tx, { id, email, name, role, passwordHash: oneTime.passwordHash }, at)
    if (!isNew) throw new Refusal('EXISTING_USER')
    await replacePassword(tx, { id, email }, given)
    await insertOperatorTies(tx, { byIds: by, sawId: decider, toId: id, act: 'added', at })
    await note(context, tx, decider, 'operator.added', id, { email, role, ...asked })
    return { staff: await staffIn(tx, id), isNew: true }
  }
  const id = operatorId ?? ''
  const person = await findStaff(tx, id)
  if (!person) throw new Refusal('NO_DATA')
  if (kind === 'reset') {
    await replacePassword(tx, person, given)
    // A person who lost the phone or the key sets up another one.
    await deleteFactors(tx, id)
    await endSessions(context, tx, id)
    await insertOperatorTies(tx, { byIds: by, sawId: decider, toId: id, act: 'reset', at })
    await note(context, tx, decider, 'operator.password-reset', id, { email, ...asked })
  } else {
    await putChange(context, tx, person, { name: person.name, role, isActive }, { by, asked })
  }
  return { staff: await staffIn(tx, id), isNew: kind === 'reset' }
}

/**
 * Refuses another owner's request, or withdraws the caller's own.
 * @throws Refusal `NO_DATA`, `ALREADY_DECIDED`, `INACTIVE_USER`, `FORBIDDEN`
 */
export async function refuseRequest(context: Context, caller: OperatorCaller, id: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    if (!(await findRequest(tx, id))) throw new Refusal('NO_DATA')
    await lockOwners(tx, caller)
    const request = await takeRequest(context, tx, id)
    const state = request.askedBy === caller.operatorId ? 'WITHDRAWN' : 'REFUSED'
    await endAll(context, tx, { id: request.id }, state, caller.operatorId)
  })
}

/**
 * Changes the caller's own password and ends the other sessions. The old one may be guessed as rarely as at a
 * login.
 * @throws Refusal `WRONG_PASSWORD`, `INVALID_USER_INFO`, `REQUEST_LIMIT`, `INACTIVE_USER`
 */
export async function changeOwnPassword(
  context: Context,
  caller: OperatorCaller,
  { oldPassword, newPassword }: BodyOf<'PUT /api/console/password'>,
): Promise<void> {
  const { operatorId, sessionHash } = caller
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
    // If an owner has meanwhile issued a one-time password, or suspended this operator, that takes
    // precedence.
    const now = await lockCredential(tx, own)
    if (!now.isActive) throw new Refusal('INACTIVE_USER')
    await keepSession(tx, caller)
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
    isActive: people.some((person) => person.id === id && person.isActive),
    passwordHash: found?.password_hash,
  }
}

/**
 * Locks all owners, and the operator whom the caller changes. @throws Refusal `INACTIVE_USER`,
 * `invalid-token`, `FORBIDDEN` if the caller is no longer an owner
 */
async function lockOwners(tx: Tx, caller: OperatorCaller, id = caller.operatorId) {
  const people = await lockOwnersAnd(tx, [caller.operatorId, id])
  const own = people.find((person) => person.id === caller.operatorId)
  if (!own?.isActive) throw new Refusal('INACTIVE_USER')
  await keepSession(tx, caller)
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
  operatorId: string,
  action: AuditAction,
  id: string,
  details: AuditDetails,
): Promise<void> =>
  insertAuditEvent(tx, { operatorId, action, subject: `operator:${id}`, details }, clock.now())

interface OneTime {
  password: string
  passwordHash: string
  until: Date
}

async function oneTimePassword({ clock }: Context): Promise<OneTime> {
  const password = newOneTimePassword()
  return {
    password,
    passwordHash: await hashPassword(password),
    until: addSeconds(clock.now(), oneTimeLasts),
  }
}

const shown = ({ password, until }: OneTime) => ({
  password,
  until: until.toISOString(),
})

async function staffIn(tx: Tx, id: string): Promise<Staff> {
  const row = await findStaff(tx, id)
  if (!row) throw new Refusal('NO_DATA')
  return toStaff(row)
}
