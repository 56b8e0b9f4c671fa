import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '@krapao/contract/languages.ts'
import type { PushDevice, PushListed, PushReceived } from '@krapao/sandbox/wire.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { addSeconds } from '../../platform/clock.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import { anotherNode, type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { creditDeposit, depositPosting } from '../deposit/posting.ts'
import { endIn } from '../withdraw/end.ts'
import { deliver } from './deliver.ts'
import { maxSubscriptions, type PushEvent } from './rules.ts'
import { giveUp, markSent } from './store.ts'

/** Messages to members' devices, by the real app and the sandbox's push service (rules.md §20). */

let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { 'push.perMinute': 1000 } })
})
afterAll(() => app.close())

const newDevice = () => app.sandbox.call<PushDevice>('POST', 'push')
const received = async ({ id }: PushDevice) =>
  (await app.sandbox.call<PushReceived[]>('GET', `push/${id}`)).map(({ content, ...about }) => ({
    ...about,
    ...(JSON.parse(content) as { title: string; body: string; tag: string; silent: boolean; lang: string }),
  }))
const bodies = async (device: PushDevice) => (await received(device)).map(({ body }) => body)

async function subscribe(
  { token }: Pick<TestMember, 'token'>,
  device: PushDevice,
  more: { language?: Language; hidesAmounts?: boolean } = {},
) {
  const { endpoint, p256dh, auth } = device
  const body = { endpoint, p256dh, auth, language: 'en', hidesAmounts: false, ...more } as const
  const { status } = await app.call('PUT /api/push/subscription', { token, body })
  expect(status).toBe(200)
  return device
}

/** A member whose browser takes messages. */
async function withDevice(more: Parameters<typeof subscribe>[2] = {}) {
  const member = await app.registerMember()
  return { member, device: await subscribe(member, await newDevice(), more) }
}

let events = 0
const paid = (amountMinor = 50_000): PushEvent => ({
  key: `paid:test${++events}`,
  kind: 'paid',
  amountMinor,
  currency: 'THB',
})

/** Notifies a member of an event and sends what is due. */
async function notify(memberId: string, event: PushEvent): Promise<void> {
  app.context.services.push.notify(memberId, event)
  await settled()
}
async function settled(): Promise<void> {
  await app.context.services.push.idle()
  await deliver(app.context)
  await app.context.services.push.idle()
}
/** Sends what is due after a time, as the sweep does. */
async function later(seconds: number): Promise<void> {
  app.clock.advance(seconds)
  await settled()
}
/**
 * Moves the clock to the next such time of the Bangkok day, HH:mm: what is quiet must not depend on when a
 * test runs.
 */
function travelTo(time: string): void {
  const now = app.clock.now()
  const today = new Date(now.getTime() + 7 * 3_600_000).toISOString().slice(0, 10)
  const seconds = (Date.parse(`${today}T${time}:00+07:00`) - now.getTime()) / 1000
  app.clock.advance(seconds < 0 ? seconds + 86_400 : seconds)
}
const waiting = async (device: PushDevice): Promise<number> => {
  const [row] = await app.database.query<{ n: number }>(
    `select count(*)::int n from push_deliveries d join push_subscriptions s on s.id = d.subscription_id
     where s.endpoint = $1 and d.next_at is not null`,
    [device.endpoint],
  )
  return row?.n ?? 0
}
const isKnown = async (device: PushDevice): Promise<boolean> =>
  (await app.database.query('select 1 from push_subscriptions where endpoint = $1', [device.endpoint]))
    .length > 0

describe('what is sent', () => {
  test('an event, encrypted for the device, signed by the installation’s key, in its language', async () => {
    const { member, device } = await withDevice({ language: 'th' })
    await notify(member.id, paid())
    const { body } = await app.call('GET /api/push/settings', { token: member.token })
    const [message, ...more] = await received(device)
    expect(more).toEqual([])
    expect(message).toMatchObject({ sender: body.publicKey, lang: 'th', urgency: expect.any(String) })
    expect(message?.body).toContain('฿500.00')
    expect(message?.topic).toBe(message?.tag)
    expect(message?.ttl).toBeGreaterThan(80_000)
  })

  test('and the sandbox lists it for its page, newest first', async () => {
    const { member, device } = await withDevice()
    await notify(member.id, paid())
    await notify(member.id, { key: `chat:${++events}`, kind: 'chat' })
    const [chat, money] = await app.sandbox.call<PushListed[]>('GET', 'push')
    expect([chat, money]).toMatchObject([{ deviceId: device.id }, { deviceId: device.id }])
    expect(JSON.parse(chat?.content ?? '').body).toBe('Our team has answered you')
  })

  test('without the amount where amounts are hidden', async () => {
    const { member, device } = await withDevice({ hidesAmounts: true })
    await notify(member.id, paid())
    expect((await bodies(device))[0]).not.toMatch(/[\d฿]/)
  })

  test('to each device of the member, and to nobody else’s', async () => {
    const { member, device } = await withDevice()
    const second = await subscribe(member, await newDevice())
    const other = await withDevice()
    await notify(member.id, paid())
    expect(
      await Promise.all(
        [device, second, other.device].map(async (browser) => (await bodies(browser)).length),
      ),
    ).toEqual([1, 1, 0])
  })

  test('once, though it is reported several times, at once and later, on two nodes', async () => {
    const { member, device } = await withDevice()
    const event = paid()
    const second = anotherNode(app.context)
    for (const { services } of [app.context, app.context, second]) services.push.notify(member.id, event)
    await second.services.push.idle()
    await Promise.all([settled(), deliver(second)])
    await notify(member.id, event)
    expect(await bodies(device)).toHaveLength(1)
  })

  test('by a hundred at once and two nodes each once', async () => {
    const { member, device } = await withDevice()
    for (let i = 0; i < 40; i++) app.context.services.push.notify(member.id, paid())
    await app.context.services.push.idle()
    await Promise.all([deliver(app.context), deliver(anotherNode(app.context)), settled()])
    const tags = (await received(device)).map(({ tag }) => tag)
    expect([tags.length, new Set(tags).size]).toEqual([40, 40])
  })

  test('nothing of an event whose transaction rolls back', async () => {
    const { member, device } = await withDevice()
    const failing = transaction(app.context.db, async (tx) => {
      app.context.services.push.notify(member.id, paid(), tx)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await settled()
    expect(await bodies(device)).toEqual([])
  })
})

describe('events of money', () => {
  test('a deposit, once it is credited', async () => {
    const { member, device } = await withDevice()
    const posting = depositPosting({
      key: `test:${member.id}`,
      memberId: member.id,
      currency: 'THB',
      sources: [{ house: 'adjustment', amountMinor: 12_345 }],
      meta: {},
    })
    for (let i = 0; i < 2; i++) {
      await transaction(app.context.db, (tx) => creditDeposit(app.context, tx, posting))
    }
    await settled()
    expect(await bodies(device)).toEqual(['฿123.45 is in your main wallet'])
  })

  test.each([
    ['none', 'was transferred'],
    ['refuse', 'is back'],
  ] as const)('a withdrawal, once it has ended (fault %s)', async (fault, said) => {
    const { member, device } = await withDevice()
    await app.fund(member.id, 1000)
    await app.sandbox.setFault('payout', fault, 1, 'pay')
    const { status } = await app.call('POST /api/wallet/withdraw', {
      token: member.token,
      headers: { 'idempotency-key': `withdraw-${member.id}` },
      body: { amount: 300 },
    })
    expect(status).toBe(200)
    await expect
      .poll(
        async () => {
          await settled()
          return bodies(device)
        },
        { timeout: 15_000 },
      )
      .toEqual([expect.stringContaining(said)])
    expect((await bodies(device))[0]).toContain('฿300.00')
  })

  test('a withdrawal that has ended already is not reported again', async () => {
    const { member, device } = await withDevice()
    const ending = {
      id: 'wdnone',
      memberId: member.id,
      currency: 'THB',
      amountMinor: 1,
      phase: 'posted',
    } as const
    await transaction(app.context.db, (tx) => endIn(app.context, tx, [ending])).catch(() => {})
    await settled()
    expect(await bodies(device)).toEqual([])
  })

  test('a login on a new device is reported to the known ones', async () => {
    const { member, device } = await withDevice()
    const body = { username: member.username, password: member.password }
    for (let i = 0; i < 2; i++) await app.call('POST /api/login', { body })
    await settled()
    expect(await received(device)).toMatchObject([{ title: 'Login on a new device', silent: false }])
  })

  test('money moves while the push service is away', async () => {
    const { member, device } = await withDevice()
    await app.sandbox.setFault('push', 'timeout-lost', 1)
    const before = performance.now()
    const posting = depositPosting({
      key: `slow:${member.id}`,
      memberId: member.id,
      currency: 'THB',
      sources: [{ house: 'adjustment', amountMinor: 100 }],
      meta: {},
    })
    await transaction(app.context.db, (tx) => creditDeposit(app.context, tx, posting))
    expect(performance.now() - before).toBeLessThan(3000)
    // The message must not be on its way any more when the clock moves on: its claim would end, and it would
    // be sent twice.
    await app.context.services.push.idle()
    expect(await bodies(device)).toEqual([])
    await later(120)
    expect(await bodies(device)).toHaveLength(1)
  })
})

describe('what the member set', () => {
  const everything = { credited: true, paid: true, refused: true, chat: true, login: true }

  test('is read as it was written, and everything is on before', async () => {
    const { token } = await app.registerMember()
    const read = async () => (await app.call('GET /api/push/settings', { token })).body.settings
    expect(await read()).toEqual({ kinds: everything, quietFrom: '22:00', quietUntil: '08:00' })
    const body = { kinds: { ...everything, chat: false }, quietFrom: '23:30', quietUntil: '06:00' }
    expect((await app.call('PUT /api/push/settings', { token, body })).status).toBe(200)
    expect(await read()).toEqual(body)
    const wrong = { ...body, quietFrom: '24:00' }
    expect((await app.call('PUT /api/push/settings', { token, body: wrong })).status).toBe(400)
    expect(await read()).toEqual(body)
  })

  test('a kind that is off is not sent, the others are', async () => {
    const { member, device } = await withDevice()
    const body = { kinds: { ...everything, paid: false }, quietFrom: '00:00', quietUntil: '00:00' }
    await app.call('PUT /api/push/settings', { token: member.token, body })
    await notify(member.id, paid())
    await notify(member.id, { key: `chat:${++events}`, kind: 'chat' })
    expect(await bodies(device)).toEqual(['Our team has answered you'])
  })

  test.each([
    ['00:00', '23:59', '12:00', true],
    ['22:00', '08:00', '23:59', true],
    ['22:00', '08:00', '08:00', false],
    ['00:00', '00:00', '03:00', false],
  ])('quiet from %s until %s, at %s: without a sound is %s', async (quietFrom, quietUntil, time, silent) => {
    travelTo(time)
    const { member, device } = await withDevice()
    const body = { kinds: everything, quietFrom, quietUntil }
    await app.call('PUT /api/push/settings', { token: member.token, body })
    await notify(member.id, paid())
    expect(await received(device)).toMatchObject([{ silent, urgency: silent ? 'normal' : 'high' }])
  })
})

describe('whose browser it is', () => {
  test('a logout ends it, also of what waits', async () => {
    const { member, device } = await withDevice()
    await app.sandbox.setFault('push', 'error', 1)
    await notify(member.id, paid())
    expect(await waiting(device)).toBe(1)
    await app.call('POST /api/logout', { token: member.token, body: undefined })
    await later(60)
    await notify(member.id, paid())
    expect(await bodies(device)).toEqual([])
    expect(await isKnown(device)).toBe(false)
  })

  test('a new password on another device ends it', async () => {
    const { member, device } = await withDevice()
    const login = await app.call('POST /api/login', {
      body: { username: member.username, password: member.password },
    })
    const body = { oldPassword: member.password, newPassword: 'another-river-9' }
    await app.call('PUT /api/account/changepwd', { token: login.body.token, body })
    await notify(member.id, paid())
    expect(await bodies(device)).toEqual([])
  })

  test('another member in the same browser takes it over, and gets nothing of the first one’s', async () => {
    const { member, device } = await withDevice()
    await app.sandbox.setFault('push', 'error', 1)
    await notify(member.id, paid(11_100))
    expect(await waiting(device)).toBe(1)
    const other = await app.registerMember()
    await subscribe(other, device)
    await later(60)
    await notify(member.id, paid(22_200))
    await notify(other.id, paid(33_300))
    expect(await bodies(device)).toEqual([expect.stringContaining('฿333.00')])
  })

  test('of two members at once one has it', async () => {
    const device = await newDevice()
    const members = await Promise.all(Array.from({ length: 6 }, () => app.registerMember()))
    await Promise.all(members.map((member) => subscribe(member, device)))
    for (const { id } of members) app.context.services.push.notify(id, paid())
    await settled()
    expect(await bodies(device)).toHaveLength(1)
  })

  test('the same member’s next session goes on with it', async () => {
    const { member, device } = await withDevice()
    const login = await app.call('POST /api/login', {
      body: { username: member.username, password: member.password },
    })
    await subscribe({ token: login.body.token }, device, { language: 'la' })
    await app.call('POST /api/logout', { token: member.token, body: undefined })
    await notify(member.id, paid())
    expect(await received(device)).toMatchObject([{ lang: 'lo' }])
  })

  test('nobody switches off another’s', async () => {
    const { member, device } = await withDevice()
    const other = await app.registerMember()
    const body = { endpoint: device.endpoint }
    await app.call('POST /api/push/unsubscribe', { token: other.token, body })
    await notify(member.id, paid())
    expect(await bodies(device)).toHaveLength(1)
    await app.call('POST /api/push/unsubscribe', { token: member.token, body })
    await notify(member.id, paid())
    expect(await bodies(device)).toHaveLength(1)
  })

  test('a member has so many browsers; a further one takes the place of the oldest', async () => {
    const member = await app.registerMember()
    const devices: PushDevice[] = []
    for (let i = 0; i <= maxSubscriptions; i++) {
      devices.push(await subscribe(member, await newDevice()))
      app.clock.advance(1)
    }
    const known = await Promise.all(devices.map(isKnown))
    expect(known).toEqual([false, ...Array.from({ length: maxSubscriptions }, () => true)])
  })
})

describe('addresses that are no push service’s', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'https://localhost/x',
    'https://example.com/x',
    'https://fcm.googleapis.com@127.0.0.1/x',
  ])('%s is refused', async (endpoint) => {
    const { token } = await app.registerMember()
    const { p256dh, auth } = await newDevice()
    const body = { endpoint, p256dh, auth, language: 'th', hidesAmounts: false } as const
    const answer = await app.call('PUT /api/push/subscription', { token, body })
    expect([answer.status, answer.body]).toMatchObject([422, { message: 'PUSH_SERVICE_UNKNOWN' }])
  })

  it.each([
    ['a key that is too short', { p256dh: 'BAAA' }],
    ['no key of a browser', { p256dh: `C${'A'.repeat(86)}` }],
    ['a secret that is too long', { auth: 'A'.repeat(40) }],
  ])('%s is refused', async (_, wrong) => {
    const { token } = await app.registerMember()
    const { endpoint, p256dh, auth } = await newDevice()
    const body = { endpoint, p256dh, auth, language: 'th', hidesAmounts: false, ...wrong } as const
    expect((await app.call('PUT /api/push/subscription', { token, body })).status).toBe(400)
  })
})

describe('when the push service', () => {
  test('fails, it is tried again, and arrives once', async () => {
    const { member, device } = await withDevice()
    await app.sandbox.setFault('push', 'error', 3)
    await notify(member.id, paid())
    for (const seconds of [6, 40, 200]) await later(seconds)
    expect(await bodies(device)).toHaveLength(1)
    await later(4000)
    expect(await bodies(device)).toHaveLength(1)
  })

  test('says that the app is gone, the browser is forgotten', async () => {
    const { member, device } = await withDevice()
    await app.sandbox.call('DELETE', `push/${device.id}`)
    await notify(member.id, paid())
    expect(await isKnown(device)).toBe(false)
  })

  test('is away for longer than a message is worth, it is given up', async () => {
    const { member, device } = await withDevice()
    await app.sandbox.setFault('push', 'error', 1000)
    await notify(member.id, paid())
    for (let hours = 0; hours < 26; hours += 1) await later(3601)
    await app.sandbox.setFault('push', 'none')
    await later(3601)
    expect([await bodies(device), await waiting(device), await isKnown(device)]).toEqual([[], 0, true])
  })

  test('has not answered when the node dies, another node sends it after a minute', async () => {
    const { member, device } = await withDevice()
    const event = paid()
    app.context.services.push.notify(member.id, event)
    await app.context.services.push.idle()
    // A claim without an end, as a node leaves it.
    await app.database.query(
      'update push_deliveries set next_at = $1, tries = 1 where event = $2 and next_at is not null',
      [addSeconds(app.clock.now(), 60), event.key],
    )
    await later(30)
    const early = (await bodies(device)).length
    await later(31)
    expect(early).toBeLessThanOrEqual(1)
    expect(await bodies(device)).toHaveLength(1)
  })
})

test('the keys stay the same for every node and every start', async () => {
  const { token } = await app.registerMember()
  const read = async () => (await app.call('GET /api/push/settings', { token })).body.publicKey
  const first = await read()
  await app.server.prepare()
  expect(await read()).toBe(first)
  const rows = await app.database.query<{ private_key: string }>('select private_key from push_keys')
  expect(rows).toHaveLength(1)
  // Sealed: a copy of the database alone cannot speak for the installation.
  expect(rows[0]?.private_key.length).toBeGreaterThan(60)
})

describe('a push service of its own', () => {
  /** Answers with a status, or keeps callers waiting. */
  let answer: number | 'hang' = 201
  const asked = { times: 0, underWay: 0, most: 0 }
  let letGo = () => {}
  const service = createServer(async (request, response) => {
    request.resume()
    asked.times++
    asked.most = Math.max(asked.most, ++asked.underWay)
    if (answer === 'hang') await new Promise<void>((go) => on.then(go))
    asked.underWay--
    response.writeHead(answer === 'hang' ? 201 : answer).end()
  })
  let on = Promise.resolve()
  let own: TestApp
  const lines: string[] = []
  beforeAll(async () => {
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const { port } = service.address() as AddressInfo
    own = await testApp({
      sandbox: app.sandbox,
      config: { PUSH_URL: `http://127.0.0.1:${port}/push`, LOG_LEVEL: 'silent' },
      settings: { 'push.perMinute': 1000 },
    })
    const error = own.context.log.error.bind(own.context.log)
    own.context.log.error = ((about: unknown, text: string) => {
      lines.push(text)
      error(about as object, text)
    }) as typeof own.context.log.error
    // Only what these tests begin is sent.
    await own.context.jobs.stop()
  })
  afterAll(async () => {
    letGo()
    service.closeAllConnections()
    service.close()
    await own.close()
  })
  async function member(devices: number) {
    const { id, token } = await own.registerMember()
    for (let n = 0; n < devices; n++) {
      const { p256dh, auth } = await newDevice()
      const { port } = service.address() as AddressInfo
      const endpoint = `http://127.0.0.1:${port}/push/${id}-${n}`
      const body = { endpoint, p256dh, auth, language: 'en', hidesAmounts: false } as const
      expect((await own.call('PUT /api/push/subscription', { token, body })).status).toBe(200)
    }
    return id
  }
  const subscriptions = async (id: string) =>
    own.database.query<{ failures: number }>('select failures from push_subscriptions where member_id = $1', [
      id,
    ])

  test.each([401, 403])(
    'that does not accept us (%s): nothing is lost, it is logged once, and tried later',
    async (status) => {
      const id = await member(1)
      answer = status
      asked.times = 0
      lines.length = 0
      own.clock.advance(7200)
      for (let n = 0; n < 26; n++) {
        own.context.services.push.notify(id, paid())
        await own.context.services.push.idle()
      }
      expect(asked.times).toBe(26)
      expect(await subscriptions(id)).toEqual([{ failures: 0 }])
      expect(lines.filter((line) => line.includes('does not accept us'))).toHaveLength(1)
      answer = 201
      // Ten minutes after each was tried; a slow machine takes some of that for the loop above.
      own.clock.advance(500)
      await deliver(own.context)
      expect(asked.times).toBe(26)
      own.clock.advance(101)
      await deliver(own.context)
      expect(asked.times).toBe(52)
    },
  )

  test('that hangs has as many calls of a node as one run makes, however many events there are', async () => {
    // Together they have more devices than one run has calls.
    const ids = [await member(10), await member(10)]
    answer = 'hang'
    asked.most = 0
    asked.underWay = 0
    on = new Promise((go) => {
      letGo = go
    })
    for (let n = 0; n < 6; n++) {
      for (const id of ids) own.context.services.push.notify(id, paid())
      await sleep(100)
    }
    await expect.poll(() => asked.underWay).toBe(16)
    await sleep(500)
    expect(asked.most).toBe(16)
    letGo()
    await own.context.services.push.idle()
    await deliver(own.context)
    expect(await own.database.query('select 1 from push_deliveries where next_at is not null')).toEqual([])
  })
})

test('a message that arrives while its browser unsubscribes: both end, without a deadlock', async () => {
  for (const end of [
    (message: { event: string; subscriptionId: number }) =>
      markSent(app.context.db, message, app.clock.now()),
    (message: { event: string; subscriptionId: number }) => giveUp(app.context.db, message),
  ]) {
    const { member, device } = await withDevice()
    await app.sandbox.setFault('push', 'error', 1)
    await notify(member.id, paid())
    const [message] = await app.database.query<{ event: string; subscriptionId: number }>(
      `select event, subscription_id as "subscriptionId" from push_deliveries d
       join push_subscriptions s on s.id = d.subscription_id where s.endpoint = $1 and d.next_at is not null`,
      [device.endpoint],
    )
    if (!message) throw new Error('nothing waits')
    let ending: Promise<void> | undefined
    await transaction(app.context.db, async (tx) => {
      await rawQuery(tx, 'select from push_subscriptions where id = $1 for update', [message.subscriptionId])
      ending = end(message)
      await expect
        .poll(() =>
          app.database.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        )
        .toHaveLength(1)
      await rawQuery(tx, 'delete from push_subscriptions where id = $1', [message.subscriptionId])
    })
    await ending
    expect(await isKnown(device)).toBe(false)
  }
})
