import { sign, signatureHeader } from '@krapao/contract/signature.ts'
import type { Clock } from '../../platform/clock.ts'
import { SmsNotTaken, type SmsPort } from './port.ts'

/** Milliseconds that the gateway has to accept a message, while a person waits. */
const timeout = 5000

/** Errors of a connection that was never made, so that nothing was sent. */
const neverLeft = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/**
 * An SMS gateway over HTTP: `POST {url}/messages` with `{phone, text, otpRef, code}`, the last two only if it
 * has a code, signed. Any 2xx means that the message was accepted, any other status that it was not.
 * @param options.url read at each call, because the sandbox's address is known only once the server listens
 */
export function httpSms(options: { url: () => string | undefined; secret: string; clock: Clock }): SmsPort {
  return {
    async send(message) {
      const url = options.url()
      if (!url) throw new SmsNotTaken('no SMS gateway is configured')
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
      }).catch((error: Error & { cause?: { code?: string } }) => {
        const code = error.cause?.code ?? ''
        throw neverLeft.includes(code) ? new SmsNotTaken(`the SMS gateway was not reached: ${code}`) : error
      })
      await response.body?.cancel()
      if (!response.ok) throw new SmsNotTaken(`the SMS gateway answered ${response.status}`)
    },
  }
}
