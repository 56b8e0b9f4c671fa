// The chat as members and visitors have it: the bot, pictures, a person who answers, a line that breaks, and
// the login in between.

import { truncateSync, writeFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { Chat } from './testing/chat.ts'
import { Member } from './testing/member.ts'
import { operatorHeaders } from './testing/operator.ts'
import { expect, expectAccessible, expectAccessibleIn, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

/** The staff's side, by its calls. */
async function staffOf(request: APIRequestContext) {
  const headers = await operatorHeaders(request, 'support')
  const chats = async () => {
    const found = await request.get('/api/console/chats?view=all', { headers })
    return (await found.json()).chats as { _id: string; member: object | null; preview: unknown }[]
  }
  return {
    /** The conversation in which these words were written. */
    async chatWith(words: string) {
      for (const chat of await chats()) {
        const texts = await this.texts(chat._id)
        if (texts.includes(words)) return chat
      }
      throw new Error(`no conversation has ${words}`)
    },
    async texts(id: string): Promise<(string | undefined)[]> {
      const found = await request.get(`/api/console/chats/${id}`, { headers })
      const { messages } = (await found.json()) as {
        messages: { message: { payload?: { message?: string } } }[]
      }
      return messages.map(({ message }) => message.payload?.message)
    },
    async write(id: string, words: string): Promise<void> {
      const sent = await request.post(`/api/console/chats/${id}/messages`, {
        data: {
          clientId: `journey-${Math.random().toString(36).slice(2)}`,
          message: { message_type: 'text', payload: { message: words } },
        },
        headers,
      })
      expect(sent.status(), await sent.text()).toBe(200)
    },
  }
}

const unique = (words: string) => `${words} ${Math.random().toString(36).slice(2, 10)}`

/** The quick replies of the bot's greeting, as the chat's first screen has them. */
async function topicsOf(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/chat/config', {
    headers: { 'x-requested-with': 'wallet-user' },
  })
  const { greeting } = (await answer.json()) as { greeting: { payload: { buttons: { title: string }[] } }[] }
  return greeting.flatMap(({ payload }) => payload.buttons.map(({ title }) => title))
}

/** Nothing of the page is wider than the window. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const language of languages) {
  test(`a visitor writes, a person answers, and the login keeps it all (${language})`, {
    tag: oneWidth[language],
  }, async ({ page, request, sandbox }) => {
    test.setTimeout(180_000)
    const member = new Member(page, language)
    const { t } = member
    const chat = new Chat(member)
    await member.arrive('/login')
    await chat.open()
    // The bot, by its quick replies and by the buttons of its answer.
    const topics = await topicsOf(page)
    const [topic = '', person = ''] = [topics[0], topics.at(-1)]
    await chat.log.getByRole('button', { name: topic, exact: true }).click()
    await expect(chat.message(topic)).toHaveCount(1)
    await expect(chat.log.getByRole('button', { name: topic, exact: true })).toHaveCount(0)
    const toPerson = chat.log.getByRole('button', { name: person, exact: true })
    await expect(toPerson).toBeVisible()
    await expectAccessibleIn(language, page)
    await toPerson.click()

    const question = unique('See https://krapao.test/help, please')
    await chat.send(question)
    await expect(chat.log.getByRole('link', { name: 'https://krapao.test/help' })).toHaveAttribute(
      'rel',
      'noopener noreferrer',
    )
    await expect(chat.log.getByText(t('chat.sending'))).toHaveCount(0)

    // A picture, and one that is too large.
    const file = chat.panel.locator('input[type=file]')
    // As a browser does when the person leaves the file chooser at first: the panel must stay open.
    await file.dispatchEvent('cancel', { bubbles: true })
    await file.setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: await page.screenshot() })
    const shown = chat.log.locator('img[src*="/files/chat/"]')
    await expect(shown).toBeVisible()
    await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
    // From the disk: ten megabytes through the browser's control line take a busy machine longer than a
    // person waits.
    const large = test.info().outputPath('large.png')
    writeFileSync(large, '')
    truncateSync(large, 10 * 1024 * 1024 + 1)
    await file.setInputFiles(large)
    await expect(page.getByText(t('chat.panel.tooLarge', { megabytes: 10 }))).toBeVisible()
    await file.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<b>') })
    await expect(page.getByText(t('errorMsg.CHAT_FILE_UNSUPPORTED'))).toBeVisible()
    await expect(chat.log.locator('img[src*="/files/chat/"]')).toHaveCount(1)

    // A person answers: it is there within a second, while the reader is at the end.
    const staff = await staffOf(request)
    const { _id } = await staff.chatWith(question)
    const answer = unique('We are looking into it')
    await staff.write(_id, answer)
    await expect(chat.message(answer)).toBeVisible({ timeout: 1000 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessibleIn(language, page)
    await page.emulateMedia({ colorScheme: 'light' })

    // A reload keeps everything, once.
    await page.reload()
    await chat.open()
    for (const words of [answer, topic]) await expect(chat.message(words)).toHaveCount(1)
    await expect(chat.log.locator('img[src*="/files/chat/"]')).toHaveCount(1)

    // While the panel is closed, an answer is counted on the button.
    await page.keyboard.press('Escape')
    await expect(chat.panel).toHaveCount(0)
    await staff.write(_id, unique('One more thing'))
    await expect(page.getByRole('button', { name: t('ui.chat.openUnread_one', { count: 1 }) })).toBeVisible()

    // The visitor becomes a member, and has the conversation.
    await member.join(sandbox)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('guest-id'))).toBeNull()
    await chat.open()
    await expect(chat.message(answer)).toHaveCount(1)
    expect((await staff.chatWith(question)).member).not.toBeNull()
    const thanks = unique('Thank you')
    await chat.send(thanks)
    await expect.poll(async () => staff.texts((await staff.chatWith(question))._id)).toContain(thanks)
  })
}

test('a message that is written without a line is sent once it is back, once', async ({
  page,
  context,
  request,
  sandbox,
  allow,
}) => {
  allow.push(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|websocket/i)
  const member = new Member(page, 'en')
  const { t } = member
  const chat = new Chat(member)
  await member.join(sandbox)
  await chat.open()
  const first = unique('Before')
  await chat.deliver(first)

  await context.setOffline(true)
  const words = [unique('One'), unique('Two')]
  for (const one of words) await chat.send(one)
  // Not "sending": nothing is, as long as there is no network.
  await expect(chat.log.getByText(t('chat.waits'))).toHaveCount(2)
  await expect(chat.log.getByText(t('chat.sending'))).toHaveCount(0)
  await context.setOffline(false)
  await expect(chat.log.getByText(t('chat.waits'))).toHaveCount(0)
  await expect(chat.log.getByText(t('chat.sending'))).toHaveCount(0, { timeout: 30_000 })

  const staff = await staffOf(request)
  const texts = await staff.texts((await staff.chatWith(first))._id)
  expect(texts.filter((one) => words.includes(one ?? ''))).toEqual(words)
})

test('the reference of a case is carried into the text box', async ({ page }) => {
  const member = new Member(page, 'en')
  const chat = new Chat(member)
  await member.begin('/user/contact?reference=WD12345678')
  await member.button('ui.chat.ask').click()
  await expect(chat.box).toHaveValue(`${member.t('ui.chat.about', { reference: 'WD12345678' })} `)
  await expect(chat.box).toBeFocused()
})

test('on a phone of 320 pixels nothing is cut off, with the keyboard up as well', { tag: '@phone' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const member = new Member(page, 'la')
  const chat = new Chat(member)
  await member.arrive('/contact')
  await chat.open()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  // What a keyboard leaves.
  await page.setViewportSize({ width: 320, height: 300 })
  await expect(chat.box).toBeInViewport({ ratio: 1 })
  await expect(chat.panel.getByRole('button', { name: member.t('chat.panel.close') })).toBeInViewport()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  // Back closes the chat and not the page.
  await page.goBack()
  await expect(chat.panel).toHaveCount(0)
  await expect(page).toHaveURL(/\/contact$/)
})

test('without a network the chat says so below its head, and what was written leaves as soon as it is back', {
  tag: '@phone',
}, async ({ page, context, sandbox, allow }) => {
  allow.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket connection/)
  const member = new Member(page, 'th')
  const { t } = member
  await member.join(sandbox)
  const chat = new Chat(member)
  await chat.open()
  const hours = chat.panel.getByText(`${t('chat.panel.open')} · ${t('chat.panel.always')}`, { exact: true })
  await expect(hours).toBeVisible()
  // The button that leads to people is called as the head of the chat is.
  await expect(chat.log.getByRole('button', { name: 'คุยกับทีมงาน' })).toBeVisible()
  await chat.deliver('ก่อนหน้า')
  await context.setOffline(true)
  const notice = page.getByText(t('ui.offline'), { exact: true })
  await expect(notice).toHaveCount(1)
  await expect(hours).toHaveCount(0)
  const close = await chat.panel.getByRole('button', { name: t('chat.panel.close') }).boundingBox()
  const line = await notice.boundingBox()
  expect(line?.y).toBeGreaterThan((close?.y ?? 0) + (close?.height ?? 0))
  await chat.send('ระหว่างไม่มีเน็ต')
  // Long enough for the next try in turn to be seconds away.
  await page.waitForTimeout(9000)
  const sent = page.waitForResponse((response) => response.url().endsWith('/api/chat/send-message'), {
    timeout: 2000,
  })
  await context.setOffline(false)
  expect((await sent).ok()).toBe(true)
  await expect(notice).toHaveCount(0)
})
