import fastifyMultipart from '@fastify/multipart'
import fastifySend from '@fastify/send'
import { isClosed } from '@krapao/contract/closing-hours.ts'
import { chatPrefix, chatRoom, consoleRoom } from '@krapao/contract/events.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { chat as limits } from '@krapao/contract/limits.ts'
import { adoptGuest } from '@krapao/contract/slices/chat/adopt-guest.ts'
import { createGuest } from '@krapao/contract/slices/chat/create-guest.ts'
import { getChatConfig } from '@krapao/contract/slices/chat/get-config.ts'
import { listHistory } from '@krapao/contract/slices/chat/list-history.ts'
import { listMessages } from '@krapao/contract/slices/chat/list-messages.ts'
import { readMessages } from '@krapao/contract/slices/chat/read-messages.ts'
import { sendMessage } from '@krapao/contract/slices/chat/send-message.ts'
import { uploadBotPicture } from '@krapao/contract/slices/chat/upload-bot-picture.ts'
import { uploadChatImage } from '@krapao/contract/slices/chat/upload-image.ts'
import { uploadStaffImage } from '@krapao/contract/slices/chat/upload-staff-image.ts'
import { uploadStaffVideo } from '@krapao/contract/slices/chat/upload-staff-video.ts'
import { uploadChatVideo } from '@krapao/contract/slices/chat/upload-video.ts'
import { addSeconds } from '../../platform/clock.ts'
import { type Customer, mount } from '../../platform/http.ts'
import { keyedQueue } from '../../platform/keyed-queue.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import { Refusal } from '../../platform/refusal.ts'
import { livingSessions } from '../account/public.ts'
import type { Context, Slice } from '../context.ts'
import { isChatOn } from '../lookup/public.ts'
import { adopt } from './adopt.ts'
import { botContent } from './bot.ts'
import { botPicturePath, botPictures } from './bot-pictures.ts'
import { customerOfToken, newGuest } from './guests.ts'
import { fileOwner, takeChatFile } from './media.ts'
import { namesOf, toConversation } from './messages.ts'
import { clientIdRequired, visitorFileDays } from './rules.ts'
import { closingHours } from './send.ts'
import { staffOwner } from './staff.ts'
import { mountStaff } from './staff-route.ts'
import {
  customerKey,
  deleteUnsentFiles,
  deleteVisitorFiles,
  findConversation,
  isSent,
  type MessageRow,
  markCustomerRead,
  selectAfter,
  selectUpTo,
} from './store.ts'
import { passOnTyping } from './typing.ts'

const ok = { message: 'OK' } as const
const pageAfter = 100

async function configFor(context: Context, language: Language) {
  const [bot, hours] = await Promise.all([botContent(context), closingHours(context)])
  const isOpen = !isClosed(hours, context.clock.now())
  return {
    PREFIX: chatPrefix,
    greeting: bot.greeting[language],
    isOpen,
    ...hours,
    awayText: isOpen ? '' : bot.away[language],
  }
}

/** The chat of members and visitors with the staff (rules.md §12). */
export const chatSlice: Slice = {
  name: 'chat',
  async mount(app, context) {
    const { clock, db, files, gate, jobs, settings } = context

    mount(app, gate, getChatConfig, ({ language }) => configFor(context, language))

    /** Reading stays possible while the chat is off. @throws Refusal `CHAT_CLOSED` */
    const refuseWhileOff = async () => {
      if (!(await isChatOn(context))) throw new Refusal('CHAT_CLOSED')
    }

    mount(app, gate, createGuest, async () => {
      await refuseWhileOff()
      return newGuest(context)
    })

    mount(app, gate, adoptGuest, async ({ caller, body, language }) => {
      await refuseWhileOff()
      await adopt(context, caller.memberId, { ...body, language })
      return ok
    })

    const count = gate.limiter(sendMessage.limit)
    const inTurn = keyedQueue(Number.POSITIVE_INFINITY)
    mount(app, gate, sendMessage, async ({ caller, body, language }) => {
      await refuseWhileOff()
      refuseOthers(caller, body)
      const { clientId = await newClientId(), message } = body
      // Repetitions wait for the first one: only then is it known that they are none of their own.
      const { createdAt, number, sessionId } = await inTurn(
        `${customerKey(caller)} ${clientId}`,
        async () => {
          if (!(await isSent(db, caller, clientId))) await count(customerKey(caller))
          return context.services.sendAsCustomer({ customer: caller, clientId, message, language })
        },
      )
      return { createdAt: createdAt.toISOString(), number, session_id: sessionId }
    })

    /**
     * The id of a message that has none from its sender. @throws Refusal `INVALID_REQUEST` where the operator
     * demands one
     */
    const newClientId = async () => {
      if (await context.settings.get(clientIdRequired))
        throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'clientId', reason: 'required' }] })
      return randomLetters(22)
    }

    const answered = async (customer: Customer, rows: MessageRow[]) => {
      const names = await namesOf(context, rows)
      return rows.map((row) => toConversation(context, customer, row, names))
    }

    mount(app, gate, listHistory, async ({ caller, body }) => {
      refuseOthers(caller, body)
      const conversation = await findConversation(db, caller)
      if (!conversation) return []
      const upTo = conversation.lastNumber - body.skip
      return answered(caller, await selectUpTo(db, conversation.id, { upTo, limit: body.limit }))
    })

    mount(app, gate, listMessages, async ({ caller, query: { after, before } }) => {
      const conversation = await findConversation(db, caller)
      if (!conversation) return { messages: [], last: 0, readByOperator: 0, readByCustomer: 0 }
      const { id } = conversation
      const upTo = Number(before ?? conversation.lastNumber + 1) - 1
      const rows =
        after === undefined
          ? (await selectUpTo(db, id, { upTo, limit: limits.historyPage })).reverse()
          : await selectAfter(db, id, { after: Number(after), limit: pageAfter })
      return {
        messages: await answered(caller, rows),
        last: Math.max(conversation.lastNumber, rows.at(-1)?.number ?? 0),
        readByOperator: conversation.operatorRead,
        readByCustomer: conversation.customerRead,
      }
    })

    mount(app, gate, readMessages, async ({ caller, body }) => {
      refuseOthers(caller, body)
      const conversation = await findConversation(db, caller)
      if (conversation) {
        const upTo = body.upTo ?? conversation.lastNumber
        const isNew = await markCustomerRead(db, conversation.id, upTo)
        // The operator who answers sees that it was read.
        if (isNew) context.sockets.emit(consoleRoom, 'chat-changed', conversation.id)
      }
      return ok
    })

    // Forms with files are read here and nowhere else.
    await app.register(async (scope) => {
      await scope.register(fastifyMultipart, { throwFileSizeLimit: false })
      mount(scope, gate, uploadChatImage, async ({ caller, request }) => {
        await refuseWhileOff()
        return { path: await takeChatFile(context, 'image', fileOwner(caller), request) }
      })
      mount(scope, gate, uploadChatVideo, async ({ caller, request }) => {
        await refuseWhileOff()
        return { path: await takeChatFile(context, 'video', fileOwner(caller), request) }
      })
      mount(scope, gate, uploadStaffImage, async ({ caller, request }) => ({
        path: await takeChatFile(context, 'image', staffOwner(caller), request),
      }))
      mount(scope, gate, uploadStaffVideo, async ({ caller, request }) => ({
        path: await takeChatFile(context, 'video', staffOwner(caller), request),
      }))
      mount(scope, gate, uploadBotPicture, async ({ request }) => ({
        image: botPicturePath(await botPictures(context).take(request, context.pictures)),
      }))
    })

    mountStaff(app, context)
    botPictures(context).serve(app)

    // A fresh link is enough to see the file: both sides of its conversation are given one (rules.md §12.1).
    app.get('/files/chat/:name', { schema: { hide: true } }, async (request, reply) => {
      const { name } = request.params as { name: string }
      const { expires = '', signature = '' } = request.query as { expires?: unknown; signature?: unknown }
      const file = `chat/${name}`
      if (!files.isLinked(file, String(expires), String(signature))) throw new Refusal('NO_DATA')
      // Players ask for parts of a video.
      const sent = await fastifySend(request.raw, file, { root: files.folder, cacheControl: false })
      if (sent.statusCode === 404) throw new Refusal('NO_DATA')
      return reply
        .status(sent.statusCode)
        .headers({
          ...sent.headers,
          'content-type': name.endsWith('.mp4') ? 'video/mp4' : 'image/webp',
          'content-disposition': 'inline',
          'cache-control': 'private, max-age=600',
          'x-content-type-options': 'nosniff',
          // A copied link shows nothing on another site.
          'cross-origin-resource-policy': 'same-origin',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(sent.stream)
    })

    context.sockets.allow({
      async admit(room, token) {
        const found = await customerOfToken(context, token)
        if (!found) return undefined
        const { memberId, guestId } = found.customer
        return room === chatRoom(memberId ?? guestId) ? found.session : undefined
      },
      // A visitor has no session that could end.
      async living(sessions) {
        const members = sessions.filter((session) => !session.startsWith('guest '))
        const living = await livingSessions(context.database, members, clock.now())
        return [...living, ...sessions.filter((session) => session.startsWith('guest '))]
      },
    })

    context.sockets.onTyping((typing) => passOnTyping(context, typing))

    await jobs.cron('sweep-chat-files', '23 * * * *', async () => {
      for (;;) {
        const now = clock.now()
        const days = await settings.get(visitorFileDays)
        const names = [
          ...(await deleteUnsentFiles(db, addSeconds(now, -86_400))),
          ...(await deleteVisitorFiles(db, addSeconds(now, -86_400 * days))),
        ]
        if (names.length === 0) return
        for (const name of names) await files.remove(name)
      }
    })
  },
}

/** A customer reads and writes in the own name only. @throws Refusal `FORBIDDEN` */
function refuseOthers({ memberId, guestId }: Customer, said: { userId?: string; guestId?: string }): void {
  const isOther =
    (memberId !== null && said.userId !== undefined && said.userId !== memberId) ||
    (memberId === null && said.userId !== undefined && said.userId !== '') ||
    (guestId !== null && said.guestId !== undefined && said.guestId !== guestId)
  if (isOther) throw new Refusal('FORBIDDEN')
}
