import type { Language } from '@krapao/contract/languages.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { wrap } from './wrap.ts'

/** A font whose letters are all one wide, and whose marks have no width. */
const measure = (text: string) => text.replace(/\p{M}/gu, '').length
const lines = (text: string, width: number, language: Language = 'en') => wrap(text, width, language, measure)

describe('lines of a receipt', () => {
  it('end between words, without blanks at their ends', () => {
    expect(lines('Deposit in progress', 11)).toEqual(['Deposit in', 'progress'])
    expect(lines('short', 11)).toEqual(['short'])
    expect(lines('', 11)).toEqual([''])
  })

  it('end between Thai and Lao words, which no blank parts', () => {
    expect(lines('กำลังตรวจสอบรายการฝาก', 12, 'th')).toEqual(['กำลังตรวจสอบ', 'รายการฝาก'])
    expect(lines('ທະນາຄານການຄ້າ', 8, 'la').join('')).toBe('ທະນາຄານການຄ້າ')
  })

  it('never part a letter from its marks, however narrow they are', () => {
    for (const [text, language] of [
      ['ที่นี่น้ำ', 'th'],
      ['ຫຼິ້ນນ້ຳ', 'la'],
    ] as const) {
      const broken = lines(text, 1, language)
      expect(broken.join('')).toBe(text)
      for (const line of broken) expect(line).not.toMatch(/^[\p{M}\u0e33\u0eb3]/u)
    }
  })

  it('keep numbers whole, and punctuation with its word', () => {
    expect(lines('Bank xxx-xxx-7890', 13)).toEqual(['Bank', 'xxx-xxx-7890'])
    expect(lines('WD0123456789AB', 5)).toEqual(['WD012', '34567', '89AB'])
    expect(lines('one (two) three', 9)).toEqual(['one (two)', 'three'])
  })

  describe('in a browser that knows no words', () => {
    afterEach(() => vi.unstubAllGlobals())
    it('end at blanks, and else between letters with their marks', () => {
      vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined })
      expect(lines('Deposit in progress', 11)).toEqual(['Deposit in', 'progress'])
      const broken = lines('กำลังน้ำ', 2, 'th')
      expect(broken.join('')).toBe('กำลังน้ำ')
      for (const line of broken) expect(line).not.toMatch(/^[\p{M}\u0e33]/u)
    })
  })
})
