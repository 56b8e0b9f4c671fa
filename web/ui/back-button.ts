import { useEffect, useRef } from 'react'

interface Layer {
  /** Undefined while the dialog must stay. */
  close(): (() => void) | undefined
}

/** Open dialogs, the topmost last. */
const layers: Layer[] = []
/** Our own steps back are under way: what arrives is no wish to close anything. */
let stepping = false
let timer: ReturnType<typeof setTimeout> | undefined
/** Those who want to know that the history is in line with the open dialogs. */
const waiting: (() => void)[] = []

const entries = (): number => history.state?.dialog ?? 0

function settle(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    timer = undefined
    if (stepping) return
    for (let depth = entries() + 1; depth <= layers.length; depth++) {
      history.pushState({ ...history.state, dialog: depth }, '')
    }
    if (entries() > layers.length) {
      stepping = true
      history.go(layers.length - entries())
      return
    }
    for (const resolve of waiting.splice(0)) resolve()
  })
}

/**
 * Resolves once the closed dialogs have given back their entries on the history. A step back takes effect later than
 * it is asked for: a page that is opened before would be left again by it.
 */
export const settled = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    settle()
  })

/**
 * Opens a page once the closed dialogs have given back their entries, at once where none is owed: for whoever presses a
 * link in the moment in which a dialog closes. The `aroundNav` of the apps' routers.
 */
export function openWhenSettled<Options>(
  navigate: (to: string, options?: Options) => void,
  to: string,
  options?: Options,
): void {
  if (stepping || timer !== undefined) settled().then(() => navigate(to, options))
  else navigate(to, options)
}

function onPop(): void {
  if (stepping) stepping = false
  else for (const layer of layers.slice(entries()).reverse()) layer.close()?.()
  // Also puts back the entry of a dialog that must stay.
  settle()
}

/**
 * The device's back button closes the topmost dialog instead of leaving the page. Each open dialog has one entry on
 * the browser's history, marked with its depth; the two are brought into line once a tick has passed, so that a
 * dialog that makes way for another costs no step back and forth, and closing an inner one leaves the outer one open.
 * @param close asked once per press of the back button
 * @param locked the dialog stays
 */
export function useBackButton(close: () => void, locked: boolean): void {
  const latest = useRef({ close, locked })
  latest.current = { close, locked }
  useEffect(() => {
    const layer: Layer = { close: () => (latest.current.locked ? undefined : latest.current.close) }
    layers.push(layer)
    // The same function is added once however many dialogs are open, and stays: our own steps back arrive late.
    addEventListener('popstate', onPop)
    settle()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      settle()
    }
  }, [])
}
