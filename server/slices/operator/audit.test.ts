import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { QueryOf } from '@krapao/contract/client.ts'
import type { AuditKind } from '@krapao/contract/slices/operator/list-audit.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { testDatabase } from '../../testing/database.ts'
import { plansOf } from '../../testing/plans.ts'
import { type AuditSearch, searchAuditEvents } from './audit-store.ts'
import { audit, insertDemoOperators } from './public.ts'
import { newOperator, type TestOperator, tryLogin } from './testing.ts'

/** The audit log, and how operators are created. */
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

  it('is read in pages, newest first, each event once while others are added', async () => {
    const { id, token } = await newOperator(app, 'auditor')
    const add = (n: number) =>
      transaction(app.context.db, (tx) =>
        audit(app.context, tx, { operatorId: id, action: 'logout', subject: `test:${n}` }),
      )
    for (let n = 0; n < 120; n++) await add(n)
    const seen: string[] = []
    let before: string | null = null
    do {
      const query: Record<string, string> = before ? { before } : {}
      const { body } = await app.call('GET /api/console/audit', { token, query })
      expect(body.entries.length).toBeLessThanOrEqual(50)
      seen.push(...body.entries.filter(({ action }) => action === 'logout').map(({ subject }) => subject))
      await add(1000)
      before = body.next
    } while (before)
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `test:${119 - n}`))
  })

  it('shows an event with all its details', async () => {
    const { id, name, token } = await newOperator(app, 'owner')
    const details = { evidence: [{ label: 'fromName', value: 'สมชาย' }], amountMinor: 500 }
    await transaction(app.context.db, (tx) =>
      audit(app.context, tx, {
        operatorId: id,
        action: 'logout',
        subject: 'gift:1',
        reason: 'why',
        details,
      }),
    )
    const { body } = await app.call('GET /api/console/audit', { token })
    expect(body.entries[0]).toMatchObject({
      operator: { _id: id, name },
      action: 'logout',
      subject: 'gift:1',
      reason: 'why',
      details,
    })
    expect(await app.call('GET /api/console/audit', { token, query: { before: 'x' } })).toMatchObject({
      status: 400,
    })
  })

  it('the demo’s operators may log in, and are created once', async () => {
    await insertDemoOperators(app.context)
    await insertDemoOperators(app.context)
    for (const role of ['owner', 'cashier', 'support', 'auditor']) {
      expect((await tryLogin(app, `${role}@demo.test`, 'krapao-demo')).outcome, role).toBe('OK')
    }
  })

  describe('npm run operator:add', () => {
    async function add(args: string[], password: string, url = app.database.url) {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'add.ts'), ...args], {
        env: { ...process.env, DATABASE_URL: url },
      })
      child.stdin.end(`${password}\n`)
      const [out, error, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        new Promise<[number | null]>((resolve) => child.on('exit', (code) => resolve([code]))),
      ])
      return { code, said: out + error }
    }

    it('creates an owner with a password from standard input; run again, it replaces the password and ends sessions', async () => {
      const args = ['--email', 'First@Owner.test', '--role', 'owner', '--name', 'First']
      expect(await add(args, 'a long password')).toMatchObject({ code: 0 })
      const { outcome, token } = await tryLogin(app, 'first@owner.test', 'a long password')
      expect(outcome).toBe('OK')
      expect((await add(args, 'another password')).said).toMatch(/new password/)
      expect((await app.call('GET /api/console/me', { token })).status).toBe(401)
      expect((await tryLogin(app, 'first@owner.test', 'a long password')).outcome).toMatch(/WRONG/)
      expect((await tryLogin(app, 'first@owner.test', 'another password')).outcome).toBe('OK')
      const events = await app.database.query<{ action: string; details: unknown }>(
        `select action, details from audit_log where action like 'operator.%' order by id`,
      )
      expect(events.map(({ action }) => action)).toEqual(['operator.added', 'operator.changed'])
      expect(JSON.stringify(events)).not.toMatch(/password"|long|another/)
    })

    it('keeps the name of who is there, unless another one is given', async () => {
      const args = ['--email', 'suda@owner.test', '--role', 'owner']
      const nameNow = async () =>
        (await app.database.query(`select name from operators where email = 'suda@owner.test'`))[0]?.name
      await add(args, 'a long password')
      expect(await nameNow()).toBe('suda')
      await add([...args, '--name', 'Suda S.'], 'a long password')
      expect(await nameNow()).toBe('Suda S.')
      await add(args, 'another password')
      expect(await nameNow()).toBe('Suda S.')
    })

    it('makes no tables: on a database without them it says what to do', async () => {
      const empty = await testDatabase('postgres')
      await empty.query('drop table operators cascade')
      const { code, said } = await add(
        ['--email', 'a@b.test', '--role', 'owner'],
        'a long password',
        empty.url,
      )
      expect([code, said]).toEqual([1, expect.stringContaining('start the server first')])
      expect(await empty.query(`select to_regclass('operators') as made`)).toEqual([{ made: null }])
      await empty.drop()
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

describe('the audit log, by what was done', () => {
  let app: TestApp
  const actions = {
    decisions: ['desk.approve', 'desk.refuse-first', 'desk.superseded', 'desk.reversal-asked'],
    staff: ['operator.added', 'operator.shut-out', 'operator.password-changed'],
    logins: ['login', 'login-failed', 'logout'],
    looks: ['look.member', 'look.picture'],
  } as const
  const subject = 'filtered:1'
  let token: string
  beforeAll(async () => {
    app = await testApp({ engine: 'postgres' })
    token = (await newOperator(app, 'auditor')).token
    // A week of a busy desk: hundreds of looks between two decisions.
    await app.database.query(
      `insert into audit_log (at, action, subject, reason, details)
       select now(), case when n % 500 = 0 then (array['desk.approve', 'operator.added', 'login'])[1 + n / 500 % 3]
         else 'look.member' end, 'many', '', '{}' from generate_series(1, 60000) n`,
    )
    for (const action of Object.values(actions).flat()) {
      await app.database.query(
        `insert into audit_log (at, action, subject, reason, details) values (now(), $1, $2, '', '{}')`,
        [action, subject],
      )
    }
    await app.database.query('analyze audit_log')
  })
  afterAll(() => app.close())

  /** All actions of a kind about this test's subject, oldest first, read in pages. */
  async function read(kind?: AuditKind): Promise<{ own: string[]; pages: number; all: string[] }> {
    const all: { action: string; subject: string }[] = []
    let before: string | null = null
    let pages = 0
    do {
      const query: { kind?: AuditKind; before?: string } = {
        ...(kind && { kind }),
        ...(before && { before }),
      }
      const { body, status } = await app.call('GET /api/console/audit', { token, query })
      expect(status).toBe(200)
      expect(body.entries.length).toBeLessThanOrEqual(50)
      all.push(...body.entries)
      pages++
      before = pages < 20 ? body.next : null
    } while (before)
    const own = all.filter((event) => event.subject === subject).map(({ action }) => action)
    return { own: own.reverse(), pages, all: all.map(({ action }) => action) }
  }

  it.each(['decisions', 'staff', 'logins', 'looks'] as const)('%s, and nothing else', async (kind) => {
    const { own, all, pages } = await read(kind)
    expect(own).toEqual(actions[kind])
    const prefix = { decisions: /^desk\./, staff: /^operator\./, logins: /^log(in|out)/, looks: /^look\./ }
    expect(all.filter((action) => !prefix[kind].test(action))).toEqual([])
    // Forty of each of three kinds among many looks, on one page or two.
    expect(pages).toBe(kind === 'looks' ? 20 : 1)
  })

  it('everything except looks by default; or really everything', async () => {
    const { own, all, pages } = await read()
    expect(own).toEqual(Object.entries(actions).flatMap(([kind, of]) => (kind === 'looks' ? [] : of)))
    expect(all.some((action) => action.startsWith('look.'))).toBe(false)
    expect(pages).toBeGreaterThan(2)
    expect(await read('actions')).toEqual({ own, all, pages })
    expect((await read('all')).own).toEqual(Object.values(actions).flat())
    const wrong = { kind: 'gossip' as AuditKind }
    expect((await app.call('GET /api/console/audit', { token, query: wrong })).status).toBe(400)
  })

  it.each(['actions', 'decisions', 'staff', 'logins'] as const)(
    '%s are found without reading the looks',
    async (kind) => {
      const plan = await plansOf(app.context, (db) =>
        searchAuditEvents(db, { kind }, { before: null, limit: 51 }),
      )
      expect(plan).toContain(`audit_log_${kind}`)
    },
  )
})

describe('the audit log, searched', () => {
  let app: TestApp
  let auditor: TestOperator
  let member: TestMember
  const day = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() - 43_200_000) }
  beforeAll(async () => {
    app = await testApp({ engine: 'postgres' })
    auditor = await newOperator(app, 'auditor')
    member = await app.registerMember({ name: 'Audited Member' })
    await app.database.query(`insert into operators (id, email, name, role, password_hash, created_at)
      select 'op-' || n, n || '@searched.test', 'Plan', 'cashier', '-', now() from generate_series(0, 10) n`)
    for (const [at, action, subject, details] of [
      ['2020-01-01T16:59:59Z', 'login', '', { ip: '2001:db8::7' }],
      ['2020-01-01T17:00:00Z', 'desk.approve', 'slip:slsearched', { memberId: member.id }],
      ['2020-01-02T16:59:59Z', 'desk.refuse', 'withdrawal:wd/a b', { said: { memberId: member.id } }],
      ['2020-01-02T17:00:00Z', 'look.member', `member:${member.id}`, {}],
      ['2020-01-03T05:00:00Z', 'campaign.made', 'campaign:bonus/=1+1', {}],
    ] as const)
      await app.database.query(
        `insert into audit_log (at, operator_id, action, subject, reason, details) values ($1, $2, $3, $4, '', $5)`,
        [at, auditor.id, action, subject, JSON.stringify(details)],
      )
    // Three months in which mostly members are looked at.
    await app.database.query(
      `insert into audit_log (at, operator_id, action, subject, reason, details)
       select now() - (100000 - n) * interval '80 seconds', 'op-' || case when n % 5000 = 0 then 10 else n % 10 end,
         case when n % 100 = 0 then 'desk.approve' when n % 100 = 1 then 'login' else 'look.member' end,
         case when n % 100 = 0 then 'slip:sl' || n when n % 100 = 1 then '' else 'member:mb' || n % 5000 end, '',
         case when n % 100 = 0 then jsonb_build_object('said', jsonb_build_object('memberId', 'mb' || n % 5000))
           when n % 100 = 1 then jsonb_build_object('ip', '203.0.113.' || n / 100 % 200) else '{}' end
       from generate_series(1, 100000) n`,
    )
    await app.database.query('vacuum analyze audit_log')
  }, 120_000)
  afterAll(() => app.close())

  type Asked = QueryOf<'GET /api/console/audit'>
  const subjects = async (query: Asked): Promise<string[]> => {
    const old = { operatorId: auditor.id, to: '2020-12-31', kind: 'all', ...query } as const
    const { body } = await app.call('GET /api/console/audit', { token: auditor.token, query: old })
    return body.entries.map(({ subject }) => subject)
  }

  it('names the members of its events beside them', async () => {
    const filter = { operatorId: auditor.id, to: '2020-12-31', kind: 'all' } as const
    const { token } = auditor
    const listed = await app.call('GET /api/console/audit', { token, query: filter })
    expect(listed.body.members).toEqual([{ _id: member.id, name: 'Audited Member' }])
    const none = await app.call('GET /api/console/audit', { token, query: { ...filter, action: 'login' } })
    expect(none.body.members).toEqual([])
  })

  it('by the action of a look, without a kind', async () => {
    const query = { operatorId: auditor.id, to: '2020-12-31', action: 'look.member' } as const
    const { body } = await app.call('GET /api/console/audit', { token: auditor.token, query })
    expect(body.entries.map(({ subject }) => subject)).toEqual([`member:${member.id}`])
  })

  it.each<[string, () => Asked, string[]]>([
    [
      'the day in Bangkok',
      () => ({ from: '2020-01-02', to: '2020-01-02' }),
      ['withdrawal:wd/a b', 'slip:slsearched'],
    ],
    ['the day before', () => ({ from: '2020-01-01', to: '2020-01-01' }), ['']],
    ['the member', () => ({ memberId: member.id }), ['member:', 'withdrawal:wd/a b', 'slip:slsearched']],
    [
      'the member, no looks',
      () => ({ memberId: member.id, kind: 'actions' }),
      ['withdrawal:wd/a b', 'slip:slsearched'],
    ],
    ['the action', () => ({ action: 'desk.approve' }), ['slip:slsearched']],
    ['a network address', () => ({ address: '2001:db8::7' }), ['']],
    ['an item', () => ({ address: '/slip/slsearched' }), ['slip:slsearched']],
    [
      'its whole link',
      () => ({ address: 'https://x.test/console/withdrawal/wd%2Fa%20b?q=1' }),
      ['withdrawal:wd/a b'],
    ],
    [
      'a campaign by its link',
      () => ({ address: 'https://x.test/console/campaigns/bonus/%3D1%2B1' }),
      ['campaign:bonus/=1+1'],
    ],
    ['its page of changes', () => ({ address: '/campaigns/bonus/=1+1/edit' }), ['campaign:bonus/=1+1']],
    ['what is no address', () => ({ address: 'nowhere' }), []],
    ['another person', () => ({ operatorId: 'op-none' }), []],
  ])('by %s', async (_, asked, expected) => {
    const found = await subjects(asked())
    expect(found.map((event) => event.replace(member.id, ''))).toEqual(expected)
  })

  it.each<[string, Omit<AuditSearch, 'kind'>, RegExp]>([
    ['a person who does little', { operatorId: 'op-10' }, /audit_log_person/],
    ['a member', { memberId: 'mb77' }, /audit_log_member/],
    ['an action', { action: 'desk.superseded' }, /audit_log_action/],
    ['a network address', { ip: '203.0.113.7' }, /audit_log_ip/],
    ['an item', { subject: 'slip:sl700' }, /audit_log_subject/],
    ['a day', day, /audit_log_at/],
    ['a person on a day', { operatorId: 'op-4', ...day }, /audit_log_at/],
  ])('%s: by an index, also a later page', async (_, search, index) => {
    for (const before of [null, 90_000]) {
      const plan = await plansOf(app.context, (db) =>
        searchAuditEvents(db, { kind: 'all', ...search }, { before, limit: 51 }),
      )
      expect(plan).toMatch(index)
      expect(plan).not.toMatch(/Seq Scan on audit_log/)
    }
  })

  it('a day reads no more than the day', async () => {
    const plan = await plansOf(
      app.context,
      (db) =>
        searchAuditEvents(db, { kind: 'all', action: 'operator.added', ...day }, { before: null, limit: 51 }),
      '(analyze, timing off)',
    )
    expect(plan).not.toMatch(/Rows Removed by Filter: \d{5}/)
  })

  it('as a file: audited, and so many in an hour; for owners and auditors', async () => {
    const body: Asked = { operatorId: auditor.id, to: '2020-12-31', kind: 'all' }
    const take = () => app.call('POST /api/console/audit/export', { token: auditor.token, body })
    const file = (await take()).body
    expect([file.entries.length, file.complete]).toEqual([5, true])
    expect(file.members).toEqual([{ _id: member.id, name: 'Audited Member' }])
    const rows = await app.database.query(
      `select details from audit_log where operator_id = $1 and action = 'export.audit'`,
      [auditor.id],
    )
    expect(rows).toEqual([{ details: { filter: body, count: 5 } }])
    for (let n = 1; n < 20; n++) expect((await take()).status).toBe(200)
    expect(await take()).toMatchObject({ status: 429, error: { message: 'REQUEST_LIMIT' } })
    for (const role of ['cashier', 'support'] as const) {
      const { token } = await newOperator(app, role)
      const refused = await app.call('POST /api/console/audit/export', { token, body: {} })
      expect(refused.error?.message, role).toBe('FORBIDDEN')
    }
  })
})
