import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { waits } from '../../../app/waits.ts'
import { proveItems } from '../../../desk/items.ts'
import { migrate } from '../../../platform/migrate.ts'
import { engines, testDatabase } from '../../../testing/database.ts'
import { findReport } from './report-id.ts'

/**
 * What becomes of transfers and payments, and of all that names them, when they come into one table
 * (docs/decisions/0066).
 */

const folder = join(import.meta.dirname, '../../../migrations')

it.each(engines)('every report keeps its facts, and whatever names it still does, on %s', async (engine) => {
  const database = await testDatabase(engine)
  await database.query('drop schema public cascade; create schema public')
  const old = mkdtempSync(join(tmpdir(), 'krapao-migrate-'))
  for (const file of readdirSync(folder)) if (file < '0057') cpSync(join(folder, file), join(old, file))
  await migrate(database, old)
  const all = (text: string) => database.query(text)
  await all(
    `insert into members (id, phone, name, password_hash, birth_date, currency, created_at)
     values ('aaaaaaaaaaaa', '0800000001', 'สมหญิง ใจดี', '-', '1990-01-01', 'THB', now())`,
  )
  for (const id of ['op1', 'op2'])
    await all(
      `insert into operators (id, email, name, role, password_hash, created_at)
       values ('${id}', '${id}', '${id}', 'cashier', '-', now())`,
    )
  // 1: credited, and paid by code 1; 2: the same as 1, shown by a slip; 3: in doubt; 4: nobody's; 5: on its
  // way back; 6: contradicts 4; 7: the same as payment 2, which is credited.
  await all(
    `insert into slips (id, member_id, currency, created_at, status, step, bank_code, reference, note, settled_at)
     values ('sl2', 'aaaaaaaaaaaa', 'THB', now(), 'FAILED', 'none', '004', 'b', 'REVERSED', now())`,
  )
  await all(
    `insert into bank_transfers (house_bank_code, house_account_no, currency, reference, amount_minor, sent_at, from_bank,
       from_account_no, from_name, state, member_id, journal_key, in_suspense, suspense_turn, received_at, feed_reported_at, slip_id,
       match_id, contradicts_id, operator_id)
     values ('SCB', '1', 'THB', 'a', 100, now(), 'KBANK', '123', 'A', 'credited', 'aaaaaaaaaaaa', 'a', false, 0, now(), now(), null, null, null, null),
            ('SCB', '1', 'THB', 'b', 100, now(), '', '', '', 'matched', 'aaaaaaaaaaaa', null, false, 0, now(), null, 'sl2', 1, null, null),
            ('SCB', '1', 'THB', 'c', 100, now(), '', '', '', 'in-doubt', 'aaaaaaaaaaaa', null, true, 2, now(), now(), null, null, null, null),
            ('SCB', '1', 'THB', 'd', 700, now(), 'SCB', '', 'D', 'unmatched', null, null, true, 1, now(), now(), null, null, null, null),
            ('SCB', '1', 'THB', 'e', 700, now(), '', '', '', 'returning', null, null, true, 1, now(), now(), null, null, null, 'op1'),
            ('SCB', '1', 'THB', 'd~1', 701, now(), '', '', '', 'unmatched', null, null, true, 1, now(), now(), null, null, 4, null),
            ('SCB', '1', 'THB', 'g', 300, now(), '', '', '', 'matched', 'aaaaaaaaaaaa', null, false, 0, now(), now(), null, null, null, null)`,
  )
  // 1: the same as transfer 1; 2: credited; 3: late; 4: in doubt; 5: on its way back.
  await all(
    `insert into qr_events (gateway, event_id, payment_id, currency, amount_minor, paid_at, received_at, state, reason, member_id,
       operator_id, journal_key, in_suspense)
     values ('WW', 'e1', 'qr1', 'THB', 100, now(), now(), 'matched', null, 'aaaaaaaaaaaa', null, null, false),
            ('WW', 'e2', 'qr2', 'THB', 300, now(), now(), 'credited', null, 'aaaaaaaaaaaa', null, 'q2', false),
            ('WW', 'e3', 'qr3', 'THB', 300, now(), now(), 'waiting', 'LATE', 'aaaaaaaaaaaa', null, null, true),
            ('WW', 'e4', 'qr4', 'THB', 100, now(), now(), 'in-doubt', null, 'aaaaaaaaaaaa', null, null, true),
            ('WW', 'e5', 'qr5', 'THB', 100, now(), now(), 'returning', 'UNKNOWN_PAYMENT', null, 'op1', null, true)`,
  )
  await all('update bank_transfers set qr_event_id = 1 where id = 1')
  await all('update bank_transfers set qr_event_id = 2 where id = 7')
  await all(
    `insert into desk_items (queue, id, subject, key, at, member_id, amount_minor, currency, bank, account, words)
     select v.queue, v.id, 'bank-transfer', t.id::text, t.received_at, t.member_id, t.amount_minor, t.currency, t.from_bank,
       t.from_account_no, concat_ws(' ', t.reference, t.from_name, t.id)
     from (values ('bank-twin', 'bank-3', 3), ('bank-transfer', '4', 4), ('return', 'bank-5', 5), ('bank-transfer', '6', 6)) v (queue, id, key)
       join bank_transfers t on t.id = v.key
     union all
     select v.queue, v.id, 'qr-payment', e.id::text, e.received_at, e.member_id, e.amount_minor, e.currency, null, null,
       concat_ws(' ', e.event_id, e.payment_id, e.id)
     from (values ('qr-payment', '3', 3), ('bank-twin', 'qr-4', 4), ('return', 'qr-5', 5)) v (queue, id, key)
       join qr_events e on e.id = v.key`,
  )
  await all(
    `insert into desk_votes (queue, item_id, operator_id, reason, at, choice, question)
     values ('bank-twin', 'bank-3', 'op1', 'r', now(), 'approve', 'bank-1 qr-2'), ('bank-twin', 'qr-4', 'op1', 'r', now(), 'approve', 'bank-1'),
            ('qr-payment', '3', 'op1', 'r', now(), 'refuse', null), ('return', 'qr-5', 'op1', 'r', now(), 'approve', null)`,
  )
  await all(
    `insert into desk_notes (queue, item_id, operator_id, kind, text, at)
     select queue, id, 'op1', 'note', queue || ' ' || id, now() from desk_items`,
  )
  await all(
    `insert into open_links (member_id, payment_id, same_transfer_id, same_payment_id)
     values ('aaaaaaaaaaaa', 1, 5, null), ('aaaaaaaaaaaa', 1, null, 5)`,
  )
  await all(
    `insert into outcomes (key, member_id, kind, result, amount_minor, currency, source, at)
     values ('linked:payment-1', 'aaaaaaaaaaaa', 'qr', 'REFUSED', 100, 'THB', 'payment-1', now()),
            ('credited:q2', 'aaaaaaaaaaaa', 'qr', 'DONE', 300, 'THB', 'payment-2', now()),
            ('expired:qr9', 'aaaaaaaaaaaa', 'qr', 'EXPIRED', 300, 'THB', 'qr9', now())`,
  )
  await all(
    `insert into manual_deposits (id, member_id, currency, amount_minor, state, created_at, decided_at, journal_key, transfer_id)
     values ('md' || repeat('a', 20), 'aaaaaaaaaaaa', 'THB', 100, 'CREDITED', now(), now(), 'a', 1)`,
  )

  await migrate(database, folder)

  // Payments are numbered behind the seven transfers.
  expect(
    await all(
      `select id, kind, place, reference, state, same_as_id, contradicts_id, former_number, suspense_turn
       from deposit_reports order by id`,
    ),
  ).toEqual(
    [
      [1, 'transfer', '1', 'a', 'credited', null, null, null, 0],
      [2, 'transfer', '1', 'b', 'matched', 1, null, null, 0],
      [3, 'transfer', '1', 'c', 'in-doubt', null, null, null, 2],
      [4, 'transfer', '1', 'd', 'waiting', null, null, null, 1],
      [5, 'transfer', '1', 'e', 'returning', null, null, null, 1],
      [6, 'transfer', '1', 'd~1', 'waiting', null, 4, null, 1],
      [7, 'transfer', '1', 'g', 'matched', 9, null, null, 0],
      [8, 'payment', 'WW', 'e1', 'matched', 1, null, 1, 0],
      [9, 'payment', 'WW', 'e2', 'credited', null, null, 2, 0],
      [10, 'payment', 'WW', 'e3', 'waiting', null, null, 3, 0],
      [11, 'payment', 'WW', 'e4', 'in-doubt', null, null, 4, 0],
      [12, 'payment', 'WW', 'e5', 'returning', null, null, 5, 0],
    ].map(([id, kind, place, reference, state, same, contradicts, former, turn]) => ({
      id,
      kind,
      place,
      reference,
      state,
      same_as_id: same,
      contradicts_id: contradicts,
      former_number: former,
      suspense_turn: turn,
    })),
  )
  const [next] = await database.query<{ id: number }>(
    `insert into deposit_reports (kind, place, house_bank_code, reference, currency, amount_minor, paid_at, from_bank, from_account_no,
       from_name, received_at, reported_at, state, member_id, journal_key)
     values ('transfer', '1', 'SCB', 'new', 'THB', 1, now(), '', '', '', now(), now(), 'credited', 'aaaaaaaaaaaa', 'new')
     returning id`,
  )
  expect(next?.id).toBe(13)

  // The desk’s list, votes and notes.
  expect(await proveItems(database, waits)).toEqual([])
  expect(await all('select queue, id from desk_items order by queue, id')).toEqual(
    [
      ['bank-transfer', '4'],
      ['bank-transfer', '6'],
      ['bank-twin', '11'],
      ['bank-twin', '3'],
      ['qr-payment', '10'],
      ['return', '12'],
      ['return', '5'],
    ].map(([queue, id]) => ({ queue, id })),
  )
  expect(await all('select queue, item_id, question from desk_votes order by queue, item_id')).toEqual([
    { queue: 'bank-twin', item_id: '11', question: '1' },
    { queue: 'bank-twin', item_id: '3', question: '1 9' },
    { queue: 'qr-payment', item_id: '10', question: null },
  ])
  expect(
    await all(`select item_id, text from desk_notes where queue in ('return', 'qr-payment') order by text`),
  ).toEqual([
    { item_id: '10', text: 'qr-payment 3' },
    { item_id: '5', text: 'return bank-5' },
    { item_id: '12', text: 'return qr-5' },
  ])

  // What members see, and what is owed.
  expect(await all('select report_id, same_report_id from open_links order by 2')).toEqual([
    { report_id: 8, same_report_id: 5 },
    { report_id: 8, same_report_id: 12 },
  ])
  expect(await all('select key, source from outcomes order by id')).toEqual([
    { key: 'linked:payment-8', source: 'payment-8' },
    { key: 'credited:q2', source: 'payment-9' },
    { key: 'expired:qr9', source: 'qr9' },
  ])
  expect(await all('select transfer_id from manual_deposits')).toEqual([{ transfer_id: 1 }])
  expect(await all('select name, amount_minor from suspense_owed order by name')).toEqual([
    { name: 'suspense:1', amount_minor: 2201 },
    { name: 'suspense:WW', amount_minor: 500 },
  ])

  // The audit log’s addresses.
  const found = async (id: string, kind?: 'transfer' | 'payment') =>
    (await findReport(database.db, id, kind))?.id
  expect(await found('3', 'payment')).toBe(10)
  expect(await found('10', 'payment')).toBe(10)
  expect(await found('4', 'transfer')).toBe(4)
  expect(await found('bank-3')).toBe(3)
  expect(await found('qr-4')).toBe(11)
  expect(await found('3-1-qr4')).toBe(3)
  for (const id of ['qr-9', '3-4', '3-1-99', '4-', 'x', '0']) expect(await found(id), id).toBeUndefined()
  expect(await found('4', 'payment')).toBe(11)
  expect(await found('9', 'transfer')).toBeUndefined()
  await database.drop()
})
