import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { ClientEvents, ServerEvents } from '@krapao/contract/events.ts'
import type { Logger } from 'pino'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import { troubleOf } from './database-trouble.ts'
import { guardSockets } from './socket-guard.ts'

/**
 * Live updates: rooms that a client may join with a token. The slices add the doors, which check the tokens.
 */
export interface Sockets {
  emit<E extends keyof ServerEvents>(room: string, event: E, ...args: Parameters<ServerEvents[E]>): void
  /** As `emit`, but only to the clients of this node; for events that every node detects by itself. */
  emitLocally<E extends keyof ServerEvents>(
    room: string,
    event: E,
    ...args: Parameters<ServerEvents[E]>
  ): void
  /** Whether any client of this node has joined a room. */
  hasClients(room: string): boolean
  /** Adds a door. A client joins a room if one of the doors, asked in their order, admits its token. */
  allow(door: Door): void
  /** Calls `hear` when a client says that it is writing; of one connection at most once a second. */
  onTyping(hear: (typing: Typing) => Promise<void>): void
  /**
   * Disconnects every socket that joined by this session, on every node (rules.md §2.3); `session` is the
   * name that its door gave.
   */
  endSession(session: string): void
  close(): Promise<void>
}

export interface Door {
  /** A name of the token's session, e.g. its hash, if the token may join the room; otherwise undefined. */
  admit(room: string, token: string): Promise<string | undefined>
  /** The sessions among these that are still valid: not ended, not expired, and their owner active. */
  living(sessions: string[]): Promise<string[]>
}

/** The message of a client whose person is writing. */
export interface Typing {
  /** The rooms that it has joined, and by which session each. */
  rooms: ReadonlyMap<string, string>
  /** As it was sent: of any type and content. */
  conversationId: unknown
}

export interface SocketOptions {
  /** Redis, so that events reach the clients of every node. */
  redis?: { url: string; channels: readonly [string, ...string[]] }
  /** See `guardSockets`. */
  origins?: string[]
  proxies?: string[]
  log: Logger
}

/** A message of one node to the others: an event, or a session that has ended. */
type Message =
  | { room: string; event: keyof ServerEvents; args: Parameters<ServerEvents[keyof ServerEvents]> }
  | { ended: string }

/** Milliseconds after which a connection that has joined no room is closed. */
const joinWithin = 10_000
/** The least milliseconds between two times that a connection says that it is writing. */
const typingEvery = 1000
/** The most joins that one connection may request. */
const maxJoins = 20
/**
 * The milliseconds between two checks of all sessions, and the most sessions in one query. Sessions are
 * checked because they may expire, or end on another node.
 */
const check = { every: 700, max: 2000 }

/**
 * A request to the socket engine. Before `allowRequest` is called, the engine has put the parsed query of the
 * address into `_query`.
 */
type EngineRequest = IncomingMessage & { _query?: { sid?: string } }

/** The facts that are kept of a connection. `rooms`: those that it has joined, and by which session. */
interface Kept {
  joins: number
  rooms: Map<string, string>
  typedAt: number
}

const roomOf = (session: string): string => `session ${session}`

/** Serves socket.io at /socket.io. */
export async function createSockets(http: HttpServer, options: SocketOptions): Promise<Sockets> {
  const { log } = options
  const guard = guardSockets(options)
  const io = new Server<ClientEvents, ServerEvents, DefaultEventsMap, Kept>(http, {
    serveClient: false,
    maxHttpBufferSize: 16_384,
    connectTimeout: joinWithin,
    allowRequest: (request, answer) => {
      // Only the first request of a connection has no id. `_query` is the engine's own reading, so that a
      // request with several ids cannot pass for one of an admitted connection.
      const isNew = !(request as EngineRequest)._query?.sid
      answer(null, !isNew || guard.admits(request))
    },
  })
  const doors: Door[] = []
  const hearing: ((typing: Typing) => Promise<void>)[] = []
  const sessions = createSessions((session) => {
    io.in(roomOf(session)).emit('session-ended')
    io.in(roomOf(session)).disconnectSockets(true)
  }, log)
  // With one node there is no Redis, and its client is a fifth of all that a start loads.
  const relay = options.redis
    ? (await import('./relay.ts')).createRelay({
        ...options.redis,
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

  type Joining = Socket<ClientEvents, ServerEvents, DefaultEventsMap, Kept>

  async function join(socket: Joining, request: unknown): Promise<{ ok: boolean; message?: string }> {
    const { room, ...given } = (request ?? {}) as Record<string, unknown>
    const token = given.token ?? given.guestToken
    if (typeof room !== 'string' || typeof token !== 'string')
      return { ok: false, message: 'INVALID_REQUEST' }
    for (const door of doors) {
      const session = await door.admit(room, token)
      if (session === undefined) continue
      if (!socket.connected) return { ok: false, message: 'INVALID_REQUEST' }
      await socket.join([room, roomOf(session)])
      socket.data.rooms.set(room, session)
      const left = sessions.joined(session, door)
      socket.on('disconnect', left)
      return { ok: true }
    }
    return { ok: false, message: 'invalid-token' }
  }

  io.on('connection', (socket) => {
    // The transport is closed, so that an honest client reconnects; after `disconnect` it would not.
    const hangUp = () => socket.conn.close()
    const timer = setTimeout(hangUp, joinWithin)
    socket.on('disconnect', () => clearTimeout(timer))
    Object.assign(socket.data, { joins: 0, rooms: new Map(), typedAt: Number.NEGATIVE_INFINITY })
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
    socket.on('typing', (about: unknown) => {
      const now = performance.now()
      if (socket.data.rooms.size === 0 || now - socket.data.typedAt < typingEvery) return
      socket.data.typedAt = now
      const { conversationId } = (about ?? {}) as { conversationId?: unknown }
      for (const hear of hearing) {
        hear({ rooms: socket.data.rooms, conversationId }).catch((error: unknown) => {
          log.debug({ err: error }, 'could not pass on that somebody is writing')
        })
      }
    })
  })

  return {
    emit(room, event, ...args) {
      io.to(room).emit(event, ...args)
      relay?.publish({ room, event, args })
    },
    emitLocally: (room, event, ...args) => void io.to(room).emit(event, ...args),
    hasClients: (room) => (io.sockets.adapter.rooms.get(room)?.size ?? 0) > 0,
    allow: (door) => void doors.push(door),
    onTyping: (hear) => void hearing.push(hear),
    endSession(session) {
      sessions.end(session)
      relay?.publish({ ended: session })
    },
    async close() {
      sessions.close()
      relay?.close()
      // Only the engine is closed, so that clients reconnect to another node. io.close() would also close the
      // HTTP server, on which requests are still running.
      io.engine.close()
    },
  }
}

/**
 * Watches the sessions by which clients of this node have joined, and calls `ended` for each that is no
 * longer valid.
 */
export function createSessions(ended: (session: string) => void, log: Logger) {
  const joined = new Map<string, { door: Door; clients: number }>()
  let isChecking = false

  async function checkAll(): Promise<void> {
    if (isChecking || joined.size === 0) return
    isChecking = true
    try {
      const byDoor = Map.groupBy(joined.keys(), (session) => joined.get(session)?.door)
      for (const [door, own] of byDoor) {
        for (let at = 0; at < own.length; at += check.max) {
          const some = own.slice(at, at + check.max)
          const living = new Set(await door?.living(some))
          for (const session of some) if (!living.has(session)) ended(session)
        }
      }
    } catch (error) {
      log.debug({ err: error }, 'could not check whether sessions are still valid')
    } finally {
      isChecking = false
    }
  }
  const timer = setInterval(checkAll, check.every).unref()

  return {
    end: ended,
    /** Counts a client. @returns a function to call when the client has disconnected */
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
