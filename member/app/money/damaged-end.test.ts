import { describe, expect, it } from 'vitest'
import { damagedEnd } from './damaged-end.ts'

const done = (body: unknown = {}) => ({ answered: true, status: 200, body })
const none = { answered: false, status: 0, body: null }

describe('a request that the device can no longer read', () => {
  it('was carried out, and is in the history where it has a row', () => {
    expect(damagedEnd('transfer', done({ status: 'SUCCESS' }))).toBe('DoneInHistory')
    expect(damagedEnd('invite', done({ amount: 5 }))).toBe('DoneInHistory')
    for (const call of ['qr-code', 'refund-claim', 'promotion'] as const)
      expect(damagedEnd(call, done()), call).toBe('Done')
    expect(damagedEnd('gift', done({ status: 'SUCCESS' }))).toBe('Done')
    expect(damagedEnd('announcement', done({ status: 'PENDING' }))).toBe('Done')
    expect(damagedEnd('spin', done({ success: true }))).toBe('Done')
  })

  it('was not carried out when it was refused, also by an answer of 200', () => {
    expect(damagedEnd('spin', done({ success: false, error: 'NO_COIN' }))).toBe('Refused')
    expect(damagedEnd('coupon', done({ success: false, error: 'COUPON_EXPIRED' }))).toBe('Refused')
    expect(damagedEnd('withdrawal', done({ status: 'FAILED' }))).toBe('Refused')
    expect(damagedEnd('transfer', { answered: true, status: 422, body: { message: 'X' } })).toBe('Refused')
  })

  it('is open without an answer, and while money is under way', () => {
    expect(damagedEnd('transfer', none)).toBe('GoneInHistory')
    expect(damagedEnd('qr-code', none)).toBe('Gone')
    expect(damagedEnd('withdrawal', done({ status: 'PENDING' }))).toBe('GoneInHistory')
    expect(damagedEnd('gift', done({ status: 'PENDING' }))).toBe('Gone')
  })
})
