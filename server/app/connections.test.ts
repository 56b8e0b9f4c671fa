import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { uploadSlip } from '@krapao/contract/slices/deposit/slip/upload-slip.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { limitConnections, requestTimes } from './connections.ts'

/** Callers who send slowly, and callers who open many connections. */
describe('a body that does not arrive', () => {
  let app: FastifyInstance
  beforeEach(async () => {
    app = Fastify({ ...requestTimes, forceCloseConnections: true })
    limitConnections(app, { bodyWithin: 400 })
    for (const url of ['/call', uploadSlip.path]) app.post(url, async () => 'read')
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(() => app.close())

  /**
   * Sends a request of ten bytes, some of them late. @returns what the client receives, and whether the
   * connection was closed
   */
  async function send(path: string, pauseMs: number): Promise<string> {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    let received = ''
    socket.on('data', (data) => {
      received += data
    })
    const closed = once(socket, 'close')
    socket.on('error', () => {})
    socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n`)
    socket.write('content-type: text/plain\r\ncontent-length: 10\r\n\r\n01234')
    setTimeout(() => !socket.destroyed && socket.write('56789'), pauseMs)
    await closed
    return received.split('\r\n\r\n')[1] ?? 'hung up'
  }

  test('is waited for thirty seconds, and an upload’s longer', async () => {
    expect(await send('/call', 50)).toBe('read')
    expect(await send('/call', 1200)).toBe('hung up')
    expect(await send(uploadSlip.path, 1200)).toBe('read')
  })

  test('does not shorten the next call on the same connection', async () => {
    const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const post = () => fetch(`${address}/call`, { method: 'POST', body: 'all of it' })
    expect(await (await post()).text()).toBe('read')
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(await (await post()).text()).toBe('read')
  })
})

test('headers must arrive within twenty seconds, and a request within the time of an upload', () => {
  const app = Fastify(requestTimes)
  expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([20_000, 330_000])
})
