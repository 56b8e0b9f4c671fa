import { requestedWith } from '@krapao/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { batcher } from '../../platform/batcher.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { hashToken, newToken } from './secrets.ts'
import { insertSession, selectSessions, touchSessions } from './session-store.ts'

/** rules.md §2.2 */
export const rememberDays = defineSetting(
  'session.rememberDays',
  Type.Integer({ minimum: 1, maximum: 365 }),
  30,
  'Days that a remembered login lasts',
)
export const sessionHours = defineSetting(
  'session.hours',
  Type.Integer({ minimum: 1, maximum: 24 * 30 }),
  12,
  'Hours that a login lasts that is not remembered',
)

/** The minimum seconds between two updates of a session's last use. */
const lastUseEvery = 60

/**
 * Opens a session for a member.
 * @param passwordHash as it was when the member was recognised
 * @returns its token, which is stored only as a hash
 * @throws Refusal `WRONG_CREDENTIAL` if the member has another password by now
 */
export async function openSession(
  context: Context,
  memberId: string,
  remember: boolean,
  passwordHash?: string,
): Promise<string> {
  const token = newToken()
  const now = context.clock.now()
  const seconds = remember
    ? (await context.settings.get(rememberDays)) * 86_400
    : (await context.settings.get(sessionHours)) * 3600
  const isOpen = await insertSession(context.db, {
    hash: hashToken(token),
    memberId,
    remember,
    now,
    expiresAt: addSeconds(now, seconds),
    passwordHash,
  })
  if (!isOpen) throw new Refusal('WRONG_CREDENTIAL')
  return token
}

/**
 * Authenticates a member's call (rules.md §2.2).
 * @throws Refusal `KEY_MISSING`, `KEY_INVALID`, `INACTIVE_USER` (403), `invalid-token` (401)
 */
export async function admit(context: Context, request: FastifyRequest): Promise<Caller> {
  const header = request.headers['x-requested-with']
  if (header === undefined || header === '') throw new Refusal('KEY_MISSING')
  if (header !== requestedWith) throw new Refusal('KEY_INVALID')
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refusal('invalid-token')
  const session = await context.services.findSession(hashToken(token))
  if (!session) throw new Refusal('invalid-token')
  if (!session.isActive) throw new Refusal('INACTIVE_USER')
  return session.caller
}

/** The caller of a token outside HTTP calls (sockets); undefined if `admit` would refuse the token. */
export async function sessionOf(context: Context, token: string): Promise<Caller | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined
  const session = await context.services.findSession(hashToken(token))
  return session?.isActive ? session.caller : undefined
}

interface LivingSession {
  caller: Caller
  isActive: boolean
}

declare module '../context.ts' {
  interface Services {
    findSession: ReturnType<typeof sessionFinder>
  }
}

/** Every call of every member needs this, so look-ups that arrive together share one query. */
export function sessionFinder(context: Pick<Context, 'database' | 'clock' | 'log'>) {
  const find = batcher<string, LivingSession | undefined>(
    async (hashes) => {
      const now = context.clock.now()
      const rows = await selectSessions(context.database, hashes)
      const found = new Map<string, LivingSession>()
      const stale: string[] = []
      for (const row of rows) {
        if (row.expires_at <= now) continue
        found.set(row.hash, {
          caller: { memberId: row.member_id, sessionHash: row.hash },
          isActive: row.is_active,
        })
        if (row.last_used_at <= addSeconds(now, -lastUseEvery)) stale.push(row.hash)
      }
      if (stale.length > 0) touch(stale, now)
      return hashes.map((hash) => found.get(hash))
    },
    { inFlight: 2 },
  )

  // No caller waits for this update, and none fails with it.
  function touch(hashes: string[], now: Date): void {
    touchSessions(context.database, hashes, now).catch((error: unknown) =>
      context.log.warn({ err: error }, 'session use not recorded'),
    )
  }

  return find
}
