// Support writes a canned reply; while a colleague changes it too, nothing is overwritten; an operator
// inserts it into an answer with the keyboard, in the customer's language.

import { randomUUID } from 'node:crypto'
import { type Language, languageNames, languages, languageTags } from '@krapao/contract/languages.ts'
import { brokenText, enlarge } from './testing/large-text.ts'
import { Operator } from './testing/operator.ts'
import { expect, expectAccessibleIn, expectNoDialog, onDesktop, test } from './testing/test.ts'

const requested = { 'x-requested-with': 'wallet-user' }

for (const language of languages) {
  test(`a canned reply is written and inserted (${language})`, { tag: onDesktop[language] }, async ({
    page,
    request,
  }) => {
    const support = new Operator(page, language)
    const { t } = support
    const mark = randomUUID().slice(0, 8)
    const shortcut = `j-${mark}`
    const dialog = page.getByRole('dialog')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const field = (of: Language) => dialog.getByLabel(languageNames[of], { exact: true })
    const save = (key: 'save' | 'saveMine') =>
      dialog.getByRole('button', { name: t(`chats.replies.${key}`), exact: true })
    await support.begin('support')

    await test.step('it is added, and the page is usable by everybody', async () => {
      await page.goto('/console/chats/replies')
      await expect(page.getByRole('heading', { name: '/thanks', exact: true })).toBeVisible()
      await expectAccessibleIn(language, page)
      await button(t('chats.replies.add')).click()
      await save('save').click()
      await expect(dialog.getByText(t('ui.required'))).toBeVisible()
      await dialog.getByLabel(t('chats.replies.shortcut'), { exact: true }).fill(shortcut)
      await field(language).fill(`${mark} {name}`)
      await expectAccessibleIn(language, page)
      await save('save').click()
      await expectNoDialog(page)
      await expect(page.getByRole('heading', { name: `/${shortcut}`, exact: true })).toBeVisible()
    })

    await test.step('what a colleague saved meanwhile is shown, and not overwritten', async () => {
      await button(t('chats.replies.changeOf', { shortcut })).click()
      const token = await page.evaluate(() => sessionStorage.getItem('operator-token'))
      const headers = { ...requested, authorization: `Bearer ${token}` }
      const { replies } = await (await request.get('/api/console/chat-replies', { headers })).json()
      const own = replies.find((one: { shortcut: string }) => one.shortcut === shortcut)
      const theirs = { ...own.texts, [language]: `${mark} theirs` }
      const data = { basedOn: 1, shortcut, texts: theirs }
      const changed = await request.put(`/api/console/chat-replies/${own._id}`, { data, headers })
      expect(changed.status(), await changed.text()).toBe(200)
      await field(language).fill(`${mark} mine, {name}!`)
      await save('save').click()
      await expect(dialog.getByText(`${mark} theirs`)).toBeVisible()
      await expectAccessibleIn(language, page)
      await save('saveMine').click()
      await expectNoDialog(page)
      await expect(page.getByText(`${mark} mine, {name}!`)).toBeVisible()
    })

    await test.step('it is inserted with the keyboard, in the customer’s language', async () => {
      const guest = await request.post('/api/chat/guest', { data: {}, headers: requested })
      const { guestToken } = await guest.json()
      const headers = { ...requested, 'accept-language': languageTags[language], 'x-guest-token': guestToken }
      const message = { message_type: 'postback', payload: { title: `ask ${mark}`, payload: 'agent' } }
      const data = { clientId: randomUUID(), message }
      expect((await request.post('/api/chat/send-message', { data, headers })).status()).toBe(200)
      await page.goto('/console/chats')
      await page
        .getByRole('link')
        .filter({ hasText: `ask ${mark}` })
        .click()
      const input = page.getByRole('textbox', { name: t('chat.write') })
      await input.click()
      await page.keyboard.type('/')
      const list = page.getByRole('listbox', { name: t('chats.replies.title') })
      await expect(list.getByRole('option').nth(5)).toBeVisible()
      await expectAccessibleIn(language, page)
      await page.keyboard.press('Escape')
      await expect(list).toHaveCount(0)
      await page.keyboard.type(shortcut)
      await expect(list.getByRole('option', { selected: true })).toContainText(`/${shortcut}`)
      await page.keyboard.press('Enter')
      await expect(input).toHaveValue(`${mark} mine,!`)
      await page.keyboard.type(' edited')
      await button(t('chat.send')).click()
      await expect(page.getByRole('log')).toContainText(`${mark} mine,! edited`)
    })

    await test.step('it is removed after a question', async () => {
      await page.goto('/console/chats/replies')
      await button(t('chats.replies.removeOf', { shortcut })).click()
      await dialog.getByRole('button', { name: t('chats.replies.remove'), exact: true }).click()
      await expectNoDialog(page)
      await expect(page.getByRole('heading', { name: `/${shortcut}`, exact: true })).toHaveCount(0)
    })
  })
}

for (const language of ['th', 'la'] as const) {
  test(`canned replies, 200 % letters at 320 px (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await enlarge(page, 200)
    const support = new Operator(page, language)
    const { t } = support
    await support.begin('support')
    await page.goto('/console/chats/replies')
    await expect(page.getByRole('heading', { name: '/thanks', exact: true })).toBeVisible()
    await expect.poll(() => brokenText(page)).toEqual([])
    // With such letters the upper bar covers half of the window, so a pointer would have to scroll exactly.
    await page.getByRole('button', { name: t('chats.replies.add'), exact: true }).press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect.poll(() => brokenText(page)).toEqual([])
  })
}
