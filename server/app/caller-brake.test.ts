import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccounts } from '../slices/deposit/testing/money-in.ts'
import { newReference } from '../slices/deposit/testing/reports.ts'
import { newOperator } from '../slices/operator/testing.ts'
import { type TestApp, testApp } from '../testing/app.ts'

/** A caller who asks for too much is refused before that costs anything, and no other caller is affected. */
let app: TestApp
beforeAll(async () => {
  app = await testApp({ config: { CALLS_PER_SECOND: 2 } })
  await openAccounts(app)
})
afterAll(() => app.close())

let address = 0
const newAddress = () => `203.0.113.${++address}`
const from = (ip: string) => ({ 'x-forwarded-for': ip })
const tally = (statuses: number[]): Record<number, number> =>
  Object.fromEntries(
    [...new Set(statuses)].sort().map((status) => [status, statuses.filter((s) => s === status).length]),
  )

const info = async (ip: string, times: number) =>
  Promise.all(
    Array.from(
      { length: times },
      async () => (await fetch(`${app.address}/api/lookup/info`, { headers: from(ip) })).status,
    ),
  )

/** A call that only the brake refuses at once. */
const stranger = (ip: string) => fetch(`${app.address}/api/lookup/info`, { headers: from(ip) })

describe('an address', () => {
  test('has twenty calls at once and then two a second; other addresses are not affected', async () => {
    const [busy, calm] = [newAddress(), newAddress()]
    const statuses = tally(await info(busy, 80))
    expect(statuses[200]).toBeGreaterThanOrEqual(20)
    expect(statuses[200]).toBeLessThanOrEqual(40)
    expect((statuses[200] ?? 0) + (statuses[429] ?? 0)).toBe(80)
    const [refused] = (await Promise.all(Array.from({ length: 20 }, () => stranger(busy)))).filter(
      ({ status }) => status === 429,
    )
    expect(await refused?.json()).toEqual({ message: 'REQUEST_LIMIT_1MIN', retryAfter: 1 })
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(await info(calm, 1)).toEqual([200])
    await expect.poll(async () => (await info(busy, 1))[0]).toBe(200)
  })

  test('means the whole network of an IPv6 customer, however the address is written', async () => {
    await Promise.all(Array.from({ length: 9 }, (_, n) => info(`2001:db8::${n}`, 10)))
    expect(tally(await info('2001:DB8:0:0::ffff', 20))[429]).toBeGreaterThan(5)
    expect(await info('2001:db8:0:1::1', 1)).toEqual([200])
  })

  test('does not count a session that is logged in, whatever others do at that address', async () => {
    const [member, operator] = [await app.registerMember(), await newOperator(app, 'support')]
    const ip = newAddress()
    const profile = (token: string) => app.call('GET /api/account/profile', { token, headers: from(ip) })
    const me = (token: string) => app.call('GET /api/console/me', { token, headers: from(ip) })
    expect([(await profile(member.token)).status, (await me(operator.token)).status]).toEqual([200, 200])
    await info(ip, 60)
    expect([(await profile(member.token)).status, (await me(operator.token)).status]).toEqual([200, 200])
    // A token that was not accepted before counts as a stranger's, and a session has a limit as well.
    for (const token of ['x'.repeat(43), member.token]) {
      const many = await Promise.all(Array.from({ length: 60 }, () => profile(token)))
      expect(tally(many.map(({ status }) => status))[429]).toBeGreaterThan(10)
    }
    expect((await me(operator.token)).status).toBe(200)
  })

  test('never limits a bank’s report and the load balancer’s health check', async () => {
    const ip = newAddress()
    await info(ip, 60)
    const ask = async (path: string) =>
      tally(
        await Promise.all(
          Array.from(
            { length: 30 },
            async () => (await fetch(app.address + path, { headers: from(ip) })).status,
          ),
        ),
      )
    expect([await ask('/health/live'), await ask('/health/ready')]).toEqual([{ 200: 30 }, { 200: 30 }])
    expect((await ask('/api/lookup/info'))[429]).toBeGreaterThan(5)
    const body = JSON.stringify({ accountNo: '0000000011', reference: newReference() })
    const report = (signature: string) =>
      fetch(`${app.address}/hooks/bank/0000000011`, {
        method: 'POST',
        body,
        headers: { ...from(ip), 'content-type': 'application/json', 'x-signature': signature },
      })
    const statuses = await Promise.all(
      Array.from({ length: 90 }, async () => (await report('t=1,v1=0')).status),
    )
    expect(tally(statuses)).toEqual({ 401: 90 })
  })
})

describe('bodies that no call accepts', () => {
  const junk = async (body: string, ip?: string) => {
    const headers = { 'content-type': 'application/json', ...(ip && from(ip)) }
    return (await fetch(`${app.address}/api/login`, { method: 'POST', body, headers })).status
  }

  test('cost the sender more, also on this machine, where calls are not counted', async () => {
    const here = await Promise.all(Array.from({ length: 200 }, () => info('127.0.0.1', 1)))
    expect(tally(here.flat())).toEqual({ 200: 200 })
    const statuses: number[] = []
    for (let n = 0; n < 40; n++) statuses.push(await junk('{"username":1}', '127.0.0.1'))
    expect(tally(statuses)[429]).toBeGreaterThan(5)
    expect(statuses[0]).toBe(400)
  })

  test.each([
    ['many values', `{"username":[${Array(251).fill(1)}]}`],
    ['many values of eight kilobytes', `{"username":[${Array(4000).fill(1)}]}`],
    ['many fields', `{${Array.from({ length: 251 }, (_, n) => `"a${n}":1`)}}`],
  ])('%s are not looked at', async (_, body) => {
    const ip = newAddress()
    const answer = await fetch(`${app.address}/api/login`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...from(ip) },
    })
    expect([answer.status, await answer.json()]).toEqual([400, { message: 'INVALID_REQUEST' }])
  })

  test('a reason with commas is one value', async () => {
    const { token } = await newOperator(app, 'owner')
    const { error } = await app.call('POST /api/console/desk/:queue/:id/refuse', {
      token,
      params: { queue: 'slip', id: 'sl1' },
      body: { reason: `no${', '.repeat(200)}why` },
      headers: from(newAddress()),
    })
    expect(error?.message).toBe('NO_DATA')
  })
})

test('0 means no limit', async () => {
  const open = await testApp({ config: { CALLS_PER_SECOND: 0 } })
  const call = async () =>
    (await fetch(`${open.address}/api/lookup/info`, { headers: from('203.0.113.250') })).status
  expect(tally(await Promise.all(Array.from({ length: 100 }, call)))).toEqual({ 200: 100 })
  await open.close()
})
