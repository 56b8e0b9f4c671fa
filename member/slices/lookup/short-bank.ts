import { joiner } from '@krapao/web/i18n/plain-text.ts'
import { wordForBank } from '../../ui/bank-name.tsx'

/** The Thai or Lao letters that a name begins with, if they are no more than the letters of one word. */
const word = /^[\u0e00-\u0eff]{2,12}(?![\u0e00-\u0eff])/
/** A letter behind which a syllable may begin, so that browsers may end a line there. */
const end =
  /([^\u0e40-\u0e44\u0ec0-\u0ec4])(?=[\u0e01-\u0e2e\u0e40-\u0e44\u0e81-\u0eae\u0ec0-\u0ec4\u0edc-\u0edf])/g

/**
 * A bank as people call it, without the word for "bank" before its name: กสิกรไทย. No line of a sentence ends
 * within it, where browsers take it for two words ("กสิกร|ไทย").
 */
export const shortBank = (name: string): string =>
  name.replace(wordForBank, '').replace(word, (short) => short.replace(end, `$1${joiner}`))
