/**
 * Functions of other slices that a slice calls after an event, one after the other in the order of `add`. The
 * slice exports by its public.ts the function that adds them, and app/slices.ts lists the listeners of each
 * event.
 */
export interface Listeners<Args extends unknown[]> {
  add(...listeners: ((...args: Args) => Promise<void>)[]): void
  /** @throws the error of the first listener that fails; the listeners after it are not called */
  notify(...args: Args): Promise<void>
}

export function createListeners<Args extends unknown[]>(): Listeners<Args> {
  const listeners: ((...args: Args) => Promise<void>)[] = []
  return {
    add: (...added) => void listeners.push(...added),
    async notify(...args) {
      for (const listener of listeners) await listener(...args)
    },
  }
}
