import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { fund, newMember, testConfig } from '../testing/app.ts'
import { callApi } from '../testing/call.ts'
import { travellingClock } from '../testing/clock.ts'
import { serverUrl, testDatabase, urlOf } from '../testing/database.ts'
import { testSandbox } from '../testing/sandbox.ts'
import { createServer } from './server.ts'

/** The roles of docs/operating.md, under names of this test run, in a database of its own. */
async function setUp(mark: string): Promise<{ url: (role: string) => string; drop: () => Promise<void> }> {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  const statements = /```sql\n(create role krapao_owner[^`]*)```/.exec(guide)?.[1]
  if (!statements) throw new Error('the guide names no roles')
  const as = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const name = `krapao_test_${Date.now()}_role`
  await as(serverUrl, `create database ${name}`)
  await as(
    urlOf(name),
    statements
      .replaceAll('krapao_owner', `${mark}_owner`)
      .replaceAll('krapao_server', `${mark}_server`)
      .replaceAll('on database krapao', `on database ${name}`),
  )
  return {
    url(role) {
      const url = new URL(urlOf(name))
      url.username = `${mark}_${role}`
      return url.href
    },
    async drop() {
      await as(serverUrl, `drop database ${name} with (force)`)
      await as(serverUrl, `drop role ${mark}_owner; drop role ${mark}_server`)
    },
  }
}

test('functions look tables up where those of the server are, whatever a session makes for itself', async () => {
  const database = await testDatabase('postgres')
  expect(
    await database.query(
      `select oid::regprocedure::text from pg_proc
       where pronamespace = 'public'::regnamespace and provolatile <> 'i'
         and not coalesce(proconfig, '{}') @> array['search_path=pg_catalog, public, pg_temp']`,
    ),
  ).toEqual([])
  // A thousand rows for the house's account would make −1 and +1,000 add to zero.
  await database.query(
    `insert into accounts (id, member_id, name, asset) values (1, '', 'adjustment', 'THB'), (2, 'm', 'wallet', 'THB');
     insert into journals (id, key, kind, phase, meta, posted_at) values (1, 'shadow', 'adjustment', 'single', '{}', now())`,
  )
  const shadow = database.query(
    `do $$ begin
       create temp table accounts on commit drop as
         select 1::bigint as id, 'THB' as asset from generate_series(1, 1000) union all select 2, 'THB';
       insert into entries (journal_id, leg, account_id, amount_minor, balance_after_minor)
         values (1, 1, 1, -1, null), (1, 2, 2, 1000, 1000);
     end $$`,
  )
  await expect(shadow).rejects.toMatchObject({ code: '23000' })
  await database.drop()
})

test('a server that owns none of its tables works, and cannot disable the guards of the ledger', async () => {
  const { url, drop } = await setUp(`krapao_test_${process.pid}`)
  const folder = mkdtempSync(join(tmpdir(), 'krapao-role-'))
  const sandbox = await testSandbox(travellingClock())
  const server = await createServer({
    ...testConfig(sandbox),
    DATA_DIR: folder,
    DATABASE_URL: url('server'),
    DATABASE_OWNER_URL: url('owner'),
  })
  try {
    await server.listen()
    sandbox.server = server.address
    const { context, address } = server
    const member = await newMember(context)
    await fund(context, member.id, 500)
    const { body } = await callApi(address, 'POST /api/wallet/withdraw', {
      token: member.token,
      body: { amount: 100 },
    })
    expect(body?.amount).toBe(100)
    const add = join(import.meta.dirname, '../slices/operator/add.ts')
    const said = execFileSync(process.execPath, [add, '--email', 'owner@example.com', '--role', 'owner'], {
      env: { ...process.env, DATABASE_URL: url('server') },
      input: 'a long password\n',
      encoding: 'utf8',
    })
    expect(said).toContain('may log in at /console')
    await context.ledger.seal()
    for (const statement of [
      'alter table entries disable trigger all',
      'drop trigger journals_append_only on journals',
      'set session_replication_role = replica',
      'truncate audit_log',
      'create temp table accounts (id bigint, asset text)',
      'drop table seals',
      'create or replace function ledger_refuse() returns trigger language plpgsql as $$ begin return null; end $$',
    ]) {
      await expect(context.database.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
    await expect(context.database.query('delete from audit_log')).rejects.toThrow(/append-only/)
  } finally {
    await server.close()
    await sandbox.close()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  }
})
