import { readFileSync } from 'node:fs'
import { languages } from '@krapao/contract/languages.ts'
import { DeskSuperseded, deskPlaces, deskSources } from '@krapao/contract/slices/desk/desk-item.ts'
import { roles } from '@krapao/contract/slices/operator/roles.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { inWords } from './recorded.ts'

// A page without a brand, as the development server serves it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

/** The audit log shows no raw code, in any language. */
describe.each(languages)('in %s', (language) => {
  beforeAll(async () => {
    i18n.choose(language)
    for (const slice of ['operator', 'desk', 'campaign']) {
      const texts = readFileSync(`${import.meta.dirname}/../${slice}/texts.${language}.json`, 'utf8')
      i18n.add(language, JSON.parse(texts))
    }
  })

  const everyRole = roles.map((one) => ['role', one] as const)
  const superseded = DeskSuperseded.anyOf.map((one) => ['superseded', one.const] as const)
  const answers = ['TIMEOUT', 'HTTP_502', 'GARBAGE_200', 'NOT_JSON', 'posted after voided'].map(
    (answer) => ['lastAnswer', answer] as const,
  )
  const counterparts = [
    ...deskSources.map((one) => ['reportedBy', one] as const),
    ...deskPlaces.map((one) => ['place', one] as const),
  ]
  it.each([...everyRole, ...superseded, ...answers, ...counterparts])('%s %s', (key, value) => {
    const words = inWords(key, value, 'desk.approve')
    expect(words).not.toBe('')
    expect(words).not.toBe(value)
    expect(words).not.toContain('{{')
  })

  it('a language is called by its own name', () =>
    expect(inWords('field', 'title/la', 'campaign.version-made')).toBe(
      `${i18n.t('campaign.field.title')} › ລາວ`,
    ))

  it('a text that an operator wrote is shown as it was written', () =>
    expect(inWords('said', 'E-77 wrong branch', 'desk.approve')).toBe('E-77 wrong branch'))
})
