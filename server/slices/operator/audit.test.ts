import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { audit, insertDemoOperators } from './public.ts'
import { newOperator, tryLogin } from './testing.ts'

/** The audit log, and how operators come to be. */
describe('the audit log', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ engine: 'postgres' })
  })
  afterAll(() => app.close())

  it.each([
    `update audit_log set reason = 'better'`,
    'delete from audit_log',
    'truncate audit_log',
    'truncate audit_log cascade',
    `insert into audit_log (id, at, action, subject, reason, details) overriding system value
     select id, at, 'other', '', '', '{}' from audit_log limit 1 on conflict (id) do update set action = excluded.action`,
  ])('is append-only, even for the owner of the table: %s', async (statement) => {
    await newOperator(app, 'owner')
    await expect(app.database.query(statement)).rejects.toThrow(/append-only/)
  })

  it('is read in pages, newest first, each deed once while others are added', async () => {
    const { id, token } = await newOperator(app, 'auditor')
    const add = (n: number) =>
      app.context.db
        .transaction()
        .execute((tx) => audit(app.context, tx, { operatorId: id, action: 'test', subject: `test:${n}` }))
    for (let n = 0; n < 120; n++) await add(n)
    const seen: string[] = []
    let before: string | null = null
    do {
      const query: Record<string, string> = before ? { before } : {}
      const { body } = await app.call('GET /api/console/audit', { token, query })
      expect(body.entries.length).toBeLessThanOrEqual(50)
      seen.push(...body.entries.filter(({ action }) => action === 'test').map(({ subject }) => subject))
      await add(1000)
      before = body.next
    } while (before)
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `test:${119 - n}`))
  })

  it('tells a deed with all that belongs to it', async () => {
    const { id, name, token } = await newOperator(app, 'owner')
    const details = { evidence: [{ label: 'fromName', value: 'สมชาย' }], amountMinor: 500 }
    await app.context.db
      .transaction()
      .execute((tx) =>
        audit(app.context, tx, { operatorId: id, action: 'test', subject: 'gift:1', reason: 'why', details }),
      )
    const { body } = await app.call('GET /api/console/audit', { token })
    expect(body.entries[0]).toMatchObject({
      operator: { _id: id, name },
      action: 'test',
      subject: 'gift:1',
      reason: 'why',
      details,
    })
    expect(await app.call('GET /api/console/audit', { token, query: { before: 'x' } })).toMatchObject({
      status: 400,
    })
  })

  it('the demo’s operators may log in, and are made once', async () => {
    await insertDemoOperators(app.context)
    await insertDemoOperators(app.context)
    for (const role of ['owner', 'cashier', 'support', 'auditor']) {
      expect((await tryLogin(app, `${role}@demo.test`, 'krapao-demo')).outcome, role).toBe('OK')
    }
  })

  describe('npm run operator:add', () => {
    async function add(args: string[], password: string) {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'add.ts'), ...args], {
        env: { ...process.env, DATABASE_URL: app.database.url },
      })
      child.stdin.end(`${password}\n`)
      const [out, error, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        new Promise<[number | null]>((resolve) => child.on('exit', (code) => resolve([code]))),
      ])
      return { code, said: out + error }
    }

    it('makes an owner with a password from standard input; again, it replaces the password and ends sessions', async () => {
      const args = ['--email', 'First@Owner.test', '--role', 'owner', '--name', 'First']
      expect(await add(args, 'a long password')).toMatchObject({ code: 0 })
      const { outcome, token } = await tryLogin(app, 'first@owner.test', 'a long password')
      expect(outcome).toBe('OK')
      expect((await add(args, 'another password')).said).toMatch(/new password/)
      expect((await app.call('GET /api/console/me', { token })).status).toBe(401)
      expect((await tryLogin(app, 'first@owner.test', 'a long password')).outcome).toMatch(/WRONG/)
      expect((await tryLogin(app, 'first@owner.test', 'another password')).outcome).toBe('OK')
      const deeds = await app.database.query<{ action: string; details: unknown }>(
        `select action, details from audit_log where action like 'operator.%' order by id`,
      )
      expect(deeds.map(({ action }) => action)).toEqual(['operator.added', 'operator.changed'])
      expect(JSON.stringify(deeds)).not.toMatch(/password"|long|another/)
    })

    it.each([
      [['--email', 'nobody', '--role', 'owner'], 'a long password', /--email/],
      [['--email', 'a@b.test', '--role', 'boss'], 'a long password', /--role/],
      [['--email', 'a@b.test', '--role', 'owner'], 'short', /12 to 128/],
    ])('refuses %j with %s', async (args, password, why) => {
      const { code, said } = await add(args, password)
      expect(code).toBe(1)
      expect(said).toMatch(why)
    })
  })
})
