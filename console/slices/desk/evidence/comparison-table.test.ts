import { readFileSync } from 'node:fs'
import { languages } from '@krapao/contract/languages.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Item, Member } from '../queries.ts'
import { labelText } from '../words/labels.ts'
import { ComparisonTable, isOwnAccount } from './comparison-table.tsx'
import { Evidence } from './evidence.tsx'

// A page without a brand, as the development server serves it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

const member: Member = {
  _id: 'aaaaaaaaaaaa',
  name: 'สมชาย',
  username: '0812345678',
  bankCode: 'KBANK',
  bankAccountName: 'SOMCHAI JAIDEE',
  bankAccountNo: '1234567890',
}
const item = (evidence: Item['evidence']) => ({ queue: 'reversal', currency: 'THB', evidence }) as Item

/**
 * Before two operators give a withdrawal's money back, they compare accounts: all of them must be the
 * member's.
 */
describe.each(languages)('a reversal in %s', (language) => {
  beforeAll(async () => {
    const texts = readFileSync(`${import.meta.dirname}/../texts.${language}.json`, 'utf8')
    i18n.add(language, JSON.parse(texts))
    i18n.choose(language)
  })
  const ours = () => [labelText('bank-transfer', 'bankCode'), labelText('bank-transfer', 'accountNo')]
  const paid: Item['evidence'] = [
    { label: 'toBank', value: 'KBANK' },
    { label: 'toAccountNo', value: '1234567890' },
    { label: 'toName', value: 'SOMCHAI JAIDEE' },
  ]

  it('a withdrawal shows to whom it was paid, never as a house account', () => {
    for (const shown of [
      renderToStaticMarkup(createElement(ComparisonTable, { item: item(paid), member })),
      renderToStaticMarkup(
        createElement(Evidence, { queue: 'reversal', id: '7', currency: 'THB', evidence: paid }),
      ),
    ]) {
      expect(shown).toContain('123-456-7890')
      for (const label of ['toBank', 'toAccountNo', 'toName'] as const)
        expect(shown).toContain(labelText('reversal', label))
      for (const name of ours()) expect(shown).not.toContain(name)
    }
    const table = renderToStaticMarkup(createElement(ComparisonTable, { item: item(paid), member }))
    expect(table).toContain(i18n.t('desk.compare.payee'))
    expect(table).not.toContain(i18n.t('desk.compare.claimed'))
  })

  it('a credit shows the member who received it and the house account that it came to', () => {
    const credited = item([
      { label: 'accountNo', value: '0000000011' },
      { label: 'fromName', value: 'SOMSRI K' },
    ])
    const table = renderToStaticMarkup(createElement(ComparisonTable, { item: credited, member }))
    expect(table).toContain(i18n.t('desk.compare.claimed'))
    expect(table).toContain(i18n.t('desk.compare.differs'))
    expect(table).not.toContain('000-000-0011')
  })
})

it('one line is enough where money goes to just the registered account', () => {
  const own: Item['evidence'] = [
    { label: 'bankCode', value: 'KBANK' },
    { label: 'accountNo', value: '1234567890' },
    { label: 'accountName', value: 'SOMCHAI JAIDEE' },
  ]
  const withdrawal = { queue: 'withdrawal', evidence: own } as Item
  expect(isOwnAccount(withdrawal, member)).toBe(true)
  expect(isOwnAccount(withdrawal, { ...member, bankAccountNo: '1234567891' })).toBe(false)
  expect(isOwnAccount({ ...withdrawal, evidence: [] }, member)).toBe(false)
  // Who sent money is compared in full.
  const sent: Item['evidence'] = [{ label: 'fromBank', value: 'KBANK' }]
  expect(isOwnAccount({ queue: 'slip', evidence: sent } as Item, member)).toBe(false)
})
