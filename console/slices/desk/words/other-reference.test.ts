import { readFileSync } from 'node:fs'
import { languages } from '@krapao/contract/languages.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { errorText } from '../../../app/errors.ts'
import { formatWhen } from '../../../ui/when.ts'
import { tooLateText } from './decided-text.ts'

// A page without a brand, as the development server serves it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

/**
 * An operator who records a return a second time sees who recorded it, when, and with which reference,
 * because the money may have been sent twice.
 */
describe.each(languages)('in %s', (language) => {
  beforeAll(async () => {
    i18n.choose(language)
    for (const room of ['.', '../../../web/errors', '../../app']) {
      const texts = readFileSync(`${import.meta.dirname}/../${room}/texts.${language}.json`, 'utf8')
      i18n.add(language, JSON.parse(texts))
    }
  })
  const at = '2026-11-20T06:30:00.000Z'
  const recorded = { reference: 'RT-999', decidedBy: { _id: 'op1', name: 'Malee' }, at }

  it('the earlier record has another reference', () => {
    const text = errorText(new ApiError('OTHER_REFERENCE', 409, { message: 'OTHER_REFERENCE', ...recorded }))
    for (const fact of ['Malee', 'RT-999', formatWhen(at)]) expect(text).toContain(fact)
    expect(text).not.toMatch(/\{\{|OTHER_REFERENCE|T06:30/)
  })

  it.each([
    ['RT-1000', true],
    [' rt-9 99 ', false],
    ['', false],
  ])('it is recorded, and “%s” was typed', (own, isOther) => {
    const text = tooLateText('return', { choice: 'approve', ...recorded }, 'op2', own)
    for (const fact of ['Malee', 'RT-999', formatWhen(at)]) expect(text).toContain(fact)
    const under = i18n.t(`desk.decided.${isOther ? 'otherReference' : 'reference'}`, {
      reference: 'RT-999',
      own,
    })
    expect(text.endsWith(` ${under}`)).toBe(true)
    expect(text).not.toMatch(/\{\{|desk\./)
  })

  it('without a reference the text is the usual one', () =>
    expect(tooLateText('slip', { choice: 'approve', decidedBy: recorded.decidedBy, at }, 'op2', '')).toBe(
      i18n.t('desk.decided.other.approve', { name: 'Malee', at: formatWhen(at) }),
    ))
})
