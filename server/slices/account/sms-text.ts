import type { Language } from '@krapao/contract/languages.ts'
import { fill, textsBeside } from '../../platform/texts.ts'
import type en from './texts.en.json'

/** The purpose of a code by SMS; a code of one purpose is worth nothing for the other (rules.md §2.4). */
export type Purpose = 'register' | 'reset'

export interface CodeMessage {
  brand: string
  code: string
  ref: string
  minutes: number
  /** The host of the page that asks for the code, where it is certain. */
  host: string | undefined
}

/**
 * Whether a text is one message: a second one costs the operator more. Letters other than Latin ones take
 * more room.
 */
const isOneMessage = (text: string): boolean => text.length <= (/^[\n\x20-\x7e]*$/.test(text) ? 160 : 70)

const texts = textsBeside<typeof en>(import.meta.dirname)

/**
 * The text of a code, as rich as one message allows. Its last line names the page's host and the code, by
 * which phones fill it in on that page and no other (WebOTP), as long as it all fits one message; otherwise
 * the line is left out, and the person types.
 */
export function codeText(purpose: Purpose, language: Language, { host, ...message }: CodeMessage): string {
  const { withMinutes, full, short } = texts[language].sms[purpose]
  const forms = [withMinutes, full, short].map((form) => fill(form, message))
  const withLine = host ? forms.map((form) => `${form}\n@${host} #${message.code}`) : []
  return [...withLine, ...forms].find(isOneMessage) ?? fill(full, message)
}

/** The message to a number that no member has, where somebody asks for a new password with it. */
export const strangerText = (language: Language, brand: string): string =>
  fill(texts[language].sms.stranger, { brand })
