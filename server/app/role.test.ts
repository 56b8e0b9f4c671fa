import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { fund, newMember, testConfig } from '../testing/app.ts'
import { callApi } from '../testing/call.ts'
import { travellingClock } from '../testing/clock.ts'
import { serverUrl, urlOf } from '../testing/database.ts'
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
      .replace('on database krapao', `on database ${name}`),
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
    await context.ledger.seal()
    for (const statement of [
      'alter table entries disable trigger all',
      'drop trigger journals_append_only on journals',
      'set session_replication_role = replica',
      'truncate audit_log',
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
