import { sign, signatureHeader } from '@krapao/contract/signature.ts'
import Fastify from 'fastify'
import { type Clock, systemClock } from '../../server/platform/clock.ts'
import type { Engine } from '../../server/platform/database.ts'
import { type TestDatabase, testDatabase } from '../../server/testing/database.ts'
import { type Secrets, sandboxPlugin } from '../plugin.ts'

export interface Answered {
  status: number
  text: string
  /** The parsed answer; undefined if it is not JSON. */
  body: Record<string, unknown> | undefined
}

export interface TestWorld {
  url: string
  database: TestDatabase
  /** Makes a signed call; rejects if no answer comes within `waitMs`. */
  signedCall(path: string, body: object, options?: { secret?: string; waitMs?: number }): Promise<Answered>
  /** Makes a call without a signature. */
  call(
    method: string,
    path: string,
    body?: object | string,
    headers?: Record<string, string>,
  ): Promise<Answered>
  /** Opens a game account and transfers `baht` into it. */
  account(code: string, username: string, baht: number): Promise<void>
  balance(code: string, username: string): Promise<unknown>
  close(): Promise<void>
}

const secrets: Secrets = {
  sms: 'sms-secret',
  games: 'games-secret',
  bank: 'bank-secret',
  slips: 'slips-secret',
  payments: 'payments-secret',
  gifts: 'gifts-secret',
  payouts: 'payouts-secret',
}

/** Starts the sandbox on a port of its own, with a database of its own. */
export async function testWorld(engine: Engine, clock: Clock = systemClock): Promise<TestWorld> {
  const database = await testDatabase(engine)
  const app = Fastify({ forceCloseConnections: true, pluginTimeout: 60_000 })
  await app.register(sandboxPlugin, { prefix: '/sandbox', database, clock, secrets, server: () => '' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as { port: number }).port}/sandbox`
  let transfers = 0

  const world: TestWorld = {
    url,
    database,
    async signedCall(
      path,
      body,
      { secret = secrets[path.split('/')[1] as keyof Secrets], waitMs = 20_000 } = {},
    ) {
      const text = JSON.stringify(body)
      const headers = {
        'content-type': 'application/json',
        [signatureHeader]: sign(secret, text, clock.now()),
      }
      return read(
        await fetch(url + path, { method: 'POST', body: text, headers, signal: AbortSignal.timeout(waitMs) }),
      )
    },
    async call(method, path, body, headers = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const type = body === undefined ? undefined : { 'content-type': 'application/json' }
      return read(
        await fetch(url + path, {
          method,
          headers: { ...type, ...headers },
          ...(text !== undefined && { body: text }),
        }),
      )
    },
    async account(code, username, baht) {
      await world.signedCall(`/games/${code}/open-account`, { username })
      if (baht === 0) return
      const transferId = `opening-${++transfers}`
      await world.signedCall(`/games/${code}/transfer`, {
        transferId,
        username,
        direction: 'in',
        amount: baht,
      })
    },
    balance: async (code, username) =>
      (await world.call('GET', `/api/games/${code}/accounts/${username}`)).body?.balance,
    async close() {
      await app.close()
      await database.drop()
    },
  }
  return world
}

async function read(response: Response): Promise<Answered> {
  const text = await response.text()
  let body: Answered['body']
  try {
    body = JSON.parse(text)
  } catch {}
  return { status: response.status, text, body }
}
