import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawQuery, transaction } from '../../platform/database.ts'
import { takeLock } from '../../platform/locks.ts'
import { anotherNode, type TestApp, testApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { eventsOf, newOperator, shutOut, storeTie, type TestOperator } from '../operator/testing.ts'
import { botContent } from './bot.ts'
import { firstBot } from './first-bot.ts'

/**
 * What leads to a new foreign host is in force when a second person has approved it (rules.md §12.4, §12.5).
 */

const reason = 'looked at it'
const outcome = ({ error }: { error?: { message: string } | undefined }): string => error?.message ?? 'OK'

let app: TestApp
let support: TestOperator
let cashier: TestOperator
let owner: TestOperator
beforeAll(async () => {
  app = await testApp({
    config: { PUBLIC_URL: 'https://krapao.example' },
    settings: { 'operator.confirmMinutes': 15 },
  })
  support = await newOperator(app, 'support')
  cashier = await newOperator(app, 'cashier')
  owner = await newOperator(app, 'owner')
})
afterAll(() => app.close())

/** As if the first had let the second in just now. */
const tie = (first: TestOperator, second: TestOperator) =>
  storeTie(app.database, first.id, second.id, app.clock.now())
/** The last event of an action. */
const audited = async (actions: string) => (await eventsOf(app.database, { actions })).slice(-1)
let counter = 0
const newHost = () => `evil-${++counter}.example`
/** Both calls wait until both have begun. */
async function together<T>(calls: (() => Promise<T>)[]): Promise<T[]> {
  const running = await transaction(app.context.db, async (tx) => {
    await takeLock(tx, 'chatTexts')
    const begun = calls.map((call) => call())
    await expect.poll(() => waitingForLocks(app.database)).toBe(calls.length)
    return { begun }
  })
  return Promise.all(running.begun)
}

describe('a version of the bot', () => {
  const saying = (words: string): BotContent => ({
    ...firstBot,
    handedOver: { th: words, la: words, en: words },
  })
  const withButton = (payload: string): BotContent => ({
    ...firstBot,
    greeting: {
      ...firstBot.greeting,
      th: [
        {
          message_type: 'buttons',
          payload: { message: 'x', buttons: [{ type: 'web', title: 'x', payload }] },
        },
      ],
    },
  })
  const read = async (version?: number) =>
    (
      await app.call('GET /api/console/chat-bot', {
        token: support.token,
        query: version === undefined ? {} : { version: String(version) },
      })
    ).body
  const save = async (content: BotContent, { token } = support, basedOn?: number) =>
    app.call('PUT /api/console/chat-bot', {
      token,
      body: { basedOn: basedOn ?? (await read()).version, content },
    })
  const decide = async (verdict: 'approve' | 'refuse', version: number, { token }: TestOperator = cashier) =>
    app.call(`POST /api/console/chat-bot/versions/:version/${verdict}`, {
      token,
      params: { version: String(version) },
      body: { reason },
    })
  const now = () => botContent(app.context)

  it('with a new host waits, and answers on every node once another person has approved it', async () => {
    const before = await now()
    const host = newHost()
    const content = withButton(`https://${host}/login`)
    const { body } = await save(content)
    expect(body).toMatchObject({ status: 'SECOND_OPERATOR_NEEDED', newHosts: [host] })
    const { version } = body
    expect(await now()).toEqual(before)
    expect(await read()).toMatchObject({
      version,
      state: 'WAITING',
      newHosts: [host],
      content,
      decided: null,
    })
    expect((await read()).inForce).not.toBe(version)
    expect(await audited('chat.bot-changed')).toMatchObject([{ details: { version, newHosts: [host] } }])

    expect(outcome(await decide('approve', version, support))).toBe('FORBIDDEN')
    const second = anotherNode(app.context)
    await botContent(second)
    expect(outcome(await decide('approve', version))).toBe('OK')
    expect(await now()).toEqual(content)
    await expect.poll(() => botContent(second), { timeout: 4000 }).toEqual(content)
    expect(await read()).toMatchObject({
      version,
      inForce: version,
      state: 'APPROVED',
      decided: { operator: { _id: cashier.id }, reason },
    })
    expect(await audited('chat.bot-approved')).toMatchObject([
      { operator_id: cashier.id, reason, details: { version, newHosts: [host] } },
    ])
    // The host is approved: other texts that lead to it wait for nobody, and nobody's look-alike is.
    expect((await save(saying(host))).body).toMatchObject({ status: 'DONE', newHosts: [] })
    expect((await save(saying(host.replace('e', '\u0435')))).body.status).toBe('SECOND_OPERATOR_NEEDED')
  })

  it.each<[string, string]>([
    ['nowhere', 'x'],
    ['to our own site', 'https://krapao.example/user/bonus'],
    ['to our own site by its bare name', 'ดูที่KRAPAO.example.'],
  ])('that leads %s is in force at once', async (_, words) => {
    const { body } = await save(saying(words))
    expect(body).toMatchObject({ status: 'DONE', newHosts: [] })
    expect((await now()).handedOver.th).toBe(words)
  })

  it('with what is in force already is in force at once, also where nobody approved that', async () => {
    const host = newHost()
    // As a version from before hosts were looked at.
    await app.database.query(
      `insert into chat_bots (version, content, created_at)
       select max(version) + 1, $1::jsonb, now() from chat_bots`,
      [JSON.stringify(saying(host))],
    )
    app.context.services.chatBot.clear()
    expect((await save(saying(`new words, and ${host}`))).body.status).toBe('DONE')
    expect((await save(saying('without'))).body.status).toBe('DONE')
    expect((await save(saying(host))).body.status).toBe('SECOND_OPERATOR_NEEDED')
  })

  it('is not approved by its author, nor by who is tied to them, nor for an author who may no longer', async () => {
    const boss = await newOperator(app, 'owner')
    const { version } = (await save(saying(newHost()), boss)).body
    expect(outcome(await decide('approve', version, boss))).toBe('SECOND_OPERATOR')
    const tied = await newOperator(app, 'cashier')
    await tie(boss, tied)
    expect(outcome(await decide('approve', version, tied))).toBe('OPERATORS_TIED')
    await shutOut(app.database, boss.id)
    expect(outcome(await decide('approve', version))).toBe('AUTHOR_INACTIVE')
    expect(await read()).toMatchObject({ version, state: 'WAITING' })
  })

  it('is approved by who proved lately who they are', async () => {
    const { version } = (await save(saying(newHost()))).body
    const late = await newOperator(app, 'cashier')
    app.clock.advance(15 * 60 + 1)
    expect(outcome(await decide('approve', version, late))).toBe('CONFIRM_IDENTITY')
    const body = { password: late.password }
    await app.call('POST /api/console/confirm', { token: late.token, body })
    expect(outcome(await decide('approve', version, late))).toBe('OK')
    // The others have to prove it, too.
    cashier = await newOperator(app, 'cashier')
    owner = await newOperator(app, 'owner')
  })

  it('that was refused is never in force; the next one is based on what is', async () => {
    const before = await read()
    const host = newHost()
    const { version } = (await save(saying(host))).body
    const inForce = await now()
    expect(outcome(await decide('refuse', version))).toBe('OK')
    expect(await now()).toEqual(inForce)
    expect((await read()).version).toBe(before.inForce)
    expect(await read(version)).toMatchObject({ state: 'REFUSED', decided: { reason } })
    expect((await decide('approve', version, owner)).error).toMatchObject({
      message: 'ALREADY_DECIDED',
      decidedBy: cashier.name,
      verdict: 'refuse',
    })
    expect((await save(saying(host))).body).toMatchObject({
      version: version + 1,
      status: 'SECOND_OPERATOR_NEEDED',
    })
  })

  it('that was changed meanwhile is not approved: the number says what was shown', async () => {
    const first = (await save(saying(newHost()))).body
    const second = (await save(saying(newHost()), owner)).body
    expect(outcome(await decide('approve', first.version))).toBe('ALREADY_DECIDED')
    expect(await read(first.version)).toMatchObject({
      state: 'WITHDRAWN',
      decided: { operator: { _id: owner.id } },
    })
    expect((await save(saying('x'), support, first.version)).error).toMatchObject({
      message: 'CHAT_BOT_CHANGED',
      latest: second.version,
    })
    expect(outcome(await decide('approve', second.version))).toBe('OK')
  })

  it('is decided once when two decide at once, and either approved or replaced when both happen at once', async () => {
    const { version } = (await save(saying(newHost()))).body
    const both = await together([() => decide('approve', version), () => decide('refuse', version, owner)])
    expect(both.map(outcome).sort()).toEqual(['ALREADY_DECIDED', 'OK'])

    const words = newHost()
    const waiting = (await save(saying(words))).body
    const mixed = await together<{ error?: { message: string } }>([
      () => decide('approve', waiting.version),
      () => save(saying(newHost()), support, waiting.version),
    ])
    expect(mixed.map(outcome)).toContain('OK')
    const { state } = await read(waiting.version)
    expect((await now()).handedOver.th === words).toBe(state === 'APPROVED')
  })
})

describe('a canned reply', () => {
  const saying = (th: string) => ({ th, la: '', en: '' })
  const list = async () =>
    (await app.call('GET /api/console/chat-replies', { token: cashier.token })).body.replies
  const find = async (id: string) => (await list()).find(({ _id }) => _id === id)
  const add = async (th: string, { token } = support) =>
    app.call('POST /api/console/chat-replies', {
      token,
      body: { shortcut: `r-${++counter}`, texts: saying(th) },
    })
  const change = async (
    { _id, version, shortcut }: { _id: string; version: number; shortcut: string },
    th: string,
    { token } = support,
  ) =>
    app.call('PUT /api/console/chat-replies/:id', {
      token,
      params: { id: _id },
      body: { basedOn: version, shortcut, texts: saying(th) },
    })
  const decide = async (
    verdict: 'approve' | 'refuse',
    { _id, version }: { _id: string; version: number },
    { token }: TestOperator = cashier,
  ) =>
    app.call(`POST /api/console/chat-replies/:id/${verdict}`, {
      token,
      params: { id: _id },
      body: { version, reason },
    })

  it('with a new host says nothing until another person has approved it', async () => {
    const host = newHost()
    const { body: reply } = await add(host)
    expect(reply).toMatchObject({
      version: 1,
      texts: saying(''),
      waiting: { texts: saying(host), newHosts: [host], operator: { _id: support.id } },
    })
    expect(outcome(await decide('approve', reply, support))).toBe('FORBIDDEN')
    expect((await decide('approve', reply)).body).toMatchObject({ texts: saying(host), waiting: null })
    expect(await find(reply._id)).toMatchObject({ texts: saying(host), operator: { _id: support.id } })
    expect((await add(`also ${host}`)).body.waiting).toBeNull()
    expect(await audited('chat.reply-approved')).toMatchObject([{ reason, details: { newHosts: [host] } }])
  })

  it('keeps saying what it said while a change waits, and after it was refused', async () => {
    const { body: reply } = await add('old')
    const changed = (await change(reply, newHost())).body
    expect(changed).toMatchObject({ version: 2, texts: saying('old'), waiting: {} })
    expect((await decide('approve', reply)).error).toMatchObject({
      message: 'CHAT_REPLY_CHANGED',
      latest: { version: 2 },
    })
    expect(outcome(await decide('refuse', changed))).toBe('OK')
    expect(await find(reply._id)).toMatchObject({ texts: saying('old'), waiting: null })
    expect(outcome(await decide('approve', changed, owner))).toBe('ALREADY_DECIDED')
    // A harmless change takes the place of one that waits.
    const again = (await change(changed, newHost())).body
    expect((await change(again, 'new')).body).toMatchObject({ texts: saying('new'), waiting: null })
  })

  it('that was never in force is gone when it is refused', async () => {
    const { body: reply } = await add(newHost())
    expect(outcome(await decide('refuse', reply))).toBe('OK')
    expect(await find(reply._id)).toBeUndefined()
    expect(outcome(await decide('approve', reply))).toBe('NO_DATA')
  })

  it('is not approved by its author, by who is tied to them, nor twice', async () => {
    const { body: reply } = await add(newHost(), owner)
    expect(outcome(await decide('approve', reply, owner))).toBe('SECOND_OPERATOR')
    const tied = await newOperator(app, 'cashier')
    await tie(owner, tied)
    expect(outcome(await decide('approve', reply, tied))).toBe('OPERATORS_TIED')
    const other = await newOperator(app, 'owner')
    const both = await together([() => decide('approve', reply), () => decide('approve', reply, other)])
    expect(both.map(outcome).sort()).toEqual(['ALREADY_DECIDED', 'OK'])
  })

  it('is not approved under a shortcut that another one has taken meanwhile', async () => {
    const { body: reply } = await add('old')
    const shortcut = `r-${++counter}`
    const changed = (await change({ ...reply, shortcut }, newHost())).body
    expect(changed).toMatchObject({ shortcut: reply.shortcut, waiting: { shortcut } })
    const body = { shortcut, texts: saying('x') }
    await app.call('POST /api/console/chat-replies', { token: support.token, body })
    expect(outcome(await decide('approve', changed))).toBe('CHAT_REPLY_TAKEN')
  })
})

it('a host is approved with what was approved, and with nothing else', async () => {
  const rows = await rawQuery<{ host: string }>(app.context.db, 'select host from chat_hosts', [])
  const refused = await app.database.query<{ hosts: string[] }>(
    `select new_hosts as hosts from chat_bots where state in ('REFUSED', 'WITHDRAWN')`,
  )
  const approved = rows.map(({ host }) => host)
  expect(approved.length).toBeGreaterThan(3)
  expect(refused.flatMap(({ hosts }) => hosts).filter((host) => approved.includes(host))).toEqual([])
})
