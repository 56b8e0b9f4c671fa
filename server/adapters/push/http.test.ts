import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { httpPush } from './http.ts'

const further = 'http://127.0.0.1:9999/sandbox/push'
const push = httpPush({
  hosts: ['fcm.googleapis.com', '*.push.services.mozilla.com', 'web.push.apple.com'],
  contact: 'mailto:operator@example.com',
  clock: systemClock,
  further: () => further,
})

describe('addresses of push services', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:DEF_-1',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QOxyz',
    `${further}/device`,
  ])('%s is admitted as it is', (endpoint) => expect(push.admitted(endpoint)).toBe(endpoint))

  it.each([
    ['plain HTTP', 'http://fcm.googleapis.com/fcm/send/a'],
    ['another host', 'https://example.com/fcm.googleapis.com'],
    ['the name as the end of another', 'https://evilfcm.googleapis.com/a'],
    ['the name before another', 'https://fcm.googleapis.com.evil.com/a'],
    ['the name below which the services are', 'https://push.services.mozilla.com/a'],
    ['a name that only ends alike', 'https://evilpush.services.mozilla.com/a'],
    ['a user in front', 'https://fcm.googleapis.com@169.254.169.254/latest/meta-data'],
    ['a name and password', 'https://a:b@fcm.googleapis.com/a'],
    ['another port', 'https://fcm.googleapis.com:8443/a'],
    ['our own machine', 'https://127.0.0.1/a'],
    ['our own machine, shorter', 'https://127.1/a'],
    ['our own machine as one number', 'https://2130706433/a'],
    ['our own machine in IPv6', 'https://[::1]/a'],
    ['the cloud’s metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:text/plain,x'],
    ['a backslash', 'https://evil.com\\@fcm.googleapis.com/a'],
    ['a line break', 'https://fcm.googleapis.com/a\r\nHost: evil'],
    ['another place on the sandbox', 'http://127.0.0.1:9999/sandbox/api/faults/push'],
    ['a way out of the sandbox’s push service', `${further}/../api/faults`],
    ['the same, escaped', `${further}/%2e%2e/api/faults`],
    ['the sandbox with another port', 'http://127.0.0.1:9998/sandbox/push/device'],
    ['a letter that looks alike', 'https://fcm.googleаpis.com/a'],
    ['a point at the end', 'https://fcm.googleapis.com./a'],
    ['nothing', ''],
    ['no address', 'fcm.googleapis.com/a'],
  ])('not %s: %s', (_, endpoint) => expect(push.admitted(endpoint)).toBeUndefined())
})

describe('answers', () => {
  /** A service that answers as the address says; `visited` has what was asked of another path. */
  const visited: string[] = []
  const server = createServer((request, response) => {
    request.resume()
    const [, base = '', status = '', more = ''] = (request.url ?? '').split('/')
    if (base !== 'p') visited.push(request.url ?? '')
    if (status === 'hang') return
    const retry = more ? { 'retry-after': decodeURIComponent(more) } : {}
    const to = Number(status) >= 300 && Number(status) < 400 ? { location: '/elsewhere' } : {}
    response.writeHead(Number(status) || 200, { ...retry, ...to }).end('x'.repeat(100))
  })
  let base = ''
  beforeAll(
    () =>
      new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/p`
          resolve()
        })
      }),
  )
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const device = {
    p256dh: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
    auth: '8eDyX_uCN0XRhSbY5hs7Hg',
  }
  const ask = (path: string, of = device) => {
    const own = httpPush({
      hosts: [],
      contact: 'mailto:operator@example.com',
      clock: systemClock,
      further: () => base,
    })
    return own.send(
      { endpoint: `${base}/${path}`, ...of, payload: '{}', ttlSeconds: 60, urgency: 'high', topic: 'one' },
      own.newKeys(),
    )
  }

  it.each([
    ['201', { outcome: 'done' }],
    ['200', { outcome: 'done' }],
    ['404', { outcome: 'gone' }],
    ['410', { outcome: 'gone' }],
    ['400', { outcome: 'refused', reason: 'HTTP_400' }],
    ['401', { outcome: 'denied', reason: 'HTTP_401' }],
    ['403', { outcome: 'denied', reason: 'HTTP_403' }],
    ['413', { outcome: 'refused', reason: 'HTTP_413' }],
    ['500', { outcome: 'unknown', reason: 'HTTP_500' }],
    ['429/120', { outcome: 'unknown', reason: 'HTTP_429', waitSeconds: 120 }],
    ['503/999999', { outcome: 'unknown', reason: 'HTTP_503', waitSeconds: 3600 }],
    ['503/-5', { outcome: 'unknown', reason: 'HTTP_503' }],
    ['503/never', { outcome: 'unknown', reason: 'HTTP_503' }],
  ])('%s', async (path, outcome) => expect(await ask(path)).toEqual(outcome))

  it('a date to come back at is waited for', async () => {
    const at = encodeURIComponent(new Date(Date.now() + 121_000).toUTCString())
    const outcome = await ask(`429/${at}`)
    expect(outcome).toMatchObject({ outcome: 'unknown', reason: 'HTTP_429' })
    const { waitSeconds = 0 } = outcome as { waitSeconds?: number }
    expect(waitSeconds).toBeGreaterThan(100)
    expect(waitSeconds).toBeLessThanOrEqual(121)
  })

  it('a redirect is not followed', async () => {
    for (const status of ['301', '302', '307', '308']) {
      expect(await ask(status)).toMatchObject({ outcome: 'unknown' })
    }
    expect(visited).toEqual([])
  })

  it('a key that is no point of the curve ends the subscription', async () => {
    expect(await ask('201', { ...device, p256dh: `B${'A'.repeat(86)}` })).toEqual({ outcome: 'gone' })
  })

  it('an address that is known no longer is not called', async () => {
    const strict = httpPush({
      hosts: ['fcm.googleapis.com'],
      contact: 'mailto:a@b',
      clock: systemClock,
      further: () => undefined,
    })
    const sent = strict.send(
      { endpoint: `${base}/201`, ...device, payload: '{}', ttlSeconds: 1, urgency: 'high', topic: 'x' },
      strict.newKeys(),
    )
    expect(await sent).toEqual({ outcome: 'gone' })
  })
})
