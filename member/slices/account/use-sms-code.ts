import { otpDigits } from '@krapao/contract/limits.ts'
import { useEffect, useRef } from 'react'

/**
 * WebOTP, which the compiler's library does not know: the code of an SMS whose last line is "@host #code".
 */
interface SmsRequest extends CredentialRequestOptions {
  otp: { transport: ['sms'] }
}

/**
 * Waits for the SMS with the code while the component is shown, and hands over its code. Only where the
 * browser can read it, and the person agrees; everybody else types it.
 */
export function useSmsCode(received: (code: string) => void): void {
  const latest = useRef(received)
  latest.current = received
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const left = new AbortController()
    const request: SmsRequest = { otp: { transport: ['sms'] }, signal: left.signal }
    navigator.credentials
      .get(request)
      .then((found) => {
        const { code = '' } = (found ?? {}) as { code?: string }
        if (new RegExp(`^\\d{${otpDigits}}$`).test(code)) latest.current(code)
      })
      // The person refused, or left the page.
      .catch(() => {})
    return () => left.abort()
  }, [])
}
