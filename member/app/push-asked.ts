import { brand } from '@krapao/web/brand/brand.ts'

const key = 'asked-to-tell'

/** Whether this browser can get messages and was not asked yet; known before any of the code for it is loaded. */
export function isAskDue(): boolean {
  try {
    return (
      brand.worker &&
      typeof Notification !== 'undefined' &&
      Notification.permission !== 'denied' &&
      'PushManager' in window &&
      localStorage.getItem(key) === null
    )
  } catch {
    return false
  }
}

/** Remembers in this browser that it was asked. */
export function noteAsked(): void {
  try {
    localStorage.setItem(key, 'yes')
  } catch {
    // Then it is asked once in each page.
  }
}
