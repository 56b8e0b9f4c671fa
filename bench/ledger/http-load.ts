import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { measure } from './load.ts'

/**
 * The load generator of (d) and (e). It does as little as possible, because it shares the machine with the
 * server: one socket per caller, requests written by hand, and of each answer only the status line, the
 * length and one word are read.
 */
let port = 0
let tokens: string[] = []
let path = ''
let body = ''
let success = ''

interface Connection {
  call(): Promise<boolean>
  end(): void
}

function open(): Connection {
  const socket: Socket = connect(port, '127.0.0.1').setNoDelay(true)
  let text = ''
  let resolve: ((succeeded: boolean) => void) | undefined
  let reject: ((error: Error) => void) | undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
    if (text.length < head + 4 + length) return
    const succeeded = text.startsWith('HTTP/1.1 200') && text.includes(success, head)
    text = ''
    resolve?.(succeeded)
  })
  socket.on('error', (error) => reject?.(error))
  socket.on('close', () => reject?.(new Error('the server hung up')))
  return {
    call: () =>
      new Promise((succeed, fail) => {
        resolve = succeed
        reject = fail
        const token = tokens[Math.floor(Math.random() * tokens.length)]
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n` +
            `x-requested-with: wallet-user\r\nauthorization: Bearer ${token}\r\n` +
            `idempotency-key: ${randomUUID()}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        )
      }),
    end() {
      reject = undefined
      socket.end()
    },
  }
}

type Order =
  | { port: number; tokens: string[]; path: string; body: object; success: string }
  | { connections: number; seconds: number }

process.on('message', async (order: Order) => {
  if ('port' in order) {
    ;({ port, tokens, path, success } = order)
    body = JSON.stringify(order.body)
    return
  }
  const connections = Array.from({ length: order.connections }, open)
  const free = [...connections]
  let failed = 0
  const stage = await measure(order.connections, order.seconds, async () => {
    const connection = free.pop() as Connection
    if (!(await connection.call())) failed++
    free.push(connection)
  })
  for (const connection of connections) connection.end()
  process.send?.({ ...stage, failed })
})
process.on('disconnect', () => process.exit(0))
