import { ApiError } from '@krapao/web/api/client.ts'
import { expect, it } from 'vitest'
import { failureKind } from './failure-kind.ts'

it.each([
  [new ApiError('TRUELINK_DUPLICATE', 409), 'refused'],
  [new ApiError('DEPOSIT_MINIMUM', 422), 'refused'],
  [new ApiError('NETWORK', 0), 'unknown'],
  [new ApiError('INTERNAL_SERVER_ERROR', 500), 'unknown'],
  [new ApiError('SERVICE_UNAVAILABLE', 503), 'unknown'],
  [new ApiError('TRANSFER_FAIL', 502), 'refused'],
  [new ApiError('IDEMPOTENCY_CONFLICT', 422), 'refused'],
  [new ApiError('INVALID_AMOUNT', 400), 'refused'],
  [new ApiError('REQUEST_LIMIT_1MIN', 429), 'unprocessed'],
  [new ApiError('invalid-token', 401), 'unprocessed'],
  [new ApiError('KEY_INVALID', 403), 'unprocessed'],
  [new ApiError('GONE', 410), 'unprocessed'],
  [new Error('anything'), 'unknown'],
  [new ApiError('NOT_SENT', 0), 'unprocessed'],
] as const)('%s: %s', (error, kind) => expect(failureKind(error)).toBe(kind))
