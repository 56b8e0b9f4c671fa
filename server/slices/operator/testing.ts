import { randomBytes } from 'node:crypto'
import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import type { Database } from '../../platform/database.ts'
import type { TestApp } from '../../testing/app.ts'
import { withoutTable } from '../../testing/database.ts'
import { hashPassword } from '../account/public.ts'
import { insertOperator } from './store.ts'
import { codeAt, stepAt } from './time-code.ts'

/** Helpers for tests of the console. */

const password = 'krapao-demo'
let counter = 0
const hash = hashPassword(password)

/** Headers of a caller with an address of its own, so that limits by address do not count tests together. */
export const fromAddress = (): { 'x-forwarded-for': string } => ({
  'x-forwarded-for': `198.19.${(++counter >> 8) & 255}.${counter & 255}`,
})

/** The bytes of a secret in Base32, as it is typed; blanks are ignored. */
export function bytesOf(secret: string): Buffer {
  const bits = [...secret.replace(/\s/g, '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** What an authenticator app shows at a moment. */
export const authenticatorCode = (secret: string, at: Date): string => codeAt(bytesOf(secret), stepAt(at))

export interface TestOperator {
  id: string
  email: string
  name: string
  role: Role
  password: string
  token: string
}

/** An operator who is inserted into the tables and logged in over HTTP. */
export async function newOperator(app: TestApp, role: Role): Promise<TestOperator> {
  const id = `op-${randomBytes(6).toString('hex')}`
  const email = `${id}@test.test`
  const name = `${role} ${id}`
  await insertOperator(
    app.context.db,
    { id, email, name, role, passwordHash: await hash },
    app.context.clock.now(),
  )
  const answer = await app.call('POST /api/console/login', {
    body: { email, password },
    headers: fromAddress(),
  })
  return { id, email, name, role, password, token: answer.body.token }
}

/**
 * Has one owner ask for something about the staff and another one approve it. @returns what the second one is
 * shown
 */
export async function byTwoOwners(
  app: TestApp,
  [first, second]: readonly [TestOperator, TestOperator],
  ask: (token: string) => Promise<{ body: { _id: string } }>,
) {
  const { body } = await ask(first.token)
  const answer = await app.call('POST /api/console/staff/requests/:id/approve', {
    token: second.token,
    params: { id: body._id },
  })
  if (answer.status !== 200) throw new Error(`not approved: ${answer.error?.message}`)
  return answer.body
}

/** Tries to log in: OK, or status and code. */
export async function tryLogin(
  app: TestApp,
  email: string,
  given: string,
  headers: Record<string, string> = fromAddress(),
): Promise<{ outcome: string; token: string; retryAfter: unknown }> {
  const answer = await app.call('POST /api/console/login', { body: { email, password: given }, headers })
  return answer.status === 200
    ? { outcome: 'OK', token: answer.body.token, retryAfter: undefined }
    : {
        outcome: `${answer.status} ${answer.error?.message}`,
        token: '',
        retryAfter: answer.error?.retryAfter,
      }
}

type Queries = Pick<Database, 'query'>

/** An operator in the tables alone, with a password that nobody knows. */
export const storeOperator = ({ db }: Pick<Database, 'db'>, id: string, role: Role = 'owner') =>
  insertOperator(db, { id, email: `${id}@test.test`, name: id, role, passwordHash: '-' }, new Date())

/** Takes an operator's rights to do anything; without an id, those of all. */
export const shutOut = (database: Queries, operatorId?: string) =>
  database.query('update operators set is_active = false where id = $1 or $1 is null', [operatorId ?? null])

/** Changes what an operator may do, past the two owners whom that takes. */
export const changeOperator = (
  database: Queries,
  operatorId: string,
  { isActive, role }: { isActive?: boolean; role?: Role },
) =>
  database.query(
    'update operators set is_active = coalesce($2, is_active), role = coalesce($3, role) where id = $1',
    [operatorId, isActive ?? null, role ?? null],
  )

/** Locks an operator's row, so that a change of it or a count of their vote waits. */
export const lockOperator = (tx: Queries, operatorId: string) =>
  tx.query('select from operators where id = $1 for update', [operatorId])

/** Ends an operator's sessions as an owner's reset of the password does, without a lock of the row. */
export const endOperatorSessions = (database: Queries, operatorId: string) =>
  database.query('update operator_sessions set revoked_at = now() where operator_id = $1', [operatorId])

/** An operator's second factor as it is stored. */
export const storedFactor = (database: Queries, operatorId: string) =>
  database.query('select secret, confirmed_at from operator_codes where operator_id = $1', [operatorId])

/** Locks an operator's second factor, so that a set-up of another one waits. */
export const lockFactor = (tx: Queries, operatorId: string) =>
  tx.query('select from operator_codes where operator_id = $1 for update', [operatorId])

/** An operator's passkeys as they are stored. */
export const storedPasskeys = (database: Queries, operatorId: string): Promise<{ id: string }[]> =>
  database.query('select * from operator_passkeys where operator_id = $1', [operatorId])

/** As if the first had let the second in. */
export const storeTie = (database: Queries, firstId: string, secondId: string, at: Date) =>
  database.query(`insert into operator_ties (by_id, to_id, act, at) values ($1, $2, 'added', $3)`, [
    firstId,
    secondId,
    at,
  ])

/** An event of the audit log. */
export interface StoredEvent {
  operator_id: string
  action: string
  subject: string
  reason: string
  details: Record<string, unknown>
}

/** Events of the audit log, in order. `actions` is one, or a pattern: `look.%`; `subject` one or several. */
export const eventsOf = (
  database: Queries,
  { operatorId, subject, actions }: { operatorId?: string; subject?: string | string[]; actions?: string },
): Promise<StoredEvent[]> =>
  database.query(
    `select operator_id, action, subject, reason, details from audit_log
     where ($1::text is null or operator_id = $1) and ($2::text[] is null or subject = any($2))
       and ($3::text is null or action like $3) order by id`,
    [operatorId ?? null, subject === undefined ? null : [subject].flat(), actions ?? null],
  )

/** Stores events of the audit log as they once were; `ago`: seconds before now. */
export const storeEvents = (database: Queries, events: (Omit<StoredEvent, 'reason'> & { ago: number })[]) =>
  database.query(
    `insert into audit_log (at, operator_id, action, subject, reason, details)
     select now() - ago * interval '1 second', operator_id, action, subject, '', details
     from jsonb_to_recordset($1::jsonb) e (ago int, operator_id text, action text, subject text, details jsonb)`,
    [JSON.stringify(events)],
  )

/** No event can be stored while `act` runs. */
export const withoutAuditLog = <Result>(database: Queries, act: () => Promise<Result>) =>
  withoutTable(database, 'audit_log', act)

/** No look can be noted while `act` runs. */
export const withoutLooks = <Result>(database: Queries, act: () => Promise<Result>) =>
  withoutTable(database, 'operator_looks', act)

/** What the statement begins with that stores an event, for tests that kill a node there. */
export const storesEvent = 'insert into audit_log'
