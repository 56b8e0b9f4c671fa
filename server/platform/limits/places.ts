import { addressKey } from './address-key.ts'

/** How much an address may hold at a node at a time, such as connections; counted in memory. */
export interface Places {
  isFull(address: string): boolean
  /**
   * Takes a place, also beyond the last one.
   * @returns a function that frees it; called again it does nothing
   */
  take(address: string): () => void
}

export function createPlaces(maxOfAddress: number): Places {
  const taken = new Map<string, number>()
  const countOf = (key: string): number => taken.get(key) ?? 0

  return {
    isFull: (address) => countOf(addressKey(address)) >= maxOfAddress,
    take(address) {
      const key = addressKey(address)
      taken.set(key, countOf(key) + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = countOf(key) - 1
        if (left > 0) taken.set(key, left)
        else taken.delete(key)
      }
    },
  }
}
