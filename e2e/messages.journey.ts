// What the app says beside a page: where toasts lie, which sign stands over a failure, and how a sheet is
// called that is not there yet.

import type { Locator } from '@playwright/test'
import { Chat } from './testing/chat.ts'
import { Member } from './testing/member.ts'
import { expect, test } from './testing/test.ts'

const edges = async (place: Locator) => {
  const { y = 0, height = 0 } = (await place.boundingBox()) ?? {}
  return { top: y, bottom: y + height }
}

test('a toast lies on no bar, no notice and no title', { tag: '@phone' }, async ({
  page,
  context,
  sandbox,
  allow,
}) => {
  allow.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket connection/)
  await page.setViewportSize({ width: 360, height: 640 })
  const member = new Member(page, 'la')
  const { t } = member
  const person = await member.join(sandbox)
  await member.payIn(sandbox, person, 500)
  const toast = page.locator('.toasts .toast').last()

  await test.step('above the title of a sheet that is as high as it may be', async () => {
    await member.openGame('PG')
    await member.button('game.open').last().click()
    await expect(toast).toContainText(t('game.opened', { name: 'PG' }))
    const sheet = page.getByRole('dialog')
    await expect.poll(async () => (await edges(sheet)).top).toBeLessThan(60)
    expect((await edges(toast)).bottom).toBeLessThanOrEqual(
      (await edges(sheet.getByRole('heading').first())).top,
    )
    await member.close()
  })

  await test.step('below the notice that there is no network', async () => {
    await page.route('**/chat-frame-*', (route) => route.abort())
    await context.setOffline(true)
    await expect(member.text('ui.offline')).toBeVisible()
    await expect(page.locator('.toasts .toast')).toHaveCount(0)
    await page
      .getByRole('button', { name: t('ui.chat.open'), exact: true })
      .first()
      .click()
    await expect(toast).toContainText(t('ui.partFailedText'))
    const notice = await edges(page.locator('.app-notice'))
    expect((await edges(toast)).top).toBeGreaterThanOrEqual(notice.bottom)
    await page.unroute('**/chat-frame-*')
    await context.setOffline(false)
    await expect(member.text('ui.offline')).toHaveCount(0)
  })

  await test.step("below the chat's head and its notice", async () => {
    const chat = new Chat(member)
    await chat.open()
    await expect(chat.box).toBeEnabled()
    await context.setOffline(true)
    await expect(chat.panel.getByText(t('ui.offline'))).toBeVisible()
    await chat.sendFile('note.txt', 'text/plain', Buffer.from('note'))
    await expect(toast).toBeVisible()
    expect((await edges(toast)).top).toBeGreaterThanOrEqual((await edges(page.locator('.chat-head'))).bottom)
  })
})

test('the sign of a missing network stands only where there is none', { tag: '@phone' }, async ({
  page,
  context,
  allow,
}) => {
  allow.push(/ 500 |Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket connection/)
  const member = new Member(page, 'en')
  await member.begin('/user/profile')
  const main = page.getByRole('main')
  const failed = main.getByRole('alert')
  const link = (key: string) => page.getByRole('link', { name: member.t(key), exact: true })
  await expect(member.heading('account.profile.title')).toBeVisible()
  await page.route(/\/api\/(statement|wallet)/, (route) => route.fulfill({ status: 500, body: '{}' }))
  await link('menu.statement').click()
  await expect(failed.locator('.lucide-circle-alert')).toBeVisible()
  await page.goto('/user/home')
  await expect(failed.locator('.lucide-circle-alert')).toBeVisible()
  await expect(page.locator('.lucide-cloud-off')).toHaveCount(0)
  await link('menu.profile').click()
  await context.setOffline(true)
  await link('menu.statement').click()
  await expect(failed.locator('.lucide-cloud-off')).toBeVisible()
})

test('a sheet that does not come is called by what was pressed', { tag: '@phone' }, async ({
  page,
  allow,
}) => {
  allow.push(/Failed to load resource/)
  const member = new Member(page, 'th')
  await page.route(/(receive-modal|game-account-modal)-/, (route) => route.abort())
  await member.begin()
  await expect(member.text('wallet.total')).toBeVisible()
  await page
    .getByRole('button', { name: member.t('wallet.inviteReceive'), exact: true })
    .first()
    .click()
  await expect(member.dialog('wallet.under.asked.invite')).toContainText(member.t('ui.partFailed'))
  await member.close()
  await member.openGame('PG')
  const game = page.getByRole('dialog', { name: 'PG', exact: true })
  await expect(game).toContainText(member.t('ui.partFailed'))
})
