// Invited friends: the link, what they brought, and receiving it.

import { Member } from './testing/member.ts'
import { expect, expectAccessibleIn, expectNoDialog, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

// The demo member's bonus is cancelled here, and others look at it.
test.use({ world: { name: 'friends' } })

test('friends, in three languages', { tag: '@phone' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await new Member(page, 'th').begin()
  for (const language of languages) await inviteFriends(new Member(page, language))

  await test.step('their money is received once the bonus in its way is cancelled', async () => {
    const member = new Member(page, languages.at(-1) ?? 'en')
    const { t } = member
    await page.getByRole('link', { name: t('wallet.bonus'), exact: true }).click()
    await member.button('bonus.cancel').click()
    const dialog = member.dialog('bonus.cancelAsk')
    await dialog.getByRole('button', { name: t('bonus.keep'), exact: true }).press('Tab')
    await page.keyboard.press('Enter')
    await expect(member.field('promotion.code')).toBeVisible()
    await page.getByRole('link', { name: t('menu.home'), exact: true }).click()
    await member.button('wallet.inviteReceive').click()
    const receive = member.dialog('invite.receive.title')
    await expect(receive.getByText(member.lockedText())).toBeVisible()
    await receive.getByRole('button', { name: /฿/ }).click()
    await expectNoDialog(page)
    await member.button('wallet.inviteReceive').click()
    await expect(member.text('invite.receive.none')).toBeVisible()
  })
})

/**
 * From the dashboard and back: the banner, the link, what the friends brought, and what receiving it asks
 * for.
 */
async function inviteFriends(member: Member): Promise<void> {
  const { t, page, language } = member
  await page.locator('header select').selectOption(language)
  await member.button('wallet.inviteFriends').click()
  const modal = member.dialog('invite.title')

  await test.step(`the banner comes first, then the link, which is copied (${language})`, async () => {
    // A banner may be a picture without words.
    await expect(modal.getByText(t('invite.text'), { exact: true })).toBeVisible()
    await member.button('invite.see').click()
    await expect(modal.getByText(t('invite.text'), { exact: true })).toHaveCount(0)
    await expect(modal.getByText('5%', { exact: true })).toBeVisible()
    await expect(modal.getByText(t('invite.shareOf'))).toBeVisible()
    for (const rule of ['invite.carriedRule', 'invite.bonusRule', 'invite.tiesRule']) {
      await expect(modal.getByText(t(rule))).toBeVisible()
    }
    const link = `${new URL(page.url()).origin}/register?code=PRdemomember22`
    await expect(modal.getByText(link, { exact: true })).toBeVisible()
    await member.button('invite.copy').click()
    await expect(member.text('ui.copied', { text: link })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  })

  await test.step(`a row opens to what it was calculated of, and pages are turned (${language})`, async () => {
    await modal.getByRole('table').getByRole('button').first().click()
    await expect(modal.getByText(t('invite.stake'), { exact: true })).toBeVisible()
    await expectAccessibleIn(language, page)
    const second = modal.getByRole('button', { name: t('ui.paging.page', { page: 2 }), exact: true })
    await second.click()
    await expect(second).toHaveAttribute('aria-current', 'page')
    // What waits is received from here, too.
    await modal.getByRole('button', { name: /฿/ }).click()
    await expect(member.dialog('invite.receive.cannot')).toBeVisible()
    await member.close()
  })

  await test.step(`its conditions are explained, and a running bonus is in its way (${language})`, async () => {
    await member.button('wallet.inviteReceive').click()
    const dialog = member.dialog('invite.receive.cannot')
    await expect(dialog.getByText(t('bonus.condition.balanceAny', { percent: 200 }))).toBeVisible()
    await expectAccessibleIn(language, page)
    // The demo member has a running bonus.
    await expect(dialog.getByText(t('bonus.hasOpen'))).toBeVisible()
    await expect(dialog.getByRole('button', { name: /฿/ })).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: t('bonus.see'), exact: true })).toBeVisible()
    await member.close()
  })
}
