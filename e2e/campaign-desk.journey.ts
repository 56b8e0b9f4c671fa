// A version of a campaign waits at the desk: its author sees that somebody else has to approve it, and a
// cashier publishes it there.

import { campaignsOf, freeBonus, inEach } from './testing/campaigns.ts'
import { Operator } from './testing/operator.ts'
import { expect, expectAccessibleIn, expectNoDialog, onDesktop, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

for (const language of languages) {
  test(`a version is looked at and published at the desk (${language})`, {
    tag: onDesktop[language],
  }, async ({ browser, watch, baseURL }) => {
    const contexts = [await browser.newContext({ baseURL }), await browser.newContext({ baseURL })] as const
    for (const context of contexts) await watch(context)
    const [owner, cashier] = [
      new Operator(await contexts[0].newPage(), language),
      new Operator(await contexts[1].newPage(), language),
    ]
    const { page, t } = cashier
    // What it may cost at most is on the button, and in the question in words.
    const inAll = t('campaign.exposure.inAll', { amount: '฿10,000.00' })
    const approve = t('campaign.exposure.approve', { amount: '฿10,000.00' })
    const member = t('campaign.exposure.member.once', { amount: '฿30.00' })
    const cost = t('campaign.exposure.both', { inAll, member })
    const code = `DESK${language.toUpperCase()}${Math.floor(Math.random() * 1e8)}`
    const title = inEach(`Lantern ${code}`)
    const { publish, make } = await campaignsOf(owner.page.request)
    await publish('bonus', code, freeBonus({ title }))
    await owner.begin('owner')
    await cashier.begin('cashier')
    await page.goto('/console/campaign')
    const waiting = (by: Operator) => by.page.getByRole('link').filter({ hasText: code })
    await expect(waiting(cashier)).toHaveCount(0)

    await test.step('what is made is in the list at once', async () => {
      await make('bonus', code, freeBonus({ title, maxReceived: 3 }))
      await expect(waiting(cashier)).toContainText(title.th)
      await expect(waiting(cashier)).toContainText(inAll)
    })

    await test.step('its author sees it, and cannot approve it', async () => {
      await owner.page.goto('/console/campaign')
      await waiting(owner).click()
      await expect(owner.page.getByText(t('campaign.ownVersion'))).toBeVisible()
      await expect(owner.page.getByRole('button', { name: approve, exact: true })).toHaveCount(0)
    })

    await test.step('a cashier sees what it changes, and publishes it', async () => {
      await waiting(cashier).click()
      await expect(page.getByRole('cell', { name: '3', exact: true })).toBeVisible()
      await expect(page.getByText('for a journey')).toBeVisible()
      await expectAccessibleIn(language, page)
      const facts = page.getByRole('definition')
      await expect(facts.filter({ hasText: '฿10,000.00' })).toBeVisible()
      await page.getByRole('button', { name: approve, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('paragraph').filter({ hasText: cost })).toBeVisible()
      await expectAccessibleIn(language, page)
      await dialog.getByLabel(t('desk.reasonLabel'), { exact: true }).fill('as agreed')
      await dialog.getByRole('button', { name: approve, exact: true }).click()
      await expectNoDialog(page)
      await expect(waiting(cashier)).toHaveCount(0)
    })

    await test.step('its page says so', async () => {
      await owner.page.goto(`/console/campaigns/bonus/${code}`)
      await expect(owner.page.getByText('as agreed')).toBeVisible()
    })
  })
}
