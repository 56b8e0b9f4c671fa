// From the dashboard into a game: shortcuts, money and play by one press, the games that one likes, hidden
// amounts.

import type { BrowserContext, Page } from '@playwright/test'
import { Member } from './testing/member.ts'
import { expect, expectAccessibleIn, expectNoDialog, isSeenByAxe, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

/** Presses a button that opens a game in a tab, and looks into the tab. */
async function entered(context: BrowserContext, press: () => Promise<void>, code: string): Promise<Page> {
  const opened = context.waitForEvent('page')
  await press()
  const tab = await opened
  await tab.waitForURL(new RegExp(`/sandbox/play/${code}\\b`))
  return tab
}

for (const language of languages) {
  test(`money and play by one press (${language})`, { tag: oneWidth[language] }, async ({
    page,
    context,
    sandbox,
    allow,
  }) => {
    test.setTimeout(240_000)
    allow.push(/Failed to load resource|ERR_/)
    const member = new Member(page, language)
    const { t } = member
    const person = await member.join(sandbox)
    await member.payIn(sandbox, person, 2500)
    for (const code of ['PG', 'JOKER2', 'AREASLOT']) await member.activate(code)
    await page.reload()
    await member.expectTotal('฿2,500.00')
    const playWith = (amount: string, name: string) => member.button('game.playWith', { amount, name })

    await test.step('money that is on its way opens no game', async () => {
      await sandbox.setFault('AREASLOT', 'error', 1, 'transfer')
      const game = await member.openGame('Area Slot')
      await game.getByRole('button', { name: '฿500', exact: true }).click()
      // Pressed as soon as it can be; without a login it cannot.
      await playWith('฿500.00', 'Area Slot').click()
      await expect(game.getByText(t('game.inTransitLong', { amount: '฿500.00' }))).toBeVisible()
      expect(context.pages()).toHaveLength(1)
      await member.close()
    })

    await test.step('an answer that is lost opens no game, and asking for it sends nothing twice', async () => {
      const game = await member.openGame('Joker 2')
      // By its mark nobody takes it for Joker.
      await expect(game.locator('[data-dialog-head] img')).toHaveAttribute('src', /joker2/)
      await page.route('**/api/wallet/answer/**', (route) => route.abort())
      await page.route('**/api/wallet/transfer', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await playWith('฿100.00', 'Joker 2').click()
      await expect(game.getByText(t('wallet.unsure')).first()).toBeVisible()
      await page.unroute('**/api/wallet/transfer')
      await member.button('wallet.checkAgain', { amount: '฿100.00' }).first().click()
      await expect(game.getByRole('button', { name: t('game.play', { name: 'Joker 2' }) })).toBeVisible()
      await page.unroute('**/api/wallet/answer/**')
      expect(context.pages()).toHaveLength(1)
      await expect(game.getByText('฿100.00', { exact: true }).first()).toBeVisible()
      await member.close()
    })

    await test.step('one press moves the money and enters', async () => {
      const game = await member.openGame('PG')
      if (isSeenByAxe[language]) await expectAccessibleIn(language, page)
      const tab = await entered(context, () => playWith('฿100.00', 'PG').click(), 'PG')
      await expect(tab.getByText(/100\.00/).first()).toBeVisible()
      await tab.close()
      await expect(game.getByRole('button', { name: t('game.play', { name: 'PG' }) })).toBeEnabled()
      await member.close()
    })

    await test.step('a deposit goes on into the game that was played last', async () => {
      await page.reload()
      const recent = page.getByRole('region', { name: t('game.recent') }).getByRole('listitem')
      await expect(recent).toHaveCount(1)
      const size = page.viewportSize()
      if (size && size.width < 900) {
        // The smallest phone shows it, above the menu, without scrolling.
        await page.setViewportSize({ width: 360, height: 640 })
        const picture = await recent.locator('img').boundingBox()
        // Money under way, and what has just ended, stand above it while there are some.
        const under = await page.getByRole('region', { name: t('wallet.under.title') }).boundingBox()
        const menu = await page.getByRole('navigation', { name: t('menu.main') }).boundingBox()
        expect((picture?.y ?? 0) + (picture?.height ?? 640) - (under?.height ?? 0)).toBeLessThan(menu?.y ?? 0)
        await page.setViewportSize(size)
      }
      const modal = await member.openDeposit('gift')
      const { link } = await sandbox.makeGift({ amount: 250, phone: person.phone })
      await modal.getByRole('textbox').fill(link)
      await modal.getByRole('button', { name: t('deposit.gift.send'), exact: true }).click()
      const tab = await entered(context, () => playWith('฿250.00', 'PG').click(), 'PG')
      await expect(tab.getByText(/350\.00/).first()).toBeVisible()
      await tab.close()
      await member.close()
    })

    await test.step('a transfer is prepared, takes Thai digits, and nothing moves', async () => {
      await member.button('wallet.transfer').first().click()
      const form = member.dialog('wallet.transfer')
      const field = form.getByLabel(t('wallet.amount'), { exact: true })
      const place = async () => (await field.boundingBox())?.y
      const before = await place()
      await field.focus()
      await page.keyboard.type('๑໐๐๐')
      await expect(field).toHaveValue('1,000')
      await expect(member.button('wallet.submitAmount', { amount: '฿1,000.00' })).toBeVisible()
      expect(await place()).toBe(before)
      // Back over the comma takes the figure before it, and the caret stays there.
      for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Backspace', '2'])
        await page.keyboard.press(key)
      await expect(field).toHaveValue('2,000')
      await member.close()
    })

    await test.step('favourites are found again', async () => {
      const isPhone = (page.viewportSize()?.width ?? 0) < 900
      const show = async () => {
        if (isPhone) await member.button('game.all').click()
        await expect(page.getByRole('searchbox', { name: t('game.search') })).toBeVisible()
      }
      await show()
      await page.getByRole('searchbox', { name: t('game.search') }).fill('huay hd')
      const star = page.getByRole('button', { name: t('game.mark', { name: 'Huay HD' }), exact: true })
      await expect(
        page.getByRole('button', { name: t('game.mark', { name: 'PG' }), exact: true }),
      ).toHaveCount(0)
      const marked = page.waitForResponse((response) => response.url().endsWith('/favourite/HUAYHD'))
      await star.click()
      await expect(star).toHaveAttribute('aria-pressed', 'true')
      expect((await marked).status()).toBe(200)
      if (isSeenByAxe[language]) await expectAccessibleIn(language, page)
      await page.reload()
      await show()
      await member.button('game.favourite').click()
      await expect(star).toBeVisible()
      await expect(
        page.getByRole('button', { name: t('game.mark', { name: 'PG' }), exact: true }),
      ).toHaveCount(0)
      if (isPhone) await member.close()
    })

    await test.step('hidden amounts stay hidden, in sheets as well', async () => {
      const opened = async (key: string) => {
        await member.button(key).first().click()
        const sheet = page.getByRole('dialog')
        await expect(sheet.getByRole('textbox').first()).toBeVisible()
        return sheet
      }
      const total = page.locator('main').getByText('฿2,250.00', { exact: true }).first()
      await expect(total).toBeVisible()
      await member.button('wallet.hide').click()
      for (const again of [false, true]) {
        if (again) await page.reload()
        await expect(member.button('wallet.hide')).toHaveAttribute('aria-pressed', 'true')
        await expect(page.getByText(t('wallet.hidden'), { exact: true }).first()).toBeAttached()
        await expect(total).toBeHidden()
      }
      const withSatang = /฿[\d,]+\.\d\d/
      const sheets = [
        [() => member.openGame('PG'), withSatang],
        // The limits are no secret.
        [() => opened('wallet.transfer'), /฿(?!1\.00)[\d,]+\.\d\d/],
        [() => opened('wallet.withdraw'), /฿\d,\d{3}\.\d\d/],
      ] as const
      for (const [open, balance] of sheets) {
        const sheet = await open()
        await expect(sheet.getByText('••••••').first()).toBeVisible()
        await expect(sheet).not.toContainText(balance)
        await member.close()
      }
      await test.step('what is typed and confirmed is not', async () => {
        const form = await opened('wallet.transfer')
        await form.getByLabel(t('wallet.amount'), { exact: true }).fill('120')
        await expect(
          form.getByRole('button', { name: t('wallet.submitAmount', { amount: '฿120.00' }) }),
        ).toBeVisible()
        await member.close()
      })
    })
  })
}

test('an address opens a sheet once', { tag: '@phone' }, async ({ page }) => {
  const member = new Member(page, 'th')
  for (const [name, title] of [
    ['withdraw', 'withdraw.title'],
    ['transfer', 'wallet.transfer'],
    ['slip', 'deposit.title'],
  ] as const) {
    await test.step(name, async () => {
      if (name === 'withdraw') await member.begin(`/user/home?open=${name}`)
      else await page.goto(`/user/home?open=${name}`)
      await expect(member.dialog(title)).toBeVisible()
      await expect(page).toHaveURL(/\/user\/home$/)
    })
  }
  // The sheet for a slip opens at bank transfers, whatever was chosen last.
  const modal = member.dialog('deposit.title')
  await modal.getByRole('tab', { name: member.t('deposit.group.qr'), exact: true }).click()
  await page.goto('/user/home?open=slip')
  await expect(modal.getByRole('tab', { name: member.t('deposit.group.bank'), exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.goBack()
  await expectNoDialog(page)
  await page.reload()
  await expect(member.button('wallet.deposit').first()).toBeVisible()
  await expectNoDialog(page)
})

test('a picture of a game that does not come leaves no broken one', { tag: '@phone' }, async ({
  page,
  allow,
}) => {
  allow.push(/Failed to load resource/)
  const member = new Member(page, 'th')
  await page.route(/\/art\/games\//, (route) => route.abort())
  await member.begin()
  const recent = page.getByRole('region', { name: member.t('game.some') })
  await expect(recent.getByRole('button', { name: /PG/ }).first()).toBeVisible()
  await expect(recent.locator('img:visible')).toHaveCount(0)
  const game = await member.openGame('PG')
  await expect(game.locator('img:visible')).toHaveCount(0)
})
