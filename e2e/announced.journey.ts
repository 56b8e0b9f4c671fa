// A member announces a deposit: it is credited by the transfer that the cashier chooses, or by the member's
// own transfer.

import { Member, senderOf } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { sandboxOf } from './testing/sandbox.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, expectAccessibleIn, expectNoDialog, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

test.use({ world: { settings: { 'deposit.manual': true } } })
// In one worker, which then needs one server of this world.
test.describe.configure({ mode: 'default' })

for (const language of languages) {
  test(`an announced deposit is credited by a transfer, once (${language})`, {
    tag: oneWidth[language],
  }, async ({ browser, watch }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext()
    const office = await browser.newContext()
    await watch(context)
    await watch(office)
    const page = await context.newPage()
    const sandbox = sandboxOf(page.request)
    const member = new Member(page, language)
    const person = await member.join(sandbox)
    const house = await member.houseAccount('SCB')
    // Amounts that are unique to this run, by which its items are found.
    const satang = ownSatang()
    const baht = (whole: number) => Number(`${whole}.${satang}`)
    const shown = (whole: number) => `฿${whole.toLocaleString('en-US')}.${satang}`
    const cashier = new Operator(await office.newPage(), language)
    await cashier.begin('cashier')

    await test.step('the cashier chooses the transfer, by keyboard', async () => {
      await member.post('/api/wallet/add', { amount: baht(75) })
      const { reference } = await sandbox.pay({
        ...house,
        fromBank: 'SCB',
        // The bank shows too few digits of the sender for an automatic credit, and nothing that contradicts.
        fromAccountNo: 'xxxxxxxxxx',
        fromName: person.firstName.toUpperCase(),
        amount: baht(75),
      })
      await cashier.open('manual-deposit', shown(75))
      const { page: desk, t } = cashier
      await desk.getByRole('button', { name: t('desk.approveAmount', { amount: shown(75) }) }).click()
      const dialog = desk.getByRole('dialog')
      await dialog.getByLabel(t('desk.reasonLabel'), { exact: true }).fill('seen at the bank')
      await dialog.getByRole('button', { name: t('desk.approve'), exact: true }).press('Enter')
      await expect(dialog.getByText(t('desk.transfer.missing'))).toBeVisible()
      // The first wrong field has the focus, so arrows and the space bar choose in it.
      await expect(dialog.getByRole('radio').first()).toBeFocused()
      await dialog.getByRole('radio').and(dialog.getByLabel(reference)).focus()
      await desk.keyboard.press('Space')
      await expect(dialog.getByRole('table')).toBeVisible()
      await expectAccessibleIn(language, desk)
      await dialog.getByRole('button', { name: t('desk.approveAmount', { amount: shown(75) }) }).click()
      await expectNoDialog(desk)
      await member.expectTotal(shown(75))
    })

    await test.step('the member’s own transfer closes the next announcement', async () => {
      await member.post('/api/wallet/add', { amount: baht(81) })
      await cashier.open('manual-deposit', shown(81))
      await member.payIn(sandbox, person, baht(81))
      const both = Math.round((baht(75) + baht(81)) * 100) / 100
      await member.expectTotal(`฿${both.toFixed(2)}`)
      await cashier.page.goto('/console/manual-deposit')
      await expect(cashier.page.getByText(cashier.t('desk.empty'), { exact: true })).toBeVisible()
    })
  })
}

test('each row of money under way opens its own sheet (th)', { tag: '@phone' }, async ({
  browser,
  watch,
  allow,
}) => {
  test.setTimeout(180_000)
  const context = await browser.newContext()
  await watch(context)
  // The outside world is down on purpose.
  allow.push(/answer: 50/)
  const page = await context.newPage()
  const sandbox = sandboxOf(page.request)
  const member = new Member(page, 'th')
  const { t } = member
  const person = await member.join(sandbox)
  const own = senderOf(person)
  await member.payIn(sandbox, person, 5000)
  await member.expectTotal('฿5,000.00')
  await member.activate('PG')
  await page.reload()

  await sandbox.setFault('PG', 'error', 1, 'transfer')
  await sandbox.setFault('PG', 'error', 1000, 'transfer-status')
  await member.transfer(t('wallet.mainWallet'), 'PG', '300.00', 'pending')
  // The total falls while money is between wallet and game; the amount is shown beside it.
  await member.expectTotal('฿4,700.00')
  await expect(
    page.getByText(t('wallet.plusInTransit', { amount: '฿300.00' }), { exact: true }),
  ).toBeVisible()

  await sandbox.setFault('slip', 'error', 1000)
  const slip = await sandbox.drawSlip({ ...own, ...(await member.houseAccount('KTB')), amount: 70 })
  // While deposits are announced the app offers no slips, but a slip that was sent before is still followed.
  const sent = await page.request.post('/api/wallet/slip', {
    headers: await member.headers(),
    multipart: { file: { name: 'slip.png', mimeType: 'image/png', buffer: slip } },
  })
  expect(sent.ok()).toBe(true)

  await sandbox.setFault('gift', 'timeout-lost', 1, 'redeem')
  await sandbox.setFault('gift', 'error', 1000, 'status')
  const { link } = await sandbox.makeGift({ amount: 50, phone: person.phone })
  const gift = await member.openDeposit('gift')
  await gift.getByRole('textbox').fill(link)
  await gift.getByRole('button', { name: t('deposit.gift.send'), exact: true }).click()
  await expect(gift.getByText(t('deposit.gift.checking'), { exact: true }).first()).toBeVisible()
  await member.close()

  await member.post('/api/wallet/add', { amount: 60 })
  await page.reload()

  const block = member.under('title')
  // With the first deposit, which has just ended.
  await expect(block.getByRole('listitem')).toHaveCount(5)
  for (const [row, sheet] of [
    [t('wallet.under.kind.slip'), t('deposit.title')],
    [t('wallet.under.kind.gift'), t('deposit.title')],
    [t('wallet.under.kind.announcement'), t('deposit.title')],
    [t('wallet.under.kind.transferTo', { game: 'PG' }), 'PG'],
  ] as const) {
    await test.step(row, async () => {
      await block.getByRole('button').filter({ hasText: row }).click()
      await expect(page.getByRole('dialog', { name: sheet, exact: true })).toBeVisible()
      await expect(
        page
          .getByRole('dialog')
          .getByText(/฿|SL[A-Z0-9]{12}/)
          .first(),
      ).toBeVisible()
      await member.close()
    })
  }
  for (const target of ['PG', 'slip', 'gift']) await sandbox.setFault(target, 'none')
  // Closes the announcement, so that the next journey finds none in the review queue.
  await member.payIn(sandbox, person, 60)
  await expect(
    block.getByRole('listitem').filter({ hasText: t('wallet.under.kind.announcement') }),
  ).toContainText(t('outcome.line.deposit.DONE'))
})
