import type { Role } from '@krapao/contract/slices/operator/roles.ts'
import type { ChatClient, ChatState } from '@krapao/web/chat/chat-client.ts'
import { createChatClient } from '@krapao/web/chat/create-chat-client.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { staffCalls, staffLine, staffStorage } from './staff-calls.ts'

/**
 * The engine of a conversation, which runs while the component is mounted. Mount it anew for another
 * conversation.
 */
export function useStaffClient(id: string, role: Role): { client: ChatClient; state: ChatState } {
  const [client] = useState(() =>
    createChatClient({
      own: 'operator',
      calls: staffCalls(id, role),
      line: staffLine(id),
      storage: staffStorage(id),
    }),
  )
  const state = useSyncExternalStore(client.subscribe, client.getState)
  useEffect(() => client.start(), [client])
  return { client, state }
}
