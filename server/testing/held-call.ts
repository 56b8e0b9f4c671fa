import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { requestedWith } from '@krapao/contract/limits.ts'

/** A call whose last byte is held back. */
export interface HeldCall {
  /** Sends the last byte. @returns status and error code, e.g. `401 invalid-token`; `200 OK` without one */
  send(): Promise<string>
  close(): void
}

/**
 * Sends a call to a server of this process but for the last byte, and waits until the server reads the body:
 * its headers were admitted then.
 * @param name method and path, e.g. `POST /api/wallet/withdraw`
 * @throws Error if it is answered before its body is there
 */
export async function holdCall(
  address: string,
  name: string,
  {
    headers,
    body,
    type = 'application/json',
  }: { headers: Record<string, string>; body: string; type?: string },
): Promise<HeldCall> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await once(socket, 'connect')
  const reading = bodyRead(socket)
  socket.write(
    [
      `${name} HTTP/1.1`,
      'host: localhost',
      'connection: close',
      `content-type: ${type}`,
      `content-length: ${Buffer.byteLength(body)}`,
      `x-requested-with: ${requestedWith}`,
      ...Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
      '',
      body.slice(0, -1),
    ].join('\r\n'),
  )
  const answer = read(socket)
  const early = await Promise.race([reading, answer])
  if (early !== undefined) throw new Error(`${name} was answered before its body was there: ${early}`)
  return {
    send: () => {
      socket.write(body.slice(-1))
      return answer
    },
    close: () => void socket.destroy(),
  }
}

/** Resolves when the server begins to read the body of the request that comes on a connection. */
function bodyRead(socket: Socket): Promise<undefined> {
  return new Promise((resolve) => {
    const started = (message: unknown) => {
      const { request } = message as { request: IncomingMessage }
      if (request.socket.remotePort !== socket.localPort) return
      diagnostics.unsubscribe('http.server.request.start', started)
      request.on('newListener', (event) => event === 'data' && resolve(undefined))
    }
    diagnostics.subscribe('http.server.request.start', started)
  })
}

async function read(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += chunk
  const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
  const message = status === '200' ? 'OK' : /"message":"([^"]+)"/.exec(text)?.[1]
  return `${status} ${message}`
}
