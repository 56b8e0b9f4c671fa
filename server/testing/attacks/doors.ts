import { request } from 'node:http'
import { requestedWith } from '@krapao/contract/limits.ts'
import { expect } from 'vitest'
import { readConfig } from '../../app/config.ts'
import { shownUrl } from '../../app/log.ts'
import { sanitise } from '../../platform/sanitise.ts'
import { slipsOf, upload } from '../../slices/deposit/slip/testing/slip.ts'
import { operatorPasswordProblem } from '../../slices/operator/rules.ts'
import { eventsOf } from '../../slices/operator/testing.ts'
import { player } from '../../slices/wallet/testing.ts'
import type { TestApp } from '../app.ts'
import { liveWithoutOutside } from '../live.ts'
import { type Attack, atOnce, attack, tally } from './attack.ts'

/** Attacks by requests, files and texts, and weaknesses of the configuration. */

const get = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
  fetch(app.address + path, { headers, redirect: 'manual' })

/** The status of a path that is sent unchanged, while `fetch` would resolve its dots first. */
const getAsWritten = (app: TestApp, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.address)
    request({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end()
  })

const doors: Attack[] = [
  attack('21', 'there is no chat yet', async ({ app }) => {
    expect((await get(app, '/api/chat')).status).toBe(404)
  }),
  attack(
    '22',
    'a link on another site cannot make a call, because calls need a header that links cannot send',
    async ({ app }) => {
      const { token } = await player(app, 100)
      for (const path of [
        '/api/wallet/activate/PG',
        '/api/wallet/refresh/slot',
        '/api/wallet/resetpassword/PG',
      ]) {
        for (const headers of [{}, { authorization: `Bearer ${token}` }, { cookie: `token=${token}` }]) {
          const answer = await get(app, path, { ...(headers as object), origin: 'https://evil.example' })
          expect([answer.status, await answer.json()]).toEqual([403, { message: 'KEY_MISSING' }])
          expect(answer.headers.get('access-control-allow-origin')).toBeNull()
        }
      }
    },
  ),
  attack('23', 'a form on another site cannot make a call', async ({ app }) => {
    const { token } = await player(app, 100)
    const body = '{"amount":100}'
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json, text/plain',
    ]) {
      const { status } = await fetch(`${app.address}/api/wallet/withdraw`, {
        method: 'POST',
        body,
        headers: {
          'content-type': type,
          authorization: `Bearer ${token}`,
          'x-requested-with': requestedWith,
        },
      })
      expect([400, 415], type).toContain(status)
    }
  }),
  attack('24', 'passwords in paths are not logged', async () => {
    for (const path of [
      '/api/autoLogin/PG/me/secret',
      '/api/AUTOLOGIN/PG/me/secret',
      '/api/%61utoLogin/PG/me/secret?a=secret',
    ])
      expect(shownUrl(path)).not.toContain('secret')
  }),
  attack('25', 'markup in texts is never run', async ({ app }) => {
    const name = '<script>alert(1)</script>'
    const { token } = await app.registerMember({ name })
    const answer = await get(app, '/api/account/profile', {
      authorization: `Bearer ${token}`,
      'x-requested-with': requestedWith,
    })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src 'none'.*script-src 'self';/)
    expect(policy).not.toMatch(/unsafe|\*/)
    const html =
      '<p onclick="x()">a<script>x()</script><a href="javascript:x()">b</a><iframe src="//x"></iframe></p>'
    expect(sanitise(html)).not.toMatch(/script|onclick|iframe/)
  }),
  attack('27', 'no path redirects to another site', async ({ app }) => {
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
      '/\t/evil.example',
      '/..//evil.example',
      '/login?to=//evil.example',
    ]) {
      const answer = await get(app, path)
      expect(answer.status < 300 || answer.status >= 400, path).toBe(true)
      expect(answer.headers.get('location'), path).toBeNull()
    }
  }),
  attack(
    'B34',
    'one session of support leads no member to a page of others',
    async ({ app, support, cashier }) => {
      const { token } = support
      const { body: bot } = await app.call('GET /api/console/chat-bot', { token })
      const button = { type: 'web' as const, title: 'ยืนยันตัวตน', payload: 'https://evil.example/login' }
      const message = {
        message_type: 'buttons' as const,
        payload: { message: 'evil.example', buttons: [button] },
      }
      const greeting = { th: [message], la: [message], en: [message] }
      const content = { ...bot.content, greeting }
      const saved = await app.call('PUT /api/console/chat-bot', {
        token,
        body: { basedOn: bot.version, content },
      })
      expect(saved.body).toMatchObject({ status: 'SECOND_OPERATOR_NEEDED', newHosts: ['evil.example'] })
      const params = { version: String(saved.body.version) }
      const body = { reason: 'it is fine' }
      const own = await app.call('POST /api/console/chat-bot/versions/:version/approve', {
        token,
        params,
        body,
      })
      expect(own.error?.message).toBe('FORBIDDEN')
      const texts = { th: 'evil.example', la: '', en: '' }
      await app.call('POST /api/console/chat-replies', { token, body: { shortcut: 'evil', texts } })
      const { replies } = (await app.call('GET /api/console/chat-replies', { token })).body
      expect(replies.map((reply) => JSON.stringify(reply.texts)).join()).not.toContain('evil')
      const shown = await get(app, '/api/chat/config', { 'x-requested-with': requestedWith })
      expect(await shown.text()).not.toContain('evil')
      await app.call('POST /api/console/chat-bot/versions/:version/refuse', {
        token: cashier.token,
        params,
        body,
      })
    },
  ),
  attack('28', 'uploads that are no pictures or too large are not stored', async ({ app }) => {
    const { token } = await app.registerMember()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const files = [
      '<!doctype html><script>alert(1)</script>',
      svg,
      'GIF89a',
      '%PDF-1.7',
      '\x89PNG\r\n\x1a\n',
      '',
    ]
    for (const text of files) {
      const { status } = await upload(app.address, token, Buffer.from(text, 'latin1'))
      expect([400, 415], text).toContain(status)
    }
    expect((await upload(app.address, token, Buffer.alloc(10_485_761 + 65_536))).status).toBe(413)
    expect(await slipsOf(app, token)).toEqual([])
    for (const name of ['../../etc/passwd', '..%2f..%2fetc%2fpasswd', 'sl1.jpg', 'sl1.jpg%00.png'])
      expect([400, 404], name).toContain(
        await getAsWritten(app, `/files/slip/${name}?expires=9999999999&signature=x`),
      )
  }),
  attack('B3', 'the server survives database connections that break during calls', async ({ app }) => {
    const { token } = await app.registerMember()
    const calls = atOnce(40, () => app.call('GET /api/wallet', { token }))
    await app.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const statuses = tally((await calls).map(({ status }) => status))
    expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '503')).toEqual([])
    await expect.poll(async () => (await get(app, '/health/ready')).status, { timeout: 15_000 }).toBe(200)
  }),
  attack('B4', 'demo mode is off by default, and needs a second setting beside real services', async () => {
    const unsaid = { ...liveWithoutOutside, DATABASE_URL: 'postgres://h/db', DEMO: '' }
    expect(readConfig(unsaid).DEMO).toBe(false)
    const problems = [
      { DATABASE_URL: 'postgres://db.example/krapao' },
      { DATABASE_URL: 'postgres:///krapao?host=db.example' },
      { PAYOUTS_URL: 'https://bank.example', PAYOUTS_SECRET: 'a secret of the bank' },
      { SMS_URL: 'https://sms.example' },
      { HOST: '0.0.0.0' },
      { HOST: '192.168.1.5' },
    ]
    for (const settings of problems) {
      expect(() => readConfig({ DEMO: '1', ...settings }), JSON.stringify(settings)).toThrow(/DEMO_UNSAFE=1/)
      expect(() => readConfig({ DEMO: '1', DEMO_UNSAFE: '1', ...settings })).not.toThrow()
    }
  }),
  attack('B16', 'malformed paths never cause an internal error', async ({ app }) => {
    for (const path of [
      '/assets/',
      '/art/',
      '//x',
      '/%00',
      '/%',
      '/../',
      '/console/assets/',
      '/api/%00',
      '/files/slip/%00',
    ])
      expect((await get(app, path)).status, path).toBeLessThan(500)
  }),
  attack('B17', 'bodies with thousands of values are refused quickly', async ({ app }) => {
    const junk = `{"username":[${Array(4000).fill(1)}]}`
    const began = performance.now()
    const statuses = await atOnce(100, async () => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.99' }
      return (await fetch(`${app.address}/api/login`, { method: 'POST', body: junk, headers })).status
    })
    expect(tally(statuses)).toEqual({ 400: 100 })
    // Each call took three milliseconds when every value was validated.
    expect(performance.now() - began).toBeLessThan(5000)
  }),
  attack('B18', 'metrics and the console’s calls are not public', async ({ app }) => {
    expect((await get(app, '/metrics')).status).toBe(404)
    expect(await (await get(app, '/api/openapi.json')).text()).not.toContain('/api/console/')
  }),
  attack(
    'B18',
    'the audit log has the members that an operator searched for, and no log has the search text',
    async ({ app, support }) => {
      const member = await app.registerMember()
      const query = { search: member.username }
      await app.call('GET /api/console/members', { token: support.token, query })
      const looks = await eventsOf(app.database, { operatorId: support.id, subject: `member:${member.id}` })
      expect(looks.map(({ action }) => action)).toEqual(['look.member'])
      expect(shownUrl(`/api/console/members?search=${member.username}`)).not.toContain(member.username)
    },
  ),
  attack(
    'P4',
    'half an emoji is refused everywhere, and harms no neighbour that comes with it',
    async ({ app, support }) => {
      const member = await player(app, 0)
      const write = (message: string, n: number) =>
        app.call('POST /api/chat/send-message', {
          token: member.token,
          body: { clientId: `half-${n}-message`, message: { message_type: 'text', payload: { message } } },
        })
      const outcomes = await atOnce(
        12,
        async (n) => (await write(n % 3 ? `whole ${n}` : `half ${n} \ud83d`, n)).status,
      )
      expect(tally(outcomes)).toEqual({ 200: 8, 400: 4 })
      const texts = { th: 'a\udc00b', la: 'x', en: 'x' }
      const { status } = await app.call('POST /api/console/chat-replies', {
        token: support.token,
        body: { shortcut: 'half', texts },
      })
      expect(status).toBe(400)
    },
  ),
  attack('K8', 'a member cannot make us flood a provider, nor stop it for others', async ({ app }) => {
    const [loud, other] = [await player(app, 100, 'PG'), await player(app, 100, 'PG')]
    await app.sandbox.setFault('PG', 'garbage', 200, 'balance')
    const refresh = ({ token }: { token: string }) => app.call('GET /api/wallet/refresh/slot', { token })
    const outcomes = await atOnce(150, async () => (await refresh(loud)).status)
    expect(tally(outcomes)).toEqual({ 200: 60, 429: 90 })
    await app.sandbox.setFault('PG', 'none')
    const body = { from: 'WALLET', to: 'PG', amount: 10 }
    expect(await app.call('POST /api/wallet/transfer', { token: other.token, body })).toMatchObject({
      body: { status: 'SUCCESS' },
    })
    app.clock.advance(61)
    expect((await refresh(loud)).status).toBe(200)
  }),
  attack(
    'B19',
    'weak secrets, weak passwords and invisible reasons are refused',
    async ({ app, cashier }) => {
      const live = { ...liveWithoutOutside, DATABASE_URL: 'postgres://h/db' }
      expect(() => readConfig({ ...live, BANK_SECRET: 'x' })).toThrow(/BANK_SECRET/)
      expect(() => readConfig({ ...live, CREDENTIAL_KEY: '0'.repeat(64) })).toThrow(/should be random/)
      expect(operatorPasswordProblem('aaaaaaaaaaaa', 'a@b.test')).toBeDefined()
      for (const reason of ['\u200b\u200b\u200b', '   ', '\u00ad\u2060\ufeff']) {
        const { status } = await app.call('POST /api/console/desk/:queue/:id/refuse', {
          token: cashier.token,
          params: { queue: 'slip', id: 'sl1' },
          body: { reason },
        })
        expect(status).toBe(400)
      }
      const picture = await get(app, '/files/slip/sl1.jpg')
      expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
    },
  ),
]

export default doors
