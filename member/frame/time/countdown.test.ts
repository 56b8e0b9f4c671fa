import { expect, it } from 'vitest'
import { minutesAndSeconds, secondsUntil } from './countdown.ts'

const end = '2026-01-05T10:15:00.000Z'
const at = (time: string) => Date.parse(`2026-01-05T${time}Z`)

it('counts whole seconds down to 0 and no further', () => {
  expect(secondsUntil(end, at('10:00:00.000'))).toBe(900)
  expect(secondsUntil(end, at('10:14:59.001'))).toBe(1)
  expect(secondsUntil(end, at('10:15:00.000'))).toBe(0)
  expect(secondsUntil(end, at('11:00:00.000'))).toBe(0)
  expect(secondsUntil('garbage', at('10:00:00.000'))).toBe(0)
})

it('shows minutes and seconds', () => {
  expect(minutesAndSeconds(900)).toBe('15:00')
  expect(minutesAndSeconds(61)).toBe('01:01')
  expect(minutesAndSeconds(9)).toBe('00:09')
  expect(minutesAndSeconds(0)).toBe('00:00')
  expect(minutesAndSeconds(5999)).toBe('99:59')
})
