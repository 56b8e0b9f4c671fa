/** What of a service worker the messages need; the types of a page and a worker contradict each other. */
export interface PushScope {
  addEventListener(
    name: 'push' | 'notificationclick' | 'pushsubscriptionchange',
    act: (event: never) => void,
  ): void
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<Window[]>
    openWindow(url: string): Promise<unknown>
  }
}

interface Window {
  url: string
  visibilityState: string
  focus(): Promise<unknown>
  postMessage(message: FromWorker): void
  navigate(url: string): Promise<unknown>
}

interface Event {
  waitUntil(work: Promise<unknown>): void
}
type PushEvent = Event & { data: { json(): unknown } | null }
type ClickEvent = Event & { notification: Notification }
type ChangeEvent = Event & { oldSubscription?: { options: PushSubscriptionOptionsInit } | null }

/** The worker's message to a page: a notification was pressed that leads to this path. */
export interface FromWorker {
  open: string
}

/** A message as server/slices/push/rules.ts composes it. */
interface Message {
  title: string
  body: string
  lang: string
  tag: string
  url: string
  silent: boolean
}

/**
 * Shows messages that arrive, also while no page is open, and opens what a pressed one is about (rules.md
 * §20).
 */
export function takePushes(scope: PushScope): void {
  const pages = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true })

  async function show(event: PushEvent): Promise<void> {
    const { title, url, silent, ...said } = messageIn(event.data)
    // Whoever is looking at the app sees the same on its page. Something has to be shown, or the browser
    // shows a text of its own and in the end takes the permission away.
    const isSeen = (await pages()).some(({ visibilityState }) => visibilityState === 'visible')
    await scope.registration.showNotification(title, {
      ...said,
      silent: silent || isSeen,
      // A second answer in the chat takes the place of the first one, and is heard as well.
      renotify: true,
      icon: '/art/brand/icon-192.png',
      data: { url },
    } as NotificationOptions)
  }

  async function open({ notification }: ClickEvent): Promise<void> {
    notification.close()
    const url = pathOf((notification.data as { url?: unknown } | null)?.url)
    const own = await pages()
    const inApp = own.find((page) => new URL(page.url).pathname.startsWith('/user'))
    if (inApp) {
      // The page goes there by itself: loading it anew would lose what is being typed in it.
      await inApp.focus().catch(() => {})
      inApp.postMessage({ open: url })
    } else {
      await scope.clients.openWindow(url)
    }
  }

  scope.addEventListener('push', (event: PushEvent) => event.waitUntil(show(event)))
  scope.addEventListener('notificationclick', (event: ClickEvent) => event.waitUntil(open(event)))
  // The server hears of the new address at the next start of the app: the worker has no session to say it
  // with.
  scope.addEventListener('pushsubscriptionchange', (event: ChangeEvent) => {
    const options = event.oldSubscription?.options
    if (options) event.waitUntil(scope.registration.pushManager.subscribe(options).catch(() => {}))
  })
}

/**
 * A page of ours; a message is encrypted and signed, but what it names is opened all the same only if it is
 * one.
 */
const pathOf = (url: unknown): string =>
  typeof url === 'string' && /^\/user\/[\w/?=&-]*$/.test(url) ? url : '/user/home'

/** One that cannot be read, from a server of another release, still leads to the app. */
export function messageIn(data: PushEvent['data']): Message {
  let given: Partial<Record<keyof Message, unknown>> = {}
  try {
    given = (data?.json() ?? {}) as typeof given
  } catch {
    // Not JSON.
  }
  const text = (value: unknown, otherwise: string) =>
    typeof value === 'string' && value !== '' ? value : otherwise
  return {
    title: text(given.title, 'Krapao'),
    body: text(given.body, ''),
    lang: text(given.lang, 'th'),
    tag: text(given.tag, 'message'),
    url: pathOf(given.url),
    silent: given.silent === true,
  }
}
