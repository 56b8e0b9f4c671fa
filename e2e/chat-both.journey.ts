// A customer's browser and an operator's in one conversation: what one side does, the other sees, hears and
// can follow. The customer begins as a visitor and becomes a member in the midst.

import { randomUUID } from 'node:crypto'
import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import type { BotMessage } from '@krapao/contract/slices/chat/message.ts'
import type { APIRequestContext, Locator } from '@playwright/test'
import { Chat, type ChatSide, picture, staffSide, video } from './testing/chat.ts'
import { Member } from './testing/member.ts'
import { Operator, operatorHeaders } from './testing/operator.ts'
import type { Sandbox } from './testing/sandbox.ts'
import { expect, expectAccessibleIn, expectNoDialog, onPhone, test } from './testing/test.ts'
import { type Language, languages } from './testing/texts.ts'

/** A word after which the bot answers with every kind of message that it has. */
const asks = 'everything'

/** The bot's messages of each kind; a button of a card leads to the staff. */
function everything(language: Language): BotMessage[] {
  const agent = { type: 'postback', title: `agent ${language}`, payload: 'agent' } as const
  const page = { type: 'web', title: `page ${language}`, payload: 'https://krapao.test/bonus' } as const
  const call = { type: 'call', title: `call ${language}`, payload: '+6621234567' } as const
  const words = { type: 'text', title: `words ${language}`, payload: '' } as const
  return [
    { message_type: 'text', payload: { message: `text ${language} https://krapao.test/rules` } },
    { message_type: 'buttons', payload: { message: `buttons ${language}`, buttons: [page, call] } },
    {
      message_type: 'generic',
      payloads: [
        {
          image: '/art/brand/mark.svg',
          title: `card ${language}`,
          subtitle: 'one of two',
          buttons: [agent],
        },
        { image: null, title: `second ${language}`, subtitle: '', buttons: [page] },
      ],
    },
    { message_type: 'quick_replies', payload: { message: `quick ${language}`, buttons: [words, agent] } },
  ]
}

async function teachBot(request: APIRequestContext): Promise<void> {
  const headers = await operatorHeaders(request, 'support')
  const read = async (query = '') => (await request.get(`/api/console/chat-bot${query}`, { headers })).json()
  const { content: first } = (await read('?version=0')) as { content: BotContent }
  const replies = { th: everything('th'), la: everything('la'), en: everything('en') }
  const rules = [{ postback: '', keywords: [asks], replies, handsOver: false }, ...first.rules]
  const data = { basedOn: (await read()).version, content: { ...first, rules } }
  const saved = await request.put('/api/console/chat-bot', { data, headers })
  expect(saved.status(), await saved.text()).toBe(200)
  // It leads to a host that nobody has approved yet.
  const { status, version } = await saved.json()
  if (status === 'SECOND_OPERATOR_NEEDED') {
    const approved = await request.post(`/api/console/chat-bot/versions/${version}/approve`, {
      data: { reason: 'its pages are ours' },
      headers: await operatorHeaders(request, 'cashier'),
    })
    expect(approved.status(), await approved.text()).toBe(200)
  }
  // It answers on every node within two seconds (rules.md §12.4).
  await new Promise((resolve) => setTimeout(resolve, 2100))
}

const widthOf = (picture: Locator): Promise<number> =>
  picture.evaluate((image: HTMLImageElement) => image.naturalWidth)

/** A reader further up keeps the place, sees how many messages came, and gets to them by one press. */
async function keepPlace(reader: ChatSide, writer: ChatSide, mark: string): Promise<void> {
  await reader.toEnd()
  await reader.scrollUp(400)
  const [landmark, before] = await reader.firstSeen()
  const news = [`${mark} one`, `${mark} two`]
  for (const one of news) await writer.send(one)
  const button = reader.panel.getByRole('button', {
    name: reader.t('chat.newMessages_other', { count: news.length }),
    exact: true,
  })
  await expect(button).toBeVisible()
  const { y = 0 } = (await reader.log.locator(`[data-key="${landmark}"]`).boundingBox()) ?? {}
  expect(Math.abs(y - before)).toBeLessThanOrEqual(1)
  await button.click()
  await expect(reader.message(`${mark} two`)).toBeInViewport()
  await expect(button).toHaveCount(0)
}

/** One side loses its line while both write; afterwards both have everything once, in the same order. */
async function surviveCut(cut: ChatSide, other: ChatSide, mark: string): Promise<void> {
  const context = cut.page.context()
  const words = (by: string, n: number) => `${mark} ${by} ${n}`
  await context.setOffline(true)
  for (const n of [1, 2]) await cut.send(words('cut', n))
  await other.send(words('other', 1))
  const waits = cut.t('chat.sending')
  await expect(
    cut.log
      .getByText(waits)
      .or(cut.log.getByText(cut.t('chat.waits')))
      .first(),
  ).toBeVisible()
  await expect(cut.message(words('other', 1))).toHaveCount(0)
  await context.setOffline(false)
  await expect(other.message(words('cut', 2))).toBeVisible({ timeout: 30_000 })
  await expect(cut.message(words('other', 1))).toBeVisible({ timeout: 30_000 })
  await expect(cut.log.getByText(cut.t('chat.sending'))).toHaveCount(0)
  const all = await cut.said(mark)
  expect(all).toEqual(await other.said(mark))
  expect([...all].sort()).toEqual([words('cut', 1), words('cut', 2), words('other', 1)])
}

/** The two sides of one conversation, and by what its messages are known among those of others. */
interface Both {
  member: Member
  customer: Chat
  operator: Operator
  staff: ChatSide
  language: Language
  mark: string
  /** The operator's name, as customers see it. */
  name: string
}

async function meetTheBot({ customer, language, mark }: Both): Promise<void> {
  const link = (name: string | RegExp) => customer.log.getByRole('link', { name }).first()
  await customer.open()
  await customer.send(`${asks} ${mark}`)
  await expect(link(/krapao\.test\/rules/)).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link(`page ${language}`)).toHaveAttribute('href', 'https://krapao.test/bonus')
  await expect(link(`call ${language}`)).toHaveAttribute('href', 'tel:+6621234567')
  const art = customer.log.getByRole('region', { name: customer.t('chat.cards') }).locator('img')
  await expect.poll(() => widthOf(art)).toBeGreaterThan(0)
  await expectAccessibleIn(language, customer.page)
  // A quick reply is a message of its own, and is then no longer offered.
  const quick = customer.log.getByRole('button', { name: `words ${language}`, exact: true })
  await quick.click()
  await expect(quick).toHaveCount(0)
  await expect(customer.message(`words ${language}`)).toBeVisible()
}

async function seeTheBot({ customer, staff, operator, language, mark }: Both): Promise<void> {
  await operator.begin('support')
  await operator.page.goto('/console/chats')
  const cards = customer.log.getByRole('region', { name: customer.t('chat.cards') })
  await cards.getByRole('button', { name: `agent ${language}`, exact: true }).click()
  await customer.send(`${mark} hello`)
  await operator.page
    .getByRole('link')
    .filter({ hasText: `${mark} hello` })
    .click()
  for (const words of [`${asks} ${mark}`, `buttons ${language}`, `card ${language}`, `quick ${language}`])
    await expect(staff.message(words)).toHaveCount(1)
  await expect(staff.message(`words ${language}`)).toHaveCount(1)
  await expect(staff.log.getByText(`${staff.t('chat.pressed')}:`)).toHaveCount(1)
  // Its buttons are the customer's to press.
  await expect(staff.log.getByRole('button', { name: `agent ${language}` })).toHaveCount(0)
  await expectAccessibleIn(language, operator.page)
}

/**
 * One side writes a text with a link: the other sees that it is writing, then the text; the writer, that it
 * was read.
 */
async function writeTo(from: ChatSide, to: ChatSide, name: string, mark: string): Promise<void> {
  const writes = to.log.getByText(to.t('chat.typing', { name }), { exact: true })
  await from.box.focus()
  await from.page.keyboard.type(`${mark} see`)
  await expect(writes).toBeVisible()
  await from.send(`${mark} see https://krapao.test/help or javascript:alert(1)`)
  const link = to.log.getByRole('link', { name: 'https://krapao.test/help' }).last()
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(writes).toHaveCount(0)
  await expect(to.log.locator('a[href^="javascript"]')).toHaveCount(0)
  await expect(from.log.getByText(from.t('chat.read'), { exact: true })).toBeVisible()
}

/** A screen reader announces a message, and the same words again, once each. */
async function isHeard(from: ChatSide, to: ChatSide, name: string, mark: string): Promise<void> {
  const heard = await to.hear()
  const words = `${mark} again by ${name}`
  const announced = async () => (await heard()).filter((one) => one.includes(words))
  for (const times of [1, 2]) {
    await from.send(words)
    await expect(to.message(words)).toHaveCount(times)
    await expect.poll(announced).toHaveLength(times)
  }
  expect(await announced()).toEqual([`${name}: ${words}`, `${name}: ${words}`])
}

async function sendFiles(from: ChatSide, to: ChatSide): Promise<void> {
  const pictures = (side: ChatSide) => side.log.locator('img[src*="/files/chat/"]')
  const videos = (side: ChatSide) => side.log.locator('video[src*="/files/chat/"]')
  const before = [await pictures(to).count(), await videos(to).count()] as const
  await from.sendFile('slip.png', 'image/png', await picture())
  for (const side of [to, from]) {
    await expect(pictures(side)).toHaveCount(before[0] + 1)
    await expect.poll(() => widthOf(pictures(side).last())).toBe(320)
  }
  await from.sendFile('clip.mp4', 'video/mp4', video)
  await expect(videos(to)).toHaveCount(before[1] + 1)
}

/** A file that only its content betrays is refused, and the message says why until it is taken back. */
async function seeRefused(side: ChatSide, name: string, mimeType: string): Promise<void> {
  const reason = side.log.getByText(side.t('errorMsg.CHAT_FILE_UNSUPPORTED'))
  await side.sendFile(name, mimeType, Buffer.from('<html><script>alert(1)</script>'.repeat(200)))
  await expect(reason).toBeVisible()
  await expect(side.log.getByText(side.t('chat.notSent'))).toBeVisible()
  // The same file would be refused again.
  await expect(side.log.getByRole('button', { name: side.t('chat.resend'), exact: true })).toHaveCount(0)
  await side.log.getByRole('button', { name: side.t('chat.remove'), exact: true }).click()
  await expect(reason).toHaveCount(0)
}

async function becomeMember(
  { member, customer, operator, staff, mark }: Both,
  sandbox: Sandbox,
): Promise<void> {
  const person = await member.join(sandbox)
  await customer.open()
  await customer.send(`${mark} as a member`)
  await expect(staff.message(`${mark} as a member`)).toBeVisible()
  await expect(operator.page.getByRole('heading', { name: person.name }).first()).toBeVisible()
  // What the visitor wrote at first is further up than the first page.
  const first = customer.message(`${asks} ${mark}`)
  await expect(async () => {
    await customer.scrollUp(3000)
    await expect(first).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(customer.log.getByText(customer.t('chat.pressed'))).toHaveCount(1)
}

/**
 * The shortcut of a canned reply, then Enter: its text in the customer's language, to be looked at before it
 * is sent.
 */
async function answerByShortcut({ customer, operator, staff, language }: Both): Promise<void> {
  const headers = await operatorHeaders(operator.page.request, 'support')
  const { replies } = await (await operator.page.request.get('/api/console/chat-replies', { headers })).json()
  const reply = replies.find(({ shortcut }: { shortcut: string }) => shortcut === 'slip-check')
  await staff.box.focus()
  await operator.page.keyboard.type('/slip-ch')
  const list = operator.page.getByRole('listbox', { name: operator.t('chats.replies.title'), exact: true })
  await expect(list.getByRole('option')).toHaveCount(1)
  await operator.page.keyboard.press('Enter')
  await expect(staff.box).toHaveValue(reply.texts[language])
  await staff.panel.getByRole('button', { name: staff.t('chat.send'), exact: true }).click()
  await expect(customer.message(reply.texts[language])).toBeVisible()
}

async function end({ customer, operator, staff, language, mark }: Both): Promise<void> {
  await staff.panel.getByRole('button', { name: operator.t('chats.end'), exact: true }).click()
  await operator.page
    .getByRole('dialog')
    .getByRole('button', { name: operator.t('chats.end'), exact: true })
    .click()
  await expectNoDialog(operator.page)
  await customer.send(`${mark} anew`)
  for (const side of [customer, staff]) {
    await expect(side.message(`${mark} anew`)).toBeVisible()
    await expect(side.log.getByText(side.t('chat.ended'), { exact: true })).toHaveCount(1)
    await expectAccessibleIn(language, side.page)
  }
}

for (const language of languages) {
  test(`a customer and an operator, each in a browser (${language})`, {
    tag: onPhone[language],
  }, async ({ page, browser, request, sandbox, watch, allow }) => {
    // The small video has no picture in it, and a line that is cut is reported, too.
    allow.push(/MEDIA|DEMUXER|media/i, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|websocket/i)
    await teachBot(request)
    const office = await browser.newContext()
    await watch(office)
    const member = new Member(page, language)
    const operator = new Operator(await office.newPage(), language)
    const { name } = await (
      await request.get('/api/console/me', { headers: await operatorHeaders(request, 'support') })
    ).json()
    const [customer, staff] = [new Chat(member), staffSide(operator)]
    const mark = randomUUID().slice(0, 8)
    const both: Both = { member, customer, operator, staff, language, mark, name }
    const someone = staff.t('chat.customer')

    await member.arrive('/login')
    await test.step('the bot answers a visitor with every kind of message', () => meetTheBot(both))
    await test.step('the operator sees the same, and what was pressed', () => seeTheBot(both))
    await test.step('writing, texts with links and reading, both ways', async () => {
      await writeTo(customer, staff, someone, mark)
      await writeTo(staff, customer, name, mark)
    })
    await test.step('screen readers hear each message, both ways', async () => {
      await isHeard(customer, staff, someone, mark)
      await isHeard(staff, customer, name, mark)
    })
    await test.step('pictures and videos, both ways, and why one is refused', async () => {
      await sendFiles(customer, staff)
      await sendFiles(staff, customer)
      await seeRefused(customer, 'page.png', 'image/png')
      await seeRefused(staff, 'page.mp4', 'video/mp4')
    })
    await test.step('the visitor registers and keeps all of it', () => becomeMember(both, sandbox))
    await test.step('a canned reply by its shortcut', () => answerByShortcut(both))
    await test.step('a reader further up keeps the place, on both sides', async () => {
      await keepPlace(customer, staff, `${mark} to the customer`)
      await keepPlace(staff, customer, `${mark} to the operator`)
    })
    await test.step('a cut line loses nothing, on both sides', async () => {
      await surviveCut(customer, staff, `${mark} of the customer`)
      await surviveCut(staff, customer, `${mark} of the operator`)
    })
    await test.step('the conversation ends and begins anew', () => end(both))
  })
}
