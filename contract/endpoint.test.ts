import { describe, expect, it } from 'vitest'
import { type Endpoint, errorsOf } from './endpoint.ts'
import * as endpoints from './endpoints.ts'

const calls: Endpoint[] = Object.values(endpoints)

describe('the error codes of a call', () => {
  it('include those that follow from its declaration', () => {
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

  it('are its own and those of all calls of its kind, each once', () => {
    const codes = errorsOf(endpoints.login)
    expect(codes).toEqual(expect.arrayContaining(['WRONG_CREDENTIAL', 'REQUEST_LIMIT_1MIN', 'GONE']))
    expect(codes).not.toContain('invalid-token')
    expect(new Set(codes).size).toBe(codes.length)
    expect(errorsOf(endpoints.getWallet)).toEqual(expect.arrayContaining(['invalid-token', 'KEY_MISSING']))
    expect(errorsOf(endpoints.getDesk)).toContain('PASSWORD_CHANGE_REQUIRED')
  })

  it('of the console exclude the one for a terminated service', () => {
    const console = calls.filter(({ path }) => path.startsWith('/api/console/'))
    expect(console.filter((call) => errorsOf(call).includes('GONE'))).toEqual([])
  })
})
