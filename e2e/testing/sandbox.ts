// The outside world for journeys: the calls behind the buttons of the sandbox's page.

import type { Fault as OutsideFault } from '@krapao/sandbox/fault-names.ts'
import { type APIRequestContext, expect } from '@playwright/test'

export type Fault = OutsideFault | 'none'

export type Sms = { phone: string; text: string; otpRef: string; code: string; createdAt: string }

/** A transfer between accounts, in the receiving account's currency. */
export interface Transfer {
  fromBank: string
  fromAccountNo: string
  fromName: string
  toBank: string
  toAccountNo: string
  amount: number
}

export type Sandbox = ReturnType<typeof sandboxOf>

/**
 * The sandbox of the server that the request context points at. Every call throws when the sandbox refuses
 * it.
 */
export function sandboxOf(request: APIRequestContext) {
  async function call<Answer>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<Answer> {
    const answer = await request.fetch(`/sandbox/api/${path}`, { method, ...(data && { data }) })
    if (!answer.ok()) throw new Error(`sandbox: ${method} ${path}: ${answer.status()} ${await answer.text()}`)
    const text = await answer.text()
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }
  const readSms = (phone: string) => call<Sms[]>('GET', `sms?phone=${encodeURIComponent(phone)}`)

  return {
    /** All messages to a phone, newest first. */
    readSms,

    /**
     * The one-time code of the newest message to a phone, waiting up to 10 s for it. With `otpRef`, the
     * reference that the page shows, only that message counts, so that an older code is never taken for the
     * new one.
     */
    async readCode(phone: string, otpRef?: string): Promise<string> {
      let code = ''
      await expect
        .poll(
          async () => {
            const found = (await readSms(phone)).find((sms) => sms.code && (!otpRef || sms.otpRef === otpRef))
            code = found?.code ?? ''
            return code
          },
          { message: `an SMS with a code to ${phone}`, timeout: 10_000 },
        )
        .not.toBe('')
      return code
    },

    /**
     * Plays one round of a provider's game; stake and win in the member's currency (major units). @returns
     * the new balance
     */
    play: (code: string, round: { username: string; stake: number; win: number }) =>
      call<{ balance: number }>('POST', `games/${code}/play`, round),

    /**
     * A provider tells of a bet that nobody played: it is in its books and reported, and no balance moves.
     */
    tellBet: (code: string, bet: { username: string; stake: number; win: number; settledAt?: string }) =>
      call<object>('POST', `games/${code}/bets`, bet),

    /** A transfer from a person's bank account to one of the house's, reported by the bank's feed. */
    pay: (transfer: Transfer) =>
      call<{ reference: string }>('POST', 'bank/transfers', { ...transfer, feed: true }),

    /**
     * The same, but not reported: returns the picture of its slip, a PNG. `at`: its time, ISO 8601; now by
     * default.
     */
    async drawSlip(transfer: Transfer & { at?: string }): Promise<Buffer> {
      const { slipUrl } = await call<{ slipUrl: string }>('POST', 'bank/transfers', transfer)
      const picture = await request.get(slipUrl)
      if (!picture.ok()) throw new Error(`sandbox: ${slipUrl}: ${picture.status()}`)
      return picture.body()
    },

    /** Pays a QR code as a customer's bank app would, `times` times; `amount` may differ from the code's. */
    payQr: (payment: { qrcodeId: string; amount?: number; times?: number }) =>
      call<{ eventId: string }>('POST', 'qr/pay', payment),

    /** The house sends a transfer or a QR payment back to its sender. */
    sendBack: (of: { reference: string } | { eventId: string }) =>
      call<{ returnReference: string }>('POST', 'bank/returns', of),

    /** A gift link of an amount of baht or kip, from a phone number's wallet. */
    makeGift: (gift: { amount: number; phone: string; currency?: 'LAK' }) =>
      call<{ link: string }>('POST', 'gifts', gift),

    /** The operator's payouts, newest first. */
    readPayouts: () => call<{ accountNo: string; amount: number; currency: string }[]>('GET', 'bank/payouts'),

    /**
     * Makes the next `times` calls of a provider, gateway, `sms`, `slip`, `gift` or `payout` fail in one way;
     * `name` limits it to one call, e.g. `transfer`.
     */
    setFault: (target: string, fault: Fault, times = 1, name?: string) =>
      call<unknown>('PUT', `faults/${target}`, { fault, times, ...(name && { call: name }) }),
  }
}
