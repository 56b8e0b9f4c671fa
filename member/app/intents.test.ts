import { ApiError } from '@krapao/web/api/client.ts'
import { newKey } from '@krapao/web/api/key.ts'
import { describe, expect, it } from 'vitest'
import { Intents, verdictOf } from './intents.ts'

describe('intents', () => {
  it('keeps what goes out until the server said what became of it', () => {
    let count = 0
    const intents = new Intents((values) => `${values} ${++count}`)
    expect(intents.take('a')).toBe('a 1')
    expect(intents.take('b')).toBe('b 2')
    expect(intents.take('a')).toBe('a 1')
    intents.settle('a')
    expect(intents.take('a')).toBe('a 3')
    intents.clear()
    expect(intents.take('b')).toBe('b 4')
  })

  it('makes keys that are long and never the same', () => {
    const keys = new Set(Array.from({ length: 100 }, newKey))
    expect(keys.size).toBe(100)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
  })
})

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
