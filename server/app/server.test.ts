import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memberRoom } from '@krapao/contract/events.ts'
import { pino } from 'pino'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/services.ts'
import { withoutAnswers } from '../platform/testing.ts'
import { suspendAll } from '../slices/account/testing.ts'
import { serviceActive } from '../slices/lookup/rules.ts'
import { newOperator, shutOut } from '../slices/operator/testing.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { testDatabase } from '../testing/database.ts'
import { liveWithoutOutside } from '../testing/live.ts'
import { builtProgram } from '../testing/node-build.ts'
import { readConfig } from './config.ts'
import { createHttp } from './create-http.ts'
import { measure } from './metrics.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.address}${path}`, { headers })
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${app.address}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** The status of a call whose address is sent as it is; `fetch` would write it anew. */
async function statusOf(path: string): Promise<number | undefined> {
  const { port } = new URL(app.address)
  const [answer] = (await once(request({ port, path, host: '127.0.0.1' }).end(), 'response')) as [
    IncomingMessage,
  ]
  answer.resume()
  return answer.statusCode
}

describe('health and documentation', () => {
  test.each(['/health/live', '/health/ready'])('%s answers', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  })

  test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'])(
    'metrics of a demo are not for callers behind a proxy (%s), even a near one',
    async (name) => {
      const demo = await createHttp(readConfig({ DEMO: '1' }), pino({ level: 'silent' }))
      const seen = { skewSeconds: undefined, unsealedSeconds: undefined }
      const jobs = { runs: () => new Map() }
      measure(demo, { token: undefined, isDemo: true, jobs, watch: { seen: () => seen } })
      expect((await demo.inject('/metrics')).statusCode).toBe(200)
      const answer = await demo.inject({ url: '/metrics', headers: { [name]: '127.0.0.1' } })
      expect([answer.statusCode, answer.json()]).toEqual([403, { message: 'FORBIDDEN' }])
    },
  )

  test('without a token a server for real money shows its metrics to nobody, on its own machine neither', async () => {
    expect((await get('/metrics')).status).toBe(404)
    expect((await get('/%6Detrics')).status).toBe(404)
  })

  test('with a token metrics are for everybody who has it, from any address', async () => {
    const token = 'a-token-of-metrics'
    const guarded = await testApp({ config: { METRICS_TOKEN: token } })
    const ask = async (headers: Record<string, string>) =>
      (await fetch(`${guarded.address}/metrics`, { headers })).status
    expect(await ask({})).toBe(401)
    expect(await ask({ authorization: `Bearer ${token}x` })).toBe(401)
    expect(await ask({ authorization: `Bearer ${'x'.repeat(token.length)}` })).toBe(401)
    expect(await ask({ authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.1' })).toBe(200)
    await fetch(`${guarded.address}/api/lookup/info`)
    const answer = await fetch(`${guarded.address}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await answer.text()).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/lookup\/info",status="200"\} \d/,
    )
    await guarded.close()
  })

  test('openapi describes every call to operators, and to others only their own calls', async () => {
    const endpoints = Object.values(await import('@krapao/contract/endpoints.ts'))
    const described = async (token?: string) => {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      const { paths } = (await (await get('/api/openapi.json', headers)).json()) as {
        paths: Record<string, Record<string, unknown>>
      }
      const named = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
      )
      return named.filter((name) => name.includes(' /api/')).sort()
    }
    const all = endpoints.map(({ method, path }) => `${method} ${path}`).sort()
    const open = all.filter((name) => !name.includes('/api/console/'))
    expect(all.length).toBeGreaterThan(open.length)
    expect(await described((await newOperator(app, 'support')).token)).toEqual(all)
    expect(await described()).toEqual(open)
    expect(await described((await app.registerMember()).token)).toEqual(open)
  })
})

describe('answers', () => {
  test('every answer has the id of its request', async () => {
    expect((await get('/api/lookup/info')).headers.get('x-request-id')).toMatch(/^[0-9A-Z]{12}$/)
  })

  test('a missing thing is NO_DATA', async () => {
    const answer = await get('/api/nothing')
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'NO_DATA' }])
  })

  test.each([
    ['not JSON', '{', 400, 'INVALID_REQUEST'],
    ['a prototype', '{"__proto__":{}}', 400, 'INVALID_REQUEST'],
    ['a field missing', '{"username":"0812345678"}', 400, 'INVALID_REQUEST'],
    ['a wrong type', '{"username":1,"password":"x"}', 400, 'INVALID_REQUEST'],
  ])('%s is refused', async (_, body, status, message) => {
    const answer = await post('/api/login', body)
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([status, message])
  })

  test('a body that is too large, or of another type, is refused', async () => {
    expect((await post('/api/login', `{"username":"${'x'.repeat(9_000)}"}`)).status).toBe(413)
    const answer = await post('/api/login', '<x/>', { 'content-type': 'application/xml' })
    expect([answer.status, await answer.json()]).toEqual([415, { message: 'UNSUPPORTED_MEDIA_TYPE' }])
  })

  test.each(['1e2', '0.001', '-1', '1e999', '1000000000', '"5"', 'null', '999999999.999'])(
    'the amount %s is refused before any work',
    async (amount) => {
      const { token } = await app.registerMember()
      const answer = await post('/api/wallet/transfer', `{"from":"WALLET","to":"PG","amount":${amount}}`, {
        authorization: `Bearer ${token}`,
        'x-requested-with': 'wallet-user',
      })
      expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
        400,
        'INVALID_AMOUNT',
      ])
    },
  )

  test.each([134217728.01, 578987556.41, 999999999.99, 0.29, 1.13])(
    'the amount %d is one',
    async (amount) => {
      const { token } = await app.registerMember()
      const { error } = await app.call('POST /api/wallet/withdraw', { token, body: { amount } })
      expect(error?.message).toMatch(/^WITHDRAW_(MINIMUM|MAXIMUM)$/)
    },
  )

  test('a server error reveals no internal detail', async () => {
    const { token } = await app.registerMember()
    const answer = await withoutAnswers(app.database, () =>
      post('/api/wallet/transfer', '{"from":"WALLET","to":"PG","amount":1}', {
        authorization: `Bearer ${token}`,
        'x-requested-with': 'wallet-user',
        'idempotency-key': 'k1',
      }),
    )
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({ message: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) })
  })

  test.each([
    ['/assets/', 404, 'NO_DATA'],
    ['/art/', 404, 'NO_DATA'],
    ['//x', 404, 'NO_DATA'],
    ['/%', 400, 'INVALID_REQUEST'],
    ['/console/assets/', 404, 'NO_DATA'],
    ['/api/statement/slip/reference/%00', 400, 'INVALID_REQUEST'],
  ])('GET %s is answered %i %s, and is no failure of ours', async (path, status, message) => {
    const { token } = await app.registerMember()
    const answer = await get(path, { authorization: `Bearer ${token}`, 'x-requested-with': 'wallet-user' })
    const text = await answer.text()
    // If the member app is built, an unknown page is the app's own 404.
    if (answer.headers.get('content-type')?.startsWith('text/html')) return expect(answer.status).toBe(200)
    expect([answer.status, (JSON.parse(text) as { message: string }).message]).toEqual([status, message])
  })

  test('a zero byte in a path is refused, whether or not the pages are built', async () => {
    const answer = await get('/%00')
    expect([400, 404]).toContain(answer.status)
    expect(['INVALID_REQUEST', 'NO_DATA']).toContain(((await answer.json()) as { message: string }).message)
  })

  test('a terminated service is gone for members, and open to operators', async () => {
    await app.context.settings.set(serviceActive, false)
    try {
      expect(await (await get('/api/lookup/info')).json()).toEqual({ message: 'GONE' })
      const login = await post('/api/console/login', '{"email":"a@b.c","password":"twelve letters"}')
      expect([login.status, await login.json()]).toMatchObject([401, { message: 'WRONG_CREDENTIAL' }])
    } finally {
      await app.context.settings.set(serviceActive, true)
    }
  })

  test.each([
    '/api/lookup/info',
    '/%61pi/lookup/info',
    '/a%70i/lookup/info',
    '/%61%70%69/lookup/info',
    '/api/%6Cookup/info',
    '/%61pi/%6C%6Fokup/info?x=/api/console/',
    '/console/../api/lookup/info',
    '/%2E/api/lookup/info',
    '//api/lookup/info',
    '/api%2Flookup/info',
    '/api/lookup/info/',
  ])('a terminated service is gone however its address is written: %s', async (path) => {
    await app.context.settings.set(serviceActive, false)
    try {
      const status = await statusOf(path)
      expect([410, 404, 400]).toContain(status)
      if (/^\/(api|%61|a%)/.test(path)) expect(status).toBe(410)
    } finally {
      await app.context.settings.set(serviceActive, true)
    }
  })

  test.each([
    ['/api/lookup/agreements', 'br, gzip', 'br'],
    ['/api/lookup/agreements', 'gzip', 'gzip'],
    ['/api/lookup/agreements', 'identity', null],
    // In one packet anyway.
    ['/api/lookup/active', 'br, gzip', null],
  ])('%s for a caller who reads %s is packed: %s', async (path, reads, packed) => {
    const answer = await get(path, { 'accept-encoding': reads })
    expect(answer.headers.get('content-encoding')).toBe(packed)
    expect(await answer.json()).toBeTruthy()
  })

  test('every answer has a strict content policy', async () => {
    const policy = (await get('/api/lookup/info')).headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe/)
  })
})

describe('live updates', () => {
  async function join(address: string, room: string, token: string) {
    const socket = io(address, { transports: ['websocket'], reconnection: false })
    const answer = await socket.emitWithAck('join', { room, token })
    return { socket, answer: answer as { ok: boolean; message?: string } }
  }

  test('a member receives events of the own wallet and of nobody else’s', async () => {
    const [first, second] = [await app.registerMember(), await app.registerMember()]
    const foreign = await join(app.address, memberRoom(first.id), second.token)
    expect(foreign.answer).toEqual({ ok: false, message: 'invalid-token' })
    const own = await join(app.address, memberRoom(first.id), first.token)
    expect(own.answer).toEqual({ ok: true })
    let leaked = false
    foreign.socket.on('wallet-changed', () => {
      leaked = true
    })
    const received = once(own.socket as never, 'wallet-changed', { signal: AbortSignal.timeout(5000) })
    await app.fund(first.id, 10)
    await received
    expect(leaked).toBe(false)
    own.socket.close()
    foreign.socket.close()
  })
})

describe('start and stop', async () => {
  const program = await builtProgram('server')

  function start(
    environment: Record<string, string>,
    folder = mkdtempSync(join(tmpdir(), 'krapao-start-')),
    keepsFolder = false,
  ) {
    const child = spawn(process.execPath, [program], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: '0',
        DATA_DIR: folder,
        STRICT_CONTRACT: '1',
        LOG_LEVEL: 'error',
        ...environment,
      },
    })
    let output = ''
    child.stdout.on('data', (data) => {
      output += data
    })
    child.stderr.on('data', (data) => {
      output += data
    })
    return {
      child,
      folder,
      ended: once(child, 'exit').then(([code]) => {
        if (code !== null && !keepsFolder) rmSync(folder, { recursive: true, force: true })
        return { code, output }
      }),
      async ready() {
        for (let tries = 0; tries < 1000; tries++) {
          const address = /Krapao is ready at (\S+)/.exec(output)?.[1]
          if (address) return address
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
        throw new Error(`not ready: ${output}`)
      },
    }
  }

  test('wrong settings end the start with a line for each', async () => {
    const { code, output } = await start({ PORT: 'x', DEMO: 'x' }).ended
    expect(code).toBe(1)
    expect(output).toMatch(/Krapao cannot start:\n {2}PORT should be .*\n {2}DEMO should be /)
  })

  test('without demo there is no sandbox and no demo member', async () => {
    const database = await testDatabase('postgres')
    const server = start({ ...liveWithoutOutside, LOG_LEVEL: 'warn', DATABASE_URL: database.url })
    const address = await server.ready()
    expect((await fetch(`${address}/sandbox/api/sms?phone=0812345678`)).status).toBe(404)
    // A proxy that the server does not know: it is logged once, not with every call.
    for (const from of ['203.0.113.1', '203.0.113.2']) {
      await fetch(`${address}/api/lookup/info`, { headers: { 'x-forwarded-for': from } })
    }
    const login = await fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"0812345678","password":"krapao-demo"}',
    })
    expect(login.status).toBe(401)
    // A client that hangs up within its body is not an error of the server.
    for (const path of ['/api/login', '/hooks/bank/0000000011']) {
      const socket = connect(Number(new URL(address).port), 'localhost').on('error', () => {})
      const head = `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100`
      await new Promise<void>((resolve) => socket.write(`${head}\r\n\r\n{"a`, () => resolve()))
      await new Promise((resolve) => setTimeout(resolve, 300))
      socket.destroy()
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    server.child.kill('SIGTERM')
    const { code, output } = await server.ended
    expect(code).toBe(0)
    expect(output).not.toContain('request failed')
    expect(output.match(/X-Forwarded-For arrives and TRUST_PROXY is not set/g)).toHaveLength(1)
    await database.drop()
  })

  test('a database remains what its first start made it: a demo’s, or one for real money', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'krapao-start-'))
    const database = await testDatabase('postgres')
    const settings = { DATABASE_URL: database.url }
    const demo = start({ ...settings, DEMO: '1' }, folder, true)
    await demo.ready()
    demo.child.kill('SIGTERM')
    expect((await demo.ended).code).toBe(0)

    // The demo has made a key up, by which its game passwords are sealed.
    const key = readFileSync(join(folder, 'credential.key'), 'utf8')
    const own = { ...settings, ...liveWithoutOutside, CREDENTIAL_KEY: key }
    const asLive = await start(own, folder, true).ended
    expect(asLive.code).toBe(1)
    expect(asLive.output).toMatch(/This database is a demo’s.*owner@demo\.test.*0812345678/)

    await shutOut(database)
    await suspendAll(database)
    const live = start(own, folder, true)
    await live.ready()
    live.child.kill('SIGTERM')
    expect((await live.ended).code).toBe(0)

    const asDemo = await start({ ...settings, DEMO: '1' }, folder).ended
    expect(asDemo.code).toBe(1)
    expect(asDemo.output).toContain('This database is in real use')
    await database.drop()
  }, 180_000)

  test('a start that was killed while it made the demo world is completed by the next', async () => {
    // On a migrated PostgreSQL: `npm run dev` is tested on an empty PGlite, which takes a multiple of the
    // processor.
    const database = await testDatabase('postgres')
    const settings = { DEMO: '1', PORT: String(await freePort()), DATABASE_URL: database.url }
    const address = `http://localhost:${settings.PORT}`
    const first = start(settings)
    // It listens before it makes the demo world, which it does by its own calls.
    for (let tries = 0; tries < 600; tries++) {
      if (await fetch(`${address}/health/live`).catch(() => undefined)) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    first.child.kill('SIGKILL')
    expect((await first.ended).code).toBe(null)
    const second = start(settings, first.folder)
    // A load balancer sends nobody before the demo world is complete.
    const said = new Set<string>()
    for (;;) {
      const answer = await fetch(`${address}/health/ready`).catch(() => undefined)
      if (answer?.status === 200) break
      if (answer) said.add(`${answer.status} ${((await answer.json()) as { reason: string }).reason}`)
      if (second.child.exitCode !== null) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(said).toContain('503 seeding')
    const login = await fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"0812345678","password":"krapao-demo"}',
    })
    expect(login.status).toBe(200)
    second.child.kill('SIGTERM')
    expect((await second.ended).code).toBe(0)
    await database.drop()
  })

  test('a connection whose answer ends during the stop does not hold it up', async () => {
    const stopping = await testApp()
    const answering = new Promise<void>((resolve) => {
      stopping.server.app.server.prependListener('request', (_, response: ServerResponse) => {
        const end = response.end.bind(response)
        // Its head, which keeps the connection open, is written, and its end comes later.
        response.end = ((...rest: []) => {
          setTimeout(() => end(...rest), 500)
          resolve()
        }) as typeof response.end
      })
    })
    const answer = fetch(`${stopping.address}/health/live`)
    await answering
    const from = performance.now()
    await stopping.close()
    expect((await answer).status).toBe(200)
    expect(performance.now() - from).toBeLessThan(30_000)
  })

  test('SIGTERM lets a running request end', async () => {
    const database = await testDatabase('postgres')
    const server = start({
      DEMO: '1',
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'loopback',
      DATABASE_URL: database.url,
    })
    const address = await server.ready()
    const send = (method: string, path: string, body: object) =>
      fetch(address + path, {
        method,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1' },
        body: JSON.stringify(body),
      })
    // The gateway takes two seconds for this one, so the signal comes first.
    await send('PUT', '/sandbox/api/faults/sms', { fault: 'slow', times: 1 })
    const running = send('POST', '/api/otp/send', { phoneNumber: '0800000001' })
    const faults = async () => (await fetch(`${address}/sandbox/api/faults`)).json()
    await expect.poll(faults).toEqual([])
    server.child.kill('SIGTERM')
    expect((await running).status).toBe(200)
    const { code, output } = await server.ended
    expect(code).toBe(0)
    // This proxy is one that the server knows.
    expect(output).not.toContain('TRUST_PROXY')
    await database.drop()
  })
})
