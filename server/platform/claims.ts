import { AsyncLocalStorage } from 'node:async_hooks'
import { batcher } from './batcher.ts'
import { addSeconds, type Clock } from './clock.ts'
import type { Database } from './database.ts'
import { randomLetters } from './random-letters.ts'

/** The right to act under a member's key. `holder` names this undertaking among all nodes and times. */
export interface Claim {
  memberId: string
  key: string
  holder: string
}

/** What a request found at its key: the right to act, the answer, or somebody who acts. */
export type Claimed =
  | { claim: Claim }
  | { status: number; answer: unknown }
  | { heldBy: 'same-request' | 'other-request' }

interface Asked {
  memberId: string
  key: string
  /** What makes two requests the same. */
  print: string
}

interface Row {
  taken: boolean
  fingerprint: string | null
  status: number | null
  answer: unknown
  isOver: boolean
}

const current = new AsyncLocalStorage<Claim>()

/** Runs `act` as the holder of a claim. */
export const underClaim = <T>(claim: Claim, act: () => Promise<T>): Promise<T> => current.run(claim, act)

/**
 * What the `meta` of a hold carries of the claim that it is made under: the database makes the hold only while that claim
 * is held (migration 0026). Empty outside a call with a key.
 */
export function claimOfHold(): { claim?: { key: string; holder: string } } {
  const claim = current.getStore()
  return claim ? { claim: { key: claim.key, holder: claim.holder } } : {}
}

/** Whether a hold was not made because its claim is another's by now. */
export const isClaimLost = (error: unknown): boolean =>
  (error as { constraint?: string } | null)?.constraint === 'idempotency_claim'

/** How long an answer is replayed, and how long it is kept, in seconds. */
const [replayed, kept] = [86_400, 2 * 86_400]

/** Claims last without reaching the disk: no hold of a lost claim is made, and a later commit carries them along. */
const unhurried = `set_config('synchronous_commit', 'off', true)`

/**
 * Claims of keys, in the table of their answers. What arrives together is one statement, because every transfer passes
 * here. @param lease seconds for which a claim that is not renewed stays
 */
export function createClaims(database: Database, clock: Clock, lease: () => Promise<number>) {
  const node = randomLetters(10)
  let count = 0
  /** Claims that this node acts under, and when they have to be renewed, by `performance.now()`. */
  const acting = new Map<Claim, number>()

  const insert = batcher<Asked & { holder: string }, Row | undefined>(
    async (asked) => {
      const rows = await database.query<Row>(
        // Key by key: a plan by the index on created_at would read the answers of a whole day.
        `with asked as (
           select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
             a (member_id, key, fingerprint, holder, place)
         ), fresh as (
           insert into idempotency_answers (member_id, key, fingerprint, holder, claimed_until, created_at)
           select member_id, key, fingerprint, holder, clock_timestamp() + $5::int * interval '1 millisecond', $6
           from asked, ${unhurried} order by member_id, key
           on conflict (member_id, key) do nothing returning holder
         )
         select f.holder is not null as taken, k.fingerprint, k.status, k.answer,
           coalesce(k.created_at <= $7 and k.status is not null, false)
             or coalesce(k.status is null and k.claimed_until <= clock_timestamp(), false) as "isOver"
         from asked a left join fresh f using (holder)
           left join lateral (
             select * from idempotency_answers where member_id = a.member_id and key = a.key offset 0) k on true
         order by a.place`,
        [
          asked.map(({ memberId }) => memberId),
          asked.map(({ key }) => key),
          asked.map(({ print }) => print),
          asked.map(({ holder }) => holder),
          Math.round((await lease()) * 1000),
          clock.now(),
          addSeconds(clock.now(), -replayed),
        ],
      )
      return asked.map((_, i) => rows[i])
    },
    { inFlight: 2 },
  )

  /** Takes over the claim of a holder that is gone, or a key whose answer is too old. One of many gets it. */
  async function takeOver({ memberId, key, print, holder }: Asked & { holder: string }): Promise<boolean> {
    const taken = await database.query(
      // What is locked is being acted on at this moment.
      `update idempotency_answers a
       set holder = $4, fingerprint = $3, claimed_until = clock_timestamp() + $5::int * interval '1 millisecond',
         status = null, answer = null, created_at = $6
       where (member_id, key) in (
         select member_id, key from idempotency_answers
         where member_id = $1 and key = $2 and ((status is not null and created_at <= $7)
           or (status is null and claimed_until <= clock_timestamp() and fingerprint = $3))
         for update skip locked)
       returning holder`,
      [
        memberId,
        key,
        print,
        holder,
        Math.round((await lease()) * 1000),
        clock.now(),
        addSeconds(clock.now(), -replayed),
      ],
    )
    return taken.length === 1
  }

  const store = batcher<{ claim: Claim; status: number; answer: unknown }, boolean>(
    async (answers) => {
      const stored = await database.query<{ holder: string }>(
        `update idempotency_answers a set status = s.status, answer = s.answer
         from unnest($1::text[], $2::text[], $3::text[], $4::smallint[], $5::jsonb[])
           s (member_id, key, holder, status, answer)
         where a.member_id = s.member_id and a.key = s.key and a.holder = s.holder and a.status is null
         returning a.holder`,
        [
          answers.map(({ claim }) => claim.memberId),
          answers.map(({ claim }) => claim.key),
          answers.map(({ claim }) => claim.holder),
          answers.map(({ status }) => status),
          answers.map(({ answer }) => JSON.stringify(answer)),
        ],
      )
      const holders = new Set(stored.map(({ holder }) => holder))
      return answers.map(({ claim }) => holders.has(claim.holder))
    },
    { inFlight: 2 },
  )

  /** What of `claims` is still held and not locked by a hold that is being made, as a condition of a statement. */
  const held = `(member_id, key) in (
    select k.member_id, k.key
    from unnest($1::text[], $2::text[], $3::text[]) c (member_id, key, holder), ${unhurried},
      lateral (
        select member_id, key from idempotency_answers
        where member_id = c.member_id and key = c.key and holder = c.holder and status is null
        for update skip locked) k)`
  const named = (claims: Claim[]): unknown[] => [
    claims.map(({ memberId }) => memberId),
    claims.map(({ key }) => key),
    claims.map(({ holder }) => holder),
  ]

  const free = batcher<Claim, undefined>(async (claims) => {
    await database.query(`delete from idempotency_answers where ${held}`, named(claims))
    return claims.map(() => undefined)
  })

  let renewing = false
  async function renew(): Promise<void> {
    const now = performance.now()
    const due = [...acting].filter(([, at]) => at <= now).map(([claim]) => claim)
    if (renewing || due.length === 0) return
    renewing = true
    try {
      const ms = Math.round((await lease()) * 1000)
      for (const claim of due) if (acting.has(claim)) acting.set(claim, now + ms / 3)
      await database.query(
        `update idempotency_answers set claimed_until = clock_timestamp() + $4::int * interval '1 millisecond'
         where ${held}`,
        [...named(due), ms],
      )
    } catch {
      // What is not renewed is another's in time, and the holds of its old holder are refused.
    } finally {
      renewing = false
    }
  }
  setInterval(renew, 250).unref()

  async function begin(claim: Claim): Promise<Claimed> {
    acting.set(claim, performance.now() + ((await lease()) * 1000) / 3)
    return { claim }
  }

  return {
    /** Claims a key, or tells what became of it. */
    async take(asked: Asked): Promise<Claimed> {
      const holder = `${node}.${++count}`
      const claim = { memberId: asked.memberId, key: asked.key, holder }
      const row = await insert({ ...asked, holder })
      if (row?.taken) return begin(claim)
      // Another node claimed it in this very moment; the next look sees what it claimed it for.
      if (!row || row.fingerprint === null) return { heldBy: 'same-request' }
      if (row.fingerprint !== asked.print && !(row.isOver && row.status !== null))
        return { heldBy: 'other-request' }
      if (row.isOver)
        return (await takeOver({ ...asked, holder })) ? begin(claim) : { heldBy: 'same-request' }
      return row.status === null ? { heldBy: 'same-request' } : { status: row.status, answer: row.answer }
    },

    /** What a member's key was answered while it is replayed; undefined where there is no answer. Claims nothing. */
    async find(memberId: string, key: string): Promise<{ status: number; answer: unknown } | undefined> {
      const [row] = await database.query<{ status: number; answer: unknown }>(
        `select status, answer from idempotency_answers
         where member_id = $1 and key = $2 and status is not null and created_at > $3`,
        [memberId, key, addSeconds(clock.now(), -replayed)],
      )
      return row
    },

    /** Writes the answer and ends the claim. @returns false when the claim is another's by now: nothing is written */
    async answer(claim: Claim, status: number, answer: unknown): Promise<boolean> {
      try {
        return await store({ claim, status, answer })
      } finally {
        acting.delete(claim)
      }
    },

    /** Gives the key free: there is no answer. Where the database does not hear of it, the claim ends by itself. */
    async release(claim: Claim): Promise<void> {
      acting.delete(claim)
      await free(claim).catch(() => {})
    },

    /** Deletes what is no longer replayed. */
    async sweep(): Promise<void> {
      await database
        .patient(60)
        .query('delete from idempotency_answers where created_at < $1', [addSeconds(clock.now(), -kept)])
    },
  }
}
