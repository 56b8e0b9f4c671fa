import { type ErrorCode, errorStatus } from '@krapao/contract/errors.ts'

/**
 * Refuses a request with an error code of the contract. `details` are put into the answer's body beside
 * `message`.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, details: Record<string, unknown> = {}) {
    super(code)
    this.code = code
    this.status = errorStatus[code]
    this.details = details
  }
}
