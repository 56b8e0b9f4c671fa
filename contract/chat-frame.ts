/**
 * What the chat's page in a frame and the script on the other site say to each other by `postMessage`. Each
 * side names the other's exact origin, and hears only the window and the origin that it knows. No dependency:
 * browsers use this file.
 */

/**
 * The address of the page that other sites show in a frame. Its query: `site`, the site's origin, and
 * `language`.
 */
export const chatPage = '/chat'

/** From the frame: it can listen now; the person closes it; so many messages are unread. */
export type FromFrame = { chat: 'ready' | 'close' } | { chat: 'unread'; count: number }

/** To the frame: it is shown or hidden now. */
export type ToFrame = { chat: 'shown' | 'hidden' }

/** Whether a message is one of these; other scripts of a site send their own. */
export const isOfChat = (data: unknown): data is FromFrame | ToFrame =>
  typeof data === 'object' && data !== null && typeof (data as { chat?: unknown }).chat === 'string'

/**
 * A mark of 16 bits by which the script of the chat knows the sites that show it. Everybody may read the
 * script, and the marks do not tell which sites those are: of all sites, thousands have the same. A site that
 * has one by accident gets a button without a chat, because the page itself refuses it.
 */
export function siteMark(origin: string): number {
  let hash = 0x811c9dc5
  for (const letter of origin) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash ^ (hash >>> 16)) & 0xffff
}
