import type { ErrorCode, errorStatus } from '@krapao/contract/errors.ts'
import { Refusal } from '../refusal.ts'

/** What a caller above a limit is answered: a code with the status 429, or that no SMS can be sent now. */
export type TooManyCode =
  | { [Code in ErrorCode]: (typeof errorStatus)[Code] extends 429 ? Code : never }[ErrorCode]
  | 'OTP_SEND_FAIL'

/** Refuses a caller above a limit, and says after how many seconds another try may be allowed. */
export class TooMany extends Refusal {
  readonly retryAfter: number

  /** @param seconds until another try may be allowed; said as whole seconds, at least one */
  constructor(code: TooManyCode, seconds: number) {
    const retryAfter = Math.max(1, Math.ceil(seconds))
    super(code, { retryAfter })
    this.retryAfter = retryAfter
  }
}
