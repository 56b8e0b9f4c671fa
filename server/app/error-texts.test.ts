import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorsOf } from '@krapao/contract/endpoint.ts'
import * as endpoints from '@krapao/contract/endpoints.ts'
import { errorStatus } from '@krapao/contract/errors.ts'
import { languages } from '@krapao/contract/languages.ts'
import { describe, expect, it } from 'vitest'

/**
 * Every error code has a text on every screen. The texts are in web/errors, which the console loads before
 * its first screen, and the member app in two parts: what visitors may be answered, and the rest after the
 * login. If the text for members does not suit operators, `operatorMsg.{CODE}` replaces it in the console
 * (product.md §8).
 */

const root = join(import.meta.dirname, '../..')

const textsIn = (folder: string, language: string): Record<string, Record<string, string>> =>
  JSON.parse(readFileSync(join(root, folder, `texts.${language}.json`), 'utf8'))

/** The codes without a text; a text that equals its code counts as missing. */
const missing = (codes: string[], texts: Record<string, string> | undefined): string[] =>
  codes.filter((code) => [undefined, '', code].includes(texts?.[code]))

/** The apps' own codes for a request without an answer. */
const unanswered = { member: ['NETWORK', 'NOT_SENT'], console: ['NETWORK', 'UNREACHED'] }
/** Codes of answers that are no failure. */
const fine = ['OK', 'SUCCESS', 'OTP_VERIFIED', 'OTP_CODE_VALID']

/** Codes whose text suits operators as well as members, or that only operators can receive. */
const saidToBoth = [
  'ALREADY_DECIDED',
  'SECOND_OPERATOR',
  'TRANSFER_TAKEN',
  'NOT_CLEAR',
  'OTHER_REFERENCE',
  'PAYER_UNCLEAR',
  'MEMBER_SUSPENDED',
  'invalid-token',
  'KEY_MISSING',
  'KEY_INVALID',
  'REQUEST_LIMIT',
  'REQUEST_LIMIT_1MIN',
  'INVALID_REQUEST',
  'NO_DATA',
  'SERVICE_UNAVAILABLE',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'CHAT_FILE_MISSING',
  'CHAT_FILE_UNSUPPORTED',
  'CHAT_FILE_UNKNOWN',
  'IDEMPOTENCY_CONFLICT',
  'NOT_REVERSIBLE',
  'REVERSAL_WAITS',
  'BONUS_HINDERED',
  'FIGURES_CHANGED',
  'BONUS_END_WAITS',
  'LAST_OWNER',
  'INVALID_CHAT_BOT',
  'CHAT_BOT_CHANGED',
  'CHAT_REPLY_EMPTY',
  'CHAT_REPLY_TAKEN',
  'CHAT_REPLY_CHANGED',
  'CHAT_REPLIES_FULL',
  'INVALID_CAMPAIGN',
  'CAMPAIGN_CHANGED',
  'AUTHOR_INACTIVE',
  'OPERATORS_TIED',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_MISSING',
  'SECOND_FACTOR_INVALID',
  'SECOND_FACTOR_SET',
  'LAST_SECOND_FACTOR',
  'CONFIRM_IDENTITY',
  'STAFF_REQUEST_WAITS',
  'PICTURE_INVALID',
  'PASSWORD_CHANGE_REQUIRED',
]

/** The codes that any call of the console may answer. */
const ofConsole = new Set<string>(
  Object.values(endpoints)
    .filter(({ path }) => path.startsWith('/api/console/'))
    .flatMap((call) => errorsOf(call)),
)

describe.each(languages)('in %s', (language) => {
  const { errorMsg, ...others } = textsIn('web/errors', language)
  const { operatorMsg = {} } = textsIn('console/app', language)

  it('every code has a text', () => {
    expect(missing([...Object.keys(errorStatus), ...unanswered.member], errorMsg)).toEqual([])
    expect(fine.filter((code) => !errorMsg?.[code])).toEqual([])
    expect(Object.keys(others)).toEqual([])
  })

  it('operators read texts that are meant for them, whatever a call of theirs answers', () => {
    expect(ofConsole.size).toBeGreaterThan(25)
    const own = [...ofConsole, ...unanswered.console].filter((code) => !saidToBoth.includes(code))
    expect(missing(own, operatorMsg)).toEqual([])
    expect(Object.keys(operatorMsg).filter((code) => saidToBoth.includes(code))).toEqual([])
  })

  it('no other file has texts for error codes', () => {
    const files = globSync(`{web,member,console}/**/texts.${language}.json`, {
      cwd: root,
      exclude: (name) => /node_modules|dist/.test(String(name)),
    })
    expect(files.length).toBeGreaterThan(10)
    const having = (name: string) =>
      files.filter((file) => name in JSON.parse(readFileSync(join(root, file), 'utf8')))
    expect(having('errorMsg')).toEqual([`web/errors/texts.${language}.json`])
    expect(having('operatorMsg')).toEqual([`console/app/texts.${language}.json`])
  })
})
