import { ApiError } from '@krapao/web/api/client.ts'
import { expect, it } from 'vitest'
import { verdictOf } from './verdict.ts'

it.each([
  [new ApiError('TRUELINK_DUPLICATE', 409), 'refused'],
  [new ApiError('DEPOSIT_MINIMUM', 422), 'refused'],
  [new ApiError('NETWORK', 0), 'unknown'],
  [new ApiError('INTERNAL_SERVER_ERROR', 500), 'unknown'],
  [new ApiError('SERVICE_UNAVAILABLE', 503), 'unknown'],
  [new ApiError('TRANSFER_FAIL', 502), 'refused'],
  [new ApiError('IDEMPOTENCY_CONFLICT', 422), 'refused'],
  [new ApiError('INVALID_AMOUNT', 400), 'refused'],
  [new ApiError('REQUEST_LIMIT_1MIN', 429), 'unasked'],
  [new ApiError('invalid-token', 401), 'unasked'],
  [new ApiError('KEY_INVALID', 403), 'unasked'],
  [new ApiError('GONE', 410), 'unasked'],
  [new Error('anything'), 'unknown'],
  [new ApiError('NOT_SENT', 0), 'unasked'],
] as const)('%s: %s', (error, verdict) => expect(verdictOf(error)).toBe(verdict))
