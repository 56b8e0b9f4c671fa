// Money under way is shown, figures keep their values while money is being sent, and busy buttons say what
// they do.

import type { Route } from '@playwright/test'
import { Member } from './testing/member.ts'
import { expect, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

const game = { code: 'AREASLOT', name: 'Area Slot' }

for (const language of languages) {
  test(`money under way: a code, a slow transfer, a withdrawal (${language})`, {
    tag: oneWidth[language],
  }, async ({ page, context, sandbox, allow }) => {
    test.setTimeout(240_000)
    const member = new Member(page, language)
    const { t } = member
    const person = await member.join(sandbox)
    await member.payIn(sandbox, person, 20_000)
    await member.expectTotal('฿20,000.00')
    const block = member.under('title')
    await expect(block).toHaveCount(0)

    await test.step('an open code has a row with its countdown, which leads back to it', async () => {
      await member.openDeposit('qr')
      await member.createQr('PAYTIMZ', 50)
      await member.close()
      const row = block.getByRole('button').filter({ hasText: t('wallet.under.kind.qr') })
      await expect(row).toContainText('฿50.00')
      await expect(row).toContainText(/1[0-5]:\d\d/)
      await row.click()
      const modal = member.dialog('deposit.title')
      await expect(modal.getByRole('timer')).toBeVisible()
      // A cancelled code leaves the list.
      await member.button('deposit.qr.cancel').click()
      await member.button('deposit.qr.cancelAmount', { amount: '฿50.00' }).click()
      await expect(modal.getByRole('timer')).toBeHidden()
      await member.close()
      await expect(block).toHaveCount(0)
    })

    await test.step('a transfer takes its time: the button says so, and the figures do not change', async () => {
      await member.activate(game.code)
      await page.reload()
      await member.expectTotal('฿20,000.00')
      // The answer is held back while the wallet already has the lower balance.
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/api/wallet/transfer', async (route) => {
        const response = await route.fetch()
        await held
        await route.fulfill({ response })
      })
      await member.button('wallet.transfer').first().click()
      await member.choose('wallet.from', t('wallet.mainWallet'))
      await member.choose('wallet.to', game.name)
      const form = member.dialog('wallet.transfer')
      await form.getByLabel(t('wallet.amount'), { exact: true }).fill('1000')
      const after = form.locator('dl')
      await expect(after).toContainText('฿20,000.00')
      const wallet = page.waitForResponse((response) => response.url().endsWith('/api/wallet'))
      await member.button('wallet.submitAmount', { amount: '฿1,000.00' }).click()
      await expect(form.getByRole('button', { name: t('ui.busy.transferring'), exact: true })).toBeVisible()
      await wallet
      await expect(page.locator('main').getByText('฿19,000.00', { exact: true }).first()).toBeAttached()
      await expect(after).toContainText('฿20,000.00')
      await expect(after).toContainText('฿19,000.00')
      await expect(after).not.toContainText('฿18,000.00')
      answer()
      const done = member.dialog('wallet.done')
      await expect(done.getByText(t('ui.reference'), { exact: true })).toBeVisible()
      await expect(done.locator('dl')).toContainText('฿19,000.00')
      await expect(done.getByRole('button', { name: t('game.play', { name: game.name }) })).toBeVisible()
      await page.unroute('**/api/wallet/transfer')
      await member.close()
    })

    await test.step('the app asks by itself for a transfer’s lost answer when the network is back', async () => {
      allow.push(/Failed to load resource|ERR_/)
      await member.button('wallet.transfer').first().click()
      await member.choose('wallet.from', t('wallet.mainWallet'))
      await member.choose('wallet.to', game.name)
      const form = member.dialog('wallet.transfer')
      await form.getByLabel(t('wallet.amount'), { exact: true }).fill('500')
      // The call arrives at the server, and its answer is lost.
      await page.route('**/api/wallet/answer/**', (route) => route.abort())
      await page.route('**/api/wallet/transfer', loseAnswer)
      await member.button('wallet.submitAmount', { amount: '฿500.00' }).click()
      await expect(form.getByText(t('wallet.unsure'))).toBeVisible()
      await member.button('wallet.checkAgain', { amount: '฿500.00' }).click()
      await expect(member.text('ui.stillUnsure')).toBeVisible()
      await context.setOffline(true)
      await page.unroute('**/api/wallet/transfer')
      await page.unroute('**/api/wallet/answer/**')
      await context.setOffline(false)
      const done = member.dialog('wallet.done')
      await expect(done.locator('dl')).toContainText('฿18,500.00')
      await member.close()
    })

    await test.step('the same for a withdrawal and a gift, also after a reload, and each is carried out once', async () => {
      await page.route('**/api/wallet/answer/**', (route) => route.abort())
      await page.route('**/api/wallet/withdrawAll', loseAnswer)
      await page.route('**/api/wallet/truelink', loseAnswer)
      const sheet = await member.openWithdraw()
      await sheet.getByLabel(t('withdraw.amount'), { exact: true }).fill('200')
      await member.button('withdraw.submitAmount', { amount: '฿200.00' }).click()
      await expect(member.text('withdraw.unsureTitle')).toBeVisible()
      await member.close()
      const gift = await member.openDeposit('gift')
      const { link } = await sandbox.makeGift({ amount: 60, phone: person.phone })
      await gift.getByRole('textbox').fill(link)
      await member.button('deposit.gift.send').click()
      await expect(gift.getByText(t('deposit.gift.unsure'))).toBeVisible()
      // A gift link is as good as its money, so the device stores no part of it.
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(link.slice(-12))

      await page.reload()
      await member.button('wallet.withdraw').first().click()
      await expect(member.text('withdraw.unsureTitle')).toBeVisible()
      await context.setOffline(true)
      await page.unrouteAll({ behavior: 'wait' })
      await context.setOffline(false)
      await expect(member.text('deposit.gift.sent', { amount: '฿60.00' })).toBeVisible()
      await expect(member.text('withdraw.paid')).toBeVisible()
      await member.close()
      const paid = (await sandbox.readPayouts()).filter(({ accountNo }) => accountNo === person.accountNo)
      expect(paid.map(({ amount }) => amount)).toEqual([200])
      expect(
        await page.evaluate(() => Object.keys(localStorage).filter((name) => /^money-request:/.test(name))),
      ).toEqual([])
    })

    await test.step('a request that the device can no longer read is asked about, and dropped with a word', async () => {
      const wallet = await page.request.get('/api/wallet', { headers: await member.headers() })
      const { profile } = (await wallet.json()) as { profile: { _id: string } }
      await page.evaluate((name) => {
        const request = { key: 'a'.repeat(32), values: null, tries: 1, lost: true }
        localStorage.setItem(name, JSON.stringify({ ...request, startedAt: Date.now() - 120_000 }))
      }, `money-request:${profile._id}:transfer:{"amount":500}`)
      await page.reload()
      await expect(
        page.getByText(`${t('outcome.damaged.Gone')} ${t('outcome.damaged.InHistory')}`),
      ).toBeVisible()
      await expect(block).toHaveCount(0)
    })

    await test.step('a tab that sends the transfer that another one is sending says so, and sends none', async () => {
      const tabs = [member, new Member(await context.newPage(), language)] as const
      await tabs[1].page.goto('/user/home')
      for (const tab of tabs) {
        await tab.button('wallet.transfer').first().click()
        await tab.choose('wallet.from', t('wallet.mainWallet'))
        await tab.choose('wallet.to', game.name)
        await tab.dialog('wallet.transfer').getByLabel(t('wallet.amount'), { exact: true }).fill('100')
      }
      let sent = 0
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await context.route('**/api/wallet/transfer', async (route) => {
        sent++
        await held
        await route.continue()
      })
      const send = tabs.map((tab) => tab.button('wallet.submitAmount', { amount: '฿100.00' }))
      await send[0]?.click()
      await expect.poll(() => sent).toBe(1)
      await send[1]?.click()
      await expect(tabs[1].text('ui.alreadyUnderWay')).toBeVisible()
      answer()
      await expect(member.dialog('wallet.done')).toBeVisible()
      expect(sent).toBe(1)
      await context.unroute('**/api/wallet/transfer')
      await tabs[1].page.close()
      await member.close()
    })

    await test.step('a refresh that did not reach a game names it', async () => {
      await sandbox.setFault(game.code, 'error', 5, 'balance')
      await member.button('wallet.refresh').first().click()
      await expect(
        member.text('wallet.refreshedExcept', { games: game.name }).or(member.text('wallet.refreshFailed')),
      ).toBeVisible()
      await expect(page.getByText(t('wallet.except', { games: game.name }), { exact: true })).toBeVisible()
      // The total of all games includes the older figure, and says so.
      await expect(page.getByTitle(t('wallet.olderFigure', { games: game.name }))).toBeVisible()
      await sandbox.setFault(game.code, 'none')
    })

    await test.step('a waiting withdrawal is shown on the dashboard, in its sheet and on the statement', async () => {
      await member.withdraw('6000', '฿6,000.00')
      await expect(page.getByText(t('withdraw.waitingForStaff'))).toBeVisible()
      await expect(member.dialog('withdraw.title').getByText(/^WD[0-9A-F]{12}$/)).toBeVisible()
      await member.close()
      const row = block.getByRole('button').filter({ hasText: t('wallet.under.kind.withdrawal') })
      await expect(row).toContainText('฿6,000.00')
      await expect(row).toContainText(t('wallet.under.state.WITH_TEAM'))
      await expect(row).toContainText(new RegExp(t('wallet.under.since', { time: '\\d\\d:\\d\\d' })))
      const modal = await member.openWithdraw()
      await expect(modal.getByText(t('withdraw.open'))).toBeVisible()
      await member.close()
      await page.getByRole('link', { name: t('menu.statement'), exact: true }).click()
      // There it is a row of the list, and stands above it no second time.
      const listed = member.statementRows().filter({ hasText: '฿6,000.00' })
      await expect(listed).toContainText(t('wallet.under.state.WITH_TEAM'))
      await expect(row).toHaveCount(0)
      await listed.locator('button[aria-expanded]').click()
      await member.button('statement.follow').click()
      await expect(page.getByText(t('withdraw.waitingForStaff'))).toBeVisible()
      await member.close()
      // A list that cannot be loaded has no row of it, so it stands above.
      allow.push(/ 500 /)
      await page.route('**/api/statement', (route) => route.fulfill({ status: 500, json: {} }))
      await page.reload()
      await expect(member.text('statement.safe')).toBeVisible()
      await expect(row).toContainText('฿6,000.00')
      await page.unroute('**/api/statement')
    })
  })
}

/** The call arrives at the server, and its answer is lost. */
async function loseAnswer(route: Route) {
  await route.fetch()
  await route.abort()
}

/** Holds an answer back while a button is busy, and expects that the button says what it does. */
async function expectBusy(member: Member, call: string, press: () => Promise<void>, verb: string) {
  const { page, t } = member
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(call, async (route) => {
    await held
    await route.continue()
  })
  await press()
  const button = page.getByRole('button', { name: t(`ui.busy.${verb}`), exact: true })
  await expect(button).toBeVisible()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).toBeDisabled()
  const done = page.waitForResponse(call)
  answer()
  await done
  await page.unroute(call)
}

test('busy buttons say what they do (th)', { tag: '@phone' }, async ({ page, sandbox }) => {
  const member = new Member(page, 'th')
  const { t } = member
  const person = await member.join(sandbox)
  const press = (key: string) => () => member.button(key).last().click()
  const dialog = page.getByRole('dialog')

  await member.openDeposit('qr')
  await member.chooseGateway('PAYTIMZ')
  await dialog.getByRole('button', { name: '฿100', exact: true }).click()
  const create = () => member.button('deposit.qr.createAmount', { amount: '฿100.00' }).click()
  await expectBusy(member, '**/api/qrcode/PAYTIMZ', create, 'creatingQr')
  await member.button('deposit.qr.cancel').click()
  const cancel = () => member.button('deposit.qr.cancelAmount', { amount: '฿100.00' }).click()
  await expectBusy(member, '**/api/qrcode/**', cancel, 'cancelling')
  await member.close()

  const gift = await member.openDeposit('gift')
  const { link } = await sandbox.makeGift({ amount: 60, phone: person.phone })
  await gift.getByRole('textbox').fill(link)
  await expectBusy(member, '**/api/wallet/truelink', press('deposit.gift.send'), 'sending')
  // After a deposit the next step is a transfer to a game.
  await member.button('deposit.toGame').click()
  await expect(member.dialog('wallet.transfer')).toBeVisible()
  await member.close()

  await member.openGame('PG')
  await expectBusy(member, '**/api/wallet/activate/PG', press('game.open'), 'opening')
  await member.close()

  await page.goto('/user/profile')
  await member.button('account.profile.edit').click()
  await dialog.getByLabel(t('account.name.label'), { exact: true }).fill('สุดา ใจดี')
  await expectBusy(member, '**/api/account/**', press('ui.save'), 'saving')
  await expect(dialog).toBeHidden()

  await page.goto('/user/statement')
  await expectBusy(member, '**/api/statement/csv*', press('statement.csv'), 'preparing')

  await page.goto('/login')
  await member.field('account.phone.label').fill(person.phone)
  await member.field('account.password.label').fill(person.password)
  await expectBusy(member, '**/api/login', press('account.login.submit'), 'loggingIn')
})
