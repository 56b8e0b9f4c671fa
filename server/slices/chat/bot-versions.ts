import { consoleRoom } from '@krapao/contract/events.ts'
import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import { problemsOfBot } from '@krapao/contract/slices/chat/bot-problems.ts'
import { getChatBot } from '@krapao/contract/slices/chat/get-chat-bot.ts'
import { listBotVersions } from '@krapao/contract/slices/chat/list-bot-versions.ts'
import { saveChatBot } from '@krapao/contract/slices/chat/save-chat-bot.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import type { FastifyInstance } from 'fastify'
import { transaction } from '../../platform/database.ts'
import { mount, type OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { audit, lockOperators, selectOperators } from '../operator/public.ts'
import { missingPictures } from './bot-pictures.ts'
import { type BotVersionRow, findBotVersion, insertBotVersion, selectBotVersions } from './bot-store.ts'
import { firstBot } from './first-bot.ts'

const perPage = 30

/** The calls by which operators write what the bot says (rules.md §12.4). */
export function mountBot(app: FastifyInstance, context: Context): void {
  const { gate, db } = context

  mount(app, gate, getChatBot, async ({ query: { version } }) => {
    const wanted = version === undefined ? undefined : Number(version)
    const row = wanted === 0 ? undefined : await findBotVersion(db, wanted)
    if (!row && wanted !== undefined && wanted !== 0) throw new Refusal('NO_DATA')
    if (!row) return { version: 0, operator: null, at: null, content: firstBot }
    const [shown] = await toVersions(context, [row])
    if (!shown) throw new Refusal('NO_DATA')
    return { ...shown, content: row.content }
  })

  mount(app, gate, listBotVersions, async ({ query: { before } }) => {
    const rows = await selectBotVersions(db, {
      before: Number(before ?? 1_000_000_000),
      limit: perPage + 1,
    })
    const page = rows.slice(0, perPage)
    const last = rows.length > perPage ? page.at(-1) : undefined
    return { versions: await toVersions(context, page), next: last ? String(last.version) : null }
  })

  mount(app, gate, saveChatBot, ({ caller, body }) => save(context, caller, body))
}

/** @throws Refusal `INVALID_CHAT_BOT`, `CHAT_BOT_CHANGED`, `INACTIVE_USER`, `FORBIDDEN` */
async function save(
  context: Context,
  { operatorId }: OperatorCaller,
  { basedOn, content }: { basedOn: number; content: BotContent },
): Promise<{ version: number }> {
  const problems = problemsOfBot(content)
  if (problems.length === 0) problems.push(...(await missingPictures(context, content)))
  if (problems.length > 0) throw new Refusal('INVALID_CHAT_BOT', { fields: problems.slice(0, 50) })
  const version = basedOn + 1
  await transaction(context.db, async (tx) => {
    const [operator] = await lockOperators(tx, [operatorId])
    if (!operator?.isActive) throw new Refusal('INACTIVE_USER')
    if (!may(operator.role, 'editBot')) throw new Refusal('FORBIDDEN')
    const now = context.clock.now()
    if (!(await insertBotVersion(tx, basedOn, { content, operatorId, now }))) {
      const latest = await findBotVersion(tx)
      throw new Refusal('CHAT_BOT_CHANGED', { latest: latest?.version ?? 0 })
    }
    await audit(context, tx, {
      operatorId,
      action: 'chat.bot-changed',
      subject: 'chat-bot',
      details: { version },
    })
    tx.afterCommit(() => {
      context.services.chatBot.clear()
      context.sockets.emit(consoleRoom, 'bot-changed', version)
    })
  })
  return { version }
}

async function toVersions({ db }: Context, rows: BotVersionRow[]) {
  const ids = [...new Set(rows.flatMap(({ operatorId }) => operatorId ?? []))]
  const names = new Map((await selectOperators(db, ids)).map(({ id, name }) => [id, name]))
  return rows.map(({ version, operatorId, createdAt }) => ({
    version,
    operator: operatorId === null ? null : { _id: operatorId, name: names.get(operatorId) ?? operatorId },
    at: createdAt.toISOString(),
  }))
}
