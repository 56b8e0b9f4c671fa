import type { Clock } from '../../platform/clock.ts'
import { sign, signatureHeader } from '../../platform/signature.ts'
import type { SmsPort } from './port.ts'

/** Milliseconds that the gateway has to take a message; a person is waiting for it. */
const timeout = 5000

/**
 * An SMS gateway over HTTP: `POST {url}/messages` with `{phone, text, otpRef, code}`, signed. Any 2xx means taken.
 * @param options.url asked at each call, because the sandbox's address is known only when the server listens
 */
export function httpSms(options: { url: () => string | undefined; secret: string; clock: Clock }): SmsPort {
  return {
    async send(message) {
      const url = options.url()
      if (!url) throw new Error('no SMS gateway is configured')
      const body = JSON.stringify(message)
      const response = await fetch(`${url}/messages`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [signatureHeader]: sign(options.secret, body, options.clock.now()),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`)
    },
  }
}
