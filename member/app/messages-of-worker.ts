import { i18n } from '@krapao/web/i18n/i18n.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { ownToken } from '../frame/calls/session.ts'
import { onPreferences, preferences } from '../frame/device/preferences.ts'
import { whenIdle } from '../frame/load/when-idle.ts'
import type { FromWorker } from '../worker/push.ts'

/** Goes to the page that a pressed message is about. @returns a function that ends it */
export function followMessages(navigate: (path: string) => void): () => void {
  const hear = ({ data }: MessageEvent<Partial<FromWorker> | null>) => {
    if (data?.open && ownToken()) navigate(data.open)
  }
  navigator.serviceWorker?.addEventListener('message', hear)
  return () => navigator.serviceWorker?.removeEventListener('message', hear)
}

/**
 * Reports to the server the language of this browser's messages and whether they show amounts, once the page
 * is at rest and whenever either changes. Only browsers in which somebody has switched messages on load the
 * code for it.
 * @returns a function that ends it
 */
export function renewSubscription(): () => void {
  let { hideBalance } = preferences()
  const cancel = whenIdle(renew)
  const stop = onPreferences(() => {
    if (preferences().hideBalance === hideBalance) return
    hideBalance = preferences().hideBalance
    renew()
  })
  const deaf = i18n.onLanguage(renew)
  return () => {
    cancel()
    stop()
    deaf()
  }
}

function renew(): void {
  if (!local.read('push-of')) return
  // Where it fails, the next start tries it again.
  import('../slices/settings/push.ts').then(({ sayAgain }) => sayAgain()).catch(() => {})
}
