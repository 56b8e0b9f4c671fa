// Support writes for the chat's bot: another greeting, a step with a card, a button in the menu that leads
// there. A visitor gets it, and an operator who was editing the version before is notified.

import { languageNames } from '@krapao/contract/languages.ts'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { Chat, picture } from './testing/chat.ts'
import { brokenText, enlarge } from './testing/large-text.ts'
import { Member } from './testing/member.ts'
import { Operator, operatorHeaders } from './testing/operator.ts'
import { expect, expectAccessible, expectNoDialog, onPhone, test } from './testing/test.ts'
import { type Language, languages } from './testing/texts.ts'

/** The editor, by the texts on the screen. */
class BotEditor {
  readonly operator: Operator
  readonly page: Page
  readonly isMobile: boolean

  constructor(operator: Operator, isMobile: boolean) {
    this.operator = operator
    this.page = operator.page
    this.isMobile = isMobile
  }

  button = (key: string, within: Page | Locator = this.page): Locator =>
    within.getByRole('button', { name: this.operator.t(`chats.bot.${key}`), exact: true })

  async begin(who: string): Promise<void> {
    await this.operator.begin(who)
    await this.page.goto('/console/chats/bot')
    await this.page.getByRole('link', { name: this.operator.t('chats.bot.edit'), exact: true }).click()
    await expect(this.part('part.greeting')).toBeVisible()
  }

  /** The heading of a part. */
  part = (key: string): Locator => this.heading(this.operator.t(`chats.bot.${key}`))
  heading = (name: string): Locator =>
    this.page.getByRole('heading', { level: 2 }).getByRole('button', { name: new RegExp(name) })

  async openPart(heading: Locator): Promise<void> {
    if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click()
  }

  /**
   * Fills a field in each language. @param place its place in the content, with `?` in place of the language
   */
  async fill(place: string, words: (language: Language) => string): Promise<void> {
    const { page, operator } = this
    const choice = page.getByRole('group', { name: operator.t('chats.bot.language'), exact: true })
    const choose = (language: Language) =>
      choice.locator('label').filter({ hasText: languageNames[language] }).click()
    for (const language of languages) {
      await choose(language)
      await page.locator(`[name="${place.replace('?', language)}"]`).fill(words(language))
    }
    await choose(operator.language)
  }

  /** The talk with the draft: beside the editor, or in a sheet on phones. */
  async preview(act: (log: Locator) => Promise<void>): Promise<void> {
    if (this.isMobile) await this.button('preview').click()
    await act(this.page.getByRole('log'))
    if (!this.isMobile) return
    await this.page.keyboard.press('Escape')
    await expectNoDialog(this.page)
  }
}

/** Waits until a picture is loaded. */
const expectLoaded = (image: Locator): Promise<void> =>
  expect
    .poll(() =>
      image.evaluate((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0),
    )
    .toBe(true)

/** Publishes what the bot came with, which other journeys know. */
async function restore(request: APIRequestContext): Promise<void> {
  const headers = await operatorHeaders(request, 'support')
  const read = async (query: string) =>
    (await request.get(`/api/console/chat-bot${query}`, { headers })).json()
  const [{ content }, { version }] = await Promise.all([read('?version=0'), read('')])
  const data = { basedOn: version, content }
  expect((await request.put('/api/console/chat-bot', { data, headers })).status()).toBe(200)
}

for (const language of ['th', 'la'] satisfies Language[]) {
  test(`the bot gets a greeting, a card and a button (${language})`, {
    tag: onPhone[language],
  }, async ({ browser, page, request, watch, isMobile }) => {
    test.setTimeout(150_000)
    await restore(request)
    const colleagues = await browser.newContext()
    await watch(colleagues)
    const editor = new BotEditor(new Operator(page, language), isMobile)
    const other = new BotEditor(new Operator(await colleagues.newPage(), language), isMobile)
    const { t } = editor.operator
    const menu = 'greeting/?/0/payload'
    const own = `Festival ${Math.random().toString(36).slice(2, 8)}`
    await editor.begin('support')
    await other.begin('owner')

    await test.step('a colleague begins a draft as well', async () => {
      await other.openPart(other.part('part.words'))
      await other.fill('away/?', (one) => `${own} away ${one}`)
      await expect(other.button('discard')).toBeVisible()
    })

    await test.step('the greeting is another one, in three languages', async () => {
      await editor.openPart(editor.part('part.greeting'))
      await editor.fill(`${menu}/message`, (one) => `${own} hello ${one}`)
      await editor.part('part.greeting').click()
      await editor.preview((log) => expect(log.getByText(`${own} hello ${language}`)).toBeVisible())
    })

    await test.step('a step is added and moved by keyboard; what it lacks is listed', async () => {
      await editor.operator.tabTo('button', t('chats.bot.addStep'))
      await page.keyboard.press('Enter')
      const fresh = editor.heading(`^6\\. ${t('chats.bot.unnamed')}`)
      await expect(fresh).toBeFocused()
      await expect(fresh).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('Alt+ArrowUp')
      const up = editor.heading(`^5\\. ${t('chats.bot.unnamed')}`)
      await expect(up).toBeFocused()
      const name = `5. ${t('chats.bot.unnamed')}`
      await editor.operator.tabTo('button', t('chats.bot.moveUp', { name }))
      await page.keyboard.press('Enter')
      await expect(editor.heading(`^4\\. ${t('chats.bot.unnamed')}`)).toBeVisible()
      const moved = t('chats.bot.moveUp', { name: name.replace('5', '4') })
      await expect(page.getByRole('button', { name: moved, exact: true })).toBeFocused()
      await editor.button('publish').click()
      await expect(page.getByText(t('chats.bot.problem.UNREACHED')).last()).toBeVisible()
      // Each language is marked, because the text is missing in each.
      const marks = page.locator('fieldset label').filter({ hasText: t('chats.bot.missing', { count: 1 }) })
      await expect(marks).toHaveCount(3)
      await page.locator('summary').click()
      await expect(
        page.locator('details li').filter({ hasText: t('chats.bot.problem.MISSING') }),
      ).toHaveCount(1)
      await expectAccessible(page)
    })

    await test.step('it gets a card with a picture', async () => {
      await editor.button('kind.generic').click()
      const first = page.getByRole('button', {
        name: t('chats.bot.removeOf', { name: `1. ${t('chats.bot.kind.text')}` }),
        exact: true,
      })
      await first.click()
      const buffer = await picture()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer })
      await expectLoaded(page.getByRole('img', { name: t('chats.bot.picture'), exact: true }))
      await editor.fill('rules/3/replies/?/0/payloads/0/title', (one) => `${own} card ${one}`)
    })

    await test.step('a button of the menu leads there', async () => {
      await editor.openPart(editor.part('part.greeting'))
      await editor.button('addButton').click()
      await editor.fill(`${menu}/buttons/4/title`, (one) => `${own} ${one}`)
      const target = page.locator(`select[name="${menu.replace('?', language)}/buttons/4"]`)
      // The step is known by its card until a button leads there.
      await target.selectOption({ label: `4. ${own} card ${language}` })
      await expect(page.locator('summary')).toHaveCount(0)
    })

    await test.step('the draft talks, also after a reload', async () => {
      await page.reload()
      await expect(page.getByText(t('chats.bot.kept', { version: '§' }).split('§')[1] ?? '')).toBeVisible()
      await editor.preview(async (log) => {
        await log.getByRole('button', { name: `${own} ${language}`, exact: true }).click()
        await expect(log.getByText(`${own} card ${language}`)).toBeVisible()
        await expectLoaded(log.getByRole('article').locator('img'))
      })
    })

    await test.step('it is published after a question, and is on top', async () => {
      await editor.button('publish').click()
      await editor.button('publish', page.getByRole('dialog')).click()
      await expect(page).toHaveURL(/\/chats\/bot$/)
      const versions = page.getByRole('region', { name: t('chats.bot.versions'), exact: true })
      await expect(versions.getByRole('button').first()).toContainText(t('chats.bot.current'))
      await expect(page.getByRole('log').getByText(`${own} hello ${language}`)).toBeVisible()
      await expect(page.getByRole('link', { name: t('chats.bot.edit'), exact: true })).toBeVisible()
    })

    await test.step('the colleague is notified, looks at it, and goes on knowingly', async () => {
      const notice = other.page.getByRole('alert').filter({ has: other.page.getByRole('button') })
      await expect(notice).toBeVisible()
      await expect(notice).toContainText(t('chats.bot.part.greeting'))
      await expect(notice).toContainText(`${own} ${language}`)
      await expect(other.button('publish')).toBeDisabled()
      await notice.getByRole('button').first().click()
      const newer = other.page.getByRole('dialog').getByRole('log')
      await expect(newer.getByText(`${own} hello ${language}`)).toBeVisible()
      await other.page.keyboard.press('Escape')
      await expectNoDialog(other.page)
      await notice.getByRole('button').last().click()
      await expect(notice).toHaveCount(0)
      await expect(other.button('publish')).toBeEnabled()
      await other.button('discard').click()
      await other.button('discard', other.page.getByRole('dialog')).click()
      await expect(other.button('discard')).toHaveCount(0)
    })

    await test.step('a visitor presses the button and gets the card', async () => {
      const accept = { 'x-requested-with': 'wallet-user' }
      await expect
        .poll(async () => (await request.get('/api/chat/config', { headers: accept })).text())
        .toContain(own)
      const visitors = await browser.newContext()
      await watch(visitors)
      const chat = new Chat(new Member(await visitors.newPage(), language))
      await chat.member.arrive('/login')
      await chat.open()
      await chat.log.getByRole('button', { name: `${own} ${language}`, exact: true }).click()
      await expect(chat.message(`${own} card ${language}`)).toBeVisible()
      await expectLoaded(chat.log.getByRole('article').locator('img'))
      await visitors.close()
    })
    await colleagues.close()
    await restore(request)
  })
}

test('the bot’s editor, 200 % letters at 320 px (th)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await enlarge(page, 200)
  const editor = new BotEditor(new Operator(page, 'th'), true)
  await editor.operator.begin('support')
  await page.goto('/console/chats/bot/edit')
  // By keyboard, because the header that stays on top covers a third of such a window.
  await editor.button('addStep').press('Enter')
  await editor.button('kind.generic').press('Enter')
  await editor.button('publish').press('Enter')
  await page.locator('summary').press('Enter')
  await expect.poll(() => brokenText(page)).toEqual([])
  await editor.part('part.greeting').press('Enter')
  await expect.poll(() => brokenText(page)).toEqual([])
})
