import { ApiError } from '@krapao/web/api/client.ts'
import type { ChatCalls, ChatLine, ChatPage } from '@krapao/web/chat/chat-client.ts'
import { dropGuest, makeGuest, onGuest, readGuest } from './guest.ts'

const nothing: ChatPage = { messages: [], last: 0, readByOwn: 0, readByOther: 0 }

/**
 * The calls of a visitor, whom the server names only at the first message (rules.md §12.1): until then the
 * conversation is empty and nothing is asked. A guest token that the server does not know any more is
 * replaced by a new one; what it led to can be read by nobody.
 */
export function callsAsVisitor(calls: ChatCalls): ChatCalls {
  const read = async (ask: () => Promise<ChatPage>): Promise<ChatPage> => {
    if (!readGuest()) return nothing
    try {
      return await ask()
    } catch (error) {
      if (!isUnknown(error)) throw error
      dropGuest()
      return nothing
    }
  }
  const write = async <T>(act: () => Promise<T>): Promise<T> => {
    await makeGuest()
    try {
      return await act()
    } catch (error) {
      if (!isUnknown(error)) throw error
      dropGuest()
      await makeGuest()
      return act()
    }
  }
  return {
    before: (number) => read(() => calls.before(number)),
    after: (number) => read(() => calls.after(number)),
    send: (clientId, message) => write(() => calls.send(clientId, message)),
    upload: (file, kind, options) => write(() => calls.upload(file, kind, options)),
    read: async (upTo) => (readGuest() ? calls.read(upTo) : undefined),
  }
}

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'invalid-token'

/**
 * The line of a visitor: it opens when the server has named one, and anew with another one. A visitor without
 * a name has nothing to miss.
 * @param lineOf the line of a visitor by id and token
 */
export function lineAsVisitor(
  lineOf: (guest: { guestId: string; guestToken: string }) => ChatLine,
): ChatLine {
  let current: ChatLine | undefined
  return {
    open(events) {
      let close = () => {}
      const open = () => {
        close()
        const guest = readGuest()
        current = guest && lineOf(guest)
        close = current?.open(events) ?? (() => {})
        if (!current) events.joined()
      }
      open()
      const stop = onGuest(open)
      return () => {
        stop()
        close()
      }
    },
    typing: () => current?.typing(),
  }
}
