import { expect, test } from 'vitest'
import { webLink } from './play.ts'

test.each([
  ['https://play.example/lobby?t=1', 'https://play.example/lobby?t=1'],
  ['/sandbox/games/pg', 'http://localhost/sandbox/games/pg'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['http://', undefined],
  ['', undefined],
  [null, undefined],
])('%s leads to %s', (link, expected) => {
  expect(webLink(link, 'http://localhost/user/home')).toBe(expected)
})
