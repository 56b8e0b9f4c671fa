import { inEachLanguage, languages } from '@krapao/contract/languages.ts'
import { describe, expect, it } from 'vitest'
import { codeText, strangerText } from './sms-text.ts'

const message = { brand: 'Krapao', code: '123456', ref: 'ABCD', minutes: 5, host: undefined }
const most = { ...inEachLanguage(() => 160), th: 70, la: 70 }

describe.each(languages)('codes by SMS in %s', (language) => {
  it.each(['register', 'reset'] as const)(
    '%s: one message, with the host’s line where it fits',
    (purpose) => {
      for (const host of [undefined, 'localhost', 'wallet.example', 'm.wallet.of-a-long-name.example']) {
        const text = codeText(purpose, language, { ...message, host })
        expect(text.length).toBeLessThanOrEqual(most[language])
        expect(text).toContain('123456')
        expect(text).toContain('ABCD')
        // Browsers read the last line only, and only if it is exactly this.
        if (text.includes('@')) expect(text.split('\n').at(-1)).toBe(`@${host} #123456`)
      }
      expect(codeText(purpose, language, { ...message, host: 'localhost' })).toContain('\n@localhost #123456')
    },
  )

  it('a registration’s code has the line at usual hosts', () => {
    const text = codeText('register', language, { ...message, host: 'wallet.example.com' })
    expect(text).toContain('\n@wallet.example.com #123456')
  })

  it('leaves the line out rather than needing a second message', () => {
    const host = `${'a-name-'.repeat(20)}.example`
    expect(codeText('register', language, { ...message, host })).toBe(codeText('register', language, message))
  })

  it('says in one message that a number belongs to no member', () => {
    expect(strangerText(language, 'Krapao').length).toBeLessThanOrEqual(most[language])
  })
})
