// An operator and a customer write to each other: every kind of message, both ways; two operators do not
// answer at once; a visitor who registers stays with who answers.

import { randomUUID } from 'node:crypto'
import { languageTags } from '@krapao/contract/languages.ts'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { asksForStaff, picture, video } from './testing/chat.ts'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { sandboxOf } from './testing/sandbox.ts'
import { expect, expectAccessibleIn, expectNoDialog, onDesktop, test } from './testing/test.ts'
import { type Language, languages } from './testing/texts.ts'

const asksOfDeposits: Record<Language, string> = { th: 'ฝากเงิน', la: 'ຝາກເງິນ', en: 'deposit' }

/** A customer as the server knows one, by its calls. */
class Customer {
  private readonly request: APIRequestContext
  private readonly language: Language
  headers: Record<string, string>

  constructor(request: APIRequestContext, language: Language, headers: Record<string, string>) {
    this.request = request
    this.language = language
    this.headers = headers
  }

  private get all(): Record<string, string> {
    const accept = languageTags[this.language]
    return { 'x-requested-with': 'wallet-user', 'accept-language': accept, ...this.headers }
  }

  async send(message: object): Promise<void> {
    const data = { clientId: randomUUID(), message }
    const answer = await this.request.post('/api/chat/send-message', { data, headers: this.all })
    expect(answer.status(), await answer.text()).toBe(200)
  }

  say = (words: string) => this.send({ message_type: 'text', payload: { message: words } })

  async sendFile(kind: 'image' | 'video', name: string, buffer: Buffer): Promise<void> {
    const mimeType = kind === 'image' ? 'image/png' : 'video/mp4'
    const answer = await this.request.post(`/api/chat/upload-${kind}`, {
      multipart: { file: { name, mimeType, buffer } },
      headers: this.all,
    })
    const { path } = (await answer.json()) as { path: string }
    await this.send({ message_type: 'media', payload: { filePath: path } })
  }

  async last(): Promise<{
    sender: string
    name: string
    message: { message_type: string; payload: Record<string, string> }
  }> {
    const data = { limit: 1, skip: 0 }
    const answer = await this.request.post('/api/chat/history', { data, headers: this.all })
    return (await answer.json())[0]
  }

  async read(): Promise<void> {
    await this.request.put('/api/chat/read-customer/', { data: {}, headers: this.all })
  }
}

for (const language of languages) {
  test(`an operator answers a customer (${language})`, { tag: onDesktop[language] }, async ({
    browser,
    request,
    watch,
    allow,
    isMobile,
  }) => {
    // The small video has no picture in it, which the browser reports.
    allow.push(/MEDIA|DEMUXER|media/i)
    const office = await browser.newContext()
    const other = await browser.newContext()
    for (const context of [office, other]) await watch(context)
    const agent = new Operator(await office.newPage(), language)
    await agent.begin('support')
    const { page, t } = agent
    const guest = await request.post('/api/chat/guest', {
      data: {},
      headers: { 'x-requested-with': 'wallet-user' },
    })
    const { guestToken } = (await guest.json()) as { guestToken: string }
    const customer = new Customer(request, language, { 'x-guest-token': guestToken })
    // By which this journey's conversation is known among those of others on the same server.
    const mark = `journey ${randomUUID().slice(0, 8)}`

    const log = page.getByRole('log')
    const input = page.getByRole('textbox', { name: t('chat.write') })
    const waiting = () => page.getByRole('link').filter({ hasText: mark })

    await test.step('what the bot was asked is not the staff’s; who asks for a person is, within a second', async () => {
      await page.goto('/console/chats')
      await expect(page.getByRole('navigation', { name: t('chats.views') })).toBeVisible()
      await customer.say(asksOfDeposits[language])
      await customer.send({ message_type: 'postback', payload: { title: 'Bonus', payload: 'bonus' } })
      await customer.say(asksForStaff[language])
      await customer.say(`${mark} https://krapao.test/help javascript:alert(1)`)
      await expect(waiting()).toBeVisible({ timeout: 3000 })
      await expectAccessibleIn(language, page)
    })

    await test.step('every kind of message is shown', async () => {
      await waiting().click()
      await expect(log).toContainText(mark)
      await expect(log).toContainText('Bonus')
      await expect(log.getByRole('link', { name: 'https://krapao.test/help' })).toHaveAttribute(
        'rel',
        /noopener/,
      )
      await expect(log.locator('a[href^="javascript"]')).toHaveCount(0)
      await customer.sendFile('image', 'slip.png', await picture())
      const shown = log.locator('img').last()
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
      await customer.sendFile('video', 'clip.mp4', video)
      await expect(log.locator('video')).toBeVisible()
      await expectAccessibleIn(language, page)
    })

    await test.step('an answer by keyboard reaches the customer, whose reading is shown', async () => {
      const words = `${mark} answered`
      if (!isMobile) await expect(input).toBeFocused()
      else await input.focus()
      await page.keyboard.type(words)
      if (isMobile) await page.getByRole('button', { name: t('chat.send'), exact: true }).click()
      else await page.keyboard.press('Enter')
      await expect.poll(async () => (await customer.last()).message.payload.message).toBe(words)
      expect((await customer.last()).sender).toBe('operator')
      await expect(page.getByLabel(t('chats.answerer'), { exact: true })).toHaveValue(/.+/)
      await customer.read()
      await expect(log.getByText(t('chat.read'), { exact: true })).toBeVisible()
    })

    await test.step('a picture of the operator’s', async () => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'how.png', mimeType: 'image/png', buffer: await picture() })
      await expect.poll(async () => (await customer.last()).message.message_type).toBe('media')
      const { filePath = '' } = (await customer.last()).message.payload
      expect((await request.get(filePath)).status()).toBe(200)
      await expect(log.locator('img')).toHaveCount(2)
    })

    const colleague = new Operator(await other.newPage(), language)
    await test.step('a colleague sees who answers, and takes over in one step', async () => {
      await colleague.begin('owner')
      await colleague.page.goto(page.url())
      const held = colleague.page.getByRole('button', { name: t('chats.takeOver'), exact: true })
      await expect(held).toBeVisible()
      const theirs = colleague.page.getByRole('textbox', { name: t('chat.write') })
      await expect(theirs).toBeDisabled()
      await held.click()
      await expect(theirs).toBeEnabled()
      await expect(input).toBeDisabled()
      await page.getByLabel(t('chats.answerer'), { exact: true }).selectOption({ index: 1 })
      await expect(input).toBeEnabled()
      await expect(theirs).toBeDisabled()
    })

    await test.step('a visitor who registers keeps the conversation; the member’s facts are beside it', async () => {
      const watched = await browser.newContext()
      await watch(watched)
      const member = new Member(await watched.newPage(), language)
      const person = await member.join(sandboxOf(request))
      const headers = await member.headers()
      const adopted = await member.page.request.post('/api/chat/adopt', { data: { guestToken }, headers })
      expect(adopted.status()).toBe(200)
      customer.headers = { authorization: headers.authorization ?? '' }
      await expect(page.getByRole('heading', { name: person.name }).first()).toBeVisible()
      if (isMobile) await page.getByRole('link', { name: t('chats.toCustomer'), exact: true }).click()
      const facts = page.getByRole('complementary', { name: t('chats.customer') })
      await expect(facts.getByText(`•••••• ${person.phone.slice(-4)}`)).toBeVisible()
      await facts
        .getByRole('button', { name: t('desk.numbers.showMember', { name: person.name }), exact: true })
        .click()
      await expect(facts.getByRole('link', { name: person.phone })).toHaveAttribute(
        'href',
        `tel:${person.phone}`,
      )
      await expect(facts.getByText(t('desk.memberFacts.section.money'), { exact: true })).toBeVisible()
      await expectAccessibleIn(language, page)
      if (isMobile) await page.getByRole('link', { name: t('chats.toChat'), exact: true }).click()
      await customer.say(`${mark} as a member`)
      await expect(log).toContainText(`${mark} as a member`)
      await found(page, t('chats.search'), person.phone, isMobile, () => waiting())
    })

    await test.step('an ended conversation begins anew with the customer’s next message', async () => {
      await page.getByRole('button', { name: t('chats.end'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: t('chats.endTitle') })
      await expectAccessibleIn(language, page)
      await dialog.getByRole('button', { name: t('chats.end'), exact: true }).click()
      await expectNoDialog(page)
      await customer.say(asksOfDeposits[language])
      await expect(log.getByText(t('chat.ended'), { exact: true })).toBeVisible()
    })
  })
}

/** Finds the customer by phone number, and returns to the conversation. */
async function found(
  page: Page,
  label: string,
  phone: string,
  isMobile: boolean,
  row: () => Locator,
): Promise<void> {
  const here = page.url()
  if (isMobile) await page.goto('/console/chats')
  await page.getByLabel(label, { exact: true }).fill(phone)
  await expect(row()).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`search=${phone}`))
  await page.goto(here)
  await expect(page.getByRole('log')).toBeVisible()
}
