/**
 * What the chat's page in a frame and the script on the other site say to each other by `postMessage`. Each side names the
 * other's exact origin, and hears only the window and the origin that it knows. No dependency: browsers use this file.
 */

/** The address of the page that other sites show in a frame. Its query: `site`, the site's origin, and `language`. */
export const chatPage = '/chat'

/** From the frame: it can listen now; the person closes it; so many messages are unread. */
export type FromFrame = { chat: 'ready' | 'close' } | { chat: 'unread'; count: number }

/** To the frame: it is shown or hidden now. */
export type ToFrame = { chat: 'shown' | 'hidden' }

/** Whether a message is one of these; other scripts of a site send their own. */
export const isOfChat = (data: unknown): data is FromFrame | ToFrame =>
  typeof data === 'object' && data !== null && typeof (data as { chat?: unknown }).chat === 'string'
