import { requestedWith } from '@krapao/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { batcher } from '../../platform/batcher.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { hashToken, newToken } from './secrets.ts'
import { insertSession } from './store.ts'

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

/** When a session was last used is written at most this often, in seconds. */
const lastUseEvery = 60

/** Opens a session for a member. Answers its token, which is stored nowhere. */
export async function openSession(context: Context, memberId: string, remember: boolean): Promise<string> {
  const token = newToken()
  const now = context.clock.now()
  const seconds = remember
    ? (await context.settings.get(rememberDays)) * 86_400
    : (await context.settings.get(sessionHours)) * 3600
  await insertSession(context.db, {
    hash: hashToken(token),
    memberId,
    remember,
    now,
    expiresAt: addSeconds(now, seconds),
  })
  return token
}

/**
 * Lets a member's call in (rules.md §2.2).
 * @throws Refusal `KEY_MISSING`, `KEY_INVALID`, `INACTIVE_USER` (403), `invalid-token` (401)
 */
export async function admit(context: Context, request: FastifyRequest): Promise<Caller> {
  const header = request.headers['x-requested-with']
  if (header === undefined || header === '') throw new Refusal('KEY_MISSING')
  if (header !== requestedWith) throw new Refusal('KEY_INVALID')
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refusal('invalid-token')
  const session = await readersOf(context).find(hashToken(token))
  if (!session) throw new Refusal('invalid-token')
  if (!session.isActive) throw new Refusal('INACTIVE_USER')
  return session.caller
}

/** The caller of a token outside HTTP calls (sockets); undefined for whatever `admit` would refuse. */
export async function sessionOf(context: Context, token: string): Promise<Caller | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined
  const session = await readersOf(context).find(hashToken(token))
  return session?.isActive ? session.caller : undefined
}

interface LivingSession {
  caller: Caller
  isActive: boolean
}

interface Readers {
  find(hash: string): Promise<LivingSession | undefined>
}

const readers = new WeakMap<Context, Readers>()

/** Every call of every member passes here: look-ups that arrive together are one query. */
function readersOf(context: Context): Readers {
  const known = readers.get(context)
  if (known) return known

  const find = batcher<string, LivingSession | undefined>(
    async (hashes) => {
      const now = context.clock.now()
      const rows = await context.database.query<{
        hash: string
        member_id: string
        expires_at: Date
        last_used_at: Date
        is_active: boolean
      }>(
        // Who is shut out hears that, though the sessions have ended with it.
        // That a session has not expired is not asked of the database: a plan by the index on expires_at reads all of them.
        `select s.hash, s.member_id, s.expires_at, s.last_used_at, m.is_active
         from sessions s join members m on m.id = s.member_id
         where s.hash = any($1::text[]) and (s.revoked_at is null or not m.is_active)`,
        [hashes],
      )
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

  // Nobody waits for this, and nothing fails with it.
  function touch(hashes: string[], now: Date): void {
    context.database
      .query('update sessions set last_used_at = $2 where hash = any($1::text[]) and last_used_at < $2', [
        hashes,
        now,
      ])
      .catch((error: unknown) => context.log.warn({ err: error }, 'session use not recorded'))
  }

  const made = { find }
  readers.set(context, made)
  return made
}
