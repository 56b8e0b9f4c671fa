/**
 * Phone numbers have one form wherever they are typed, stored, compared, limited and searched (rules.md
 * §2.1). No dependency: the browser uses this file too.
 */

import { plainNumber } from './digits.ts'

declare const form: unique symbol
/**
 * A phone number in its form: a Thai one with its 0 and nine digits more, a Lao one as 20 or 30 and seven or
 * eight digits without a 0 before. A plain text is none, so that nothing is looked up, limited or stored by
 * what somebody typed.
 */
export type Phone = string & { readonly [form]: true }

/**
 * The build, whose country a number belongs to where it could be of both: ten digits that begin with 020 or
 * 030.
 */
export type Home = 'th' | 'la'

/** The builds, for numbers of which nobody knows the build. */
const homes: Home[] = ['th', 'la']

/**
 * A phone number as it was typed, pasted or reported, in its form. Digits of any script count; blanks,
 * dashes, dots, brackets and invisible marks do not. Nothing is cut off.
 * @returns undefined for a text that is no Thai and no Lao number
 */
export function phoneOf(typed: string, home: Home): Phone | undefined {
  const number = plainNumber(typed)
  const thai = thaiOf(number)
  const lao = laoOf(number)
  if (home === 'th') return (thai ?? lao) as Phone | undefined
  // There, such a number is a Lao one with its 0, whatever stands before it.
  const isTaken = thai !== undefined && laoOf(thai) !== undefined
  return (lao ?? (isTaken ? undefined : thai)) as Phone | undefined
}

/**
 * Whether a form is of the build: members of the Thai one have Thai numbers, those of the Lao one of both
 * countries.
 */
export const isOfHome = (phone: Phone, home: Home): boolean => home === 'la' || phone.startsWith('0')

/** Every form that a number may be of, in whichever build; mostly one. */
export const formsOf = (typed: string): Phone[] => [
  ...new Set(homes.flatMap((home) => phoneOf(typed, home) ?? [])),
]

/** Whether two ways of writing a phone number are one. */
export function isSamePhone(typed: string, other: string): boolean {
  const forms = formsOf(other)
  return formsOf(typed).some((phone) => forms.includes(phone))
}

/**
 * With the country's number, by which nine digits are enough, or a 0, or as nine digits of a mobile phone.
 */
function thaiOf(number: string): string | undefined {
  const [, abroad, home, short] =
    /^(?:(?:\+|00|0)?660?([1-9]\d{8})|0([1-9]\d{8})|([689]\d{8}))$/.exec(number) ?? []
  const digits = abroad ?? home ?? short
  return digits && `0${digits}`
}

const laoOf = (number: string): string | undefined => /^(?:(?:\+|00)?856)?0?([23]0\d{7,8})$/.exec(number)?.[1]

/**
 * What a phone number begins with, of which the beginning was typed: `+66 81`, `0066 81` and `081` are the
 * same. Each may be the right one: 66 81 is the beginning of 066 81… and of 081….
 * @returns digits only; empty for a text that cannot be the beginning of a number
 */
export function phoneBeginnings(typed: string): string[] {
  const number = plainNumber(typed)
  if (!/^\+?\d+$/.test(number)) return []
  const whole = formsOf(number)
  if (whole.length > 0) return whole
  const [, thai] = /^(?:\+|00)?660?([1-9]\d*)$/.exec(number) ?? []
  const [, lao] = /^(?:(?:\+|00)?856)?0?([23]0\d*)$/.exec(number) ?? []
  const [, short] = /^([689]\d*)$/.exec(number) ?? []
  const found = [
    ...(number.startsWith('+') ? [] : [number]),
    ...[thai, short].flatMap((digits) => (digits ? [`0${digits}`] : [])),
    ...(lao ? [lao] : []),
  ]
  return [...new Set(found)]
}
