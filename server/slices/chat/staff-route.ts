import { answerChat } from '@krapao/contract/slices/chat/answer-chat.ts'
import { assignChat } from '@krapao/contract/slices/chat/assign-chat.ts'
import { beginChat as beginChatCall } from '@krapao/contract/slices/chat/begin-chat.ts'
import { countChats } from '@krapao/contract/slices/chat/count-chats.ts'
import { endChat } from '@krapao/contract/slices/chat/end-chat.ts'
import { findChats } from '@krapao/contract/slices/chat/find-chats.ts'
import { getChat } from '@krapao/contract/slices/chat/get-chat.ts'
import { getChatReport } from '@krapao/contract/slices/chat/get-chat-report.ts'
import { listAnswerers as listAnswerersCall } from '@krapao/contract/slices/chat/list-answerers.ts'
import { listChats } from '@krapao/contract/slices/chat/list-chats.ts'
import { readChat } from '@krapao/contract/slices/chat/read-chat.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import { mountBot } from './bot-versions.ts'
import { mountReplies } from './replies.ts'
import {
  assign,
  beginChat,
  countStaffChats,
  endSession,
  findStaffChats,
  listAnswerers,
  listStaffChats,
  readAsOperator,
  readStaffChat,
  sendAsOperator,
} from './staff.ts'
import { reportOf } from './staff-report.ts'

/** The staff's calls of the chat. */
export function mountStaff(app: FastifyInstance, context: Context): void {
  const { gate } = context

  mountBot(app, context)
  mountReplies(app, context)

  mount(app, gate, listChats, ({ caller, query }) => listStaffChats(context, caller, query))

  mount(app, gate, findChats, ({ caller, query }) => findStaffChats(context, caller, query.search))

  mount(app, gate, countChats, () => countStaffChats(context))

  mount(app, gate, listAnswerersCall, () => listAnswerers(context))

  mount(app, gate, getChatReport, ({ query }) => reportOf(context, query))

  mount(app, gate, getChat, ({ caller, params, query: { before, after } }) =>
    readStaffChat(context, caller, params.id, {
      ...(before !== undefined && { before: Number(before) }),
      ...(after !== undefined && { after: Number(after) }),
    }),
  )

  mount(app, gate, answerChat, async ({ caller, params, body }) => {
    const { createdAt, number, sessionId } = await sendAsOperator(context, caller, params.id, body)
    return { createdAt: createdAt.toISOString(), number, session_id: sessionId }
  })

  mount(app, gate, assignChat, ({ caller, params, body }) =>
    assign(context, caller, params.id, body.operatorId),
  )

  mount(app, gate, beginChatCall, ({ params }) => beginChat(context, params.id))

  mount(app, gate, endChat, ({ caller, params, body }) =>
    endSession(context, caller, params.id, body.session_id),
  )

  mount(app, gate, readChat, async ({ params, body }) => {
    await readAsOperator(context, params.id, body.upTo)
    return { message: 'OK' as const }
  })
}
