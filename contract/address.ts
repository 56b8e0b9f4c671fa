/**
 * The parts of an address; undefined if it is none. Not `URL.canParse`: half of the phones that we serve lack
 * it.
 */
export function parseAddress(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
