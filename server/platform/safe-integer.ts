/** Reads a bigint of the database. Throws a RangeError where JavaScript's numbers would not be exact. */
export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer beyond the safe range: ${text}`)
  return value
}
