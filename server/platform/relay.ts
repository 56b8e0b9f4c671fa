import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createClient } from 'redis'

/** Passes live updates from node to node; a node does without as long as Redis is away. */
export interface Relay {
  /** Sends a message to every other node, at most once. */
  publish(message: object): void
  close(): void
}

interface RelayOptions {
  url: string
  log: Logger
  /** A message of another node. */
  hear(message: never): void
  /** Messages may have been lost, of this node or of another. */
  missed(): void
}

const channel = 'krapao:live'
/** Waits of the link to Redis, ms: for its start, between signs of life, until silence is the end, until the next try. */
const waits = { start: 3000, sign: 2000, silence: 7000, again: 1000 }

interface Envelope {
  from: string
  /** Absent: a sign of life. */
  message?: object
  /** For what this node could not announce: everybody fetches again. */
  missed?: boolean
}

/** Begins to connect, and goes on trying until it is closed; `first` resolves when it has, or after a moment without. */
export function createRelay({ url, log, hear, missed }: RelayOptions): Relay & { first: Promise<void> } {
  const me = crypto.randomUUID()
  const closing = new AbortController()
  const { promise: first, resolve: begun } = Promise.withResolvers<void>()
  let send: ((envelope: Omit<Envelope, 'from'>) => void) | undefined
  let untold = false
  let heardAt = 0

  function receive(text: string): void {
    heardAt = performance.now()
    const { from, message, missed: lost } = JSON.parse(text) as Envelope
    if (from === me) return
    if (lost) missed()
    else if (message) hear(message as never)
  }

  /** One connection's life; rejects when it ends. Two clients, because one that listens cannot send. */
  async function live(): Promise<never> {
    const { promise: broken, reject } = Promise.withResolvers<never>()
    broken.catch(() => {})
    const make = () => {
      const client = createClient({ url, socket: { connectTimeout: waits.start, reconnectStrategy: false } })
      return client.on('error', reject).on('end', () => reject(new Error('Redis has gone')))
    }
    const [speaker, listener] = [make(), make()]
    try {
      const late = sleep(waits.start, undefined, { ref: false }).then(() => {
        throw new Error('Redis does not answer')
      })
      const ready = Promise.all([speaker.connect(), listener.connect()]).then(() =>
        listener.subscribe(channel, receive),
      )
      await Promise.race([ready, late, broken])
      heardAt = performance.now()
      send = (envelope) => {
        speaker.publish(channel, JSON.stringify({ from: me, ...envelope })).catch(reject)
      }
      if (untold) send({ missed: true })
      untold = false
      missed()
      begun()
      for (;;) {
        send({})
        await Promise.race([sleep(waits.sign, undefined, { signal: closing.signal }), broken])
        if (performance.now() - heardAt > waits.silence) throw new Error('Redis has fallen silent')
      }
    } finally {
      // What was sent last may have been lost with it.
      if (send) untold = true
      send = undefined
      for (const client of [speaker, listener]) if (client.isOpen) client.destroy()
    }
  }

  async function run(): Promise<void> {
    let isKnown = false
    while (!closing.signal.aborted) {
      const started = performance.now()
      await live().catch((error: unknown) => {
        if (closing.signal.aborted) return
        if (performance.now() - started > waits.silence) isKnown = false
        if (!isKnown) log.warn({ err: error }, 'no Redis: live updates stay within this node')
        isKnown = true
      })
      begun()
      await sleep(waits.again, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  run()

  return {
    first,
    publish(message) {
      if (send) send({ message })
      else untold = true
    },
    close: () => closing.abort(),
  }
}
