import { brand } from '@krapao/web/brand/brand.ts'
import { local } from '@krapao/web/storage/stored.ts'

const key = 'asked-to-tell'

/**
 * Whether this browser can get messages and was not asked yet; known before any of the code for it is loaded.
 */
export const isAskDue = (): boolean =>
  brand.worker &&
  typeof Notification !== 'undefined' &&
  Notification.permission !== 'denied' &&
  'PushManager' in window &&
  local.keeps() &&
  local.read(key) === null

/** Remembers in this browser that it was asked. */
export const noteAsked = (): void => void local.keep(key, 'yes')
