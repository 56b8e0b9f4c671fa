import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrate } from '../../platform/migrate.ts'
import { engines, testDatabase } from '../../testing/database.ts'

/** What becomes of what was said about duplicate candidates while their ids named the candidates, too. */

const folder = join(import.meta.dirname, '../../migrations')

it.each(engines)('what waits is kept under its report’s id, with its question, on %s', async (engine) => {
  const database = await testDatabase(engine)
  await database.query('drop schema public cascade; create schema public')
  const old = mkdtempSync(join(tmpdir(), 'krapao-migrate-'))
  const migrateTo = async (next: string) => {
    for (const file of readdirSync(folder)) if (file < next) cpSync(join(folder, file), join(old, file))
    await migrate(database, old)
  }
  await migrateTo('0055')
  await database.query(
    `insert into members (id, phone, name, password_hash, birth_date, currency, created_at)
     values ('aaaaaaaaaaaa', '0800000001', 'สมหญิง ใจดี', '-', '1990-01-01', 'THB', now())`,
  )
  for (const id of ['op1', 'op2']) {
    await database.query(
      `insert into operators (id, email, name, role, password_hash, created_at)
       values ($1, $1, $1, 'cashier', '-', now())`,
      [id],
    )
  }
  // 1: credited; 2: in doubt; 3: matched since. The payment is in doubt.
  await database.query(
    `insert into bank_transfers (house_bank_code, house_account_no, currency, reference, amount_minor, sent_at, from_bank,
       from_account_no, from_name, state, member_id, journal_key, in_suspense, received_at, feed_reported_at)
     values ('SCB', '1', 'THB', 'a', 100, now(), '', '', '', 'credited', 'aaaaaaaaaaaa', 'a', false, now(), now()),
            ('SCB', '1', 'THB', 'b', 100, now(), '', '', '', 'in-doubt', 'aaaaaaaaaaaa', null, true, now(), now()),
            ('SCB', '1', 'THB', 'c', 100, now(), '', '', '', 'matched', 'aaaaaaaaaaaa', null, false, now(), now())`,
  )
  await database.query(
    `insert into qr_events (gateway, event_id, payment_id, currency, amount_minor, paid_at, received_at, state, member_id, in_suspense)
     values ('WW', 'e', 'p', 'THB', 100, now(), now(), 'in-doubt', 'aaaaaaaaaaaa', true)`,
  )
  const vote = (item: string, operator: string, minute: number) =>
    database.query(
      `insert into desk_votes (queue, item_id, operator_id, reason, at, choice)
       values ('bank-twin', $1, $2, $1, '2026-11-27'::timestamptz + $3 * interval '1 minute', 'approve')`,
      [item, operator, minute],
    )
  await vote('2-1', 'op1', 1)
  await vote('2-qr1-10-9-1', 'op1', 2)
  await vote('2', 'op2', 1)
  await vote('qr1-1', 'op1', 1)
  await vote('3-1', 'op1', 1)
  for (const [item, at] of [
    ['2-1', '2026-11-27'],
    ['2-1-9', '2026-11-28'],
    ['qr1-1', '2026-11-27'],
    ['3-1', '2026-11-27'],
  ]) {
    await database.query(
      `insert into desk_snoozes (queue, item_id, operator_id, reason, at, until)
       values ('bank-twin', $1, 'op1', $1, $2::timestamptz, '2030-01-01')`,
      [item, at],
    )
    await database.query(
      `insert into desk_assignments (queue, item_id, operator_id, assigned_by, note, at)
       values ('bank-twin', $1, 'op1', 'op2', $1, $2::timestamptz)`,
      [item, at],
    )
    await database.query(
      `insert into desk_notes (queue, item_id, operator_id, kind, text, at)
       values ('bank-twin', $1, 'op1', 'note', $1, $2::timestamptz)`,
      [item, at],
    )
  }
  await migrateTo('0057')

  expect(
    await database.query(
      'select item_id, operator_id, question from desk_votes order by item_id, operator_id',
    ),
  ).toEqual([
    { item_id: 'bank-2', operator_id: 'op1', question: 'bank-1 bank-10 bank-9 qr-1' },
    { item_id: 'bank-2', operator_id: 'op2', question: '' },
    { item_id: 'qr-1', operator_id: 'op1', question: 'bank-1' },
  ])
  const kept = [
    { item_id: 'bank-2', text: '2-1-9' },
    { item_id: 'qr-1', text: 'qr1-1' },
  ]
  expect(await database.query('select item_id, reason as text from desk_snoozes order by 1')).toEqual(kept)
  expect(await database.query('select item_id, note as text from desk_assignments order by 1')).toEqual(kept)
  // A note about what was decided stays where its decision is found.
  expect(await database.query('select item_id, text from desk_notes order by id')).toEqual([
    { item_id: 'bank-2', text: '2-1' },
    { item_id: 'bank-2', text: '2-1-9' },
    { item_id: 'qr-1', text: 'qr1-1' },
    { item_id: '3-1', text: '3-1' },
  ])
  await database.drop()
})
