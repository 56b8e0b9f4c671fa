// Support tries the chat's bot as customers see it, and publishes an earlier version again, which visitors
// then get. A version that leads to a new host waits for another person.

import { randomUUID } from 'node:crypto'
import { languageTags } from '@krapao/contract/languages.ts'
import { brokenText, enlarge } from './testing/large-text.ts'
import { Operator, operatorHeaders } from './testing/operator.ts'
import { expect, expectAccessibleIn, expectNoDialog, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

for (const language of languages) {
  test(`the bot is tried, and an earlier version comes back (${language})`, {
    tag: oneWidth[language],
  }, async ({ page, request }) => {
    const support = new Operator(page, language)
    const { t } = support
    await support.begin('support')
    const token = await page.evaluate(() => sessionStorage.getItem('operator-token'))
    const headers = { 'x-requested-with': 'wallet-user', authorization: `Bearer ${token}` }
    const read = async (query = '') =>
      (await request.get(`/api/console/chat-bot${query}`, { headers })).json()
    const first = (await read('?version=0')).content
    const greeted = (text: string) => [{ message_type: 'text', payload: { message: text } }]
    const greeting = { th: greeted('short th'), la: greeted('short la'), en: greeted('short en') }
    const basedOn = (await read()).version
    const data = { basedOn, content: { ...first, greeting } }
    expect((await request.put('/api/console/chat-bot', { data, headers })).status()).toBe(200)
    const version = basedOn + 1
    const log = page.getByRole('log')

    await test.step('the version in use answers in the preview', async () => {
      await page.goto('/console/chats/bot')
      await expect(log.getByText(`short ${language}`, { exact: true })).toBeVisible()
      await expectAccessibleIn(language, page)
    })

    await test.step('the earlier one talks, and hands over', async () => {
      await page.getByRole('button', { name: new RegExp(`^${t('chats.bot.shipped')}`) }).click()
      const [reply] = first.greeting[language]
      const [topic] = reply.payload.buttons
      await log.getByRole('button', { name: topic.title, exact: true }).click()
      const [answer] = first.rules[0].replies[language]
      await expect(log.getByText(answer.payload.message)).toBeVisible()
      await log.getByRole('button', { name: answer.payload.buttons[0].title, exact: true }).click()
      await expect(log.getByText(first.handedOver[language])).toBeVisible()
      await expect(page.getByText(t('chats.bot.withStaff'))).toBeVisible()
      await expectAccessibleIn(language, page)
      await page.getByText(t('chats.bot.closed'), { exact: true }).click()
      await expect(log.getByText(first.handedOver[language])).toHaveCount(0)
    })

    await test.step('it is published again after a question, and greets visitors', async () => {
      const publish = page.getByRole('button', { name: t('chats.bot.publishAgain'), exact: true })
      await publish.click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('chats.bot.publishAgain'), exact: true })
        .click()
      await expectNoDialog(page)
      await expect(
        page.getByRole('button', { name: new RegExp(t('chats.bot.version', { version: version + 1 })) }),
      ).toContainText(t('chats.bot.current'))
      await expect(publish).toHaveCount(0)
      const accept = {
        'x-requested-with': 'wallet-user',
        'accept-language': languageTags[language],
      }
      await expect
        .poll(
          async () => (await (await request.get('/api/chat/config', { headers: accept })).json()).greeting,
        )
        .toEqual(first.greeting[language])
    })

    const host = `new-${randomUUID().slice(0, 8)}.example`
    const approve = page.getByRole('button', { name: t('chats.waiting.approve'), exact: true })
    const dialog = page.getByRole('dialog')
    await test.step('a button to a new host waits, and names the host before it is opened', async () => {
      const buttons = [{ type: 'web', title: 'open', payload: `https://${host}/login` }]
      const message = { message_type: 'buttons', payload: { message: 'x', buttons } }
      const led = { th: [message], la: [message], en: [message] }
      const data = { basedOn: version + 1, content: { ...first, greeting: led } }
      const saved = await (await request.put('/api/console/chat-bot', { data, headers })).json()
      expect(saved).toMatchObject({ status: 'SECOND_OPERATOR_NEEDED', newHosts: [host] })
      await page.goto('/console/chats/bot')
      const note = page.getByRole('region', { name: t('chats.waiting.title') })
      await expect(note).toContainText(host)
      await expect(note).toContainText(t('chats.waiting.own'))
      await expect(approve).toHaveCount(0)
      await log.getByRole('link', { name: 'open' }).press('Enter')
      await expect(dialog.getByRole('heading')).toHaveText(t('chat.leaving.title', { host }))
      await expectAccessibleIn(language, page)
      await page.keyboard.press('Escape')
      await expectNoDialog(page)
      await expect(log.getByRole('link', { name: 'open' })).toBeFocused()
    })

    await test.step('another person approves it, and it is in use', async () => {
      const { authorization } = await operatorHeaders(request, 'cashier')
      await page.evaluate(
        (other) => sessionStorage.setItem('operator-token', other),
        authorization.slice('Bearer '.length),
      )
      await page.goto('/console/chats/bot')
      // As at the desk: refuse, then approve.
      const refuse = page.getByRole('button', { name: t('chats.waiting.refuse'), exact: true })
      // What loads above them moves both, also between two looks.
      const heights = async () => [(await refuse.boundingBox())?.y, (await approve.boundingBox())?.y]
      await expect.poll(async () => new Set(await heights()).size).toBe(1)
      const [left, right] = [await refuse.boundingBox(), await approve.boundingBox()]
      expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
      await approve.click()
      await dialog.getByRole('button', { name: t('chats.waiting.approve'), exact: true }).click()
      await expect(dialog.getByText(t('desk.reasonMissing'))).toBeVisible()
      await dialog.getByRole('textbox').fill('looked at it')
      await expectAccessibleIn(language, page)
      await dialog.getByRole('button', { name: t('chats.waiting.approve'), exact: true }).click()
      await expectNoDialog(page)
      await expect(
        page.getByRole('button', { name: new RegExp(t('chats.bot.version', { version: version + 2 })) }),
      ).toContainText(t('chats.bot.current'))
      const data = { basedOn: version + 2, content: first }
      expect((await request.put('/api/console/chat-bot', { data, headers })).status()).toBe(200)
    })
  })
}

test('the bot, 200 % letters at 320 px (th)', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await enlarge(page, 200)
  const support = new Operator(page, 'th')
  await support.begin('support')
  await page.goto('/console/chats/bot')
  await expect(page.getByRole('log')).toBeVisible()
  await expect.poll(() => brokenText(page)).toEqual([])
})
