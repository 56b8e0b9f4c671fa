import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { batcher } from './batcher.ts'
import { addSeconds, type Clock } from './clock.ts'
import { type Database, rawQuery, type Tx } from './database.ts'
import { randomLetters } from './random-letters.ts'

/**
 * The right to carry out the request with a member's key. `holder` is unique among all nodes and attempts.
 */
export interface Claim {
  memberId: string
  key: string
  holder: string
}

/**
 * The state of a key: claimed for this request, answered already, or claimed by a request that is being
 * carried out.
 */
export type Claimed =
  | { claim: Claim }
  | { status: number; answer: unknown }
  | { heldBy: 'same-request' | 'other-request' }

interface KeyedRequest {
  memberId: string
  key: string
  /** SHA-256 of the token of the session that asks. */
  session: string
  /** A hash that is the same for the same endpoint and body. */
  fingerprint: string
}

interface Row {
  taken: boolean
  fingerprint: string | null
  status: number | null
  answer: unknown
  isOver: boolean
}

const current = new AsyncLocalStorage<Claim>()

/** Runs `act` with a claim that `claimOfHold` finds. */
export const underClaim = <T>(claim: Claim, act: () => Promise<T>): Promise<T> => current.run(claim, act)

/**
 * The current claim, as a hold has it: the trigger `idempotency_fence` rejects the hold if the claim was lost
 * meanwhile. Empty outside of calls that move money.
 */
export function claimOfHold(): { claim?: { key: string; holder: string } } {
  const claim = current.getStore()
  return claim ? { claim: { key: claim.key, holder: claim.holder } } : {}
}

/**
 * Locks the current claim and the session that made it until the transaction ends, so that no other call can
 * take the claim over, and a transaction that ends the session waits. For transactions that move value
 * without a hold, which the trigger does not guard. Does nothing outside of calls that move money.
 * @throws an error that `isClaimLost` recognises if another call has taken the claim over, for instance while
 *   this node was suspended; one that `isSessionEnded` recognises if the session has ended
 */
export async function keepClaim(tx: Tx): Promise<void> {
  const claim = current.getStore()
  if (!claim) return
  const [held] = await rawQuery<{ isAlive: boolean }>(
    tx,
    `select session is null or session_lives(session) as "isAlive" from idempotency_answers
     where member_id = $1 and key = $2 and holder = $3 and status is null for share`,
    [claim.memberId, claim.key, claim.holder],
  )
  if (held?.isAlive) return
  throw held
    ? Object.assign(new Error('the session that claimed a key has ended'), { constraint: sessionConstraint })
    : Object.assign(new Error(`the claim of key ${claim.key} was taken over`), {
        constraint: claimConstraint,
      })
}

/**
 * The constraint that the database names when it rejects a hold whose claim another holder has taken over.
 */
const claimConstraint = 'idempotency_claim'

/** Whether an error says that nothing was moved because another holder has taken the claim over. */
export const isClaimLost = (error: unknown): boolean =>
  (error as { constraint?: string } | null)?.constraint === claimConstraint

/** The constraint that the database names when it rejects a hold because its caller's session has ended. */
const sessionConstraint = 'session_ended'

/** Whether an error says that nothing was moved because the session has ended that asked for it. */
export const isSessionEnded = (error: unknown): boolean =>
  (error as { constraint?: string } | null)?.constraint === sessionConstraint

/** Seconds for which an answer is replayed, and for which its row is kept. */
const [replayed, kept] = [86_400, 2 * 86_400]

/**
 * SQL by which a statement on claims commits without waiting for the disk. If a crash loses a claim, the
 * database rejects the holds made under it; the next commit that waits for the disk writes earlier claims as
 * well.
 */
const withoutSync = `set_config('synchronous_commit', 'off', true)`

/** Asks until there is an answer. @returns false where there is none at `until`, by `performance.now()` */
async function askUntil(until: number, ask: () => Promise<boolean | undefined>): Promise<boolean> {
  for (let pause = 20; ; pause = Math.min(2 * pause, 500)) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > until) return false
    await sleep(pause)
  }
}

/**
 * Claims idempotency keys, in the table of their answers. Claims that are made at the same moment are one
 * statement, because every transfer makes one.
 * @param lease seconds after which a claim that was not renewed ends
 */
export function createClaims(database: Database, clock: Clock, lease: () => Promise<number>) {
  const node = randomLetters(10)
  let count = 0
  /** The claims of this node, each with the time of its next renewal by `performance.now()`. */
  const acting = new Map<Claim, number>()

  const insert = batcher<KeyedRequest & { holder: string }, Row | undefined>(
    async (requests) => {
      const rows = await database.query<Row>(
        // `offset 0` makes PostgreSQL look up key by key: with the index on created_at it would read a whole
        // day's answers.
        `with request as (
           select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $8::text[]) with ordinality
             a (member_id, key, fingerprint, holder, session, place)
         ), fresh as (
           insert into idempotency_answers (member_id, key, fingerprint, holder, session, claimed_until, created_at)
           select member_id, key, fingerprint, holder, session, clock_timestamp() + $5::int * interval '1 millisecond', $6
           from request, ${withoutSync} order by member_id, key
           on conflict (member_id, key) do nothing returning holder
         )
         select f.holder is not null as taken, k.fingerprint, k.status, k.answer,
           coalesce(k.created_at <= $7 and k.status is not null, false)
             or coalesce(k.status is null and k.claimed_until <= clock_timestamp(), false) as "isOver"
         from request a left join fresh f using (holder)
           left join lateral (
             select * from idempotency_answers where member_id = a.member_id and key = a.key offset 0) k on true
         order by a.place`,
        [
          requests.map(({ memberId }) => memberId),
          requests.map(({ key }) => key),
          requests.map(({ fingerprint }) => fingerprint),
          requests.map(({ holder }) => holder),
          Math.round((await lease()) * 1000),
          clock.now(),
          addSeconds(clock.now(), -replayed),
          requests.map(({ session }) => session),
        ],
      )
      return requests.map((_, i) => rows[i])
    },
    { inFlight: 2 },
  )

  /**
   * Takes over a claim that its holder no longer renews, or a key whose answer is too old to be replayed.
   * Only one of several simultaneous calls succeeds.
   */
  async function takeOver({
    memberId,
    key,
    session,
    fingerprint,
    holder,
  }: KeyedRequest & { holder: string }): Promise<boolean> {
    const taken = await database.query(
      // Locked rows are skipped: another statement is using their claim at this moment.
      `update idempotency_answers a
       set holder = $4, fingerprint = $3, claimed_until = clock_timestamp() + $5::int * interval '1 millisecond',
         status = null, answer = null, created_at = $6, session = $8
       where (member_id, key) in (
         select member_id, key from idempotency_answers
         where member_id = $1 and key = $2 and ((status is not null and created_at <= $7)
           or (status is null and claimed_until <= clock_timestamp() and fingerprint = $3))
         for update skip locked)
       returning holder`,
      [
        memberId,
        key,
        fingerprint,
        holder,
        Math.round((await lease()) * 1000),
        clock.now(),
        addSeconds(clock.now(), -replayed),
        session,
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

  /**
   * An SQL condition: the row belongs to one of the given claims, is not answered, and no hold has locked it.
   */
  const held = `(member_id, key) in (
    select k.member_id, k.key
    from unnest($1::text[], $2::text[], $3::text[]) c (member_id, key, holder), ${withoutSync},
      lateral (
        select member_id, key from idempotency_answers
        where member_id = c.member_id and key = c.key and holder = c.holder and status is null
        for update skip locked) k)`
  const columnsOf = (claims: Claim[]): unknown[] => [
    claims.map(({ memberId }) => memberId),
    claims.map(({ key }) => key),
    claims.map(({ holder }) => holder),
  ]

  const remove = batcher<Claim, boolean | undefined>(async (claims) => {
    const rows = await database.query<{ holder: string; isHeld: boolean }>(
      // Rows are read as they were before this statement. One that was not removed is its holder's only while
      // the claim lives by the database's clock, because nobody takes over a living claim. After that a
      // takeover may have locked it, also one that is not committed yet, or committed since.
      `with gone as (delete from idempotency_answers where ${held} returning holder)
       select a.holder, g.holder is not null or a.claimed_until > clock_timestamp() as "isHeld" from idempotency_answers a
         join unnest($1::text[], $2::text[], $3::text[]) c (member_id, key, holder) using (member_id, key, holder)
         left join gone g on g.holder = a.holder
       where a.status is null`,
      columnsOf(claims),
    )
    const found = new Map(rows.map(({ holder, isHeld }) => [holder, isHeld || undefined]))
    return claims.map(({ holder }) => (found.has(holder) ? found.get(holder) : false))
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
        [...columnsOf(due), ms],
      )
    } catch {
      // A claim that is not renewed in time can be taken over; the database then rejects the old holder's
      // holds.
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
    /** Claims a key, or returns its state. */
    async take(request: KeyedRequest): Promise<Claimed> {
      const holder = `${node}.${++count}`
      const claim = { memberId: request.memberId, key: request.key, holder }
      const row = await insert({ ...request, holder })
      if (row?.taken) return begin(claim)
      // Another node inserted the row at the same moment, and this statement could not see it yet; the next
      // attempt can.
      if (!row || row.fingerprint === null) return { heldBy: 'same-request' }
      if (row.fingerprint !== request.fingerprint && !(row.isOver && row.status !== null))
        return { heldBy: 'other-request' }
      if (row.isOver)
        return (await takeOver({ ...request, holder })) ? begin(claim) : { heldBy: 'same-request' }
      return row.status === null ? { heldBy: 'same-request' } : { status: row.status, answer: row.answer }
    },

    /** The answer that a member's key replays; undefined if there is none. Does not claim the key. */
    async find(memberId: string, key: string): Promise<{ status: number; answer: unknown } | undefined> {
      const [row] = await database.query<{ status: number; answer: unknown }>(
        `select status, answer from idempotency_answers
         where member_id = $1 and key = $2 and status is not null and created_at > $3`,
        [memberId, key, addSeconds(clock.now(), -replayed)],
      )
      return row
    },

    /**
     * Writes the answer and ends the claim.
     * @returns false if the claim was taken over; then nothing is written
     */
    async answer(claim: Claim, status: number, answer: unknown): Promise<boolean> {
      try {
        return await store({ claim, status, answer })
      } finally {
        acting.delete(claim)
      }
    },

    /**
     * Ends the claim without an answer. If the database cannot be reached, the claim ends when its lease is
     * over. While somebody uses a claim whose lease is over, only what they commit says whose it is: it is
     * asked again.
     * @param until when that ends, by `performance.now()`
     * @returns false if the claim was taken over, so that its new holder acts, or has acted; also where that
     *   is not known at `until`
     */
    async release(claim: Claim, until: number): Promise<boolean> {
      acting.delete(claim)
      return askUntil(until, () => remove(claim).catch(() => true))
    },

    /** Forgets a claim that another holder has taken over. */
    lose(claim: Claim): void {
      acting.delete(claim)
    },

    /** Deletes answers that are no longer replayed. */
    async sweep(): Promise<void> {
      await database
        .patient(60)
        .query('delete from idempotency_answers where created_at < $1', [addSeconds(clock.now(), -kept)])
    },
  }
}
