import { chatPage } from '@krapao/contract/chat-frame.ts'
import { isLanguage, type Language } from '@krapao/contract/languages.ts'

/** Whether this is the chat's own page, which other sites show in a frame (rules.md §12.9). */
export const isChatPage = typeof location !== 'undefined' && location.pathname === chatPage

/** The language that the other site asked for; undefined: none. */
export function languageOfSite(): Language | undefined {
  if (!isChatPage) return undefined
  const asked = /[?&]language=(\w+)/.exec(location.search)?.[1]
  return isLanguage(asked) ? asked : undefined
}
