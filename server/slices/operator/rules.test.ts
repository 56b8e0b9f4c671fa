import { expect, it } from 'vitest'
import { operatorPasswordProblem } from './rules.ts'

it.each([
  ['correct horse 42', undefined],
  ['short-secret', undefined],
  ['shortsecret', 'LENGTH'],
  ['x'.repeat(129), 'LENGTH'],
  ['aaaaaaaaaaaa', 'COMMON'],
  ['            ', 'COMMON'],
  ['1qaz2wsx3edc', 'COMMON'],
  ['1QAZ2wsx3EDC', 'COMMON'],
  ['owner@krapao.example', 'COMMON'],
])('an operator’s password %j', (password, problem) => {
  expect(operatorPasswordProblem(password, 'owner@krapao.example')).toBe(problem)
})
