import { describe, expect, it } from 'vitest'
import { damagedEnd } from './damaged-end.ts'

const done = (body: unknown = {}) => ({ answered: true, status: 200, body })
const none = { answered: false, status: 0, body: null }

describe('a request that the device can no longer read', () => {
  it('was carried out, and is in the history where it has a row', () => {
    expect(damagedEnd('transfer', done({ status: 'SUCCESS' }))).toEqual(['Done', 'InHistory'])
    expect(damagedEnd('invite', done({ amount: 5 }))).toEqual(['Done', 'InHistory'])
    for (const call of ['qr-code', 'refund-claim', 'promotion'] as const)
      expect(damagedEnd(call, done()), call).toEqual(['Done'])
    expect(damagedEnd('gift', done({ status: 'SUCCESS' }))).toEqual(['Done'])
    expect(damagedEnd('announcement', done({ status: 'PENDING' }))).toEqual(['Done'])
    expect(damagedEnd('spin', done({ success: true }))).toEqual(['Done'])
  })

  it('was not carried out when it was refused, also by an answer of 200', () => {
    expect(damagedEnd('spin', done({ success: false, error: 'NO_COIN' }))).toEqual(['Refused'])
    expect(damagedEnd('coupon', done({ success: false, error: 'COUPON_EXPIRED' }))).toEqual(['Refused'])
    expect(damagedEnd('withdrawal', done({ status: 'FAILED' }))).toEqual(['Refused'])
    expect(damagedEnd('transfer', { answered: true, status: 422, body: { message: 'X' } })).toEqual([
      'Refused',
    ])
  })

  it('is open without an answer, and while money is under way', () => {
    expect(damagedEnd('transfer', none)).toEqual(['Gone', 'InHistory'])
    expect(damagedEnd('qr-code', none)).toEqual(['Gone'])
    expect(damagedEnd('withdrawal', done({ status: 'PENDING' }))).toEqual(['Gone', 'InHistory'])
    expect(damagedEnd('gift', done({ status: 'PENDING' }))).toEqual(['Gone'])
  })
})
