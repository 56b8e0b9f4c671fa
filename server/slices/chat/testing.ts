import { randomUUID } from 'node:crypto'
import type { AnswerOf } from '@krapao/contract/client.ts'
import { type ClientEvents, chatRoom, type ServerEvents } from '@krapao/contract/events.ts'
import { requestedWith } from '@krapao/contract/limits.ts'
import type { Conversation, SentMessage } from '@krapao/contract/slices/chat/message.ts'
import { io, type Socket } from 'socket.io-client'
import type { Database } from '../../platform/database.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'

/** What tests of the chat share. */

/** A customer and what proves it. */
export type Writer = {
  id: string
  headers: Record<string, string>
  join: { token: string } | { guestToken: string }
}

export const asMember = ({ id, token }: Pick<TestMember, 'id' | 'token'>): Writer => ({
  id,
  headers: { authorization: `Bearer ${token}` },
  join: { token },
})

export async function newGuest(app: Pick<TestApp, 'call'>): Promise<Writer & { guestToken: string }> {
  const { body } = await app.call('POST /api/chat/guest')
  const { guestId, guestToken } = body
  return { id: guestId, guestToken, headers: { 'x-guest-token': guestToken }, join: { guestToken } }
}

export const text = (message: string): SentMessage => ({ message_type: 'text', payload: { message } })

export const write = (
  app: Pick<TestApp, 'call'>,
  { headers }: Writer,
  message: SentMessage | string,
  clientId: string = randomUUID(),
) =>
  app.call('POST /api/chat/send-message', {
    headers,
    body: { clientId, message: typeof message === 'string' ? text(message) : message },
  })

export const historyOf = async (
  app: Pick<TestApp, 'call'>,
  { headers }: Writer,
  page: { limit?: number; skip?: number } = {},
): Promise<AnswerOf<'POST /api/chat/history'>> =>
  (await app.call('POST /api/chat/history', { headers, body: { limit: 50, skip: 0, ...page } })).body

/** The texts of messages. */
export const textsOf = (messages: Conversation[]): string[] =>
  messages.map(({ message }) =>
    'payload' in message && 'message' in message.payload ? message.payload.message : '',
  )

export async function uploadFile(
  app: Pick<TestApp, 'address'>,
  { headers }: Writer,
  kind: 'image' | 'video',
  { bytes, name }: { bytes: Uint8Array; name: string },
): Promise<{ status: number; body: { path: string; message?: string } }> {
  const form = new FormData()
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const answer = await fetch(`${app.address}/api/chat/upload-${kind}`, {
    method: 'POST',
    headers: { 'x-requested-with': requestedWith, ...headers },
    body: form,
  })
  return { status: answer.status, body: (await answer.json()) as { path: string } }
}

/** A socket that has joined a room, with the messages that it received. */
export async function listen(
  address: string,
  writer: Pick<Writer, 'id' | 'join'>,
): Promise<{ socket: Socket<ServerEvents, ClientEvents>; received: Conversation[]; joined: boolean }> {
  const socket: Socket<ServerEvents, ClientEvents> = io(address, {
    transports: ['websocket'],
    forceNew: true,
  })
  const received: Conversation[] = []
  socket.on('messaging', (message) => received.push(message))
  const { ok } = await socket.emitWithAck('join', { room: chatRoom(writer.id), ...writer.join })
  return { socket, received, joined: ok }
}

/** All conversations are over. */
export const endConversations = (database: Pick<Database, 'query'>) =>
  database.query(`update chat_conversations set state = 'ended', waiting_since = null`)
