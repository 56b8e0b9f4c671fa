import webPush from 'web-push'
import type { Clock } from '../../platform/clock.ts'
import { readRetryAfter } from '../retry-after.ts'
import type { PushOutcome, PushPort } from './port.ts'

/** Milliseconds that a push service has to take a message. */
const timeout = 8000
/** The longest pause, in seconds, that a service may ask for. */
const maxWait = 3600

/**
 * Push services over HTTPS (RFC 8030), messages encrypted for the browser (RFC 8291), the sender known by its
 * key (RFC 8292).
 * @param options.hosts names of known services; one that begins with `*.` stands for every name below
 * @param options.contact where a service reaches the operator: `mailto:` or `https:`
 * @param options.further a further service by its base address, which may be plain HTTP: the sandbox's. Read
 *   at each call, because its address is known only once the server listens
 */
export function httpPush({
  hosts,
  contact,
  clock,
  further,
}: {
  hosts: readonly string[]
  contact: string
  clock: Clock
  further: () => string | undefined
}): PushPort {
  const isKnown = (hostname: string): boolean =>
    hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))

  const port: PushPort = {
    admitted(endpoint) {
      // Backslashes and line breaks are read in more than one way.
      if (!URL.canParse(endpoint) || /[\\\s]/.test(endpoint)) return undefined
      const url = new URL(endpoint)
      url.hash = ''
      const base = further()
      if (base && url.href.startsWith(`${new URL(base).href.replace(/\/$/, '')}/`)) return url.href
      const isPlain = url.username === '' && url.password === '' && url.port === ''
      return url.protocol === 'https:' && isPlain && isKnown(url.hostname) ? url.href : undefined
    },

    newKeys: () => webPush.generateVAPIDKeys(),

    async send({ payload, p256dh, auth, ...message }, keys) {
      // Asked again, because the list may have become shorter since the browser subscribed.
      const endpoint = port.admitted(message.endpoint)
      if (!endpoint) return { outcome: 'gone' }
      let request: ReturnType<typeof webPush.generateRequestDetails>
      try {
        request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
          vapidDetails: { subject: contact, ...keys },
          TTL: message.ttlSeconds,
          urgency: message.urgency,
          topic: message.topic,
          contentEncoding: 'aes128gcm',
        })
      } catch {
        // The key is of the right form but no point of the curve: nothing can ever be encrypted for it.
        return { outcome: 'gone' }
      }
      const headers = new Headers(
        Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
      )
      headers.delete('content-length')
      try {
        const response = await fetch(endpoint, {
          method: 'POST',
          headers,
          body: new Uint8Array(request.body as Buffer),
          redirect: 'error',
          signal: AbortSignal.timeout(timeout),
        })
        await response.body?.cancel()
        return outcomeOf(response, clock.now())
      } catch (error) {
        const { name, cause } = error as Error & { cause?: { code?: string } }
        return { outcome: 'unknown', reason: cause?.code ?? name }
      }
    },
  }
  return port
}

function outcomeOf({ status, headers }: Response, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'done' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  const reason = `HTTP_${status}`
  if (status === 429 || status >= 500) {
    const waitSeconds = readRetryAfter(headers.get('retry-after'), now, maxWait)
    return { outcome: 'unknown', reason, ...(waitSeconds && { waitSeconds }) }
  }
  if (status === 401 || status === 403) return { outcome: 'denied', reason }
  return { outcome: 'refused', reason }
}
