import { useEffect, useState } from 'preact/hooks'

/**
 * What the built app has in place of `react` (docs/decisions/0037): Preact's, except for what may be drawn later. React
 * draws that in slices. Preact cannot, so it is put off to a turn of its own: what comes first is shown before, and a
 * slow phone handles input in between.
 */
// @ts-expect-error TypeScript cannot export all of a module whose types are written as `export =`.
export * from 'preact/compat'
export { default } from 'preact/compat'

/** Milliseconds after which something is drawn in any case, because a page in the background shows no frame. */
const latest = 100

/** Calls `act` after the browser has shown what is drawn until now. @returns what cancels it */
function afterFrame(act: () => void): () => void {
  let isDue = true
  const run = () => {
    if (!isDue) return
    isDue = false
    act()
  }
  requestAnimationFrame(() => setTimeout(run))
  setTimeout(run, latest)
  return () => {
    isDue = false
  }
}

export const startTransition = (change: () => void): void => void afterFrame(change)

export function useDeferredValue<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  useEffect(
    () => (Object.is(shown, value) ? undefined : afterFrame(() => setShown(() => value))),
    [shown, value],
  )
  return shown
}
