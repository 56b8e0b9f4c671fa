type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** Keys that have no letter in their code. */
const byPlace: Record<string, [plain: string, shifted: string]> = { Slash: ['/', '?'] }

/** The first of the ten digits of each script. */
const zeros = ['๐', '໐']

/** A Thai or Lao digit as a Latin one. */
function digitOf(key: string): string | undefined {
  const code = key.codePointAt(0) ?? 0
  const zero = zeros.map((one) => one.codePointAt(0) ?? 0).find((from) => code >= from && code < from + 10)
  return zero === undefined ? undefined : String(code - zero)
}

/**
 * The key that was pressed as the list of keys names it: what it types, if that is a Latin letter, a digit of
 * any of the three scripts, `/` or `?`; otherwise the letter by its place, because Thai and Lao layouts type
 * other letters there. Not so the row of digits: where a number decides about money, a Thai word that begins
 * there must not be taken for one. Undefined for every other key.
 */
export function letterOf({ key, code, shiftKey }: Pressed): string | undefined {
  if (/^[a-z0-9/?]$/i.test(key)) return key.toLowerCase()
  const digit = key.length === 1 ? digitOf(key) : undefined
  if (digit !== undefined) return digit
  // Enter, Tab and the like have names of several letters and no other meaning.
  if (key.length > 1 && key !== 'Unidentified' && key !== 'Process') return undefined
  const place = byPlace[code]
  if (place) return place[shiftKey ? 1 : 0]
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
}
