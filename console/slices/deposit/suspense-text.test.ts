import { readFileSync } from 'node:fs'
import { languages } from '@krapao/contract/languages.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { accountText, senderText } from './suspense-text.ts'

// A page without a brand, as the development server serves it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

/** The page of money in suspense shows no raw code of a gateway or wallet. */
describe.each(languages)('in %s', (language) => {
  beforeAll(async () => {
    const texts = readFileSync(`${import.meta.dirname}/../desk/texts.${language}.json`, 'utf8')
    i18n.add(language, JSON.parse(texts))
    i18n.choose(language)
  })
  const item = {
    queue: 'bank-transfer',
    id: '1',
    amount: 5,
    currency: 'THB',
    since: '2026-11-20T06:30:00.000Z',
    reference: 'R1',
    fromName: 'SOMSRI K',
    fromBank: 'KBANK',
    fromAccountNo: '1234567890',
  } as const

  it.each(['EWALLET', 'LAOQR', 'WW', 'PAYONEX'])('%s has a name', (code) => {
    expect(accountText(code)).not.toBe(code)
    expect(senderText({ ...item, fromBank: code })).toBe(`SOMSRI K · ${accountText(code)} · 123-456-7890`)
  })
  it('banks are shown by their abbreviations, and accounts as banks write them', () => {
    expect(accountText('0000000011')).toBe('000-000-0011')
    expect(senderText(item)).toBe('SOMSRI K · KBANK · 123-456-7890')
    expect(senderText({ ...item, fromName: null, fromBank: null, fromAccountNo: null })).toBe('')
  })
})
