import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** The places of the open dialogs, the topmost last. */
let places: HTMLElement[] = []
const listeners = new Set<() => void>()

function set(next: HTMLElement[]): void {
  places = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The place of the topmost open dialog, which has to show the toasts; undefined: the page itself has. */
export const useToastPlace = (): HTMLElement | undefined =>
  useSyncExternalStore(subscribe, () => places.at(-1))

/**
 * The region of a modal dialog in which toasts are said while it is the topmost one: outside of it browsers
 * let nothing be pressed and screen readers are not told. It is there before its first toast, because a
 * region that comes with its text is not read out.
 */
export function ToastPlace() {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    set([...places, element])
    return () => set(places.filter((other) => other !== element))
  }, [])
  return <div ref={place} aria-live="polite" />
}
