import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../platform/database.ts'
import { openPglite } from '../platform/database-pglite.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import { migrate } from '../platform/migrate.ts'
import { engines, serverUrl, urlOf } from '../testing/database.ts'

/** What was under way when the installation got the table of work is under way after it, in the same state. */

const migrations = join(import.meta.dirname, '../migrations')
const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minutes))
const hash = (letter: string): string => letter.repeat(64)

/** The migrations before the one of a number. */
function before(number: string, folder: string): string {
  const names = readdirSync(migrations).filter((name) => name.endsWith('.sql') && name < number)
  for (const name of names) copyFileSync(join(migrations, name), join(folder, name))
  return folder
}

describe.each(engines)('on %s', (engine) => {
  const name = `krapao_test_${Date.now()}_carry`
  const folder = mkdtempSync(join(tmpdir(), 'krapao-carry-'))
  let database: Database
  beforeAll(async () => {
    if (engine === 'postgres') await onServer(`create database ${name}`)
    database = engine === 'postgres' ? openPostgres(urlOf(name), 2, 0) : await openPglite()
    await migrate(database, before('0049', folder))
    await fill(database)
    await migrate(database, migrations)
  }, 60_000)
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
    if (engine === 'postgres') await onServer(`drop database ${name} with (force)`)
  })

  const workOf = (kind: string) =>
    database.query(
      `select key, created_at, attempts, next_at, claimed_until, last_reason, review_reason
       from outside_work where kind = $1 order by key`,
      [kind],
    )

  it('a setting that was renamed since', async () => {
    expect(
      await database.query(`select key, value from settings where key like 'deposit.%.minutes'`),
    ).toEqual([{ key: 'deposit.match.minutes', value: 25 }])
  })

  it('transfers', async () => {
    const row = {
      created_at: at(0),
      attempts: 3,
      claimed_until: null,
      last_reason: 'TIMEOUT',
      review_reason: null,
    }
    expect(await workOf('transfer')).toEqual([
      { ...row, key: 'claimed', next_at: at(20), claimed_until: at(20) },
      // Settled; a person takes note of it.
      { ...row, key: 'contradicted', next_at: null, review_reason: 'CONTRADICTION' },
      { ...row, key: 'in-review', next_at: at(10), review_reason: 'UNCERTAIN' },
      { ...row, key: 'waiting', next_at: at(10) },
    ])
  })

  it('what was said about a transfer in review stays', async () => {
    const said = await database.query(`select item_id from desk_approvals where queue = 'transfer'`)
    expect(said).toEqual([{ item_id: 'in-review' }])
  })

  it('gifts', async () => {
    const row = { created_at: at(0), claimed_until: null, review_reason: null }
    expect(await workOf('gift')).toEqual([
      { ...row, key: `gf${'a'.repeat(20)}`, attempts: 0, next_at: at(1), last_reason: null },
      { ...row, key: `gf${'b'.repeat(20)}`, attempts: 2, next_at: at(2), last_reason: 'HTTP_500' },
      {
        ...row,
        key: `gf${'c'.repeat(20)}`,
        attempts: 9,
        next_at: at(3),
        last_reason: 'TIMEOUT',
        review_reason: 'UNCERTAIN',
      },
    ])
    // Why one was refused is the gift's own.
    expect(await database.query('select state, reason from gifts where reason is not null')).toEqual([
      { state: 'REFUSED', reason: 'OTHER_PHONE' },
    ])
  })

  it('payouts', async () => {
    const row = {
      created_at: at(0),
      attempts: 0,
      claimed_until: null,
      last_reason: null,
      review_reason: null,
    }
    expect(await workOf('payout')).toEqual([
      { ...row, key: 'approved', next_at: at(1) },
      // Finished; a person takes note of it.
      {
        ...row,
        key: 'contradicted',
        next_at: null,
        last_reason: 'voided after posted',
        review_reason: 'CONTRADICTION',
      },
      {
        ...row,
        key: 'in-review',
        attempts: 9,
        next_at: at(4),
        last_reason: 'TIMEOUT',
        review_reason: 'UNCERTAIN',
      },
      { ...row, key: 'paying', next_at: at(2), claimed_until: at(2) },
      { ...row, key: 'uncertain', attempts: 3, next_at: at(3), last_reason: 'HTTP_500' },
    ])
    expect(await database.query(`select reason from withdrawals where state = 'FAILED'`)).toEqual([
      { reason: 'ACCOUNT_CLOSED' },
    ])
    const reasons = await database.query(
      `select 1 from withdrawals where finished_at is null and reason is not null`,
    )
    expect(reasons).toEqual([])
  })

  it('slips', async () => {
    const row = { created_at: at(0), claimed_until: null, review_reason: null }
    expect(await workOf('slip')).toEqual([
      { ...row, key: 'asked', attempts: 4, next_at: at(3), last_reason: 'HTTP_500' },
      { ...row, key: 'new', attempts: 0, next_at: at(1), last_reason: null },
      { ...row, key: 'taken', attempts: 2, next_at: at(5), claimed_until: at(5), last_reason: 'PENDING' },
    ])
    // A person may decide while the verifier is asked on.
    expect(await database.query(`select desk_reason from slips where id = 'asked'`)).toEqual([
      { desk_reason: 'VERIFIER_SILENT' },
    ])
  })

  it('what was said about a payout in review stays', async () => {
    const said = await database.query(`select item_id from desk_approvals where queue = 'payout'`)
    expect(said).toEqual([{ item_id: 'in-review' }])
  })
})

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Rows in each state, as the version before wrote them. */
async function fill(database: Database): Promise<void> {
  await database.query(`insert into settings (key, value) values ('deposit.twin.minutes', '25')`)
  await database.query(
    `insert into members (id, phone, name, password_hash, birth_date, currency, created_at)
     values ('carrymember2', '0900000001', 'Carry', '-', '1990-01-01', 'THB', now())`,
  )
  await fillTransfers(database)
  await fillGifts(database)
  await fillPayouts(database)
  await fillSlips(database)
}

async function fillTransfers(database: Database): Promise<void> {
  for (const [key, isOpen, claimedUntil, onDesk] of [
    ['waiting', true, null, false],
    ['claimed', true, at(20), false],
    ['in-review', true, null, true],
    ['contradicted', false, null, true],
    // Its node died after the money, before it forgot the row.
    ['settled', false, null, false],
  ] as const) {
    await database.query(
      `with hold as (
         insert into journals (key, kind, phase, member_id, meta, posted_at)
         values ($1, 'transfer', 'pending', 'carrymember2', '{}', $2) returning id)
       insert into open_holds (journal_id, kind, member_id, posted_at)
       select id, 'transfer', 'carrymember2', $2 from hold where $3`,
      [key, at(0), isOpen],
    )
    await database.query(
      `insert into transfer_followups (key, attempts, next_attempt_at, last_reason, claimed_until, on_desk, created_at)
       values ($1, 3, $2, 'TIMEOUT', $3, $4, $5)`,
      [key, at(10), claimedUntil, onDesk, at(0)],
    )
  }
  await database.query(
    `insert into operators (id, email, name, password_hash, role, created_at)
     values ('op-1', 'op-1@test', 'Op', '-', 'owner', now())`,
  )
  await database.query(
    `insert into desk_approvals (queue, item_id, operator_id, reason, at, verdict)
     values ('transfer', 'in-review', 'op-1', 'looked', now(), 'refuse'),
       ('payout', 'in-review', 'op-1', 'looked', now(), 'refuse')`,
  )
}

async function fillGifts(database: Database): Promise<void> {
  const gifts: [string, string, number | null, string | null, number, number, boolean][] = [
    ['a', 'CLAIMED', null, null, 0, 1, false],
    ['b', 'REDEEMING', 4000, 'HTTP_500', 2, 2, false],
    ['c', 'REDEEMING', 4000, 'TIMEOUT', 9, 3, true],
    ['d', 'CREDITED', 4000, null, 1, 4, false],
    ['e', 'REFUSED', null, 'OTHER_PHONE', 1, 5, false],
  ]
  for (const [letter, state, amountMinor, reason, attempts, nextAt, onDesk] of gifts) {
    const isOpen = state === 'CLAIMED' || state === 'REDEEMING'
    await database.query(
      `insert into gifts (id, link_hash, sealed_link, member_id, wallet_no, currency, state, amount_minor, reason, attempts,
         next_attempt_at, on_desk, created_at, settled_at, journal_key)
       values ($1, $2, $3, 'carrymember2', '1', 'THB', $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        `gf${letter.repeat(20)}`,
        hash(letter),
        isOpen ? 'sealed' : null,
        state,
        amountMinor,
        reason,
        attempts,
        at(nextAt),
        onDesk,
        at(0),
        isOpen ? null : at(6),
        state === 'CREDITED' ? `gift:${letter}` : null,
      ],
    )
  }
}

async function fillPayouts(database: Database): Promise<void> {
  const payouts: [string, string, number | null, boolean, number, string | null, boolean][] = [
    ['pending', 'PENDING', null, false, 0, null, false],
    ['approved', 'APPROVED', 1, false, 0, null, false],
    ['paying', 'PAYING', 2, true, 0, null, false],
    ['uncertain', 'UNCERTAIN', 3, false, 3, 'HTTP_500', false],
    ['in-review', 'UNCERTAIN', 4, false, 9, 'TIMEOUT', true],
    ['paid', 'SUCCESS', null, false, 1, null, false],
    ['contradicted', 'SUCCESS', null, false, 0, 'voided after posted', true],
    ['refused', 'FAILED', null, false, 0, 'ACCOUNT_CLOSED', false],
  ]
  for (const [id, state, nextAt, isClaimed, attempts, reason, onDesk] of payouts) {
    const isFinished = state === 'SUCCESS' || state === 'FAILED'
    await database.query(
      `insert into withdrawals (id, member_id, currency, amount_minor, bank_code, account_no, account_name, state, day,
         created_at, next_at, claimed_until, attempts, reason, on_desk, finished_at)
       values ($1, 'carrymember2', 'THB', 100, 'SCB', '1', 'CARRY', $2, '2026-01-01', $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        state,
        at(0),
        nextAt === null ? null : at(nextAt),
        isClaimed && nextAt !== null ? at(nextAt) : null,
        attempts,
        reason,
        onDesk,
        isFinished ? at(6) : null,
      ],
    )
  }
}

async function fillSlips(database: Database): Promise<void> {
  const slips: [string, string, string, number, number, number | null, string | null, string | null][] = [
    ['new', 'PENDING', 'read', 0, 1, null, null, null],
    ['taken', 'PENDING', 'look-up', 2, 2, 5, 'PENDING', null],
    ['asked', 'PENDING', 'look-up', 4, 3, null, 'HTTP_500', 'VERIFIER_SILENT'],
    ['at-desk', 'PENDING', 'none', 1, 3, null, null, 'NAME_UNCLEAR'],
    ['failed', 'FAILED', 'none', 1, 3, null, 'PENDING', null],
  ]
  for (const [id, status, step, attempts, nextAt, claimedUntil, lastReason, deskReason] of slips) {
    await database.query(
      `insert into slips (id, member_id, currency, created_at, status, note, settled_at, step, attempts, next_attempt_at,
         claimed_until, last_reason, desk_reason)
       values ($1, 'carrymember2', 'THB', $2, $3, case when $3 = 'FAILED' then 'NOT_MATCH' end,
         case when $3 = 'FAILED' then $2::timestamptz end, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        at(0),
        status,
        step,
        attempts,
        at(nextAt),
        claimedUntil === null ? null : at(claimedUntil),
        lastReason,
        deskReason,
      ],
    )
  }
}
