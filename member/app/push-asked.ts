import { brand } from '@krapao/web/brand/brand.ts'

const key = 'asked-to-tell'

/** Whether there is anything to ask, before any of its code is loaded: a browser that can be told and was not asked yet. */
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
