import { readFileSync } from 'node:fs'
import { type DeskLabel, deskLabels, deskReasons } from '@krapao/contract/slices/desk/desk-item.ts'
import i18next from 'i18next'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { labelText, reasonText, valueText } from './labels.ts'

// A page without a brand, as the development server has it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

/** No code of the desk is shown as it is, in any language. */
describe.each(['th', 'la', 'en'])('in %s', (language) => {
  beforeAll(async () => {
    const texts = readFileSync(`${import.meta.dirname}/texts.${language}.json`, 'utf8')
    await i18next.init({
      lng: language,
      resources: { [language]: { translation: JSON.parse(texts) } },
      interpolation: { escapeValue: false },
    })
  })

  it.each(deskLabels)('the fact %s has a name', (label) => {
    for (const queue of ['slip', 'payout'] as const) expect(labelText(queue, label)).not.toContain(label)
  })
  it.each(deskReasons)('%s is said in words', (reason) =>
    expect(reasonText({ queue: 'slip', reason })).not.toContain(reason),
  )
  it.each([
    ['lastAnswer', 'TIMEOUT'],
    ['lastAnswer', 'HTTP_502'],
    ['lastAnswer', 'GARBAGE_200'],
    ['lastAnswer', 'NOT_JSON'],
    ['lastAnswer', 'NODE_WAS_ASLEEP'],
    ['lastAnswer', 'posted after voided'],
    ['lastAnswer', 'voided after posted'],
    ['verifierAnswer', 'PENDING'],
    ['codeState', 'OPEN'],
    ['direction', 'in'],
    ['settledAs', 'voided'],
    ['sendingBank', '004'],
  ] as const)('%s %s is said in words', (label: DeskLabel, value) =>
    expect(valueText({ currency: 'THB' }, label, value)).not.toContain(value),
  )
})

it('what has no words is shown as it came', () => {
  expect(valueText({ currency: 'THB' }, 'lastAnswer', 'E-77 wrong branch')).toBe('E-77 wrong branch')
  expect(valueText({ currency: 'THB' }, 'sendingBank', '998')).toBe('998')
})

it.each([
  ['sentAt', '2026-11-21T06:30:00.000Z', /^\d\d\/11\/2026 \d\d:\d\d:\d\d$/],
  ['feedAmount', '1250.50', /^฿1,250\.50$/],
  ['fromAccountNo', '1234567890', /^123-456-7890$/],
  ['fromAccountNo', 'xxx-x-x6789-x', /^xxx-x-x6789-x$/],
] as const)('%s %s as people read it', (label, value, shown) =>
  expect(valueText({ currency: 'THB' }, label, value)).toMatch(shown),
)
