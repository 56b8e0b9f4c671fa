/** Functions of other slices that a slice calls after an event, one after the other in the order of `add`. */
export interface Listeners<Args extends unknown[]> {
  /** Adds a listener; called in the `mount` of the slice that listens. */
  add(listener: (...args: Args) => Promise<void>): void
  /** @throws the error of the first listener that fails; the listeners after it are not called */
  notify(...args: Args): Promise<void>
}

export function createListeners<Args extends unknown[]>(): Listeners<Args> {
  const listeners: ((...args: Args) => Promise<void>)[] = []
  return {
    add: (listener) => void listeners.push(listener),
    async notify(...args) {
      for (const listener of listeners) await listener(...args)
    },
  }
}
