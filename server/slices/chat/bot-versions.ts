import type { BodyOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import { approveChatBot } from '@krapao/contract/slices/chat/approve-chat-bot.ts'
import { problemsOfBot } from '@krapao/contract/slices/chat/bot-problems.ts'
import { getChatBot } from '@krapao/contract/slices/chat/get-chat-bot.ts'
import { listBotVersions } from '@krapao/contract/slices/chat/list-bot-versions.ts'
import { refuseChatBot } from '@krapao/contract/slices/chat/refuse-chat-bot.ts'
import { saveChatBot } from '@krapao/contract/slices/chat/save-chat-bot.ts'
import type { FastifyInstance } from 'fastify'
import { type Tx, transaction } from '../../platform/database.ts'
import { mount, type OperatorCaller } from '../../platform/http.ts'
import { takeLock } from '../../platform/locks.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { audit, type Colleague, lockActing, selectOperators } from '../operator/public.ts'
import { missingPictures } from './bot-pictures.ts'
import {
  type BotVersionRow,
  decideBotVersion,
  findBotInForce,
  findBotVersion,
  findWaitingBot,
  insertBotVersion,
  selectBotVersions,
} from './bot-store.ts'
import { firstBot } from './first-bot.ts'
import { insertApprovedHosts } from './host-store.ts'
import { hostsOfBot } from './hosts.ts'
import { newHostsOf, requireSecondPerson } from './second-person.ts'

const perPage = 30
const subject = 'chat-bot'
const shipped = {
  version: 0,
  operator: null,
  at: null,
  state: 'APPROVED',
  newHosts: [],
  decided: null,
} as const

/** The calls by which operators write what the bot says (rules.md §12.4). */
export function mountBot(app: FastifyInstance, context: Context): void {
  const { gate, db } = context

  mount(app, gate, getChatBot, async ({ query: { version } }) => {
    const wanted = version === undefined ? undefined : Number(version)
    const current = await findBotInForce(db)
    const row =
      wanted === undefined ? ((await findWaitingBot(db)) ?? current) : await findBotVersion(db, wanted)
    const inForce = current?.version ?? 0
    if (!row && (wanted ?? 0) !== 0) throw new Refusal('NO_DATA')
    if (!row) return { ...shipped, newHosts: [], inForce, content: firstBot }
    const [shown] = await toVersions(context, [row])
    if (!shown) throw new Refusal('NO_DATA')
    return { ...shown, inForce, content: row.content }
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

  mount(app, gate, approveChatBot, async ({ caller, params, body }) => {
    await decide(context, caller, Number(params.version), { verdict: 'approve', reason: body.reason })
    return { message: 'OK' as const }
  })

  mount(app, gate, refuseChatBot, async ({ caller, params, body }) => {
    await decide(context, caller, Number(params.version), { verdict: 'refuse', reason: body.reason })
    return { message: 'OK' as const }
  })
}

/**
 * Makes a version, which takes the place of one that waits. It waits itself where it leads to a new foreign
 * host.
 * @throws Refusal `INVALID_CHAT_BOT`, `CHAT_BOT_CHANGED`, `INACTIVE_USER`, `FORBIDDEN`
 */
async function save(
  context: Context,
  caller: OperatorCaller,
  { basedOn, content }: BodyOf<'PUT /api/console/chat-bot'>,
) {
  const { operatorId } = caller
  const problems = problemsOfBot(content)
  if (problems.length === 0) problems.push(...(await missingPictures(context, content)))
  if (problems.length > 0) throw new Refusal('INVALID_CHAT_BOT', { fields: problems.slice(0, 50) })
  const hosts = hostsOfBot(content)
  return changing(context, async (tx) => {
    await lockActing(tx, caller, 'editBot')
    const current = await findBotInForce(tx)
    const waiting = await findWaitingBot(tx)
    const latest = (waiting ?? current)?.version ?? 0
    if (latest !== basedOn) throw new Refusal('CHAT_BOT_CHANGED', { latest })
    const now = context.clock.now()
    if (waiting) {
      const end = { state: 'WITHDRAWN', by: operatorId, at: now, reason: '' } as const
      await decideBotVersion(tx, waiting.version, end)
    }
    const inForce = hostsOfBot(current?.content ?? firstBot)
    const newHosts = await newHostsOf(context, tx, { hosts, inForce })
    const version = await insertBotVersion(tx, { content, operatorId, now, newHosts })
    await audit(context, tx, {
      operatorId,
      action: 'chat.bot-changed',
      subject,
      details: {
        version,
        ...(newHosts.length > 0 && { newHosts }),
        ...(waiting && { withdrawn: waiting.version }),
      },
    })
    const status = newHosts.length > 0 ? ('SECOND_OPERATOR_NEEDED' as const) : ('DONE' as const)
    return { version, status, newHosts }
  })
}

/**
 * Approves a version that another person made, with the hosts that were shown with it, or refuses one.
 * @throws Refusal `NO_DATA`, `ALREADY_DECIDED` (with `decidedBy`, `verdict` and `at`), `SECOND_OPERATOR`,
 *   `OPERATORS_TIED`, `CONFIRM_IDENTITY`, `AUTHOR_INACTIVE`, `INACTIVE_USER`, `FORBIDDEN`
 */
async function decide(
  context: Context,
  caller: OperatorCaller,
  version: number,
  { verdict, reason }: { verdict: 'approve' | 'refuse'; reason: string },
): Promise<void> {
  const { operatorId } = caller
  await changing(context, async (tx) => {
    const row = await findBotVersion(tx, version)
    if (!row) throw new Refusal('NO_DATA')
    const author = row.operatorId ?? operatorId
    const others = [author, ...(row.decidedBy === null ? [] : [row.decidedBy])]
    const people = await lockActing(tx, caller, 'decideChatTexts', others)
    if (row.state !== 'WAITING') throw alreadyDecided(row, people)
    const now = context.clock.now()
    if (verdict === 'approve') {
      await requireSecondPerson(context, tx, caller, { author, people, right: 'editBot' })
      await insertApprovedHosts(tx, row.newHosts, { by: operatorId, at: now })
    }
    const state = verdict === 'approve' ? 'APPROVED' : 'REFUSED'
    await decideBotVersion(tx, version, { state, by: operatorId, at: now, reason: reason.trim() })
    await audit(context, tx, {
      operatorId,
      action: verdict === 'approve' ? 'chat.bot-approved' : 'chat.bot-refused',
      subject,
      reason: reason.trim(),
      details: { version, newHosts: row.newHosts },
    })
    return row
  })
}

/**
 * A transaction that changes what the bot says, one after the other; the lock comes before people, as
 * everywhere.
 */
const changing = <Result extends { version: number }>(
  context: Context,
  act: (tx: Tx) => Promise<Result>,
): Promise<Result> =>
  transaction(context.db, async (tx) => {
    await takeLock(tx, 'chatTexts')
    const result = await act(tx)
    tx.afterCommit(() => {
      context.services.chatBot.clear()
      context.sockets.emit(consoleRoom, 'bot-changed', result.version)
    })
    return result
  })

function alreadyDecided({ state, decidedBy, decidedAt }: BotVersionRow, people: Colleague[]): Refusal {
  return new Refusal('ALREADY_DECIDED', {
    decidedBy: people.find(({ id }) => id === decidedBy)?.name ?? null,
    verdict: state === 'APPROVED' ? 'approve' : 'refuse',
    at: decidedAt,
  })
}

async function toVersions({ db }: Context, rows: BotVersionRow[]) {
  const ids = [
    ...new Set(rows.flatMap(({ operatorId, decidedBy }) => [operatorId ?? [], decidedBy ?? []].flat())),
  ]
  const names = new Map((await selectOperators(db, ids)).map(({ id, name }) => [id, name]))
  const person = (id: string) => ({ _id: id, name: names.get(id) ?? id })
  return rows.map(
    ({ version, operatorId, createdAt, state, newHosts, decidedBy, decidedAt, decidedReason }) => ({
      version,
      operator: operatorId === null ? null : person(operatorId),
      at: createdAt.toISOString(),
      state,
      newHosts,
      decided:
        decidedBy === null || decidedAt === null
          ? null
          : { operator: person(decidedBy), at: decidedAt.toISOString(), reason: decidedReason ?? '' },
    }),
  )
}
