import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createClient } from 'redis'

/**
 * Passes live updates from node to node through Redis. While Redis is away, updates stay within their node.
 */
export interface Relay {
  /** Sends a message to every other node, at most once. */
  publish(message: object): void
  close(): void
}

interface RelayOptions {
  url: string
  /**
   * Channels that no other installation has. This node speaks on the first and hears all, so that nodes that
   * are given other names one after the other go on hearing each other.
   */
  channels: readonly [string, ...string[]]
  log: Logger
  /** Called with each message of another node. */
  hear(message: never): void
  /** Called when messages of this node or of another may have been lost. */
  missed(): void
}

/** Times in ms. */
const waits = {
  /** The longest time to connect. */
  connect: 3000,
  /** The time between two heartbeats. */
  heartbeat: 2000,
  /** The longest time without any message; after it the connection is given up. */
  silence: 7000,
  /** The pause before the next attempt to connect. */
  retry: 1000,
}

/** A message between nodes; without `message` and `missed` it is a heartbeat. */
interface Envelope {
  from: string
  message?: object
  /** Messages of this node were lost, so the clients of all nodes have to fetch their data again. */
  missed?: boolean
}

/**
 * Connects to Redis, and again after every failure, until it is closed. `first` resolves when the first
 * attempt has succeeded or failed.
 */
export function createRelay({
  url,
  channels,
  log,
  hear,
  missed,
}: RelayOptions): Relay & { first: Promise<void> } {
  const me = crypto.randomUUID()
  const closing = new AbortController()
  const { promise: first, resolve: begun } = Promise.withResolvers<void>()
  let send: ((envelope: Omit<Envelope, 'from'>) => void) | undefined
  /** Whether messages of this node may have been lost, and the other nodes do not know it yet. */
  let hasLost = false
  let heardAt = 0

  function receive(text: string): void {
    heardAt = performance.now()
    const { from, message, missed: lost } = JSON.parse(text) as Envelope
    if (from === me) return
    if (lost) missed()
    else if (message) hear(message as never)
  }

  /**
   * Connects, and rejects when the connection ends. There are two clients because a subscribed one cannot
   * publish.
   */
  async function live(): Promise<never> {
    const { promise: broken, reject } = Promise.withResolvers<never>()
    broken.catch(() => {})
    const make = () => {
      const client = createClient({
        url,
        socket: { connectTimeout: waits.connect, reconnectStrategy: false },
      })
      return client.on('error', reject).on('end', () => reject(new Error('Redis has gone')))
    }
    const [speaker, listener] = [make(), make()]
    try {
      const late = sleep(waits.connect, undefined, { ref: false }).then(() => {
        throw new Error('Redis does not answer')
      })
      const ready = Promise.all([speaker.connect(), listener.connect()]).then(() =>
        listener.subscribe([...channels], receive),
      )
      await Promise.race([ready, late, broken])
      heardAt = performance.now()
      send = (envelope) => {
        speaker.publish(channels[0], JSON.stringify({ from: me, ...envelope })).catch(reject)
      }
      if (hasLost) send({ missed: true })
      hasLost = false
      missed()
      begun()
      for (;;) {
        send({})
        await Promise.race([sleep(waits.heartbeat, undefined, { signal: closing.signal }), broken])
        if (performance.now() - heardAt > waits.silence) throw new Error('Redis has fallen silent')
      }
    } finally {
      // The last messages may have been lost with the connection.
      if (send) hasLost = true
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
      await sleep(waits.retry, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  run()

  return {
    first,
    publish(message) {
      if (send) send({ message })
      else hasLost = true
    },
    close: () => closing.abort(),
  }
}
