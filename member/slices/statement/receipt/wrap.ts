import { type Language, languageTags } from '@krapao/contract/languages.ts'

/**
 * Breaks a text into lines as a browser does: between words, and within one only where it alone is too long.
 */

/**
 * The parts of a text that a line may end after; letters with their marks where the browser knows no words.
 */
function partsOf(text: string, language: Language, by: 'word' | 'grapheme'): string[] {
  if (typeof Intl.Segmenter === 'function') {
    const segmenter = new Intl.Segmenter(languageTags[language], {
      granularity: by,
    })
    return Array.from(segmenter.segment(text), ({ segment }) => segment)
  }
  // ำ and ຳ are letters to Unicode, but belong to the letter before them.
  return text.match(by === 'word' ? /\s+|[^\s]+/g : /[\s\S][\p{M}\u0e33\u0eb3]*/gu) ?? []
}

/** Marks that stay with the word before them. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}ๆໆ]+$/u

/** The words of a text, with the punctuation after them. */
function wordsOf(text: string, language: Language): string[] {
  const words: string[] = []
  for (const part of partsOf(text, language, 'word')) {
    const last = words.at(-1)
    // An account's number, an amount and a number of ours are read in one piece.
    const isOne =
      last !== undefined && !/\s$/.test(last) && /[\w.,:/-]$/.test(last) && /^[\w.,:/-]/.test(part)
    if (last !== undefined && (isOne || (closing.test(part) && !/\s$/.test(last)))) {
      words[words.length - 1] = last + part
    } else words.push(part)
  }
  return words
}

/**
 * @param measure the width of a text, in the unit of `width`
 * @returns at least one line; no line has a blank at its ends
 */
export function wrap(
  text: string,
  width: number,
  language: Language,
  measure: (text: string) => number,
): string[] {
  const lines: string[] = []
  let line = ''
  const end = () => {
    if (line.trim() !== '') lines.push(line.trim())
    line = ''
  }
  for (const word of wordsOf(text, language)) {
    if (measure((line + word).trim()) <= width) {
      line += word
      continue
    }
    end()
    if (measure(word.trim()) <= width) {
      line = word
      continue
    }
    for (const letter of partsOf(word, language, 'grapheme')) {
      if (line !== '' && measure(line + letter) > width) end()
      line += letter
    }
  }
  end()
  return lines.length > 0 ? lines : ['']
}
