/** What the wheel keeps in this browser. A private window may have no storage; then nothing is kept. */

export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function keep(name: string, text: string): void {
  try {
    localStorage.setItem(name, text)
  } catch {
    // The page works without it.
  }
}
