/** What a service worker has and a page has not; the types of both together contradict each other. */
declare global {
  interface ExtendableEvent extends Event {
    waitUntil(work: Promise<unknown>): void
  }
  interface FetchEvent extends ExtendableEvent {
    readonly request: Request
    respondWith(answer: Promise<Response>): void
  }
}

export interface Scope {
  addEventListener<E extends Event>(name: string, act: (event: E) => void): void
  skipWaiting(): Promise<void>
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(options?: { type?: 'window'; includeUncontrolled?: boolean }): Promise<{ url: string }[]>
  }
}

export const scope = self as unknown as Scope
