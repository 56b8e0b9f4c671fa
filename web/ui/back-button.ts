import { useEffect, useRef } from 'react'

interface Layer {
  /** Undefined while the dialog must stay open. */
  close(): (() => void) | undefined
}

/** Open dialogs, the topmost last. */
const layers: Layer[] = []
/** Whether `history.go` was called by this file, so that the next `popstate` closes no dialog. */
let stepping = false
let timer: ReturnType<typeof setTimeout> | undefined
/** Callbacks for the moment when the history agrees with the open dialogs. */
const waiting: (() => void)[] = []

const entries = (): number => history.state?.dialog ?? 0

function settle(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    timer = undefined
    if (stepping) return
    for (let depth = entries() + 1; depth <= layers.length; depth++) {
      history.pushState({ ...history.state, dialog: depth, leftOver: false }, '')
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
 * Resolves once the closed dialogs have given back their history entries. Going back takes effect
 * asynchronously, and would leave a page that was opened before that.
 */
export const settled = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    settle()
  })

/**
 * Opens a page once the closed dialogs have given back their history entries, or at once if there are none.
 * This is for links that are pressed while a dialog closes; it is the `aroundNav` of the apps' routers.
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
  const wasOnLeftOver = isOnLeftOver
  isOnLeftOver = history.state?.leftOver === true
  if (stepping) stepping = false
  // The member came back to the same page and would see nothing change.
  else if (wasOnLeftOver && !isOnLeftOver && entries() === 0 && location.pathname === leftOver) history.back()
  else for (const layer of layers.slice(entries()).reverse()) layer.close()?.()
  // Also restores the entry of a dialog that must stay open.
  settle()
}

/**
 * The path of the page if it was loaded again while a dialog was open: the dialog is gone, and its entry is
 * left.
 */
let leftOver: string | undefined
/** Whether the entry of now is the one that was left. */
let isOnLeftOver = false

// Not given back at once: a page that is loaded again at the very moment when a dialog opens finds the
// dialog's mark on its first entry (Chromium), and a step back from there leaves the app.
if (typeof history !== 'undefined' && (entries() > 0 || history.state?.leftOver)) {
  leftOver = location.pathname
  isOnLeftOver = true
  history.replaceState({ ...history.state, dialog: 0, leftOver: true }, '')
  addEventListener('popstate', onPop)
}

/**
 * The device's back button closes the topmost dialog instead of leaving the page. Each open dialog has one
 * history entry, marked with its depth. Dialogs and entries are reconciled one tick later, so that a dialog
 * that replaces another one needs no step back and forth, and closing an inner dialog leaves the outer one
 * open.
 * @param close called once per press of the back button
 * @param locked the dialog stays open
 */
export function useBackButton(close: () => void, locked: boolean): void {
  const latest = useRef({ close, locked })
  latest.current = { close, locked }
  useEffect(() => {
    const layer: Layer = { close: () => (latest.current.locked ? undefined : latest.current.close) }
    layers.push(layer)
    // Adding the same function again has no effect. It is never removed, because going back takes effect
    // late.
    addEventListener('popstate', onPop)
    settle()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      settle()
    }
  }, [])
}
