import { chatPage } from '@krapao/contract/chat-frame.ts'
import type { Language } from '@krapao/web/i18n/texts.ts'

/** Whether this is the chat's own page, which other sites show in a frame (rules.md §12.9). */
export const isChatPage = typeof location !== 'undefined' && location.pathname === chatPage

/** The language that the other site asked for; undefined: none. */
export function languageOfSite(): Language | undefined {
  return isChatPage ? (/[?&]language=(th|la|en)\b/.exec(location.search)?.[1] as Language) : undefined
}
