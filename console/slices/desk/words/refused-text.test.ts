import { readFileSync } from 'node:fs'
import type { Endpoint } from '@krapao/contract/endpoint.ts'
import * as endpoints from '@krapao/contract/endpoints.ts'
import { commonErrors, type ErrorCode } from '@krapao/contract/errors.ts'
import { languages } from '@krapao/contract/languages.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { callText, refusedText } from './refused-text.ts'

// A page without a brand, as the development server serves it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

/** The calls of members and visitors; refusals of the console's own login are not recorded. */
const calls = Object.values(endpoints as Record<string, Endpoint>).filter(
  ({ access, path }) => access !== 'operator' && !path.startsWith('/api/console/'),
)

/** Codes that every one of these calls may answer (product.md §7). */
const general: ErrorCode[] = [...commonErrors.visitor, ...commonErrors.member, 'NO_DATA']
const codes = [...new Set([...general, ...calls.flatMap(({ errors }) => errors)])].sort()

it('the test finds the calls and their codes', () => {
  expect(calls.length).toBeGreaterThan(40)
  expect(codes).toEqual(expect.arrayContaining(['MONEY_NOT_ENOUGH', 'UNDER_WAY', 'WRONG_CREDENTIAL']))
})

/**
 * For every refusal of a member's call, support reads what was asked for and why it was refused, in each
 * language.
 */
describe.each(languages)('in %s', (language) => {
  beforeAll(async () => {
    const texts = readFileSync(`${import.meta.dirname}/../texts.${language}.json`, 'utf8')
    i18n.add(language, JSON.parse(texts))
    i18n.choose(language)
  })

  it.each(codes)('%s has a text', (code) => {
    expect(refusedText(code)).not.toBe('')
    expect(refusedText(code)).not.toContain(code)
  })
  it.each(calls.map(({ method, path }) => `${method} ${path}`))('%s is said in words', (call) => {
    expect(callText(call)).not.toBe('')
    expect(callText(call)).not.toMatch(/\/api\/|desk\./)
  })
  it('a code without a text is shown as it is', () => {
    expect(callText('POST /api/unknown')).toBe('POST /api/unknown')
    expect(refusedText('A_NEW_CODE')).toBe('A_NEW_CODE')
  })
})

it('there is no text for a code that no call answers', () => {
  const { desk } = JSON.parse(readFileSync(`${import.meta.dirname}/../texts.en.json`, 'utf8'))
  expect(Object.keys(desk.find.code).sort()).toEqual(codes)
})
