import { readFileSync } from 'node:fs'
import { ApiError } from '@krapao/web/api/client.ts'
import i18next from 'i18next'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { errorText } from '../../app/errors.ts'
import { formatWhen } from '../../ui/when.ts'
import { tooLateText } from './decided-text.ts'

// A page without a brand, as the development server has it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

/** Whoever records a return that is recorded reads by whom, when and under which reference: it may have been sent twice. */
describe.each(['th', 'la', 'en'])('in %s', (language) => {
  beforeAll(async () => {
    await i18next.init({ lng: language, resources: {}, interpolation: { escapeValue: false } })
    for (const room of ['.', '../../../web/errors', '../../app']) {
      const texts = readFileSync(`${import.meta.dirname}/${room}/texts.${language}.json`, 'utf8')
      i18next.addResourceBundle(language, 'translation', JSON.parse(texts), true, true)
    }
  })
  const at = '2026-11-20T06:30:00.000Z'
  const recorded = { reference: 'RT-999', decidedBy: { _id: 'op1', name: 'Malee' }, at }

  it('the first of two named another reference', () => {
    const said = errorText(new ApiError('OTHER_REFERENCE', 409, { message: 'OTHER_REFERENCE', ...recorded }))
    for (const fact of ['Malee', 'RT-999', formatWhen(at)]) expect(said).toContain(fact)
    expect(said).not.toMatch(/\{\{|OTHER_REFERENCE|T06:30/)
  })

  it.each([
    ['RT-1000', true],
    [' rt-9 99 ', false],
    ['', false],
  ])('it is recorded, and “%s” was typed', (own, isOther) => {
    const said = tooLateText('return', { verdict: 'approve', ...recorded }, 'op2', own)
    for (const fact of ['Malee', 'RT-999', formatWhen(at)]) expect(said).toContain(fact)
    const under = i18next.t(`desk.decided.${isOther ? 'otherReference' : 'reference'}`, {
      reference: 'RT-999',
      own,
    })
    expect(said.endsWith(` ${under}`)).toBe(true)
    expect(said).not.toMatch(/\{\{|desk\./)
  })

  it('what names no reference is said as ever', () =>
    expect(tooLateText('slip', { verdict: 'approve', decidedBy: recorded.decidedBy, at }, 'op2', '')).toBe(
      i18next.t('desk.decided.other.approve', { name: 'Malee', at: formatWhen(at) }),
    ))
})
