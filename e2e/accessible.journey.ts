// axe finds nothing on any page or modal, light and dark, and nothing is cut off on a narrow phone.

import type { Page } from '@playwright/test'
import { Member } from './testing/member.ts'
import { everyLanguage, expect, expectAccessible, isSeenByAxe, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

/** No part of the page is wider than the window, at 320 px as at any other width. */
async function expectNothingCutOff(page: Page): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider, `${page.url()} is wider than the window`).toBeLessThanOrEqual(0)
}

async function look({ page, language }: Member): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 }
  if (isSeenByAxe[language]) {
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
    // The dark page differs in colours alone.
    await page.emulateMedia({ colorScheme: 'dark' })
    // Whoever asked for less motion sees the new colours at once.
    const transitions = () => document.getAnimations().filter((one) => one instanceof CSSTransition).length
    expect(await page.evaluate(transitions)).toBe(0)
    await expectAccessible(page, ['color-contrast'])
  }
  if (width < 900) {
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNothingCutOff(page)
    await page.setViewportSize({ width, height: 844 })
  }
}

for (const language of languages) {
  test(`visitors’ pages (${language})`, { tag: everyLanguage[language] }, async ({ page }) => {
    test.setTimeout(300_000)
    const member = new Member(page, language)
    await member.arrive()
    for (const path of ['/login', '/register', '/howto', '/contact', '/terminated', '/nothing']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look(member)
    }
    await page.goto('/howto')
    await page.getByRole('button', { name: member.t('lookup.howto.wallet.title') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look(member)
  })

  test(`members’ pages and modals (${language})`, { tag: everyLanguage[language] }, async ({ page }) => {
    test.setTimeout(300_000)
    const member = new Member(page, language)
    await member.begin()
    await expect(page.getByText(member.t('wallet.total')).first()).toBeVisible()
    await look(member)
    await member.openGame('PG')
    await expect(page.getByLabel(member.t('game.username'), { exact: true })).toBeVisible()
    await look(member)
    await member.close()
    await member.openGame('SlotXO')
    await look(member)
    await member.close()
    await member.button('wallet.transfer').first().click()
    await expect(member.dialog('wallet.transfer')).toBeVisible()
    await look(member)
    await member.close()
    for (const group of ['bank', 'qr', 'gift'] as const) {
      await member.openDeposit(group)
      await look(member)
      await member.close()
    }
    await member.openWithdraw()
    await look(member)
    await member.close()
    await member.button('menu.conditions').first().click()
    await expect(member.dialog('lookup.conditions.title').getByRole('listitem').first()).toBeVisible()
    await look(member)
    await member.close()
    for (const path of [
      '/user/profile',
      '/user/statement',
      '/user/contact',
      '/user/bonus',
      '/user/settings',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look(member)
    }
    await page.goto('/user/profile')
    await member.button('account.password.change').click()
    await look(member)
  })

  test(`rewards (${language})`, { tag: everyLanguage[language] }, async ({ page }) => {
    const member = new Member(page, language)
    const { t } = member
    await member.begin()

    await member.button('wallet.inviteFriends').click()
    await expect(member.dialog('invite.title')).toBeVisible()
    await look(member)
    await member.button('invite.see').click()
    await expect(member.button('invite.copy')).toBeVisible()
    await look(member)
    await member.close()
    await member.button('wallet.inviteReceive').click()
    await expect(member.dialog('invite.receive.cannot')).toBeVisible()
    await look(member)
    await member.close()
    await member.button('wallet.refund').click()
    await expect(member.dialog('refund.title').getByText(t('refund.sum')).first()).toBeVisible()
    await look(member)
    await member.close()

    await page.goto('/user/bonus')
    // A bonus that was received as often as it may be cannot be opened.
    await page.locator('main li button:enabled').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look(member)
    await member.close()

    await page.goto('/user/spin')
    await expect(page.getByRole('table')).toBeVisible()
    await look(member)
    await page.getByRole('table').getByRole('button').first().click()
    // Which coupon comes first is chance: money under a condition cannot be had beside the open bonus.
    await expect(member.dialog('spin.claim.ask').or(member.dialog('spin.claim.cannot'))).toBeVisible()
    await look(member)
    await member.close()
    await page.getByRole('link', { name: t('spin.fair.title') }).click()
    await page.locator('main li button[aria-expanded]').first().click()
    await expect(page.getByText(t('spin.proof.sealed'))).toBeVisible()
    await look(member)
    await member.button('spin.fair.rotate').first().click()
    await expect(member.dialog('spin.fair.rotateAsk')).toBeVisible()
    await look(member)
  })
}

test('the place of messages is there before they are, so that they are read out', { tag: '@phone' }, async ({
  page,
}) => {
  const member = new Member(page, 'th')
  await member.begin('/user/statement')
  await expect(member.button('statement.csv')).toBeEnabled()
  const before = await page.getByRole('status').elementHandles()
  await page.route('**/api/statement/csv*', (route) =>
    route.fulfill({ status: 404, json: { message: 'NO_DATA' } }),
  )
  await member.button('statement.csv').click()
  const place = page.getByRole('status').filter({ hasText: member.t('errorMsg.NO_DATA') })
  // Its messages lie over the page, so the place itself has no size.
  await expect(place).toHaveCount(1)
  const shown = await place.elementHandle()
  const same = await Promise.all(
    before.map((one) => one.evaluate((element, other) => element === other, shown)),
  )
  expect(same).toContain(true)
})
