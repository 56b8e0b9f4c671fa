/**
 * Whether a person sits at the console (rules.md §17.8): calls that the page makes although nobody did
 * anything in the last minute say so, and keep no session open.
 */

/**
 * Milliseconds for which a person who did something counts as being there, and for which the server stores no
 * further use.
 */
export const useEvery = 60_000

let didAt = 0
let calledAt = 0

const events = ['pointerdown', 'keydown', 'wheel', 'touchmove']

/**
 * Calls the listener whenever a person does something, from now on; who opened the page has just done
 * something.
 * @returns a function that unsubscribes
 */
export function onPersonDid(listener: () => void): () => void {
  didAt = Date.now()
  calledAt = didAt
  const did = () => {
    didAt = Date.now()
    listener()
  }
  const how = { capture: true, passive: true }
  for (const event of events) document.addEventListener(event, did, how)
  return () => {
    for (const event of events) document.removeEventListener(event, did, how)
  }
}

/** The headers of a call that begins now. */
export function headersOfUse(): Record<string, string> {
  const now = Date.now()
  // Before the first page nobody is waited for.
  if (didAt > 0 && now - didAt > useEvery) return { 'x-unattended': '1' }
  calledAt = now
  return {}
}

/** When the last call began that keeps the session open, in milliseconds. */
export const lastUse = (): number => calledAt
