import { expect, test } from 'vitest'
import { travellingClock } from '../testing/clock.ts'
import { localFiles } from './files.ts'

test('a link opens its own file only, and expires after ten minutes', () => {
  const clock = travellingClock()
  const files = localFiles({ folder: '/nowhere', secrets: ['a secret'], clock })
  const { pathname, searchParams } = new URL(files.link('slip/ab12.jpg'), 'http://here')
  const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? '']
  expect(pathname).toBe('/files/slip/ab12.jpg')
  const isGood = (name = 'slip/ab12.jpg', until = expires) => files.isLinked(name, until, signature)

  expect(isGood()).toBe(true)
  expect(isGood('slip/cd34.jpg')).toBe(false)
  expect(isGood(undefined, String(Number(expires) + 3600))).toBe(false)
  clock.advance(598)
  expect(isGood()).toBe(true)
  clock.advance(3)
  expect(isGood()).toBe(false)
})

test('a link is right by any of the secrets, so that nodes with another first one understand each other', () => {
  const clock = travellingClock()
  const [own, other, stranger] = (
    [
      ['one', 'other'],
      ['other', 'one'],
      ['stranger', 'other'],
    ] as const
  ).map((secrets) => localFiles({ folder: '/nowhere', secrets, clock }))
  const isGoodAt = (files = own, link = '') => {
    const { searchParams } = new URL(link, 'http://here')
    return files?.isLinked(
      'slip/ab12.jpg',
      searchParams.get('expires') ?? '',
      searchParams.get('signature') ?? '',
    )
  }
  expect(isGoodAt(other, own?.link('slip/ab12.jpg'))).toBe(true)
  expect(isGoodAt(own, other?.link('slip/ab12.jpg'))).toBe(true)
  expect(isGoodAt(stranger, own?.link('slip/ab12.jpg'))).toBe(false)
})
