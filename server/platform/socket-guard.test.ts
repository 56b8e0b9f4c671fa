import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { guardSockets } from './socket-guard.ts'

const from = (remoteAddress: string) => ({ headers: {}, socket: { remoteAddress } }) as IncomingMessage

test('an address is refused to join sixty times at once, and then once a second', () => {
  let now = 0
  const { admits, refused } = guardSockets({ now: () => now })
  const caller = from('203.0.113.7')
  for (let n = 0; n < 60; n++) expect(refused(caller)).toBe(false)
  expect(admits(caller)).toBe(true)
  expect([refused(caller), admits(caller), admits(from('203.0.113.8'))]).toEqual([true, false, true])
  now = 1000
  expect(admits(caller)).toBe(true)
  expect([refused(caller), admits(caller)]).toEqual([true, false])
})

test('the addresses of one IPv6 customer are one', () => {
  const { admits, opened, refused } = guardSockets({ now: () => 0 })
  for (let n = 0; n < 61; n++) refused(from(`2001:db8:1:1::${n}`))
  for (let n = 0; n < 50; n++) opened(from(`2001:db8:1:2::${n}`))
  const admitted = ['2001:db8:1:1::99', '2001:db8:1:2::99', '2001:db8:1:3::99'].map((address) =>
    admits(from(address)),
  )
  expect(admitted).toEqual([false, false, true])
})
