/**
 * The draw of the wheel (rules.md §11.2), the same on the server, in the member's browser and in
 * `npm run spin:verify`. No dependency: each of them brings its own HMAC.
 */

/** HMAC-SHA256 with the server's seed as the key; key and message are taken as ASCII text. 32 bytes. */
export type Hmac = (message: string) => Uint8Array | Promise<Uint8Array>

export interface WeightedSlice {
  code: string
  /** A whole number; 0: it cannot be drawn. */
  weight: number
}

/**
 * The slice that a spin gives. Each HMAC of `clientSeed:nonce:round` gives eight numbers of 32 bits; the
 * first one below the largest multiple of the weights' sum is taken modulo this sum (rejection sampling, so
 * that no slice gains by the remainder).
 * @throws RangeError no slice has a weight, or their sum is above 2³²
 */
export async function draw(
  hmac: Hmac,
  { clientSeed, nonce }: { clientSeed: string; nonce: number },
  slices: readonly WeightedSlice[],
): Promise<string> {
  const sum = slices.reduce((total, { weight }) => total + weight, 0)
  if (!(sum > 0 && sum <= 2 ** 32)) throw new RangeError(`weights add up to ${sum}`)
  const limit = 2 ** 32 - (2 ** 32 % sum)
  for (let round = 0; ; round++) {
    const bytes = await hmac(`${clientSeed}:${nonce}:${round}`)
    const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
      const number = numbers.getUint32(at)
      if (number < limit) return sliceAt(slices, number % sum)
    }
  }
}

function sliceAt(slices: readonly WeightedSlice[], ticket: number): string {
  let passed = 0
  for (const { code, weight } of slices) {
    passed += weight
    if (ticket < passed) return code
  }
  throw new RangeError(`no slice at ${ticket}`)
}
