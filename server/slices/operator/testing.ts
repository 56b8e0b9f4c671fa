import { randomBytes } from 'node:crypto'
import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import type { TestApp } from '../../testing/app.ts'
import { hashPassword } from '../account/public.ts'
import { insertOperator } from './store.ts'

/** Helpers for tests of the console. */

const password = 'krapao-demo'
let counter = 0
const hash = hashPassword(password)

/** Headers of a caller with an address of its own, so that limits by address do not count tests together. */
export const fromAddress = (): { 'x-forwarded-for': string } => ({
  'x-forwarded-for': `198.19.${(++counter >> 8) & 255}.${counter & 255}`,
})

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
