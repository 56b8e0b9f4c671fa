import { type ErrorCode, errorStatus } from '@krapao/contract/errors.ts'

/** A request that the server refuses by one code of the catalogue; details travel in the body beside `message`. */
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
