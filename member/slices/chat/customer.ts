import type { ChatCalls } from '@krapao/web/chat/chat-client.ts'
import { customerCalls } from '@krapao/web/chat/customer-calls.ts'
import { client } from '../../frame/calls/api.ts'
import { ownToken } from '../../frame/calls/session.ts'
import { readGuest } from './guest.ts'

/** The chat's calls of whoever uses the app now: the member who is logged in, or the visitor. */
export const callsNow = (): ChatCalls =>
  ownToken() ? customerCalls(client) : customerCalls(client, () => readGuest()?.guestToken)
