import { expect, test } from 'vitest'
import { withLast } from './quick-amounts.tsx'

test.each<[string, number[], number | undefined, number[]]>([
  ['none', [100, 500, 1000], undefined, [100, 500, 1000]],
  ['one more', [100, 500, 1000], 250, [250, 100, 500]],
  ['one of them', [100, 500, 1000], 500, [500, 100, 1000]],
  ['the only one', [], 250, [250]],
])('the amount of the last time: %s', (_, amounts, last, offered) => {
  expect(withLast(amounts, last)).toEqual(offered)
})
