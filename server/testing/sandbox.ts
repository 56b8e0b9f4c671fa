import type { Fault as OutsideFault } from '@krapao/sandbox/fault-names.ts'
import { type Secrets, sandboxPlugin } from '@krapao/sandbox/plugin.ts'
import Fastify from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export type Fault = OutsideFault | 'none'

/** The real sandbox of a test, on its own port with its own database. */
export interface TestSandbox {
  /** e.g. http://127.0.0.1:40123/sandbox */
  url: string
  secrets: Secrets
  /** The server that receives the sandbox's reports; set by the caller that starts it. */
  server: string
  /** One of the sandbox's calls, e.g. `call('POST', 'gifts', { amount, phone })`. @throws if it is refused */
  call<T>(method: string, path: string, body?: object): Promise<T>
  /** Makes the next `times` calls of a target fail; `call` limits it to one, e.g. `transfer`. */
  setFault(target: string, fault: Fault, times?: number, call?: string): Promise<void>
  /** Plays one round at a provider; stake and win in baht. @returns the new balance there */
  play(code: string, username: string, round: { stake: number; win: number }): Promise<number>
  /** Opens a bet, whose stake in baht leaves the balance at once. @returns its id at the provider */
  openBet(code: string, username: string, bet: { stake: number; placedAt?: Date }): Promise<string>
  /** Settles an open bet or voids it, or corrects one that was settled; the win in baht. */
  endBet(
    code: string,
    id: string,
    end: { status: 'settled' | 'corrected'; win: number } | { status: 'void' },
  ): Promise<void>
  /** The provider's own balance in baht; undefined if it has no such account. */
  accountBalance(code: string, username: string): Promise<number | undefined>
  /** Text messages to a phone, newest first. */
  sms(phone: string): Promise<{ phone: string; text: string; otpRef: string; code: string }[]>
  close(): Promise<void>
}

/** @param shared keeps the sandbox's books, which are tables of their own in every test's database */
export async function testSandbox(clock: Clock, shared?: TestDatabase): Promise<TestSandbox> {
  // Few connections, because PostgreSQL allows a hundred for all tests together, and tests with killed nodes
  // need many.
  const own = shared ? undefined : await testDatabase('postgres', { max: 4 })
  const database = own ?? openPostgres(shared?.url ?? '', 4, 20)
  const secrets: Secrets = {
    sms: 'test-sms-secret-of-its-own',
    games: 'test-games-secret-of-its-own',
    bank: 'test-bank',
    slips: 'test-slips-secret-of-its-own',
    payments: 'test-payments',
    gifts: 'test-gifts-secret-of-its-own',
    payouts: 'test-payouts-secret-of-its-own',
  }
  const app = Fastify({ forceCloseConnections: true, pluginTimeout: 60_000 })
  await app.register(sandboxPlugin, {
    prefix: '/sandbox',
    database,
    clock,
    secrets,
    server: () => world.server,
    retryMs: 100,
    isPrepared: true,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const url = `http://127.0.0.1:${port}/sandbox`

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const text = await response.text()
    if (!response.ok)
      throw new SandboxRefused(`sandbox: ${method} ${path}: ${response.status} ${text}`, response.status)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  const world: TestSandbox = {
    url,
    secrets,
    server: '',
    call,
    async setFault(target, fault, times = 1, name) {
      await call('PUT', `faults/${target}`, { fault, times, ...(name && { call: name }) })
    },
    play: async (code, username, round) =>
      (await call<{ balance: number }>('POST', `games/${code}/play`, { username, ...round })).balance,
    openBet: async (code, username, bet) =>
      (await call<{ id: string }>('PUT', `games/${code}/bets`, { username, ...bet })).id,
    async endBet(code, id, end) {
      await call('POST', `games/${code}/bets/${id}`, end)
    },
    async accountBalance(code, username) {
      try {
        return (await call<{ balance: number }>('GET', `games/${code}/accounts/${username}`)).balance
      } catch (error) {
        if (error instanceof SandboxRefused && error.status === 404) return undefined
        throw error
      }
    },
    sms: (phone) => call('GET', `sms?phone=${encodeURIComponent(phone)}`),
    async close() {
      await app.close()
      await (own ? own.drop() : database.close())
    },
  }
  return world
}

class SandboxRefused extends Error {
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}
