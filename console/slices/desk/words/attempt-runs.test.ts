import { expect, it } from 'vitest'
import { runsOf } from './attempt-runs.ts'

const attempt = (at: number, answer: string, reference: string | null = null) => ({
  at: `2026-11-27T10:00:0${at}.000Z`,
  question: 'status' as const,
  answer,
  reason: null,
  reference,
  milliseconds: 1,
})

it('equal answers in a row are one line; another answer, and one with a number of its own, stand alone', () => {
  const numbered = attempt(3, 'uncertain', 'REQ-1')
  const rows = [
    attempt(9, 'uncertain'),
    attempt(8, 'uncertain'),
    attempt(7, 'done'),
    attempt(6, 'uncertain'),
    numbered,
    { ...numbered, at: '2026-11-27T10:00:02.000Z' },
  ]
  expect(runsOf(rows).map(({ last, first, count }) => [last.at.at(-6), first.at.at(-6), count])).toEqual([
    ['9', '8', 2],
    ['7', '7', 1],
    ['6', '6', 1],
    ['3', '3', 1],
    ['2', '2', 1],
  ])
  expect(runsOf([])).toEqual([])
})
