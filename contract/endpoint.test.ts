import { describe, expect, it } from 'vitest'
import { Amount, type Endpoint, endpoint, errorsOf, Type } from './endpoint.ts'
import * as endpoints from './endpoints.ts'

const calls: Endpoint[] = Object.values(endpoints)

describe('the error codes of a call', () => {
  it('include those that follow from its declaration', () => {
    const missing = calls.flatMap(({ method, path, roles, movesMoney, expected, limit, errors }) =>
      [
        ...(roles ? ['FORBIDDEN'] : []),
        ...(movesMoney ? ['IDEMPOTENCY_CONFLICT', 'UNDER_WAY'] : []),
        ...(typeof expected === 'object' && expected !== null ? ['FIGURES_CHANGED'] : []),
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

describe('a call that moves money', () => {
  const declared = { summary: '', access: 'member', answer: Type.Null(), errors: [] } as const
  const moving = { ...declared, movesMoney: true } as const

  it('does not compile without an amount or what was shown', () => {
    endpoint({ ...declared, method: 'GET', path: '/api/reads' })
    endpoint({ ...moving, method: 'POST', path: '/api/amount', body: Type.Object({ amount: Amount() }) })
    endpoint({ ...moving, method: 'GET', path: '/api/shown', expected: Type.Object({ amount: Amount() }) })
    endpoint({ ...moving, method: 'GET', path: '/api/nothing-shown', expected: null })
    // @ts-expect-error it has neither
    endpoint({ ...moving, method: 'GET', path: '/api/blind' })
    // @ts-expect-error its body has no amount
    endpoint({ ...moving, method: 'POST', path: '/api/blind', body: Type.Object({ to: Type.String() }) })
  })

  it('says one of the two, in all of the contract', () => {
    const blind = calls.filter(
      ({ movesMoney, expected, body }) =>
        movesMoney &&
        expected === undefined &&
        !('amount' in ((body as { properties?: object } | undefined)?.properties ?? {})),
    )
    expect(blind.map(({ path }) => path)).toEqual([])
  })
})
