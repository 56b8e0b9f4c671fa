// Money goes out: paid at once, after an approval, or not at all; the statement shows which.

import type { Route } from '@playwright/test'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, expectAccessibleIn, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

test('a member with nothing to withdraw is led to a deposit', { tag: '@phone' }, async ({
  page,
  sandbox,
}) => {
  const member = new Member(page, 'th')
  const { t } = member
  await member.join(sandbox)
  await member.button('wallet.withdraw').first().click()
  const sheet = member.dialog('withdraw.title')
  await expect(
    sheet.getByText(t('withdraw.tooLittle', { amount: '฿0.00', minimum: '฿100.00' })),
  ).toBeVisible()
  await expect(sheet.getByRole('textbox')).toHaveCount(0)
  await expectAccessibleIn('th', page)
  await sheet.getByRole('button', { name: t('wallet.deposit'), exact: true }).click()
  await expect(member.dialog('deposit.title')).toBeVisible()
})

for (const language of languages) {
  test(`withdraw: small, approved, refused (${language})`, { tag: oneWidth[language] }, async ({
    page,
    browser,
    sandbox,
    watch,
    allow,
  }) => {
    test.setTimeout(240_000)
    allow.push(/net::ERR_FAILED/)
    const member = new Member(page, language)
    const { t } = member
    const person = await member.join(sandbox)
    // Amounts that no other journey uses, because all journeys of a server share its review queues.
    const satang = ownSatang()
    await member.payIn(sandbox, person, 20_000)
    await member.expectTotal('฿20,000.00')

    await test.step('an impossible amount is explained under the field', async () => {
      const modal = await member.openWithdraw()
      await expectAccessibleIn(language, page)
      await modal.getByLabel(t('withdraw.amount'), { exact: true }).fill('5')
      await member.button('wallet.leastMissing', { minimum: '฿100.00' }).click()
      await expect(modal.getByText(t('withdraw.errMinimum', { minimum: '฿100.00' }))).toBeVisible()
      await member.close()
    })

    await test.step('a small withdrawal is paid automatically', async () => {
      await member.withdraw(`500.${satang}`, `฿500.${satang}`)
      await expect
        .poll(async () => (await sandbox.readPayouts()).map(({ accountNo, amount }) => [accountNo, amount]))
        .toContainEqual([person.accountNo, Number(`500.${satang}`)])
      await expect(member.text('withdraw.paid')).toBeVisible()
      // The button that was pressed is gone; the focus is on the one in its place.
      const close = page.getByRole('dialog').getByRole('button', { name: t('ui.close'), exact: true })
      await expect(close.last()).toBeFocused()
      await member.close()
    })

    await test.step('a withdrawal with an unknown outcome is asked about, also after a reload, and paid once', async () => {
      const amount = `฿300.${satang}`
      // The call arrives at the server, and its answer is lost.
      const lose = async (route: Route) => {
        await route.fetch()
        await route.abort()
      }
      await page.route('**/api/wallet/withdrawAll', lose, { times: 1 })
      // The app also asks by itself; here the person presses the button.
      await page.route('**/api/wallet/answer/**', (route) => route.abort())
      const modal = await member.openWithdraw()
      await modal.getByLabel(t('withdraw.amount'), { exact: true }).fill(`300.${satang}`)
      await member.button('withdraw.submitAmount', { amount }).click()
      await expect(member.text('withdraw.unsureTitle')).toBeVisible()
      await expect(modal.getByText(amount, { exact: true })).toBeVisible()
      await expectAccessibleIn(language, page)
      await page.reload()
      await member.button('wallet.withdraw').first().click()
      await expect(member.text('withdraw.unsureTitle')).toBeVisible()
      await member.button('withdraw.checkAgain', { amount }).click()
      await expect(member.text('withdraw.paid')).toBeVisible()
      await page.unroute('**/api/wallet/answer/**')
      await member.close()
      const paid = (await sandbox.readPayouts()).filter(
        (one) => one.accountNo === person.accountNo && one.amount === Number(`300.${satang}`),
      )
      expect(paid).toHaveLength(1)
      await (await member.openWithdraw()).getByLabel(t('withdraw.amount'), { exact: true }).fill('100')
      await expect(member.button('withdraw.submitAmount', { amount: '฿100.00' })).toBeVisible()
      await member.close()
    })

    const context = await browser.newContext()
    await watch(context)
    const operator = new Operator(await context.newPage(), language)
    await operator.begin('cashier')

    await test.step('a large withdrawal is paid once an operator approves it', async () => {
      await member.withdraw(`6000.${satang}`, `฿6,000.${satang}`)
      await expect(page.getByText(t('withdraw.waitingForStaff'))).toBeVisible()
      await operator.open('withdrawal', `฿6,000.${satang}`)
      await expectAccessibleIn(language, operator.page)
      await operator.decide('approve', { amount: `฿6,000.${satang}`, reason: 'known customer' })
      await expect(member.text('withdraw.paid')).toBeVisible()
      await member.close()
    })

    await test.step('a refused withdrawal comes back', async () => {
      await member.withdraw(`7000.${satang}`, `฿7,000.${satang}`)
      await operator.open('withdrawal', `฿7,000.${satang}`)
      await operator.decide('refuse', { amount: `฿7,000.${satang}`, reason: 'account under review' })
      await expect(member.text('withdraw.returned')).toBeVisible()
      await member.close()
    })

    await test.step('the statement shows the outcome of each, down to the ledger entries', async () => {
      await page.getByRole('link', { name: t('menu.statement'), exact: true }).click()
      const row = (amount: string) => page.getByRole('button').filter({ hasText: amount })
      await expect(row(`฿6,000.${satang}`)).toContainText(t('statement.status.SUCCESS'))
      await expect(row(`฿7,000.${satang}`)).toContainText(t('statement.status.FAILED'))
      await row(`฿500.${satang}`).click()
      await page.getByText(t('statement.entries')).click()
      await expect(page.getByText(t('statement.account.withdrawing')).first()).toBeVisible()
      await expectAccessibleIn(language, page)
    })
  })
}
