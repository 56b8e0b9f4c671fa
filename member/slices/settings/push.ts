import { brand } from '@krapao/web/brand/brand.ts'
import { currentLanguage } from '@krapao/web/i18n/texts.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { api } from '../../frame/calls/api.ts'
import { keepApp } from '../../frame/device/keep-app.ts'
import { preferences } from '../../frame/device/preferences.ts'

/** This browser's messages (rules.md §20): what it can do, and switching them on and off. */

/**
 * `unsupported`: this browser has none. `install`: on an iPhone they need the app on the home screen.
 * `denied`: the person forbade them, and only the browser's own settings allow them again.
 */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on'

/**
 * The member for whom this browser takes messages. Another one who logs in here has to switch them on again.
 */
const key = 'push-of'
const wanted = (): string | null => local.read(key)

/** Milliseconds that the service worker may take to be there: its files may have to be loaded first. */
const patience = 15_000

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!brand.worker) return undefined
  // The app has it registered a while after the start; here somebody waits for it.
  keepApp()
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience))
  return Promise.race([navigator.serviceWorker.ready, late])
}

const isSupported = (): boolean =>
  typeof Notification !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in window

export async function pushState(memberId: string): Promise<PushState> {
  if (!isSupported()) {
    const isInstalled = matchMedia('(display-mode: standalone)').matches
    return /iPhone|iPad/.test(navigator.userAgent) && !isInstalled ? 'install' : 'unsupported'
  }
  if (Notification.permission === 'denied') return 'denied'
  const registration = await worker()
  if (!registration) return 'unsupported'
  if (Notification.permission !== 'granted' || wanted() !== memberId) return 'off'
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off'
}

/**
 * Asks for the permission, if it was not given yet, and subscribes. Called by a press only: browsers refuse
 * the question otherwise.
 * @throws if the worker or the push service cannot be reached, or the call fails
 */
export async function switchOn(memberId: string, publicKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(memberId)
  const registration = await worker()
  if (!registration) throw new Error('no service worker')
  const applicationServerKey = bytesOf(publicKey)
  let subscription = await registration.pushManager.getSubscription()
  if (subscription && !isSame(subscription.options.applicationServerKey, applicationServerKey)) {
    // Of another installation: its messages would be refused.
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  await say(subscription)
  local.keep(key, memberId)
  return 'on'
}

/**
 * Ends it here and at the server. The browser's own end comes first: without it nothing can be shown any
 * more.
 */
export async function switchOff(): Promise<PushState> {
  local.remove(key)
  const subscription = await (await worker())?.pushManager.getSubscription()
  if (subscription) {
    const { endpoint } = subscription
    await subscription.unsubscribe()
    await api('POST /api/push/unsubscribe', { endpoint })
  }
  return 'off'
}

/**
 * Reports to the server where this browser is reached, if the member wants messages here: the session, the
 * language or the address may have changed since the last time.
 */
export async function sayAgain(): Promise<void> {
  const subscription =
    isSupported() && Notification.permission === 'granted'
      ? await (await worker())?.pushManager.getSubscription()
      : undefined
  if (!subscription) return
  // Somebody else may be logged in here than the one who switched it on.
  const { memberId } = await api('GET /api/push/settings')
  if (wanted() === memberId) await say(subscription)
}

async function say(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await api('PUT /api/push/subscription', {
    endpoint: endpoint ?? '',
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    language: currentLanguage(),
    hidesAmounts: preferences().hideBalance,
  })
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const isSame = (given: ArrayBuffer | null, wanted: Uint8Array): boolean => {
  const bytes = new Uint8Array(given ?? new ArrayBuffer(0))
  return bytes.length === wanted.length && bytes.every((byte, at) => byte === wanted[at])
}
