/** Sends text messages. */
export interface SmsPort {
  /**
   * Resolves when the gateway has taken the message; throws otherwise.
   * `otpRef` and `code` travel beside the text for gateways with one-time-password templates.
   */
  send(message: { phone: string; text: string; otpRef: string; code: string }): Promise<void>
}
