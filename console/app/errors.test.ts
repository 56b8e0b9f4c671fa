import { readFileSync } from 'node:fs'
import { languages } from '@krapao/contract/languages.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { errorText, proofText } from './errors.ts'

// A page without a brand, as the development server serves it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

describe.each(languages)('in %s', (language) => {
  beforeAll(async () => {
    const texts = readFileSync(`${import.meta.dirname}/texts.${language}.json`, 'utf8')
    i18n.add(language, JSON.parse(texts))
    i18n.choose(language)
  })

  it('a fault of ours has its reference, and speaks of no item, because most pages have none', () => {
    const fault = new ApiError('INTERNAL_SERVER_ERROR', 500, { requestId: 'REQ-7' })
    expect(errorText(fault)).toContain('REQ-7')
    expect(errorText(fault)).not.toMatch(/item|รายการ|ລາຍການ/)
    expect(errorText(new ApiError('INTERNAL_SERVER_ERROR', 500))).not.toContain('{{')
    expect(errorText(new ApiError('WRONG_CREDENTIAL', 401, { requestId: 'REQ-7' }))).not.toContain('REQ-7')
  })

  it('a login without an answer has carried nothing out', () => {
    const lost = new ApiError('NETWORK', 0)
    expect(proofText(lost)).toBe(i18n.t('operatorMsg.UNREACHED'))
    expect(errorText(lost)).toBe(i18n.t('operatorMsg.NETWORK'))
  })
})
