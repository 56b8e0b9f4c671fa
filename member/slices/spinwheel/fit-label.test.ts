import { describe, expect, it, test } from 'vitest'
import { fitLabel, type LabelSpace, lineHeight, wordsOf } from './fit-label.ts'

/** Letters that are half as wide as they are high. */
const widthOf = (text: string, size: number) => [...text].length * size * 0.5

/** The wheel of a phone with so many slices. */
const space = (count: number): LabelSpace => ({ inner: 52, outer: 155, arc: 360 / count })

/** Whether all four corners of the block lie inside the slice and between its two ends. */
function isInside({ lines, size }: { lines: string[]; size: number }, { inner, outer, arc }: LabelSpace) {
  const width = Math.max(...lines.map((line) => widthOf(line, size)))
  const half = (lines.length * size * lineHeight) / 2
  const nearest = outer - width
  const corner = (Math.atan2(half, nearest) * 180) / Math.PI
  return nearest >= inner - 1e-9 && corner <= arc / 2 + 1e-9
}

const labels: [string, string][] = [
  ['th', '10 บาท'],
  ['th', 'ไม่ได้รางวัล'],
  ['th', 'โบนัสรายวันสำหรับสมาชิกใหม่ทุกคน'],
  ['lo', 'ບໍ່ໄດ້ລາງວັນ'],
  ['lo', 'ໂບນັດລາຍວັນສຳລັບສະມາຊິກໃໝ່'],
  ['en', 'No prize'],
  ['en', 'A very long label of exactly forty signs'],
  ['en', 'Unbreakablylongwordwithoutanyspaceinit!!'],
]

describe('a label', () => {
  it.each([3, 6, 8, 12, 24])('stays inside one of %d slices', (count) => {
    for (const [locale, label] of labels) {
      const fitted = fitLabel(wordsOf(label, locale), space(count), widthOf)
      expect(isInside(fitted, space(count)), `${label} → ${JSON.stringify(fitted)}`).toBe(true)
      expect(fitted.lines.length).toBeLessThanOrEqual(3)
    }
  })

  it('keeps all of its letters, unless it is cut', () => {
    for (const [locale, label] of labels) {
      const { lines } = fitLabel(wordsOf(label, locale), space(8), widthOf)
      const text = lines.join('').replaceAll(' ', '')
      if (!text.endsWith('…')) expect(text).toBe(label.replaceAll(' ', ''))
    }
  })

  test('that is short has the largest letters, on one line', () =>
    expect(fitLabel(wordsOf('10 บาท', 'th'), space(8), widthOf)).toEqual({ lines: ['10 บาท'], size: 16 }))

  test('is parted before its letters get smaller', () =>
    expect(fitLabel(['Ten ', 'thousand ', 'coins'], space(6), widthOf)).toEqual({
      lines: ['Ten thousand', 'coins'],
      size: 16,
    }))

  test('that fits in no way is cut', () => {
    const { lines, size } = fitLabel(['x'.repeat(80)], space(24), widthOf)
    expect(size).toBe(9)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^x+…$/)
  })
})

test('Thai is parted between words, not inside of them', () => {
  const words = wordsOf('โบนัสรายวัน', 'th')
  expect(words.length).toBeGreaterThan(1)
  expect(words.join('')).toBe('โบนัสรายวัน')
})
