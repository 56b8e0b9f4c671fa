import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Config } from '../app/config.ts'
import type { TestSandbox } from './sandbox.ts'

/** An answer on its way from the sandbox to the server, or one in its place. */
export interface HubAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/**
 * A hub between the server and the sandbox, whose answers a test changes or delays, because the outside
 * answers in ways that the sandbox does not.
 */
export interface Hub {
  /** The addresses that the server is given instead of the sandbox's. */
  config: Partial<Config>
  /**
   * Answers a call itself, or holds it back before the sandbox gets it. @param path such as `/payouts/pay`
   */
  before: (path: string, body: Record<string, unknown>) => Promise<HubAnswer | undefined>
  /** Changes the sandbox's answer. */
  after: (path: string, answer: HubAnswer) => HubAnswer
  /** As if there were no hub. */
  pass(): void
  close(): void
}

export async function testHub(sandbox: Pick<TestSandbox, 'url'>): Promise<Hub> {
  const asIs = { before: async () => undefined, after: (_: string, answer: HubAnswer) => answer }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const body = await text(request)
    const own = await hub.before(path, JSON.parse(body))
    const give = ({ status, body, headers }: HubAnswer) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    }
    if (own) return give(own)
    const answer = await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-signature': String(request.headers['x-signature']),
      },
      body,
    }).catch(() => undefined)
    if (!answer) return void response.destroy()
    const said = await answer.text()
    try {
      give(hub.after(path, { status: answer.status, body: JSON.parse(said) }))
    } catch {
      // Garbage, as the sandbox means it.
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(said)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const hub: Hub = {
    config: {
      GAMES_URL: `${url}/games`,
      SLIPS_URL: `${url}/slips`,
      PAYMENTS_URL: `${url}/payments`,
      GIFTS_URL: `${url}/gifts`,
      PAYOUTS_URL: `${url}/payouts`,
    },
    ...asIs,
    pass: () => Object.assign(hub, asIs),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return hub
}
