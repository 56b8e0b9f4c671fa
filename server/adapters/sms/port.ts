/**
 * The gateway refused a message, so nothing was sent. After any other error it is unknown whether it was
 * sent.
 */
export class SmsNotTaken extends Error {}

/** Sends text messages. */
export interface SmsPort {
  /**
   * `otpRef` and `code` of a message with a code are sent beside the text for gateways with one-time-password
   * templates. Resolves when the gateway has accepted the message.
   * @throws SmsNotTaken if it certainly has not; another error if that is unknown (a time-out, a lost
   *   connection)
   */
  send(message: { phone: string; text: string; otpRef?: string; code?: string }): Promise<void>
}
