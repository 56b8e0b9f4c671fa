import { clientErrorSizes } from '@krapao/contract/client-error.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { loggedError } from './client-errors.ts'

const report = {
  release: 'main-1a2b3c4d.js',
  page: '/user/home',
  part: 'page',
  message: 'x is undefined',
  stack: 'TypeError: x is undefined\n    at f (https://krapao.example/assets/home-1a2b3c4d.js:12:34567)',
}

it('the log has the error as it was, with the browser', () => {
  expect(loggedError(report, 'Mozilla/5.0 (iPhone)')).toEqual({ ...report, browser: 'Mozilla/5.0 (iPhone)' })
})

it.each([
  [
    'an address’s query',
    'no part https://krapao.example/a.js?token=secret',
    'no part https://krapao.example/a.js?…',
  ],
  [
    'an answer',
    `Unexpected token 'h', "hello Suda" is not valid JSON`,
    `Unexpected token 'h', … is not valid JSON`,
  ],
  [
    'the end of an answer',
    `Unexpected token, ..."a": Suda"... is not valid JSON`,
    'Unexpected token, … is not valid JSON',
  ],
  ['a mail address', 'suda.m@mail.example is unknown', '… is unknown'],
  ['a phone number', 'no form: 081-234 5678', 'no form: …'],
  ['a phone number in Thai digits', 'no form: ๐๘๑๒๓๔๕๖๗๘', 'no form: …'],
  ['a token', `no ${'aB3_'.repeat(11)} here`, 'no … here'],
  [
    'the files of a stack, as Safari writes them',
    'f@https://k.example/assets/home-1a2b3c4d.js:12:3456',
    undefined,
  ],
])('%s', (_, message, logged = message) => {
  for (const key of ['message', 'stack'] as const)
    expect(loggedError({ ...report, [key]: message })[key]).toBe(logged)
})

it('a page has neither query nor number', () => {
  expect(loggedError({ ...report, page: '/console/slip/12345678?search=suda' }).page).toBe('/console/slip/…')
})

let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { 'lookup.clientErrorsPerMinute': 4 } })
})
afterAll(() => app.close())

it('is taken from anybody up to its sizes, and from one address not without end', async () => {
  const longest = {
    ...report,
    message: 'ก'.repeat(clientErrorSizes.message),
    stack: 'x'.repeat(clientErrorSizes.stack),
  }
  const longer = { ...report, stack: 'x'.repeat(clientErrorSizes.stack + 1) }
  const statuses: number[] = []
  for (const body of [report, longer, longest, report, report, report])
    statuses.push((await app.call('POST /api/client-errors', { body })).status)
  expect(statuses).toEqual([200, 400, 200, 200, 200, 429])
})
