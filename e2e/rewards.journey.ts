// Money under a condition: a promotion, a bonus with its deposit, invited friends, and cashback.

import { Member } from './testing/member.ts'
import { expect, expectAccessibleIn, expectNoDialog, oneWidth, test } from './testing/test.ts'
import { type Language, languages } from './testing/texts.ts'

/** Friends of the demo member, one for each language: cashback is claimed once. */
const friends: Record<Language, string> = { th: '0811110001', la: '0811110002', en: '0811110003' }
const titles = {
  th: { welcome: 'ต้อนรับสมาชิกใหม่ 20%', promotion: 'โค้ด KRAPAO50' },
  la: { welcome: 'ຕ້ອນຮັບສະມາຊິກໃໝ່ 20%', promotion: 'ໂຄ້ດ KRAPAO50' },
  en: { welcome: 'Welcome, 20% on top', promotion: 'Code KRAPAO50' },
}

for (const language of languages) {
  test(`bonus and promotion (${language})`, { tag: oneWidth[language] }, async ({ page, sandbox }) => {
    const member = new Member(page, language)
    const { t } = member
    const title = titles[language]
    const person = await member.join(sandbox)
    const offer = (name: string) => page.getByRole('button').filter({ hasText: name })

    await test.step('a new member finds the bonus page and its first step from home', async () => {
      await page.getByRole('link', { name: t('wallet.bonus'), exact: true }).click()
      await expect(member.text('bonus.first')).toBeVisible()
      await expectAccessibleIn(language, page)
    })

    async function find(code: string) {
      await member.field('promotion.code').fill(code)
      await member.button('promotion.find').click()
      const modal = member.dialog('promotion.title')
      await expect(modal.getByText(code.toUpperCase(), { exact: true })).toBeVisible()
      return modal
    }

    await test.step('an unknown code is not found; a known one says what it brings and asks for', async () => {
      const unknown = await find('nothere')
      await expect(unknown.getByText(t('promotion.notFound'))).toBeVisible()
      await member.close()
      const found = await find('krapao50')
      await expect(found.getByText(t('bonus.condition.balance', { percent: 200 }))).toBeVisible()
      await expectAccessibleIn(language, page)
      await found.getByRole('button', { name: t('promotion.receive', { amount: '฿50.00' }) }).click()
      await expectNoDialog(page)
      await expect(page.getByRole('heading', { name: title.promotion })).toBeVisible()
      await expect(page.getByRole('progressbar')).toHaveAttribute(
        'aria-valuetext',
        t('bonus.progress.balance', { current: '฿50.00', required: '฿100.00' }),
      )
    })

    await test.step('a cancel shows both amounts first, and asks again where they have changed meanwhile', async () => {
      await member.button('bonus.cancel').click()
      const question = member.dialog('bonus.cancelAsk')
      await expect(question.getByText('฿0.00')).toBeVisible()
      await member.payIn(sandbox, person, 20)
      await expect(page.getByRole('progressbar', { includeHidden: true })).toHaveAttribute(
        'aria-valuetext',
        t('bonus.progress.balance', { current: '฿70.00', required: '฿120.00' }),
      )
      await member.button('bonus.cancelAmount', { amount: '฿50.00' }).click()
      await expect(question.getByText(t('bonus.changed'))).toBeVisible()
      await expect(question.getByText('฿20.00')).toBeVisible()
      await expectAccessibleIn(language, page)
      await member.button('bonus.cancelAmount', { amount: '฿50.00' }).click()
      await expect(member.text('bonus.clearedAmounts', { returned: '฿50.00', kept: '฿20.00' })).toBeVisible()
    })

    await test.step('a code works once', async () => {
      await expect(member.field('promotion.code')).toBeVisible()
      const again = await find('krapao50')
      await again.getByRole('button', { name: t('promotion.receive', { amount: '฿50.00' }) }).click()
      const alert = member.dialog('ui.error')
      await expect(alert.getByText(t('errorMsg.PROMOTION_RECEIVED'))).toBeVisible()
      await alert.getByRole('button', { name: t('ui.ok'), exact: true }).click()
      await member.close()
    })

    await test.step('the offer says first what it locks', async () => {
      await offer(title.welcome).click()
      const sheet = page.getByRole('dialog', { name: title.welcome })
      await expect(
        sheet.getByText(
          t('bonus.cost.depositTurnover', { locked: '฿20.00', deposit: '฿100.00', required: '฿600.00' }),
        ),
      ).toBeVisible()
      await member.close()
    })

    await test.step('a bonus waits for the next deposit, by keyboard', async () => {
      await offer(title.welcome).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: title.welcome })).toBeVisible()
      await expectAccessibleIn(language, page)
      await member.button('bonus.arm').press('Enter')
      await expectNoDialog(page)
      await expect(member.text('bonus.state.ARMED')).toBeVisible()
      await expectAccessibleIn(language, page)
    })

    await test.step('until it has begun it is in the way of no withdrawal', async () => {
      await page.goto('/user/home')
      await member.button('wallet.withdraw').first().click()
      const modal = member.dialog('withdraw.title')
      await expect(modal.getByText(t('withdraw.noBonus'))).toBeVisible()
      await expect(modal.getByText(t('withdraw.bonus'))).toHaveCount(0)
      await member.close()
      await page.getByRole('link', { name: t('wallet.bonus'), exact: true }).click()
    })

    await test.step('the deposit brings it while the page is open, and play moves its bar', async () => {
      await member.payIn(sandbox, person, 500)
      await expect(member.text('bonus.state.ACTIVE')).toBeVisible()
      const bar = page.getByRole('progressbar')
      const played = (current: string) => t('bonus.progress.turnover', { current, required: '฿3,000.00' })
      await expect(bar).toHaveAttribute('aria-valuetext', played('฿0.00'))
      await member.activate('PG')
      await member.move('PG', 100)
      await sandbox.play('PG', { ...(await member.gameAccount('PG')), stake: 60, win: 60 })
      await page.goto('/user/home')
      await page.getByRole('link', { name: t('wallet.bonus'), exact: true }).click()
      await expect(bar).toHaveAttribute('aria-valuetext', played('฿60.00'), { timeout: 40_000 })
      await expectAccessibleIn(language, page)
    })

    await test.step('until it is met no withdrawal is offered, and the button leads to it', async () => {
      await page.goto('/user/home')
      await member.button('wallet.withdraw').first().click()
      const modal = member.dialog('withdraw.title')
      await expect(modal.getByText(t('withdraw.bonus'))).toBeVisible()
      await expect(modal.getByText(t('withdraw.noBonus'))).toHaveCount(0)
      await expect(modal.getByRole('progressbar')).toBeVisible()
      // What is missing and what cancelling leaves; nothing beside it that cannot be used.
      await expect(modal.getByText(t('bonus.progress.left', { amount: '฿2,940.00' }))).toBeVisible()
      await expect(modal.getByText(t('withdraw.bonusCancel'), { exact: true })).toBeVisible()
      await expect(modal.getByText('฿520.00', { exact: true })).toBeVisible()
      await expect(modal.getByRole('textbox')).toHaveCount(0)
      for (const name of [t('withdraw.submit'), t('withdraw.all')])
        await expect(modal.getByRole('button', { name, exact: true })).toHaveCount(0)
      await expectAccessibleIn(language, page)
      await modal.getByRole('button', { name: t('withdraw.bonusSee'), exact: true }).click()
      await expect(page).toHaveURL(/\/user\/bonus$/)
      await expectNoDialog(page)
    })

    await test.step('a cancel gives the bonus back and leaves the deposit', async () => {
      await member.button('bonus.cancel').click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('฿100.00', { exact: true })).toBeVisible()
      await expect(dialog.getByText('฿520.00', { exact: true })).toBeVisible()
      await member.button('bonus.cancelAmount', { amount: '฿100.00' }).click()
      await expect(
        member.text('bonus.clearedAmounts', { returned: '฿100.00', kept: '฿520.00' }),
      ).toBeVisible()
      await expect(offer(title.welcome)).toBeDisabled()
      await expect(offer(title.welcome)).toContainText(t('bonus.mark.received'))
    })

    await test.step('who has too much for a code is told so, with both amounts, and offered no button', async () => {
      const found = await find('krapao50')
      await expect(found.getByText(t('bonus.tooMuch', { total: '฿520.00', maximum: '฿50.00' }))).toBeVisible()
      await expect(
        found.getByRole('button', { name: t('promotion.receive', { amount: '฿50.00' }) }),
      ).toHaveCount(0)
      await expectAccessibleIn(language, page)
      await member.close()
    })
  })

  test(`cashback (${language})`, { tag: oneWidth[language] }, async ({ page }) => {
    const member = new Member(page, language)
    const { t } = member
    await member.begin('/user/home', { phone: friends[language], password: 'krapao-demo' })
    await member.button('wallet.refund').click()
    const modal = member.dialog('refund.title')

    await test.step('what can be claimed is calculated line by line', async () => {
      await expect(modal.getByText(t('refund.calculation'))).toBeVisible()
      await expect(modal.getByText(t('refund.sum')).first()).toBeVisible()
      await expectAccessibleIn(language, page)
    })

    const take = modal.getByRole('button').filter({ hasText: /฿/ })
    const amount = /฿[\d,.]+/.exec(await take.innerText())?.[0] ?? ''

    await test.step('what it locks stands before the button, with the amounts', async () => {
      await expect(modal.getByText(locks(member, amount))).toBeVisible()
    })

    await test.step('one button takes it once that was agreed to', async () => {
      await take.click()
      const question = member.dialog('refund.moveAsk')
      await expect(question.getByText(locks(member, amount))).toBeVisible()
      await expect(
        question.getByRole('heading', { name: t('bonus.condition.title'), exact: true }),
      ).toBeVisible()
      await question.getByRole('button', { name: t('refund.take', { amount }), exact: true }).click()
    })

    await test.step('what came stands there with what it is bound to, until the member goes on', async () => {
      await expect(modal.getByRole('heading', { name: t('refund.came'), exact: true })).toBeVisible()
      await expect(modal.getByText(`+${amount}`, { exact: true })).toBeVisible()
      await expect(modal.getByText(t('refund.cameText'))).toBeVisible()
      await expect(modal.getByRole('progressbar')).toBeVisible()
      await expect(modal.getByText(t('refund.bonusOpen'))).toBeHidden()
      await expectAccessibleIn(language, page)
      await modal
        .getByRole('button', { name: t('ui.close'), exact: true })
        .last()
        .click()
    })

    await test.step('it is in the log; with nothing to take, nothing is said to be in its way', async () => {
      await member.button('wallet.refund').click()
      await expect(modal.getByRole('table').getByText(amount, { exact: true })).toBeVisible()
      await expect(member.button('refund.takeNone')).toBeDisabled()
      await expect(modal.getByText(t('refund.bonusOpen'))).toHaveCount(0)
      await expectAccessibleIn(language, page)
      await member.close()
      await page.getByRole('link', { name: t('wallet.bonus'), exact: true }).click()
      await expect(page.getByText(t('bonus.source.refund'), { exact: true }).first()).toBeVisible()
    })
  })
}

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
    await expect(receive.getByText(locks(member))).toBeVisible()
    await receive.getByRole('button', { name: /฿/ }).click()
    await expectNoDialog(page)
    await member.button('wallet.inviteReceive').click()
    await expect(member.text('invite.receive.none')).toBeVisible()
  })
})

/** The sentence that says how much cannot be withdrawn until when, whatever the amounts that are not given. */
function locks({ t }: Member, amount = '\u0001'): RegExp {
  const any = '\u0001'
  const text = t('bonus.cost.balance', { amount, locked: any, required: any })
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(any, '฿[\\d,.]+'))
}

/** From the dashboard and back: the banner, the link, what the friends brought, and what receiving it asks for. */
async function inviteFriends(member: Member): Promise<void> {
  const { t, page, language } = member
  await page.locator('header select').selectOption(language)
  await member.button('wallet.inviteFriends').click()
  const modal = member.dialog('invite.title')

  await test.step(`the banner comes first, then the link, which is copied (${language})`, async () => {
    await member.button('ui.next').click()
    const link = `${new URL(page.url()).origin}/register?code=PRdemomember22`
    await expect(modal.getByText(link, { exact: true })).toBeVisible()
    await member.button('invite.copy').click()
    await expect(member.text('ui.copied', { text: link })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  })

  await test.step(`a row opens to what it was calculated of, and pages are turned (${language})`, async () => {
    await modal.getByRole('table').getByRole('button').first().click()
    await expect(modal.getByText(t('invite.stake'))).toBeVisible()
    await expectAccessibleIn(language, page)
    const second = modal.getByRole('button', { name: t('ui.paging.page', { page: 2 }), exact: true })
    await second.click()
    await expect(second).toHaveAttribute('aria-current', 'page')
    await member.close()
  })

  await test.step(`its conditions are explained, and a running bonus is in its way (${language})`, async () => {
    await member.button('wallet.inviteReceive').click()
    const dialog = member.dialog('invite.receive.title')
    await expect(dialog.getByText('200%', { exact: true })).toBeVisible()
    await expectAccessibleIn(language, page)
    // The demo member has a running bonus.
    await expect(dialog.getByText(t('bonus.hasOpen'))).toBeVisible()
    await expect(dialog.getByRole('button', { name: /฿/ })).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: t('bonus.see'), exact: true })).toBeVisible()
    await member.close()
  })
}
