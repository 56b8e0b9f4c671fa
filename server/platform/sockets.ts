import type { Server as HttpServer } from 'node:http'
import type { ClientEvents, ServerEvents } from '@krapao/contract/events.ts'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Logger } from 'pino'
import { createClient } from 'redis'
import { Server } from 'socket.io'

/** Live updates: rooms that a client may join with the right token. Knows no slice: they say who may join what. */
export interface Sockets {
  emit<E extends keyof ServerEvents>(room: string, event: E, ...args: Parameters<ServerEvents[E]>): void
  /** Adds a judge of joins; a room is joined when one of them says yes. */
  allow(judge: (room: string, token: string) => Promise<boolean>): void
  close(): Promise<void>
}

/** Serves socket.io at /socket.io. `redisUrl`: events reach the clients of every node. */
export async function createSockets(
  http: HttpServer,
  options: { redisUrl?: string; log: Logger },
): Promise<Sockets> {
  const redis = options.redisUrl ? createClient({ url: options.redisUrl }) : undefined
  redis?.on('error', (error) => options.log.warn({ err: error }, 'redis'))
  await redis?.connect()
  const io = new Server<ClientEvents, ServerEvents>(http, {
    ...(redis && { adapter: createAdapter(redis) }),
    serveClient: false,
    maxHttpBufferSize: 16_384,
  })
  const judges: ((room: string, token: string) => Promise<boolean>)[] = []

  io.on('connection', (socket) => {
    socket.on('join', async (request, acknowledge) => {
      const reply = typeof acknowledge === 'function' ? acknowledge : () => {}
      try {
        const { room, token } = request ?? {}
        if (typeof room !== 'string' || typeof token !== 'string')
          return reply({ ok: false, message: 'INVALID_REQUEST' })
        for (const judge of judges) {
          if (await judge(room, token)) {
            await socket.join(room)
            return reply({ ok: true })
          }
        }
        reply({ ok: false, message: 'invalid-token' })
      } catch (error) {
        options.log.error({ err: error }, 'join failed')
        reply({ ok: false, message: 'INTERNAL_SERVER_ERROR' })
      }
    })
  })

  return {
    emit(room, event, ...args) {
      io.to(room).emit(event, ...args)
    },
    allow(judge) {
      judges.push(judge)
    },
    async close() {
      // Not io.close(): that would close the HTTP server under the requests that are still running.
      io.disconnectSockets(true)
      io.engine.close()
      await redis?.close()
    },
  }
}
