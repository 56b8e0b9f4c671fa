type Name = 'deposit-group' | 'deposit-gateway'

/** Remembers the last choice on this device; private windows may have no storage. */
export function recall(name: Name): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function remember(name: Name, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Without storage the choice is made again next time.
  }
}
