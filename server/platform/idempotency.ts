import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { batcher } from './batcher.ts'
import { addSeconds, type Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Caller, Gate } from './http.ts'
import { Refusal } from './refusal.ts'

interface StoredAnswer {
  member_id: string
  key: string
  fingerprint: string
  status: number
  answer: unknown
}

/**
 * First answers per member and `Idempotency-Key` (rules.md §1.5). Reads and writes are batched, because every
 * transfer passes here. It replays answers; that the effect happens once is the ledger's doing, whose journal keys
 * are made from the same key, so a crash between effect and answer is safe to repeat.
 */
export function createIdempotency(
  database: Database,
  clock: Clock,
): { once: Gate['once']; sweep(): Promise<void> } {
  const running = new Map<string, Promise<unknown>>()

  const find = batcher<{ memberId: string; key: string }, StoredAnswer | undefined>(
    async (asked) => {
      const rows = await database.query<StoredAnswer>(
        // Key by key: a plan by the index on created_at would read the answers of a whole day.
        `select a.member_id, a.key, a.fingerprint, a.status, a.answer
         from unnest($1::text[], $2::text[]) asked (member_id, key),
           lateral (
             select * from idempotency_answers where member_id = asked.member_id and key = asked.key offset 0) a
         where a.created_at > $3`,
        [asked.map((a) => a.memberId), asked.map((a) => a.key), addSeconds(clock.now(), -86_400)],
      )
      const found = new Map(rows.map((row) => [`${row.member_id} ${row.key}`, row]))
      return asked.map(({ memberId, key }) => found.get(`${memberId} ${key}`))
    },
    { inFlight: 2 },
  )

  const keep = batcher<StoredAnswer, undefined>(
    async (answers) => {
      await database.query(
        `insert into idempotency_answers (member_id, key, fingerprint, status, answer, created_at)
         select *, $6::timestamptz from unnest($1::text[], $2::text[], $3::text[], $4::smallint[], $5::jsonb[])
         on conflict (member_id, key) do update
           set fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer,
               created_at = excluded.created_at
           where idempotency_answers.created_at <= excluded.created_at - interval '24 hours'`,
        [
          answers.map((a) => a.member_id),
          answers.map((a) => a.key),
          answers.map((a) => a.fingerprint),
          answers.map((a) => a.status),
          answers.map((a) => JSON.stringify(a.answer)),
          clock.now(),
        ],
      )
      return answers.map(() => undefined)
    },
    { inFlight: 2 },
  )

  async function actOnce(caller: Caller, key: string, print: string, act: () => Promise<unknown>) {
    const known = await find({ memberId: caller.memberId, key })
    if (known) {
      if (known.fingerprint !== print) throw new Refusal('IDEMPOTENCY_CONFLICT')
      if (known.status === 200) return known.answer
      const { message, ...details } = known.answer as { message: Refusal['code'] }
      throw new Refusal(message, details)
    }
    let answer: unknown
    try {
      answer = await act()
    } catch (error) {
      if (!(error instanceof Refusal) || !isLasting(error)) throw error
      await keep({
        member_id: caller.memberId,
        key,
        fingerprint: print,
        status: error.status,
        answer: { ...error.details, message: error.code },
      })
      throw error
    }
    await keep({ member_id: caller.memberId, key, fingerprint: print, status: 200, answer })
    return answer
  }

  return {
    async once(caller, key, request, act) {
      const id = `${caller.memberId} ${key}`
      const print = fingerprint(request)
      // The same key several times at once on this node: one acts, the others take turns to read its answer.
      while (running.has(id)) await running.get(id)?.catch(() => {})
      const mine = actOnce(caller, key, print, act)
      running.set(id, mine)
      try {
        return await mine
      } finally {
        if (running.get(id) === mine) running.delete(id)
      }
    },
    async sweep() {
      await database.query('delete from idempotency_answers where created_at < $1', [
        addSeconds(clock.now(), -2 * 86_400),
      ])
    },
  }
}

/** Too many requests, a failure inside the server, the database away: no answer to the request; its key may try again. */
const passing = [429, 500, 503]

/** Whether a refusal is the answer that its key replays. */
const isLasting = ({ code, status }: Refusal): boolean =>
  code !== 'IDEMPOTENCY_CONFLICT' && !passing.includes(status)

/** What makes two requests the same: endpoint and body. */
const fingerprint = (request: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([request.method, request.routeOptions.url, request.params, request.body]))
    .digest('base64url')
