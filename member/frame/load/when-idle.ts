const waiting: (() => void)[] = []
let isAsked = false

/**
 * Runs `act` once the page has painted and the browser is idle. Of several, each waits for an idle moment of
 * its own, so that together they do not keep a slow phone from answering. @returns a function that cancels it
 */
export function whenIdle(act: () => void): () => void {
  waiting.push(act)
  ask(1000)
  return () => {
    const at = waiting.indexOf(act)
    if (at >= 0) waiting.splice(at, 1)
  }
}

/** @param pause milliseconds, where the browser does not say when it is idle */
function ask(pause: number): void {
  if (isAsked || waiting.length === 0) return
  isAsked = true
  const next = () => {
    isAsked = false
    const act = waiting.shift()
    ask(100)
    act?.()
  }
  if ('requestIdleCallback' in window) requestIdleCallback(next, { timeout: 3000 })
  else setTimeout(next, pause)
}
