import { describe, expect, it } from 'vitest'
import { type Endpoint, errorsOf } from './endpoint.ts'
import * as endpoints from './endpoints.ts'

const calls: Endpoint[] = Object.values(endpoints)

describe('the codes of a call', () => {
  it('name what its declaration makes it answer', () => {
    const missing = calls.flatMap(({ method, path, roles, movesMoney, limit, errors }) =>
      [
        ...(roles ? ['FORBIDDEN'] : []),
        ...(movesMoney ? ['IDEMPOTENCY_CONFLICT', 'UNDER_WAY'] : []),
        ...(limit ? ['REQUEST_LIMIT_1MIN'] : []),
      ]
        .filter((code) => !(errors as readonly string[]).includes(code))
        .map((code) => `${method} ${path}: ${code}`),
    )
    expect(missing).toEqual([])
  })

  it('are those of its own and those of any call like it, each once', () => {
    const codes = errorsOf(endpoints.login)
    expect(codes).toEqual(expect.arrayContaining(['WRONG_CREDENTIAL', 'REQUEST_LIMIT_1MIN', 'GONE']))
    expect(codes).not.toContain('invalid-token')
    expect(new Set(codes).size).toBe(codes.length)
    expect(errorsOf(endpoints.getWallet)).toEqual(expect.arrayContaining(['invalid-token', 'KEY_MISSING']))
    expect(errorsOf(endpoints.getDesk)).toContain('PASSWORD_CHANGE_REQUIRED')
  })

  it('of the console do not end with the service', () => {
    const console = calls.filter(({ path }) => path.startsWith('/api/console/'))
    expect(console.filter((call) => errorsOf(call).includes('GONE'))).toEqual([])
  })
})
