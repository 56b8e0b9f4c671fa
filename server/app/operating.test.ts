import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { memberRoom } from '@krapao/contract/events.ts'
import { requestedWith } from '@krapao/contract/limits.ts'
import { sign } from '@krapao/contract/signature.ts'
import pg from 'pg'
import { io } from 'socket.io-client'
import { afterAll, expect, test } from 'vitest'
import { ensure } from '../../scripts/debian.ts'
import { freePort } from '../../scripts/services.ts'
import { registration } from '../slices/account/testing.ts'
import { authenticatorCode } from '../slices/operator/testing.ts'
import { travellingClock } from '../testing/clock.ts'
import { serverUrl, urlOf } from '../testing/database.ts'
import { builtProgram } from '../testing/node-build.ts'
import { testSandbox } from '../testing/sandbox.ts'

/**
 * A new installation by docs/operating.md, step for step: what is fenced there is taken from there. Only
 * names that belong to one machine are replaced: database, roles, passwords, ports, folders and the address
 * of the SMS gateway.
 */

const docs = join(import.meta.dirname, '../../docs')
const chapter =
  /\n## A new installation\n(.*?)\n## /s.exec(readFileSync(join(docs, 'operating.md'), 'utf8'))?.[1] ?? ''
const fenced = [...chapter.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, kind = '', body = '']) => ({
  kind,
  body,
}))
const [create, roles, settings, owners, account] = fenced

const folder = mkdtempSync(join(tmpdir(), 'krapao-operating-'))
const mark = `krapao_test_${Date.now()}_${process.pid}`
const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  rmSync(folder, { recursive: true, force: true })
})

/** Roles and database of the guide, under names of this test run. */
const named = (said: string) =>
  said.replaceAll('krapao_owner', `${mark}_owner`).replaceAll('krapao_server', `${mark}_server`)

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statements).finally(() => client.end())
}

/** nginx with the guide's file, and a certificate of the test's own. @returns its port */
async function startProxy(node: number): Promise<number> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const made = spawn(await ensure('openssl'), [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', '/CN=wallet.example', '-addext', 'subjectAltName=DNS:wallet.example'],
    ...['-keyout', key, '-out', certificate],
  ])
  expect((await once(made, 'exit'))[0]).toBe(0)
  const [https, http] = [await freePort(), await freePort()]
  const file = readFileSync(join(docs, 'deploy/nginx.conf'), 'utf8')
    .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
    .replace('listen 80', `listen 127.0.0.1:${http}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${node}`)
    .replace('/etc/ssl/wallet.example.pem', certificate)
    .replace('/etc/ssl/wallet.example.key', key)
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n')
  mkdirSync(join(folder, 'nginx'))
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr warn; worker_processes 1;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events {} http { access_log off; ${temp}\n${file} }`,
  )
  const nginx = spawn(
    await ensure('nginx'),
    ['-p', join(folder, 'nginx'), '-c', join(folder, 'nginx.conf')],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const ended = once(nginx, 'exit')
  ends.push(() => {
    nginx.kill('SIGTERM')
    return ended
  })
  return https
}

const agent = new Agent({ rejectUnauthorized: false })

/** A call as a browser makes it: by the public name, through the proxy. */
async function through(
  port: number,
  method: string,
  path: string,
  { body, ...headers }: { body?: string | Buffer } & Record<string, string | Buffer> = {},
) {
  const call = request({
    agent,
    port,
    host: '127.0.0.1',
    servername: 'wallet.example',
    method,
    path,
    headers: {
      host: 'wallet.example',
      'x-requested-with': requestedWith,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(headers as Record<string, string>),
    },
  })
  const answered = once(call, 'response')
  call.end(body)
  const [answer] = await answered
  const said = await text(answer)
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? JSON.parse(said) : said }
}

test('the guide leads from an empty PostgreSQL to the first credited deposit', async () => {
  expect(fenced.map(({ kind }) => kind)).toEqual(['sh', 'sql', 'ini', 'sh', 'sql'])
  const sandbox = await testSandbox(travellingClock())
  ends.push(() => sandbox.close())

  // 1. Database and roles.
  expect(create?.body).toBe('createdb krapao\n')
  await run(serverUrl, `create database ${mark}`)
  ends.push(async () => {
    await run(serverUrl, `drop database ${mark} with (force)`)
    await run(serverUrl, `drop role ${mark}_owner; drop role ${mark}_server`)
  })
  await run(urlOf(mark), named(roles?.body ?? '').replaceAll('on database krapao', `on database ${mark}`))

  // 2. Settings.
  const port = await freePort()
  const { host } = new URL(serverUrl)
  const secret = { sms: sandbox.secrets.sms, bank: randomBytes(16).toString('hex') }
  const environment: Record<string, string> = Object.fromEntries(
    (settings?.body ?? '')
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  )
  Object.assign(environment, {
    PORT: String(port),
    DATABASE_URL: named(environment.DATABASE_URL ?? '').replace('127.0.0.1:5432/krapao', `${host}/${mark}`),
    DATABASE_OWNER_URL: named(environment.DATABASE_OWNER_URL ?? '').replace(
      '127.0.0.1:5432/krapao',
      `${host}/${mark}`,
    ),
    CREDENTIAL_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: join(folder, 'data'),
    SMS_URL: `${sandbox.url}/sms`,
    SMS_SECRET: secret.sms,
    BANK_SECRET: secret.bank,
  })

  // 3. The start.
  const server = spawn(process.execPath, [await builtProgram('server')], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...environment },
  })
  let log = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (log += chunk))
  const ended = once(server, 'exit')
  ends.push(() => {
    server.kill('SIGTERM')
    return ended
  })
  await expect.poll(() => log, { timeout: 60_000 }).toMatch(/Krapao is ready|cannot start/)
  expect(log).toContain('Krapao is ready')
  // The lines after the first one may come in a later piece.
  await expect.poll(() => log).toContain('off · PAYOUTS_URL: no withdrawal is paid')

  // 4. The first owners, 5. the account of the house.
  const commands = [...(owners?.body ?? '').matchAll(/^npm run operator:add -- (.*)$/gm)]
  expect(commands).toHaveLength(2)
  for (const [, given = ''] of commands) {
    const options = [...given.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    const adding = spawn(
      process.execPath,
      [join(import.meta.dirname, '../slices/operator/add.ts'), ...options],
      { env: { ...process.env, ...environment } },
    )
    adding.stdin.end('a long password\n')
    const [said] = await Promise.all([text(adding.stdout), text(adding.stderr)])
    expect(said).toContain('may log in at /console')
  }
  await run(environment.DATABASE_URL ?? '', account?.body ?? '')

  // 6. The proxy, and everything from here on through it.
  const https = await startProxy(port)
  await expect
    .poll(
      () =>
        through(https, 'GET', '/health/ready').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200)
  const login = await through(https, 'POST', '/api/console/login', {
    body: JSON.stringify({ email: 'owner@example.com', password: 'a long password' }),
  })
  expect(login.status).toBe(200)
  const console = { authorization: `Bearer ${login.body.token}` }
  const desk = () => through(https, 'GET', '/api/console/desk', console)
  expect(await desk()).toMatchObject({ status: 403, body: { message: 'SECOND_FACTOR_MISSING' } })
  const app = await through(https, 'POST', '/api/console/second-factor', console)
  expect(app.status).toBe(200)
  const shown = authenticatorCode(app.body.secret, new Date())
  const set = { ...console, body: JSON.stringify({ code: shown }) }
  expect((await through(https, 'PUT', '/api/console/second-factor', set)).status).toBe(200)
  expect((await desk()).status).toBe(200)

  const person = registration()
  const json = (value: object) => ({ body: JSON.stringify(value) })
  const code = await through(https, 'POST', '/api/otp/send', json({ phoneNumber: person.username }))
  expect(code.status).toBe(200)
  const [sms] = await sandbox.sms(person.username)
  const { otpToken } = code.body
  await through(https, 'POST', '/api/otp/verify', json({ otpToken, otpCode: sms?.code }))
  expect((await through(https, 'POST', '/api/account', json({ ...person, otpToken }))).status).toBe(200)
  const { username, password } = person
  const { body: session, headers } = await through(https, 'POST', '/api/login', json({ username, password }))
  expect(String(headers['set-cookie'])).toContain('; Secure')
  expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
  const authorization = `Bearer ${session.token}`

  // Live updates come by a web socket.
  const profile = await through(https, 'GET', '/api/account/profile', { authorization })
  expect(profile.status).toBe(200)
  const memberId = profile.body._id
  const socket = io(`https://127.0.0.1:${https}`, {
    transports: ['websocket'],
    rejectUnauthorized: false,
    extraHeaders: { host: 'wallet.example', origin: 'https://wallet.example' },
  })
  ends.push(() => socket.close())
  expect(await socket.emitWithAck('join', { room: memberRoom(memberId), token: session.token })).toEqual({
    ok: true,
  })
  const changed = new Promise((resolve) => socket.once('wallet-changed', resolve))

  // The bank reports a transfer.
  const accountNo = /'(\d{10})'/.exec(account?.body ?? '')?.[1] ?? ''
  const report = JSON.stringify({
    accountNo,
    reference: 'FIRST0001',
    fromBank: person.bankCode,
    fromAccountNo: person.bankAccountNo,
    fromName: person.bankAccountName,
    amount: 150.25,
    at: new Date().toISOString(),
  })
  const reported = await through(https, 'POST', `/hooks/bank/${accountNo}`, {
    body: report,
    'x-signature': sign(secret.bank, report, new Date()),
  })
  expect(reported).toMatchObject({ status: 200 })
  await changed
  const wallet = await through(https, 'GET', '/api/wallet', { authorization })
  expect(wallet.body.wallet.amount).toBe(150.25)

  // A large picture comes to the server, which says what it thinks of it; nginx by itself would say 413 in
  // HTML.
  const picture = await through(https, 'POST', '/api/statement/slip', {
    authorization,
    body: Buffer.alloc(3_000_000, 65),
    'content-type': 'multipart/form-data; boundary=x',
  })
  expect(picture.headers['content-type']).toMatch(/^application\/json/)
  expect((await through(https, 'GET', '/metrics')).status).toBe(404)

  // Twenty wrong passwords lock their address out and nobody else.
  const wrong = json({ username, password: 'a wrong password' })
  for (let tries = 0; tries < 21; tries++)
    await through(https, 'POST', '/api/login', { ...wrong, 'x-forwarded-for': '203.0.113.9' })
  const guess = await through(https, 'POST', '/api/login', { ...wrong, 'x-forwarded-for': '203.0.113.9' })
  expect(guess.status).toBe(429)
  const other = {
    ...json({ username: '0899999999', password: 'whatever' }),
    'x-forwarded-for': '203.0.113.10',
  }
  expect((await through(https, 'POST', '/api/login', other)).status).toBe(401)
  expect(log).not.toContain('X-Forwarded-For')
})
