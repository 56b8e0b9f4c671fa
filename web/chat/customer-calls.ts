import { type ContractCalls, createClient } from '../api/client.ts'
import { upload } from '../api/upload.ts'
import type { ChatCalls, ChatPage } from './chat-client.ts'

type Client = ReturnType<typeof createClient<ContractCalls>>

/**
 * A customer's calls.
 * @param client the app's client, whose token is a member's
 * @param guestToken a visitor's; the calls are then the visitor's, and a token that the server does not know
 *   ends no session of the app
 */
export function customerCalls(client: Client, guestToken?: () => string | undefined): ChatCalls {
  const { around } = client
  const own: Client = guestToken
    ? createClient({
        ...around,
        token: () => undefined,
        guestToken,
        refused: (code) => code !== 'invalid-token' && around.refused(code, undefined),
      })
    : client
  const read = async (query: { before?: string; after?: string }): Promise<ChatPage> => {
    const { messages, last, readByOperator, readByCustomer } = await own.api('GET /api/chat/messages', {
      query,
    })
    return { messages, last, readByOwn: readByCustomer, readByOther: readByOperator }
  }
  return {
    before: (number) => read(number === null ? {} : { before: String(number) }),
    after: (number) => read({ after: String(number) }),
    send: (clientId, message) => own.api('POST /api/chat/send-message', { clientId, message }),
    upload(file, kind, options) {
      const form = new FormData()
      form.append('file', file, file.name)
      return upload(
        own,
        kind === 'image' ? 'POST /api/chat/upload-image' : 'POST /api/chat/upload-video',
        form,
        options,
      )
    },
    read: (upTo) => own.api('PUT /api/chat/read-customer/', { upTo }),
  }
}
