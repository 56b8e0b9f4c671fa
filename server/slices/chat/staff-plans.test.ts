import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../platform/database.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { plansOf } from '../../testing/plans.ts'
import { storeOperator } from '../operator/testing.ts'
import { countWaiting, findChat, selectChats, selectChatsOf } from './staff-store.ts'

/** What the staff list is read by its indexes, at 20,000 conversations of ten messages. */

const many = 20_000
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase('postgres', { max: 1 })
  await storeOperator(database, 'op-plan', 'support')
  await database.query(
    `insert into chat_conversations (id, guest_id, language, state, operator_id, session_id, last_number, last_at,
       waiting_since, created_at)
     select 'cv' || n, 'guest' || n, 'th', case when n % 50 = 0 then 'waiting' else 'open' end,
       case when n % 100 = 0 then 'op-plan' end, 'cs' || n, 10, now() - n * interval '1 minute',
       case when n % 50 = 0 then now() - n * interval '1 second' end, now()
     from generate_series(1, ${many}) n`,
  )
  await database.query(
    `insert into chat_messages (conversation_id, number, sender, client_id, session_id, message, created_at)
     select 'cv' || n, m, 'customer', 'message' || m, 'cs' || n,
       '{"message_type":"text","payload":{"message":"x"}}', now()
     from generate_series(1, ${many}) n, generate_series(1, 10) m`,
  )
  await database.query('vacuum analyze chat_conversations')
  await database.query('vacuum analyze chat_messages')
}, 120_000)
afterAll(() => database.drop())

const after = { at: new Date(), id: 'cv5' }
const page = { operatorId: 'op-plan', now: new Date(), limit: 31 }
it.each<[string, (db: Db) => Promise<unknown>, string]>([
  ['who waits', (db) => selectChats(db, 'waiting', page), 'chat_conversations_waiting'],
  [
    'who waits, a later page',
    (db) => selectChats(db, 'waiting', { ...page, after }),
    'chat_conversations_waiting',
  ],
  ['one’s own', (db) => selectChats(db, 'mine', page), 'chat_conversations_operator'],
  ['all', (db) => selectChats(db, 'all', page), 'chat_conversations_recent'],
  ['all, a later page', (db) => selectChats(db, 'all', { ...page, after }), 'chat_conversations_recent'],
  ['how many wait', (db) => countWaiting(db, new Date()), 'chat_conversations_waiting'],
  [
    'a member’s',
    (db) => selectChatsOf(db, ['aaaaaaaaaaaa'], 'cvaaaaaaaaaaaaaaaa'),
    'chat_conversations_member',
  ],
  ['one', (db) => findChat(db, 'cv7'), 'chat_conversations_pkey'],
])('%s', async (_, act, index) => {
  const plan = await plansOf(database, act)
  expect(plan).toContain(index)
  expect(plan).not.toMatch(/Seq Scan/)
})
