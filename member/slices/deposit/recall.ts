type Name = 'deposit-group' | 'deposit-gateway'

/** What was chosen last time, on this device; private windows may have no memory. */
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
    // Chosen anew next time.
  }
}
