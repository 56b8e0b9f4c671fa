import { expect, test } from 'vitest'
import { travellingClock } from '../testing/clock.ts'
import { localFiles } from './files.ts'

test('a link opens its own file only, and expires after ten minutes', () => {
  const clock = travellingClock()
  const files = localFiles({ folder: '/nowhere', secret: 'a secret', clock })
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
