/** Reads a bigint of the database. @throws RangeError if a JavaScript number cannot hold it exactly */
export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer beyond the safe range: ${text}`)
  return value
}
