import { expect, test } from 'vitest'
import { type FromWorker, type PushScope, takePushes } from './push.ts'

/** The browser around the worker: what it shows and opens, and the messages posted to its pages. */
function browser(pages: { url: string; visibilityState?: string }[] = []) {
  const handlers = new Map<string, (event: never) => void>()
  const shown: { title: string; options: NotificationOptions }[] = []
  const opened: string[] = []
  const posted: FromWorker[] = []
  const subscribed: unknown[] = []
  const scope = {
    addEventListener: (name: string, act: (event: never) => void) => void handlers.set(name, act),
    registration: {
      showNotification: async (title: string, options: NotificationOptions) =>
        void shown.push({ title, options }),
      pushManager: { subscribe: async (options: unknown) => void subscribed.push(options) },
    },
    clients: {
      matchAll: async () =>
        pages.map((page) => ({
          visibilityState: 'hidden',
          ...page,
          focus: async () => {},
          postMessage: (message: FromWorker) => void posted.push(message),
        })),
      openWindow: async (url: string) => void opened.push(url),
    },
  }
  takePushes(scope as unknown as PushScope)
  async function fire(name: string, event: object): Promise<void> {
    let work: Promise<unknown> | undefined
    handlers.get(name)?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) } as never)
    await work
  }
  return { fire, shown, opened, posted, subscribed }
}

const message = {
  title: 'Deposit received',
  body: '฿500.00 is in your main wallet',
  lang: 'en',
  tag: 'abc',
  url: '/user/statement',
  silent: false,
}
const data = (value: unknown) => ({ data: { json: () => value } })

test('a message is shown as it was composed, and once under its tag', async () => {
  const { fire, shown } = browser()
  await fire('push', data(message))
  expect(shown).toEqual([
    {
      title: message.title,
      options: expect.objectContaining({
        body: message.body,
        lang: 'en',
        tag: 'abc',
        silent: false,
        data: { url: '/user/statement' },
      }),
    },
  ])
})

test.each([
  ['in sight', 'visible', true],
  ['in the background', 'hidden', false],
])('with the app %s: without a sound is %s', async (_, visibilityState, silent) => {
  const { fire, shown } = browser([{ url: 'https://a/user/home', visibilityState }])
  await fire('push', data(message))
  expect(shown[0]?.options.silent).toBe(silent)
})

test('in quiet hours there is no sound', async () => {
  const { fire, shown } = browser()
  await fire('push', data({ ...message, silent: true }))
  expect(shown[0]?.options.silent).toBe(true)
})

test.each([
  ['nothing', { data: null }],
  ['no JSON', { data: { json: () => JSON.parse('{') } }],
  ['something else', data(['x'])],
  ['null', data(null)],
])('%s still shows something that leads to the app', async (_, event) => {
  const { fire, shown } = browser()
  await fire('push', event)
  expect(shown).toHaveLength(1)
  expect(shown[0]?.title).not.toBe('')
  expect(shown[0]?.options.data).toEqual({ url: '/user/home' })
})

const press = (url: unknown) => ({ notification: { close: () => {}, data: { url } } })

test('a press goes on in the page that is open', async () => {
  const { fire, posted, opened } = browser([{ url: 'https://a/login' }, { url: 'https://a/user/home' }])
  await fire('notificationclick', press('/user/home?open=chat'))
  expect([posted, opened]).toEqual([[{ open: '/user/home?open=chat' }], []])
})

test('a press opens the app where none is open', async () => {
  const { fire, posted, opened } = browser([{ url: 'https://a/login' }])
  await fire('notificationclick', press('/user/statement'))
  expect([posted, opened]).toEqual([[], ['/user/statement']])
})

test.each(['https://evil.example/user/x', '//evil.example', 'javascript:alert(1)', '/console', undefined, 1])(
  'a press never opens %s',
  async (url) => {
    const { fire, opened } = browser()
    await fire('notificationclick', press(url))
    expect(opened).toEqual(['/user/home'])
  },
)

test('an address that the push service replaces is asked for anew, with the same key', async () => {
  const { fire, subscribed } = browser()
  await fire('pushsubscriptionchange', { oldSubscription: { options: { applicationServerKey: 'k' } } })
  await fire('pushsubscriptionchange', { oldSubscription: null })
  expect(subscribed).toEqual([{ applicationServerKey: 'k' }])
})
