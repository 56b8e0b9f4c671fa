import { ApiError } from '@krapao/web/api/client.ts'
import { describe, expect, it } from 'vitest'
import type { Pending } from '../wallet/public.ts'
import { shownOf } from './followed.ts'

const opened: Pending = {
  kind: 'qr',
  id: 'qr1',
  key: 'payment-7',
  amount: 100,
  currency: 'THB',
  createdAt: '2026-11-20T10:00:00.000Z',
  state: 'WITH_TEAM',
  expireIn: null,
  from: 'WW',
  to: 'WALLET',
}

describe('a followed deposit', () => {
  it('is shown as it was opened until the server answers', () => {
    expect(shownOf(opened, undefined, undefined, undefined)).toEqual({ at: 'under-way', row: opened })
    const lost = new ApiError('NETWORK', 0)
    expect(shownOf(opened, undefined, undefined, lost)).toEqual({ at: 'under-way', row: opened })
  })
  it('is shown as the list has it, as long as it is under way', () => {
    const row: Pending = { ...opened, state: 'CHECKING' }
    expect(shownOf(opened, row, { state: 'UNDER_WAY', amount: 100 }, undefined)).toEqual({
      at: 'under-way',
      row,
    })
  })
  it('has arrived with the credited amount, which may differ', () => {
    expect(shownOf(opened, undefined, { state: 'CREDITED', amount: 99.5 }, undefined)).toEqual({
      at: 'arrived',
      amount: 99.5,
    })
  })
  it.each(['SAME', 'GOING_BACK', 'RETURNED', 'REFUSED', 'REVERSED'] as const)('%s is no arrival', (state) => {
    const shown = shownOf(opened, undefined, { state, amount: null }, undefined)
    expect(shown).toEqual({ at: 'ended', end: state, amount: 100 })
  })
  it('that the server does not know, or that was closed, is over without an explanation', () => {
    const none = new ApiError('NO_DATA', 404)
    const over = { at: 'ended', end: 'OVER', amount: 100 }
    expect(shownOf(opened, undefined, undefined, none)).toEqual(over)
    expect(shownOf(opened, undefined, { state: 'CLOSED', amount: null }, undefined)).toEqual(over)
  })
})
