/** The gateway did not take a message: nothing was sent. Any other failure leaves that open. */
export class SmsNotTaken extends Error {}

/** Sends text messages. */
export interface SmsPort {
  /**
   * `otpRef` and `code` travel beside the text for gateways with one-time-password templates.
   * Resolves when the gateway has taken the message.
   * @throws SmsNotTaken when it certainly has not; another error when nobody knows (a time-out, a lost connection)
   */
  send(message: { phone: string; text: string; otpRef: string; code: string }): Promise<void>
}
