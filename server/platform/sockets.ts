import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { ClientEvents, ServerEvents } from '@krapao/contract/events.ts'
import type { Logger } from 'pino'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import { troubleOf } from './database-trouble.ts'
import { createRelay } from './relay.ts'
import { guardSockets } from './socket-guard.ts'

/** Live updates: rooms that a client may join with the right token. Knows no slice: they say who may join what. */
export interface Sockets {
  emit<E extends keyof ServerEvents>(room: string, event: E, ...args: Parameters<ServerEvents[E]>): void
  /** The same to this node's clients alone, where every node finds out by itself. */
  tell<E extends keyof ServerEvents>(room: string, event: E, ...args: Parameters<ServerEvents[E]>): void
  /** Whether anybody of this node has joined a room. */
  isHeard(room: string): boolean
  /** Adds a door to rooms; a room is joined by the first that lets the token in. */
  allow(door: Door): void
  /**
   * Disconnects every socket that joined by this session, on every node (rules.md §2.3); `session` is the name that
   * its door gave.
   */
  endSession(session: string): void
  close(): Promise<void>
}

export interface Door {
  /** The session by which the token may join the room, e.g. its hash; undefined: it may not. */
  admit(room: string, token: string): Promise<string | undefined>
  /** Those of the sessions that still live: not ended, not expired, and their owner active. */
  living(sessions: string[]): Promise<string[]>
}

export interface SocketOptions {
  /** Redis, so that events reach the clients of every node. */
  redisUrl?: string
  /** See `guardSockets`. */
  origins?: string[]
  proxies?: string[]
  log: Logger
}

/** A message of one node to the others. */
type Message = { room: string; event: keyof ServerEvents; args: [] } | { ended: string }

/** A client that has not joined after this long is none, ms. */
const joinWithin = 10_000
/** Joins that one connection may ask for. */
const maxJoins = 20
/** All sessions are looked at this often, ms, so many by one question: one that ended elsewhere, or expired, is noticed too. */
const look = { every: 700, max: 2000 }

/** A request of a socket with what the engine has read of its address, before anybody is asked whether to admit it. */
type EngineRequest = IncomingMessage & { _query?: { sid?: string } }

const roomOf = (session: string): string => `session ${session}`

/** Serves socket.io at /socket.io. */
export async function createSockets(http: HttpServer, options: SocketOptions): Promise<Sockets> {
  const { log } = options
  const guard = guardSockets(options)
  const io = new Server<ClientEvents, ServerEvents, DefaultEventsMap, { joins: number }>(http, {
    serveClient: false,
    maxHttpBufferSize: 16_384,
    connectTimeout: joinWithin,
    allowRequest: (request, answer) => {
      // Only a connection's first request has no id yet. As the engine has read it: of several ids the last one counts.
      const isNew = !(request as EngineRequest)._query?.sid
      answer(null, !isNew || guard.admits(request))
    },
  })
  const doors: Door[] = []
  const sessions = createSessions((session) => {
    io.in(roomOf(session)).emit('session-ended')
    io.in(roomOf(session)).disconnectSockets(true)
  }, log)
  const relay = options.redisUrl
    ? createRelay({
        url: options.redisUrl,
        log,
        hear(message: Message) {
          if ('ended' in message) sessions.end(message.ended)
          else io.to(message.room).emit(message.event, ...message.args)
        },
        missed: () => io.emit('changed'),
      })
    : undefined
  await relay?.first

  const waiting = new WeakMap<object, () => void>()
  io.engine.on('connection', (line) => {
    const done = guard.opened(line.request)
    waiting.set(line, done)
    line.on('close', done)
  })

  type Joining = Socket<ClientEvents, ServerEvents, DefaultEventsMap, { joins: number }>

  async function join(socket: Joining, request: unknown): Promise<{ ok: boolean; message?: string }> {
    const { room, token } = (request ?? {}) as { room?: unknown; token?: unknown }
    if (typeof room !== 'string' || typeof token !== 'string')
      return { ok: false, message: 'INVALID_REQUEST' }
    for (const door of doors) {
      const session = await door.admit(room, token)
      if (session === undefined) continue
      if (!socket.connected) return { ok: false, message: 'INVALID_REQUEST' }
      await socket.join([room, roomOf(session)])
      const left = sessions.joined(session, door)
      socket.on('disconnect', left)
      return { ok: true }
    }
    return { ok: false, message: 'invalid-token' }
  }

  io.on('connection', (socket) => {
    // Closing the line below the socket lets an honest client come again, as `disconnect` would not.
    const hangUp = () => socket.conn.close()
    const timer = setTimeout(hangUp, joinWithin)
    socket.on('disconnect', () => clearTimeout(timer))
    socket.data.joins = 0
    socket.on('join', async (request, acknowledge) => {
      const reply = typeof acknowledge === 'function' ? acknowledge : () => {}
      if (++socket.data.joins > maxJoins) return hangUp()
      try {
        const answer = await join(socket, request)
        if (answer.ok) {
          clearTimeout(timer)
          waiting.get(socket.conn)?.()
        } else if (guard.refused(socket.request)) return hangUp()
        reply(answer)
      } catch (error) {
        const isAway = troubleOf(error) !== undefined
        log[isAway ? 'warn' : 'error']({ err: error }, 'join failed')
        reply({ ok: false, message: isAway ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR' })
      }
    })
  })

  return {
    emit(room, event, ...args) {
      io.to(room).emit(event, ...args)
      relay?.publish({ room, event, args })
    },
    tell: (room, event, ...args) => void io.to(room).emit(event, ...args),
    isHeard: (room) => (io.sockets.adapter.rooms.get(room)?.size ?? 0) > 0,
    allow: (door) => void doors.push(door),
    endSession(session) {
      sessions.end(session)
      relay?.publish({ ended: session })
    },
    async close() {
      sessions.close()
      relay?.close()
      // Clients are not told to stay away: they go on at another node. Not io.close(): that would close the HTTP server
      // under the requests that are still running.
      io.engine.close()
    },
  }
}

/** The sessions by which clients of this node have joined; calls `ended` for one that lives no more. */
export function createSessions(ended: (session: string) => void, log: Logger) {
  const joined = new Map<string, { door: Door; clients: number }>()
  let isLooking = false

  async function lookAgain(): Promise<void> {
    if (isLooking || joined.size === 0) return
    isLooking = true
    try {
      const byDoor = Map.groupBy(joined.keys(), (session) => joined.get(session)?.door)
      for (const [door, own] of byDoor) {
        for (let at = 0; at < own.length; at += look.max) {
          const some = own.slice(at, at + look.max)
          const living = new Set(await door?.living(some))
          for (const session of some) if (!living.has(session)) ended(session)
        }
      }
    } catch (error) {
      log.debug({ err: error }, 'whether sessions still live is unknown for now')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(lookAgain, look.every).unref()

  return {
    end: ended,
    /** @returns to be called when the client is gone */
    joined(session: string, door: Door): () => void {
      const entry = joined.get(session) ?? { door, clients: 0 }
      entry.clients++
      joined.set(session, entry)
      return () => {
        if (--entry.clients === 0) joined.delete(session)
      }
    },
    close: () => clearInterval(timer),
  }
}
