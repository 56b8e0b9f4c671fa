import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { nameForm } from '@krapao/contract/name-form.ts'
import { type Role, roles } from '@krapao/contract/slices/operator/roles.ts'
import { transaction } from '../../platform/database.ts'
import { openPglite } from '../../platform/database-pglite.ts'
import { openPostgres } from '../../platform/database-postgres.ts'
import { sqlState } from '../../platform/database-trouble.ts'
import { hashPassword } from '../account/public.ts'
import { isEmail, operatorPassword, operatorPasswordProblem } from './rules.ts'
import { insertAuditEvent, saveOperator } from './store.ts'

/**
 * `npm run operator:add -- --email a@b.c --role owner [--name …]`: creates an operator, or gives an existing
 * one a new password and role, and a name where one is given, and ends the open sessions. The password is
 * read from standard input. The embedded database takes one process at a time: stop the server first. The
 * tables are made by the server when it starts, by the role that owns them, and never by a command.
 */

const problems = {
  LENGTH: `the password needs ${operatorPassword.min} to ${operatorPassword.max} characters`,
  COMMON: 'the password is too easy to guess',
}

function readArguments(): { email: string; role: Role; name: string | null } {
  const { values } = parseArgs({
    options: { email: { type: 'string' }, role: { type: 'string' }, name: { type: 'string' } },
  })
  const email = values.email?.trim().toLowerCase() ?? ''
  if (!isEmail(email)) throw new Error('--email is missing or is no email address')
  const role = roles.find((known) => known === values.role)
  if (!role) throw new Error(`--role must be one of ${roles.join(', ')}`)
  return { email, role, name: nameForm(values.name ?? '') || null }
}

/** The first line of standard input; at a terminal it is asked for and not shown. */
async function readPassword(): Promise<string> {
  const atTerminal = process.stdin.isTTY === true
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silence, terminal: atTerminal })
  if (atTerminal) process.stderr.write('Password: ')
  const { value = '' } = await lines[Symbol.asyncIterator]().next()
  lines.close()
  if (atTerminal) process.stderr.write('\n')
  return value
}

try {
  const operator = readArguments()
  const password = await readPassword()
  const problem = operatorPasswordProblem(password, operator.email)
  if (problem) throw new Error(problems[problem])
  const passwordHash = await hashPassword(password)
  const url = process.env.DATABASE_URL
  const database = url
    ? openPostgres(url, 1)
    : await openPglite(join(process.env.DATA_DIR || '.data', 'database'))
  try {
    const now = new Date()
    const id = randomBytes(9).toString('base64url')
    const { existed } = await transaction(database.db, async (tx) => {
      const saved = await saveOperator(tx, { ...operator, id, passwordHash }, now)
      const details = { email: operator.email, role: operator.role }
      const action = saved.existed ? 'operator.changed' : 'operator.added'
      await insertAuditEvent(tx, { operatorId: null, action, subject: `operator:${saved.id}`, details }, now)
      return saved
    })
    const done = existed ? 'has a new password; open sessions have ended' : 'may log in at /console'
    console.log(`${operator.email} (${operator.role}) ${done}`)
  } finally {
    await database.close()
  }
} catch (error) {
  // undefined_table, undefined_column
  const isOther = ['42P01', '42703'].includes(sqlState(error))
  const reason = isOther
    ? 'the database has not the tables of this version yet; start the server first, which makes them'
    : (error as Error).message
  console.error(`The operator was not stored: ${reason}`)
  process.exitCode = 1
}
