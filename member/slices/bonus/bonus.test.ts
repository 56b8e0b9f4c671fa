import { expect, it } from 'vitest'
import { cancelFigures, leftOf, mayCancel, type OpenBonus, type Progress } from './bonus.ts'

const running: Progress = {
  state: 'running',
  current: 120.1,
  required: 500.3,
  floor: 6,
  total: 130,
  inTransit: 0,
  open: 0,
  base: 120,
  deposit: 100,
  bonus: 20,
  removed: 30,
  forfeit: { returned: 30, kept: 100 },
}
const open = (progress: Progress | null, mayForfeit: boolean) =>
  ({ progress, condition: { mayForfeit } }) as OpenBonus

it.each([
  ['running', { returned: 30, kept: 100 }],
  ['expired', { returned: 30, kept: 100 }],
  ['reversed', { returned: 30, kept: 100 }],
  ['failed', { returned: 0, kept: 130 }],
  ['met', { returned: 30, kept: 100 }],
] as const)('a cancel of a bonus that is %s gives back and leaves what the rules say', (state, figures) => {
  expect(cancelFigures({ ...running, state })).toEqual(figures)
})

it.each([
  ['armed', null, false, true],
  ['running and may be given back', running, true, true],
  ['running and may not', running, false, false],
  ['failed', { ...running, state: 'failed' as const }, false, true],
  ['expired', { ...running, state: 'expired' as const }, false, true],
  ['reversed', { ...running, state: 'reversed' as const }, false, true],
])('a bonus that is %s', (_, progress, mayForfeit, may) => {
  expect(mayCancel(open(progress, mayForfeit))).toBe(may)
})

it('what lacks has no digits that nobody paid, and is never negative', () => {
  expect(leftOf(running)).toBe(380.2)
  expect(leftOf({ ...running, current: 600 })).toBe(0)
})
