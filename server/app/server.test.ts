import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memberRoom } from '@krapao/contract/events.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'

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

describe('health and documentation', () => {
  test.each(['/health/live', '/health/ready'])('%s answers', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ status: 'ok' })
  })

  test('metrics count requests by route', async () => {
    await get('/api/lookup/info')
    expect(await (await get('/metrics')).text()).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/lookup\/info",status="200"\} \d/,
    )
  })

  test('openapi describes every call of the contract', async () => {
    const { endpoints } = { endpoints: await import('@krapao/contract/endpoints.ts') }
    const { paths } = (await (await get('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    for (const endpoint of Object.values(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      expect(paths[path]?.[endpoint.method.toLowerCase()], `${endpoint.method} ${path}`).toBeDefined()
    }
  })
})

describe('answers', () => {
  test('every answer names its request', async () => {
    expect((await get('/api/lookup/info')).headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
  })

  test('what does not exist is NO_DATA', async () => {
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

  test('a body that is too large, or of another kind', async () => {
    expect((await post('/api/login', `{"username":"${'x'.repeat(70_000)}"}`)).status).toBe(413)
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

  test('a failure inside says nothing about the inside', async () => {
    const { token } = await app.registerMember()
    await app.database.query('alter table idempotency_answers rename to hidden')
    try {
      const answer = await post('/api/wallet/transfer', '{"from":"WALLET","to":"PG","amount":1}', {
        authorization: `Bearer ${token}`,
        'x-requested-with': 'wallet-user',
        'idempotency-key': 'k1',
      })
      expect(answer.status).toBe(500)
      expect(await answer.json()).toEqual({ message: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) })
    } finally {
      await app.database.query('alter table hidden rename to idempotency_answers')
    }
  })

  test('a strict content policy stands on everything', async () => {
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

  test('a member hears of the own wallet and of nobody else’s', async () => {
    const [one, two] = [await app.registerMember(), await app.registerMember()]
    const foreign = await join(app.address, memberRoom(one.id), two.token)
    expect(foreign.answer).toEqual({ ok: false, message: 'invalid-token' })
    const own = await join(app.address, memberRoom(one.id), one.token)
    expect(own.answer).toEqual({ ok: true })
    let leaked = false
    foreign.socket.on('wallet-changed', () => {
      leaked = true
    })
    const heard = once(own.socket as never, 'wallet-changed', { signal: AbortSignal.timeout(5000) })
    await app.fund(one.id, 10)
    await heard
    expect(leaked).toBe(false)
    own.socket.close()
    foreign.socket.close()
  })

  test('with Redis, a change on one node is heard on the other', async () => {
    const redis = { config: { REDIS_URL: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379' } }
    const near = await testApp(redis)
    const far = await testApp(redis)
    try {
      const member = await far.registerMember()
      const { socket, answer } = await join(far.address, memberRoom(member.id), member.token)
      expect(answer).toEqual({ ok: true })
      const heard = once(socket as never, 'wallet-changed', { signal: AbortSignal.timeout(8000) })
      near.context.sockets.emit(memberRoom(member.id), 'wallet-changed')
      await heard
      socket.close()
    } finally {
      await near.close()
      await far.close()
    }
  }, 30_000)
})

describe('start and stop', () => {
  function start(environment: Record<string, string>, folder = mkdtempSync(join(tmpdir(), 'krapao-start-'))) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', ...environment },
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
        if (code !== null) rmSync(folder, { recursive: true, force: true })
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

  test('bad settings end the start with a line for each', async () => {
    const { code, output } = await start({ PORT: 'x', DEMO: 'x' }).ended
    expect(code).toBe(1)
    expect(output).toMatch(/Krapao cannot start:\n {2}PORT should be .*\n {2}DEMO should be /)
  })

  test('without demo there is no sandbox and no demo member', async () => {
    const server = start({ DEMO: '0' })
    const address = await server.ready()
    expect((await fetch(`${address}/sandbox/api/sms?phone=0812345678`)).status).toBe(404)
    const login = await fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"0812345678","password":"krapao-demo"}',
    })
    expect(login.status).toBe(401)
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  }, 60_000)

  test('a start that was killed while it made the demo world is finished by the next', async () => {
    const port = String(20_000 + (process.pid % 20_000))
    const first = start({ DEMO: '1', PORT: port })
    // It listens before it makes the demo world, which it does over its own calls.
    for (let tries = 0; tries < 600; tries++) {
      if (await fetch(`http://localhost:${port}/health/live`).catch(() => undefined)) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    first.child.kill('SIGKILL')
    expect((await first.ended).code).toBe(null)
    const second = start({ DEMO: '1', PORT: port }, first.folder)
    const address = await second.ready()
    const login = await fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"0812345678","password":"krapao-demo"}',
    })
    expect(login.status).toBe(200)
    second.child.kill('SIGTERM')
    expect((await second.ended).code).toBe(0)
  }, 120_000)

  test('SIGTERM lets a running request end', async () => {
    const server = start({ DEMO: '1' })
    const address = await server.ready()
    const send = (method: string, path: string, body: object) =>
      fetch(address + path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    // The gateway takes two seconds for this one, so the signal overtakes it.
    await send('PUT', '/sandbox/api/faults/sms', { fault: 'slow', times: 1 })
    const running = send('POST', '/api/otp/send', { phoneNumber: '0800000001' })
    await new Promise((resolve) => setTimeout(resolve, 700))
    server.child.kill('SIGTERM')
    expect((await running).status).toBe(200)
    expect((await server.ended).code).toBe(0)
  }, 60_000)
})
