import { type ClientEvents, consoleRoom, type ServerEvents } from '@krapao/contract/events.ts'
import { languages } from '@krapao/contract/languages.ts'
import { requestedWith } from '@krapao/contract/limits.ts'
import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import { type BotProblem, problemsOfBot } from '@krapao/contract/slices/chat/bot-problems.ts'
import type { BotMessage, ChatButton } from '@krapao/contract/slices/chat/message.ts'
import sharp from 'sharp'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherNode, type TestApp, testApp } from '../../testing/app.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { botContent } from './bot.ts'
import { firstBot } from './first-bot.ts'
import { historyOf, newGuest, text, textsOf, write } from './testing.ts'

/** What operators write for the bot: what is refused, and its versions through the real app. */

const said = (message: string) => text(message) as BotMessage
const eachLanguage = (replies: BotMessage[]) => ({ th: replies, la: replies, en: replies })
const rule = (change: Partial<BotContent['rules'][number]>): BotContent['rules'][number] => ({
  postback: '',
  keywords: ['any'],
  replies: eachLanguage([said('yes')]),
  handsOver: false,
  ...change,
})
const withButtons = (buttons: ChatButton[]) =>
  eachLanguage([{ message_type: 'quick_replies', payload: { message: 'x', buttons } }])
const leadingTo = (payload: string) => withButtons([{ type: 'postback', title: 'x', payload }])
const withRules = (...rules: BotContent['rules']): BotContent => ({
  ...firstBot,
  greeting: eachLanguage([]),
  rules,
})
const withButton = (type: ChatButton['type'], payload: string): BotContent =>
  withRules(
    rule({
      postback: 'known',
      replies: {
        ...eachLanguage([said('yes')]),
        la: [
          {
            message_type: 'buttons',
            payload: { message: 'x', buttons: [{ type, title: 'x', payload }] },
          },
        ],
      },
    }),
  )
const withPicture = (image: string | null): BotContent =>
  withRules(
    rule({
      replies: eachLanguage([
        { message_type: 'generic', payloads: [{ image, title: 'x', subtitle: '', buttons: [] }] },
      ]),
    }),
  )

describe('a content', () => {
  const button = 'rules/0/replies/la/0/payload/buttons/0'
  it.each<[string, BotContent, string?, BotProblem?]>([
    ['as shipped', firstBot],
    ['with a button of a rule', withButton('postback', 'known')],
    ['with a button that leads nowhere', withButton('postback', 'other'), button, 'NOWHERE'],
    ['with an empty postback', withButton('postback', ''), button, 'NOWHERE'],
    ['with a page', withButton('web', 'https://example.com/a')],
    ['with a page of this machine', withButton('web', 'http://localhost:3000/')],
    ['with a page without https', withButton('web', 'http://example.com'), button, 'ADDRESS'],
    ['with a name before the host', withButton('web', 'https://bank.com@x.com'), button, 'ADDRESS'],
    ['with a script', withButton('web', 'javascript:alert(1)'), button, 'ADDRESS'],
    ['with a number', withButton('call', '+66 2 123 4567')],
    ['with words as a number', withButton('call', 'call us'), button, 'PHONE'],
    [
      'with two rules of one postback',
      withRules(rule({ postback: 'a' }), rule({ postback: 'a', keywords: ['other'] })),
      'rules/1/postback',
      'POSTBACK_TWICE',
    ],
    ['with two rules of no postback', withRules(rule({}), rule({ keywords: ['other'] }))],
    [
      'with a rule that nothing leads to',
      withRules(rule({}), rule({ postback: 'alone', keywords: [] })),
      'rules/1',
      'UNREACHED',
    ],
    [
      'with a rule that only leads to itself',
      withRules(rule({}), rule({ postback: 'own', keywords: [], replies: leadingTo('own') })),
      'rules/1',
      'UNREACHED',
    ],
    [
      'with a rule two buttons away',
      withRules(
        rule({ postback: 'c', keywords: [] }),
        rule({ replies: leadingTo('b') }),
        rule({ postback: 'b', keywords: [], replies: leadingTo('c') }),
      ),
    ],
    [
      'with a text of blanks',
      withRules(rule({ replies: eachLanguage([said(' ')]) })),
      'rules/0/replies',
      'MISSING',
    ],
    [
      'with a long text',
      withRules(rule({ replies: eachLanguage([said('x'.repeat(2001))]) })),
      'rules/0/replies',
      'LONG',
    ],
    [
      'with six messages',
      withRules(rule({ replies: eachLanguage(Array(6).fill(said('x'))) })),
      'rules/0/replies',
      'MANY',
    ],
    [
      'with a menu without buttons',
      withRules(rule({ replies: withButtons([]) })),
      'rules/0/replies',
      'MISSING',
    ],
    [
      'that says who takes over in one language only',
      { ...firstBot, away: { ...firstBot.away, la: ' ' } },
      'away/la',
      'MISSING',
    ],
    ['that never says who takes over', { ...firstBot, away: { th: '', la: '', en: '' } }],
    [
      'with a word that an earlier rule takes',
      withRules(rule({ keywords: ['Slip'] }), rule({ keywords: ['ok', 'my slips'] })),
      'rules/1/keywords/1',
      'SHADOWED',
    ],
    [
      'with a longer word before a shorter one',
      withRules(rule({ keywords: ['slips'] }), rule({ keywords: ['slip'] })),
    ],
    ['with a blank word', withRules(rule({ keywords: ['  '] })), 'rules/0/keywords/0', 'KEYWORD'],
    [
      'that is silent in a language',
      withRules(rule({ replies: { ...eachLanguage([said('yes')]), en: [] } })),
      'rules/0/replies/en',
      'EMPTY',
    ],
    ['that only hands over', withRules(rule({ replies: eachLanguage([]), handsOver: true }))],
    ['with a picture of this site', withPicture('/pictures/a-1.png')],
    ['without a picture', withPicture(null)],
  ])('%s', (_, content, field, problem) => {
    const problems = problemsOfBot(content)
    // What is the same in each language is named once here.
    const isOfEach = field?.endsWith('/replies')
    expect(problems.map((problem) => problem.problem)).toEqual(
      problem ? Array(isOfEach ? 3 : 1).fill(problem) : [],
    )
    if (field) expect(problems[0]?.field).toMatch(new RegExp(`^${field}${isOfEach ? '/th' : '$'}`))
  })

  it.each(['https://example.com/a.png', '//example.com/a.png', 'data:image/png;base64,', '/\\example.com'])(
    'with the picture %s, which no page would show',
    (image) => {
      expect(problemsOfBot(withPicture(image)).map(({ problem }) => problem)).toEqual(
        Array(3).fill('PICTURE'),
      )
    },
  )
})

describe('the versions', () => {
  let app: TestApp
  let owner: TestOperator
  let support: TestOperator
  beforeAll(async () => {
    app = await testApp({})
    owner = await newOperator(app, 'owner')
    support = await newOperator(app, 'support')
  })
  afterAll(() => app.close())

  const saying = (words: string): BotContent => ({
    ...firstBot,
    fallback: { replies: eachLanguage([said(words)]), handsOver: false },
  })
  const read = async (version?: number) =>
    app.call('GET /api/console/chat-bot', {
      token: support.token,
      query: version === undefined ? {} : { version: String(version) },
    })
  const save = async (basedOn: number, content: BotContent, { token }: TestOperator = support) =>
    app.call('PUT /api/console/chat-bot', { token, body: { basedOn, content } })

  it('begin with what is shipped, and answer the next message on each node', async () => {
    expect((await read()).body).toMatchObject({ version: 0, operator: null, at: null, content: firstBot })
    const second = anotherNode(app.context)
    expect(await botContent(second)).toEqual(firstBot)
    expect((await save(0, saying('first'))).body).toEqual({ version: 1, status: 'DONE', newHosts: [] })
    const guest = await newGuest(app)
    await write(app, guest, 'hmm')
    expect(textsOf(await historyOf(app, guest))).toContain('first')
    await expect
      .poll(async () => (await botContent(second)).fallback, { timeout: 4000 })
      .toEqual(saying('first').fallback)
  })

  it('lose nothing when two operators save at once', async () => {
    const answers = await Promise.all([save(1, saying('a'), owner), save(1, saying('b'))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.error).toMatchObject({ message: 'CHAT_BOT_CHANGED', latest: 2 })
    expect((await save(7, saying('c'))).error).toMatchObject({ message: 'CHAT_BOT_CHANGED', latest: 2 })
  })

  it('come back by being saved again, and are in the history and the audit log', async () => {
    const { content } = (await read(1)).body
    expect((await save(2, content, owner)).body).toMatchObject({ version: 3 })
    const list = await app.call('GET /api/console/chat-bot/versions', { token: support.token })
    expect(list.body.versions.map(({ version }) => version)).toEqual([3, 2, 1])
    expect(list.body).toMatchObject({ next: null, versions: [{ operator: { _id: owner.id } }, {}, {}] })
    expect((await read()).body.content).toEqual(saying('first'))
    const log = await app.call('GET /api/console/audit', { token: owner.token })
    expect(log.body.entries[0]).toMatchObject({ action: 'chat.bot-changed', details: { version: 3 } })
    expect((await read(4)).error).toMatchObject({ message: 'NO_DATA' })
  })

  it('are refused when they are not right, have a zero byte, or come from a cashier', async () => {
    expect((await save(3, withButton('postback', 'other'))).error).toMatchObject({
      message: 'INVALID_CHAT_BOT',
      fields: [{ problem: 'NOWHERE' }],
    })
    const zero = { ...firstBot, away: { ...firstBot.away, en: 'a\u0000b' } }
    expect((await save(3, zero)).error).toMatchObject({ message: 'INVALID_REQUEST' })
    const cashier = await newOperator(app, 'cashier')
    expect((await save(3, firstBot, cashier)).error).toMatchObject({ message: 'FORBIDDEN' })
  })

  it('are reported to the console at once', async () => {
    const socket: Socket<ServerEvents, ClientEvents> = io(app.address, {
      transports: ['websocket'],
      forceNew: true,
    })
    const heard: number[] = []
    socket.on('bot-changed', (version) => heard.push(version))
    expect(await socket.emitWithAck('join', { room: consoleRoom, token: support.token })).toEqual({
      ok: true,
    })
    const { version } = (await read()).body
    await save(version, saying('heard'))
    await expect.poll(() => heard).toEqual([version + 1])
    socket.close()
  })

  const upload = async (bytes: Uint8Array, { token } = support) => {
    const form = new FormData()
    form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'x.png')
    const answer = await fetch(`${app.address}/api/console/chat-bot/pictures`, {
      method: 'POST',
      body: form,
      headers: { 'x-requested-with': requestedWith, authorization: `Bearer ${token}` },
    })
    return { status: answer.status, body: (await answer.json()) as { image: string; message?: string } }
  }
  const png = () =>
    sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#4438b4' } })
      .png()
      .toBuffer()

  it('have no picture that is not there, and none of anybody who may not write', async () => {
    const { version } = (await read()).body
    const gone = withPicture(`/files/bot/${'0'.repeat(32)}.webp`)
    expect((await save(version, gone)).error).toMatchObject({
      message: 'INVALID_CHAT_BOT',
      fields: languages.map((language) => ({
        field: `rules/0/replies/${language}/0/payloads/0/image`,
        problem: 'PICTURE',
      })),
    })
    const svg = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    expect(svg).toMatchObject({ status: 415, body: { message: 'PICTURE_INVALID' } })
    const cashier = await newOperator(app, 'cashier')
    expect((await upload(await png(), cashier)).status).toBe(403)
  })

  it('may have a hundred long answers', async () => {
    const rules = Array.from({ length: 100 }, (_, i) => ({
      postback: `long-${100 + i}`,
      keywords: [`long-${100 + i}`],
      replies: eachLanguage([said('ก'.repeat(200))]),
      handsOver: false,
    }))
    const { version } = (await read()).body
    expect(
      (await save(version, { ...firstBot, rules: [...firstBot.rules, ...rules].slice(0, 100) })).body,
    ).toMatchObject({
      version: version + 1,
    })
  })

  it('have cards with pictures, which everybody sees for good', async () => {
    const { status, body } = await upload(await png())
    expect(status).toBe(200)
    expect(body.image).toMatch(/^\/files\/bot\/[0-9a-f]{32}\.webp$/)
    const basedOn = (await read()).body.version
    const content = { ...withPicture(body.image), fallback: firstBot.fallback }
    expect((await save(basedOn, content)).status).toBe(200)
    const guest = await newGuest(app)
    await write(app, guest, 'any')
    const card = { message_type: 'generic', payloads: [{ image: body.image }] }
    expect((await historyOf(app, guest))[0]).toMatchObject({ sender: 'bot', message: card })
    app.clock.advance(400 * 86_400)
    const shown = await fetch(`${app.address}${body.image}`)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(shown.headers.get('cache-control')).toContain('immutable')
  })
})
