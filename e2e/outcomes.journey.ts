// What a member waited for turns into its result where it was, is a toast on other pages, and stays among the
// notices.

import type { Route } from '@playwright/test'
import { Member, senderOf } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { drawn, placeOf } from './testing/place.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, expectAccessibleIn, expectNoDialog, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

for (const language of languages) {
  test(`what ended is said: refused, credited elsewhere, unknown (${language})`, {
    tag: oneWidth[language],
  }, async ({ page, browser, sandbox, watch, allow }) => {
    test.setTimeout(240_000)
    allow.push(/net::ERR_FAILED/)
    const member = new Member(page, language)
    const { t } = member
    const person = await member.join(sandbox)
    const satang = ownSatang()
    const [under, ended] = [member.under('title'), member.under('ended')]
    const bell = page.locator('header a[href="/user/outcomes"]')

    await test.step('money that the bank reports has a line that says so, which goes when it is put away', async () => {
      await member.payIn(sandbox, person, 20_000)
      const row = ended.getByRole('listitem')
      await expect(row).toContainText('+฿20,000.00')
      await expect(row).toContainText(t('outcome.line.deposit.DONE'))
      await member.expectTotal('฿20,000.00')
      await expect(bell).toContainText(t('outcome.bellNew', { total: 1 }))
      await row
        .getByRole('button', { name: t('outcome.dismiss', { what: t('outcome.kind.bank') }), exact: true })
        .click()
      await expect(ended).toHaveCount(0)
      await expect(bell).not.toContainText(t('outcome.bellNew', { total: 1 }))
    })

    const context = await browser.newContext()
    await watch(context)
    const operator = new Operator(await context.newPage(), language)
    await operator.begin('cashier')

    await test.step('a withdrawal that is refused while the dashboard is open says so in its row, with the reason', async () => {
      await member.withdraw(`6000.${satang}`, `฿6,000.${satang}`)
      await expect(page.getByText(t('withdraw.noCancel'))).toBeVisible()
      await member.close()
      await expect(under.getByRole('listitem')).toContainText(t('wallet.under.state.WITH_TEAM'))
      await operator.open('withdrawal', `฿6,000.${satang}`)
      await operator.decide('refuse', { amount: `฿6,000.${satang}`, reason: 'account under review' })
      const row = ended.getByRole('listitem')
      await expect(row).toContainText(t('outcome.line.withdrawal.REFUSED'))
      await expect(row).toContainText(t('statement.reason.OPERATOR_REFUSED'))
      await expect(row).toContainText(`฿6,000.${satang}`)
      await expect(row.getByRole('status')).toContainText(t('outcome.line.withdrawal.REFUSED'))
      await member.expectTotal('฿20,000.00')
      await expectAccessibleIn(language, page)
      // It stays over a reload, and what it opens has balance, time and the way to the statement.
      await page.reload()
      await row.getByRole('button').first().click()
      const sheet = member.dialog('withdraw.title')
      await expect(sheet.getByText(t('withdraw.returned'), { exact: true })).toBeVisible()
      await expect(sheet.locator('dl')).toContainText('฿20,000.00')
      await expect(sheet.locator('dl')).toContainText(/\d\d:\d\d/)
      await expect(sheet.getByRole('button', { name: t('withdraw.see'), exact: true })).toBeVisible()
      await member.close()
      await expect(ended).toHaveCount(0)
    })

    await test.step('a slip that is credited while another page is open is a toast', async () => {
      const house = await member.houseAccount('SCB')
      await sandbox.setFault('slip', 'error', 1000)
      await member.openDeposit('bank')
      const transfer = { ...senderOf(person), ...house, amount: 777 }
      const ways = member.depositTab('bank')
      // A sheet in the middle of a wide window moves as a whole when it grows.
      const placeOfWays = async () => (await placeOf(ways)) - (await placeOf(member.dialog('deposit.title')))
      const place = await placeOfWays()
      const listed = page.waitForResponse(
        async (response) =>
          response.url().endsWith('/api/wallet/pending') && (await response.text()).includes('"slip"'),
      )
      await member.sendSlip(await sandbox.drawSlip(transfer))
      await expect(page.getByText(t('deposit.slip.checking'), { exact: true })).toBeVisible()
      // The list of what is under way does not repeat, above it, what is shown.
      await listed
      await drawn(page)
      await expect(member.dialog('deposit.title').getByText(t('deposit.open'), { exact: true })).toHaveCount(
        0,
      )
      expect(await placeOfWays()).toBe(place)
      await member.close()
      await page.getByRole('link', { name: t('menu.profile'), exact: true }).click()
      await expect(page).toHaveURL(/\/user\/profile$/)
      await sandbox.setFault('slip', 'none')
      const toast = page.getByRole('status').filter({ hasText: '+฿777.00' })
      await expect(toast).toContainText(t('outcome.line.deposit.DONE'), { timeout: 60_000 })
      await expect(bell).toContainText(t('outcome.bellNew', { total: 1 }))
    })

    await test.step('the notices list all of it, and are read', async () => {
      await bell.click()
      await expect(member.heading('outcome.title')).toBeVisible()
      const rows = page.getByRole('main').getByRole('listitem')
      await expect(rows).toHaveCount(3)
      await expect(rows.first()).toContainText('+฿777.00')
      await expect(rows.first()).toContainText(t('outcome.new'))
      await expectAccessibleIn(language, page)
      await member.button('outcome.readAll').click()
      await expect(rows.first()).not.toContainText(t('outcome.new'))
      await expect(member.button('outcome.readAll')).toHaveCount(0)
      await expect(bell).not.toContainText(t('outcome.bellNew', { total: 1 }))
    })

    await test.step('a withdrawal whose answer is lost leaves a row, which leads to where it is asked about', async () => {
      await page.goto('/user/home')
      const lose = async (route: Route) => {
        await route.abort()
      }
      await page.route('**/api/wallet/withdrawAll', lose, { times: 1 })
      await page.route('**/api/wallet/answer/**', (route) => route.abort())
      const modal = await member.openWithdraw()
      await modal.getByLabel(t('withdraw.amount'), { exact: true }).fill(`300.${satang}`)
      await member.button('withdraw.submitAmount', { amount: `฿300.${satang}` }).click()
      await expect(member.text('withdraw.unsureTitle')).toBeVisible()
      await member.close()
      const row = under.getByRole('listitem')
      await expect(row).toContainText(t('wallet.under.state.UNSURE'))
      await expect(row).toContainText(`฿300.${satang}`)
      await page.reload()
      await row.getByRole('button').click()
      await expect(member.text('withdraw.unsureTitle')).toBeVisible()
      // On a bad line the list of what ended comes after the sheet that says it.
      const { promise: closed, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/api/wallet/pending', async (route) => {
        await closed
        await route.continue()
      })
      await member.button('withdraw.checkAgain', { amount: `฿300.${satang}` }).click()
      await expect(member.text('withdraw.paid')).toBeVisible()
      await member.close()
      await expectNoDialog(page)
      const listed = page.waitForResponse('**/api/wallet/pending')
      release()
      await listed
      // Its result was seen in the sheet, so nothing is left to be said.
      await expect(under).toHaveCount(0)
      await expect(ended).toHaveCount(0)
      await page.unrouteAll({ behavior: 'wait' })
    })
  })
}

test('what waits is in sight beside whatever ends, and what ended is put away at once (th)', {
  tag: '@phone',
}, async ({ page, sandbox, allow }) => {
  test.setTimeout(240_000)
  allow.push(/net::ERR_FAILED/)
  await page.setViewportSize({ width: 360, height: 640 })
  const member = new Member(page, 'th')
  const { t } = member
  const person = await member.join(sandbox)
  const under = member.under('title')
  const rows = under.getByRole('listitem').filter({ visible: true })
  const satang = ownSatang()

  await test.step('results come below it, one of them after the page is opened again', async () => {
    await member.payIn(sandbox, person, 20_000)
    await member.expectTotal('฿20,000.00')
    await member.withdraw(`6000.${satang}`, `฿6,000.${satang}`)
    await member.close()
    for (const amount of [501, 502, 503]) {
      await member.payIn(sandbox, person, amount)
      await expect(under.getByText(`+฿${amount}.00`, { exact: true })).toBeAttached()
    }
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText(`฿6,000.${satang}`)
    await expect(rows.last()).toContainText('+฿503.00')
    await page.reload()
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText(`฿6,000.${satang}`)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(rows).toHaveCount(2)
    await member.button('wallet.under.all', { total: 4 }).click()
    await expect(rows).toHaveCount(5)
  })

  await test.step('what ended has a heading of its own, and every amount ends at the same place', async () => {
    await expect(under.getByRole('heading')).toHaveText([t('wallet.under.title'), t('wallet.under.ended')])
    const ends = await under
      .getByText(/^\+?฿[\d,.]+$/)
      .evaluateAll((amounts) => [
        ...new Set(amounts.map((amount) => Math.round(amount.getBoundingClientRect().right))),
      ])
    expect(ends).toHaveLength(1)
  })

  await test.step('while the figures are on their way, their room is that of the last visit', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/wallet', async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    const shortcut = member.button('wallet.transfer').first()
    await expect(shortcut).toBeVisible()
    await expect(member.text('wallet.under.ended')).toBeVisible()
    // Letters of the phone’s own font have another height, and text still to come asks for more fonts.
    await page.evaluate(async () => {
      await Promise.all([...document.fonts].map((font) => font.load()))
    })
    const before = await shortcut.boundingBox()
    answer()
    await expect(rows).toHaveCount(2)
    expect((await shortcut.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
    await page.unroute('**/api/wallet')
  })

  await test.step('a transfer whose answer is lost names the game, and is asked about when the balance moves', async () => {
    await member.activate('PG')
    await page.reload()
    await page.route('**/api/wallet/transfer', async (route) => {
      await route.fetch()
      await route.abort()
    })
    let asked = 0
    await page.route('**/api/wallet/answer/**', async (route) => {
      asked++
      await route.abort()
    })
    await member.button('wallet.transfer').first().click()
    await member.choose('wallet.from', t('wallet.mainWallet'))
    await member.choose('wallet.to', 'PG')
    const form = member.dialog('wallet.transfer')
    await form.getByLabel(t('wallet.amount'), { exact: true }).fill('400')
    await member.button('wallet.submitAmount', { amount: '฿400.00' }).click()
    await expect(form.getByText(t('wallet.unsure'))).toBeVisible()
    await member.close()
    const unsure = rows.filter({ hasText: t('wallet.under.state.UNSURE') })
    await expect(unsure).toContainText(t('wallet.under.kind.transferTo', { game: 'PG' }))
    // The next question in turn comes later than this step waits.
    asked = 0
    // On a slow machine the first of them came before the sheet was closed.
    await expect.poll(() => asked, { timeout: 45_000 }).toBe(3)
    await page.unrouteAll({ behavior: 'wait' })
    await member.payIn(sandbox, person, 504)
    await expect(unsure).toHaveCount(0, { timeout: 5000 })
  })

  await test.step('what ended is put away, and what waits stays', async () => {
    const [showAll = ''] = t('wallet.under.all', { total: '|' }).split('|')
    await under.getByRole('button', { name: showAll }).click()
    // The button says how many, also of those that were not in sight.
    await member.button('wallet.under.putAway', { total: (await rows.count()) - 1 }).click()
    await expect(rows).toHaveCount(1)
    await page.reload()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(`฿6,000.${satang}`)
  })
})
