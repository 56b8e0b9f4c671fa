import { parseAmount } from '@krapao/contract/money.ts'
import { describe, expect, test } from 'vitest'
import { edited, grouped } from './money-typed.ts'

test.each([
  ['', ''],
  ['1', '1'],
  ['999', '999'],
  ['1000', '1,000'],
  ['54321098.76', '54,321,098.76'],
  ['1000.', '1,000.'],
  ['.5', '.5'],
  ['12a45', '12a45'],
  ['1.2.3', '1.2.3'],
])('%s is shown as %s', (text, shown) => expect(grouped(text)).toBe(shown))

/** One edit; `|` is the caret after it. */
function after(shown: string, text: string, kind?: string) {
  const { text: kept, caret } = edited(shown, text.replace('|', ''), text.indexOf('|'), kind)
  const next = grouped(kept)
  return `${next.slice(0, caret)}|${next.slice(caret)}`
}

describe('the caret stays where the person is', () => {
  test.each([
    ['typed at the end', '100', '1000|', '1,000|'],
    ['typed in the middle', '1,000', '1,20|00', '12,0|00'],
    ['typed at the beginning', '1,000', '2|1,000', '2|1,000'],
    ['a figure after the point', '1,000.5', '1,000.55|', '1,000.55|'],
    ['a comma typed by hand', '1,000', '1,000,|', '1,000|'],
    ['Thai digits', '', '๑๐๐๐|', '1,000|'],
    ['Lao digits', '', '໑໐໐໐.໕໐|', '1,000.50|'],
    ['leading zeros', '', '0050|', '50|'],
    ['a zero before a figure', '0', '05|', '5|'],
    ['nothing is left', '1', '|', '|'],
    ['another first figure', '000', '2|000', '2|,000'],
  ])('%s', (_, shown, text, expected) => expect(after(shown, text, 'insertText')).toBe(expected))

  test.each([
    [
      'back over a comma takes the figure before it',
      '1,234,567',
      '1,234|567',
      'deleteContentBackward',
      '123|,567',
    ],
    [
      'forward over a comma takes the figure after it',
      '1,234,567',
      '1,234|567',
      'deleteContentForward',
      '123,4|67',
    ],
    ['back over a figure', '1,234', '1,23|', 'deleteContentBackward', '123|'],
    ['back over the only figure before a comma', '1,234', '1|234', 'deleteContentBackward', '|234'],
    ['zeros wait for another first figure', '1,005', '1|005', 'deleteContentBackward', '|005'],
  ])('%s', (_, shown, text, kind, expected) => expect(after(shown, text, kind)).toBe(expected))
})

describe('pasted', () => {
  const kept = (text: string) => edited('', text, text.length, 'insertFromPaste').text
  test.each([
    ['฿1,000.50', 1000.5],
    [' 54 321 098.76\n', 54_321_098.76],
    ['₭ 250,000', 250_000],
    ['๑,๐๐๐', 1000],
    ['1000', 1000],
  ])('%s is %s', (text, amount) => expect(parseAmount(kept(text))).toBe(amount))
  // Each of these means something else to somebody.
  test.each(['1,50', '1.000,50', '10.000', '1,00,000', '-5', '1e3', 'abc', '1.2.3'])(
    '%s is no amount',
    (text) => expect(parseAmount(kept(text))).toBeUndefined(),
  )
})

test('whatever is typed, key by key, the amount is that of the figures', () => {
  const figures = '54321098.76'
  let shown = ''
  for (const figure of figures) {
    const next = edited(shown, shown + figure, shown.length + 1, 'insertText')
    expect(next.caret).toBe(grouped(next.text).length)
    shown = grouped(next.text)
  }
  expect(shown).toBe('54,321,098.76')
  expect(parseAmount(shown)).toBe(54_321_098.76)
})
