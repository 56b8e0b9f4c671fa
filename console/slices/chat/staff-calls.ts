import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import type { ChatCalls, ChatLine, ChatPage, ChatStorage } from '@krapao/web/chat/chat-client.ts'
import { api, sendForm } from '../../app/api.ts'
import { onChatEvents, sendTyping } from '../../app/live.ts'
import { queries } from '../../app/queries.ts'
import { keepDraft, readDraft } from '../../app/session.ts'
import { chatKey } from './queries.ts'

/** What the engine of a conversation is given on the staff's side: calls, socket and storage. */

/** Every answer also brings the conversation as the list shows it, which the page reads under `chatKey`. */
export function staffCalls(id: string, role: Role): ChatCalls {
  const params = { id }
  const read = async (query: { before?: string; after?: string }): Promise<ChatPage> => {
    const { chat, messages } = await api('GET /api/console/chats/:id', { params }, { query })
    queries.setQueryData(chatKey(id), chat)
    return {
      messages,
      last: chat.last,
      readByOwn: chat.readByOperator,
      readByOther: chat.readByCustomer,
    }
  }
  return {
    before: (number) => read(number === null ? {} : { before: String(number) }),
    after: (number) => read({ after: String(number) }),
    send: (clientId, message) => api('POST /api/console/chats/:id/messages', { params, clientId, message }),
    upload(file, kind, options) {
      const form = new FormData()
      form.append('file', file, file.name)
      return sendForm(
        kind === 'image' ? 'POST /api/console/chats/upload-image' : 'POST /api/console/chats/upload-video',
        form,
        options,
      )
    },
    // Who only looks leaves no mark.
    read: async (upTo) =>
      may(role, 'answerChats') && api('PUT /api/console/chats/:id/read', { params, upTo }),
  }
}

/** The console's socket, as far as it is about one conversation. */
export const staffLine = (id: string): ChatLine => ({
  open: ({ joined, lost, changed, typing }) =>
    onChatEvents({
      joined,
      lost,
      changed: (changedId) => {
        if (changedId === id) changed()
      },
      typing: (typingId, operator) => {
        if (typingId === id && operator === null) typing('')
      },
    }),
  typing: () => sendTyping(id),
})

/** Unsent messages, kept like other drafts of this tab's operator. */
export const staffStorage = (id: string): ChatStorage => ({
  read: () => readDraft(`chat-outbox-${id}`) || null,
  write: (value) => keepDraft(`chat-outbox-${id}`, value ?? ''),
})
