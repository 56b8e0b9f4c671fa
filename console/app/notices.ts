import { brand } from '@krapao/web/brand/brand.ts'
import { plainText } from '@krapao/web/i18n/plain-text.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { keptEmail } from './session.ts'
import { playTone } from './tone.ts'

/**
 * Notices of new work: a quiet tone, and a notification of the browser while the console's tab is hidden.
 * Each person switches both for each kind; that is kept in this browser.
 */

/** What a notice is about: a review queue by its name, customers in the chat, or a note to this operator. */
export type NoticeKind = string

export interface NoticeChoice {
  sound: boolean
  browser: boolean
}

/** Milliseconds in which several notices make one tone. */
const quiet = 3000
let lastTone = 0

const keyOf = () => `notices:${keptEmail()}`

function readChoices(): Record<NoticeKind, Partial<NoticeChoice>> {
  try {
    const kept: unknown = JSON.parse(local.read(keyOf()) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, Partial<NoticeChoice>>) : {}
  } catch {
    // Anybody may write there.
    return {}
  }
}

/** What the operator chose for a kind; without a choice both are on. */
export function readChoice(kind: NoticeKind): NoticeChoice {
  const { sound, browser } = readChoices()[kind] ?? {}
  return { sound: sound !== false, browser: browser !== false }
}

export const keepChoice = (kind: NoticeKind, choice: NoticeChoice): void =>
  void local.keep(keyOf(), JSON.stringify({ ...readChoices(), [kind]: choice }))

/** Opens a page of the console from a notification; the layout sets it, so that this file knows no router. */
export const opening: { go(path: string): void } = { go() {} }

/** Whether the browser shows notifications; `impossible` where it has none. */
export const permission = (): NotificationPermission | 'impossible' =>
  typeof Notification === 'undefined' ? 'impossible' : Notification.permission

/**
 * Announces new work, in a hidden tab too.
 * @param path the page that a click on the notification opens
 */
export function announce(kind: NoticeKind, text: string, path: string): void {
  const { sound, browser } = readChoice(kind)
  const now = Date.now()
  if (sound && now - lastTone >= quiet) {
    lastTone = now
    playTone()
  }
  if (!browser || permission() !== 'granted' || document.visibilityState === 'visible') return
  try {
    // The same tag replaces an older notice of its kind, so that they do not pile up.
    const notification = new Notification(brand.name, { body: plainText(text), tag: `${brand.name}:${kind}` })
    notification.onclick = () => {
      window.focus()
      opening.go(path)
      notification.close()
    }
  } catch {
    // Some phones have the permission and no way to show one from a page.
  }
}
