import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between a node and one of its services, with which a test makes connections fail. */
export interface Gate {
  /** The URL of the service, with the address of the gate. */
  url: string
  /** The number of open connections. */
  readonly open: number
  /** Accepts and forwards new connections again. Connections that were swallowed stay silent. */
  heal(): void
  /** Closes every connection and refuses new ones. */
  cut(): void
  /** Forwards nothing more on the existing connections, without closing them; new connections work. */
  swallow(): void
  /** As `swallow`; new connections are accepted as well, but nothing is forwarded on them. */
  swallowAll(): void
  close(): Promise<void>
}

/** @param url of a service, e.g. postgres://… or redis://… */
export async function openGate(url: string): Promise<Gate> {
  const target = new URL(url)
  const pairs = new Set<{ near: Socket; far?: Socket }>()
  let mode: 'carry' | 'refuse' | 'swallow' = 'carry'

  const server = createServer((near) => {
    if (mode === 'refuse') return near.destroy()
    const pair: { near: Socket; far?: Socket } = { near }
    pairs.add(pair)
    near.on('error', () => {})
    if (mode === 'swallow') return near.on('close', () => pairs.delete(pair)).pause()
    const far = connect(Number(target.port), target.hostname)
    pair.far = far
    far.on('error', () => {})
    near.pipe(far).pipe(near)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    near.on('close', end)
    far.on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)

  function swallow(): void {
    for (const { near, far } of pairs) {
      if (!far) continue
      for (const side of [near, far]) {
        side.removeAllListeners('close').unpipe()
        side.pause()
      }
    }
  }
  function cut(): void {
    for (const { near, far } of pairs) {
      near.destroy()
      far?.destroy()
    }
    pairs.clear()
  }

  return {
    url: through.href,
    get open() {
      return pairs.size
    },
    heal() {
      mode = 'carry'
    },
    cut() {
      mode = 'refuse'
      cut()
    },
    swallow,
    swallowAll() {
      mode = 'swallow'
      swallow()
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
