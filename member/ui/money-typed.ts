import { latinDigits } from '@krapao/contract/digits.ts'

/**
 * How an amount is typed: the field shows it with commas between thousands, and the form keeps it without
 * them. All of this is text; `parseAmount` says whether it is an amount.
 */

/** What was typed or pasted, as the form keeps it: Latin digits, no commas, spaces or unit. */
const plain = (text: string): string => latinDigits(text).replace(/[\s,฿₭]/g, '')

/** "54321098.76" → "54,321,098.76"; what is no amount, as it is. */
export function grouped(text: string): string {
  const [, whole, rest] = /^(\d+)(\.\d*)?$/.exec(text) ?? []
  if (whole === undefined) return text
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest ?? '')
}

/** Commas that are not between thousands, as in "1,50", where they may be a decimal sign. */
const isDoubtful = (text: string): boolean => /,/.test(text) && !/^\D*\d{1,3}(,\d{3})+(\D|$)/.test(text)

/**
 * An edit of the field.
 * @param shown the text before, with commas
 * @param text the text after, as the browser made it
 * @param caret where it has left the caret
 * @param kind the browser's `inputType`
 * @returns the text to keep, and the place of the caret in it as it will be shown
 */
export function edited(
  shown: string,
  text: string,
  caret: number,
  kind: string | undefined,
): { text: string; caret: number } {
  // A pasted "1,50" is left as it is, which is no amount: it is better refused than read as 150.
  if (kind === 'insertFromPaste' && isDoubtful(latinDigits(text))) return { text, caret }
  const kept = plain(text)
  const before = Math.min(plain(text.slice(0, caret)).length, kept.length)
  // Only a comma was deleted, which the next thousand would bring back: the digit beyond it is meant.
  if (kept === plain(shown) && text.length === shown.length - 1) {
    const from = kind === 'deleteContentForward' ? before : before - 1
    if (from >= 0) {
      const rest = kept.slice(0, from) + kept.slice(from + 1)
      return { text: rest, caret: placeIn(grouped(rest), from) }
    }
  }
  // Zeros that lead go when something is typed, but not when they lead only because another figure is to
  // replace the first.
  const leading = kind?.startsWith('delete') ? 0 : (/^0+(?=\d)/.exec(kept)?.[0].length ?? 0)
  const rest = kept.slice(leading)
  return { text: rest, caret: placeIn(grouped(rest), Math.max(0, before - leading)) }
}

/** The place behind so many characters that are no commas. */
function placeIn(shown: string, count: number): number {
  let left = count
  for (let at = 0; at < shown.length; at++) {
    if (left === 0) return at
    if (shown[at] !== ',') left--
  }
  return shown.length
}
