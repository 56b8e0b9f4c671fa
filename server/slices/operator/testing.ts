import { randomBytes } from 'node:crypto'
import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import type { TestApp } from '../../testing/app.ts'
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

/** Has one owner ask for something about the staff and another one approve it. @returns what the second one is shown */
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
