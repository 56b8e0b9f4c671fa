// Money under a condition: a promotion, a bonus with its deposit, and cashback.

import type { Locator } from '@playwright/test'
import { Member } from './testing/member.ts'
import { expect, expectAccessibleIn, expectNoDialog, oneWidth, test } from './testing/test.ts'
import { type Language, languages } from './testing/texts.ts'

/** Friends of the demo member, one for each language: cashback is claimed once. */
const friends: Record<Language, string> = { th: '0811110001', la: '0811110002', en: '0811110003' }
const titles = {
  th: { welcome: 'ต้อนรับสมาชิกใหม่ 20%', free: 'เครดิตฟรีประจำสัปดาห์', promotion: 'โค้ด KRAPAO50' },
  la: { welcome: 'ຕ້ອນຮັບສະມາຊິກໃໝ່ 20%', free: 'ເຄຣດິດຟຣີປະຈຳອາທິດ', promotion: 'ໂຄ້ດ KRAPAO50' },
  en: { welcome: 'Welcome, 20% on top', free: 'Free credit of the week', promotion: 'Code KRAPAO50' },
}

for (const language of languages) {
  test(`bonus and promotion (${language})`, { tag: oneWidth[language] }, async ({ page, sandbox, allow }) => {
    const member = new Member(page, language)
    const { t } = member
    const title = titles[language]
    const person = await member.join(sandbox)
    // What has ended has a row of the same name below.
    const offer = (name: string) => page.locator('button:not([aria-expanded])').filter({ hasText: name })

    await test.step('a new member finds the bonus page and its first step from home', async () => {
      await page.getByRole('link', { name: t('wallet.bonus'), exact: true }).click()
      await expect(member.text('bonus.first')).toBeVisible()
      await expectAccessibleIn(language, page)
    })

    async function find(code: string) {
      await member.field('promotion.code').fill(code)
      await member.button('promotion.find').click()
      return page.getByRole('dialog')
    }

    await test.step('an unknown code is not found; a known one says what it brings and asks for', async () => {
      const unknown = await find('nothere')
      await expect(unknown.getByText(t('promotion.notFound', { code: 'NOTHERE' }))).toBeVisible()
      await member.close()
      const found = await find('krapao50')
      await expect(found.getByText(t('bonus.condition.balanceAny', { percent: 200 }))).toBeVisible()
      // What the cost has said stands in no other place.
      for (const said of [t('bonus.cost.cancel_other', { count: '30' }), t('bonus.cost.taken')]) {
        await expect(found.getByText(said)).toHaveCount(1)
      }
      await expect(found.getByText(t('bonus.condition.withdraw'))).toHaveCount(0)
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
      await expect(question.getByText('฿0.00', { exact: true })).toBeVisible()
      await member.payIn(sandbox, person, 20)
      await expect(page.getByRole('progressbar', { includeHidden: true })).toHaveAttribute(
        'aria-valuetext',
        t('bonus.progress.balance', { current: '฿70.00', required: '฿120.00' }),
      )
      await member.button('bonus.cancelAmount', { amount: '฿50.00' }).click()
      await expect(question.getByText(t('bonus.changed'))).toBeVisible()
      await expect(question.getByText('฿20.00', { exact: true })).toBeVisible()
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

    await test.step('the offer says first what it brings, then what it locks, and shows its picture below', async () => {
      await offer(title.welcome).click()
      const sheet = page.getByRole('dialog', { name: title.welcome })
      await expect(
        sheet.getByText(
          t('bonus.cost.depositTurnover', { locked: '฿20.00', deposit: '฿100.00', required: '฿600.00' }),
        ),
      ).toBeVisible()
      const place = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
      const parts = [
        sheet.getByText(t('bonus.brings'), { exact: true }),
        sheet.getByText(t('bonus.cost.taken')),
        sheet.getByRole('heading', { name: t('bonus.condition.title'), exact: true }),
        sheet.locator('img').first(),
      ]
      const places = await Promise.all(parts.map(place))
      expect(places).toEqual([...places].sort((one, other) => one - other))
      // The operator's notice, with the percentage of this bonus.
      const { notice } = await (await page.request.get('/api/lookup/notice')).json()
      const [, words = ''] = /<p>([^<]*%percentFail%[^<]*)</.exec(notice) ?? []
      expect(words).not.toBe('')
      await expect(sheet).toContainText(words.replaceAll('%percentFail%', '5').trim())
      await member.close()
    })

    await test.step('what can be taken stands first; what cannot has a heading of its own, and the reason', async () => {
      await expect(member.text('bonus.offers')).toBeVisible()
      await expect(member.text('bonus.notNow')).toBeVisible()
      await expect(member.text('bonus.notNowTooMuch', { total: '฿20.00' })).toBeVisible()
      await expect(page.locator('ul').filter({ hasText: title.welcome })).not.toContainText(title.free)
    })

    await test.step('a bonus waits for the next deposit, by keyboard', async () => {
      await offer(title.welcome).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: title.welcome })).toBeVisible()
      await expectAccessibleIn(language, page)
      await member.button('bonus.arm').press('Enter')
      await expectNoDialog(page)
      await expect(member.text('bonus.state.ARMED')).toBeVisible()
      await expect(member.text('bonus.notNow')).toBeVisible()
      await expect(member.text('bonus.offers')).toHaveCount(0)
      await expect(member.text('bonus.isOpen', { title: title.welcome })).toBeVisible()
      // The one that the member has is on its own card, and not among the offers as well.
      await expect(page.getByRole('heading', { name: title.welcome })).toHaveCount(1)
      await expect(offer(title.welcome)).toHaveCount(0)
      await member.button('bonus.terms').click()
      const sheet = page.getByRole('dialog', { name: title.welcome })
      // Nothing can be taken there: one button, which leads to it.
      await expect(sheet.getByRole('button', { name: t('bonus.arm'), exact: true })).toHaveCount(0)
      await sheet.getByRole('button', { name: t('bonus.see'), exact: true }).click()
      await expectNoDialog(page)
      await expectAccessibleIn(language, page)
    })

    await test.step('beside it another is refused for two reasons, and both are said', async () => {
      await expect(member.text('bonus.notNowTooMuch', { total: '฿20.00' })).toBeVisible()
      await offer(title.free).click()
      const sheet = page.getByRole('dialog', { name: title.free })
      await expect(sheet.getByText(t('bonus.isOpen', { title: title.welcome }))).toBeVisible()
      await expect(
        sheet.getByText(t('bonus.tooMuchToo', { maximum: '฿5.00', total: '฿20.00' })),
      ).toBeVisible()
      await member.close()
    })

    const locked = page.getByRole('button').filter({ hasText: t('bonus.locked', { title: title.welcome }) })

    await test.step('until it has begun it is in the way of no withdrawal', async () => {
      await page.goto('/user/home')
      await member.button('wallet.withdraw').first().click()
      const modal = member.dialog('withdraw.title')
      await expect(modal.getByText(t('withdraw.noBonus'))).toBeVisible()
      await expect(modal.getByText(t('withdraw.bonus'))).toHaveCount(0)
      await expect(locked).toHaveCount(0)
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

    const counted = member.dialog('bonus.bets').getByRole('listitem')
    await test.step('its figure opens to the bets that it is made of', async () => {
      await member.button('bonus.bets').press('Enter')
      await expect(counted).toHaveCount(1)
      await expect(counted).toContainText('+฿60.00')
      await expect(counted).toContainText(t('bonusBets.counts', { stake: '฿60.00', percent: 100 }))
      await expectAccessibleIn(language, page)
      await page.keyboard.press('Escape')
      await expectNoDialog(page)
      await expect(member.button('bonus.bets')).toBeFocused()
    })

    await test.step('until it is met no withdrawal is offered, and the button leads to it', async () => {
      await page.goto('/user/home')
      // Below the balance, before anything is pressed.
      await expect(locked).toContainText(t('bonus.progress.left.turnover', { amount: '฿2,940.00' }))
      await member.button('wallet.withdraw').first().click()
      const modal = member.dialog('withdraw.title')
      await expect(modal.getByText(t('withdraw.bonus'))).toBeVisible()
      await expect(modal.getByText(t('withdraw.noBonus'))).toHaveCount(0)
      await expect(modal.getByRole('progressbar')).toBeVisible()
      // What is missing and what cancelling leaves; nothing beside it that cannot be used.
      await expect(modal.getByText(t('bonus.progress.left.turnover', { amount: '฿2,940.00' }))).toBeVisible()
      await expect(modal.getByText(t('withdraw.bonusCancel'), { exact: true })).toBeVisible()
      await expect(modal.getByText('฿520.00', { exact: true })).toBeVisible()
      await expect(modal.getByRole('textbox')).toHaveCount(0)
      await modal.getByRole('button', { name: t('bonus.cancel'), exact: true }).click()
      await expect(member.dialog('bonus.cancelAsk')).toBeVisible()
      await member.button('bonus.keep').click()
      for (const name of [t('wallet.leastMissing', { minimum: '฿100.00' }), t('withdraw.all')])
        await expect(modal.getByRole('button', { name, exact: true })).toHaveCount(0)
      await expectAccessibleIn(language, page)
      await modal.getByRole('button', { name: t('withdraw.bonusSee'), exact: true }).click()
      await expect(page).toHaveURL(/\/user\/bonus$/)
      await expectNoDialog(page)
    })

    await test.step('the dashboard says it also where what is missing could not be asked', async () => {
      allow.push(/ERR_FAILED \(\/api\/bonus\/check\/active\)/)
      await page.route('**/api/bonus/check/active', (route) => route.abort())
      await page.goto('/user/home')
      const line = page.getByRole('region', { name: t('bonus.own') }).getByRole('button')
      await expect(line).toContainText(t('bonus.condition.withdraw'))
      await page.unroute('**/api/bonus/check/active')
      await line.click()
      await expect(page).toHaveURL(/\/user\/bonus$/)
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

    await test.step('what has ended stays readable, with its reason and its figures', async () => {
      const rows = page.getByRole('button').filter({ hasText: t('pastBonus.end.FORFEITED') })
      await expect(rows).toHaveCount(2)
      await rows.first().press('Enter')
      await expect(page.getByText(t('pastBonus.why.FORFEITED'), { exact: true })).toBeVisible()
      await expect(
        page.getByText(t('pastBonus.of', { current: '฿60.00', required: '฿3,000.00' }), { exact: true }),
      ).toBeVisible()
      await expectAccessibleIn(language, page)
      await member.button('bonus.bets').click()
      await expect(counted).toContainText('+฿60.00')
      await member.close()
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
      const terms = { percent: '10', max: '฿10,000.00', min: '฿5.00' }
      await expect(modal.getByText(t('refund.terms', terms))).toBeVisible()
      await expect(modal.getByText(t('refund.calculation'))).toBeVisible()
      await expect(modal.getByText(t('refund.carriedRule'))).toBeVisible()
      await expect(modal.getByText(t('refund.sum')).first()).toBeVisible()
      await expectAccessibleIn(language, page)
    })

    const take = modal.getByRole('button').filter({ hasText: /฿/ })
    const amount = /฿[\d,.]+/.exec(await take.innerText())?.[0] ?? ''

    await test.step('what it locks stands before the button, with the amounts', async () => {
      await expect(modal.getByText(member.lockedText(amount))).toBeVisible()
      await expect(
        modal.getByRole('heading', { name: t('bonus.condition.title'), exact: true }),
      ).toBeVisible()
    })

    await test.step('one button takes it once that was agreed to', async () => {
      await take.click()
      const question = member.dialog('refund.moveAsk')
      await expect(question.getByText(member.lockedText(amount))).toBeVisible()
      // The sheet has said the conditions, so that the question is its figures only.
      await expect(question.getByText(t('bonus.cost.taken'))).toHaveCount(0)
      await expect(
        question.getByRole('heading', { name: t('bonus.condition.title'), exact: true }),
      ).toHaveCount(0)
      await question.getByRole('button', { name: t('refund.take', { amount }), exact: true }).click()
    })

    await test.step('what came stands there with what it is bound to, until the member goes on', async () => {
      await expect(modal.getByRole('heading', { name: t('refund.came'), exact: true })).toBeVisible()
      await expect(modal.getByText(`+${amount}`, { exact: true })).toBeVisible()
      await expect(modal.getByText(t('refund.cameText'))).toBeVisible()
      await expect(modal.getByRole('progressbar')).toBeVisible()
      await expect(modal.getByText(t('bonus.hasOpen'))).toBeHidden()
      await expectAccessibleIn(language, page)
      await modal
        .getByRole('button', { name: t('ui.close'), exact: true })
        .last()
        .click()
    })

    await test.step('it is in the log; with nothing to take, nothing is said to be in its way', async () => {
      await member.button('wallet.refund').click()
      await expect(modal.getByRole('table').getByText(amount, { exact: true })).toBeVisible()
      // What comes next, and no button that does nothing.
      await expect(modal.getByText(t('refund.nothingText'))).toBeVisible()
      await expect(modal.getByRole('button', { name: /฿/ })).toHaveCount(0)
      await expect(modal.locator('button:disabled')).toHaveCount(0)
      await expect(modal.getByText(t('bonus.hasOpen'))).toHaveCount(0)
      await expectAccessibleIn(language, page)
      await member.close()
      await page.getByRole('link', { name: t('wallet.bonus'), exact: true }).click()
      await expect(page.getByText(t('bonus.source.refund'), { exact: true }).first()).toBeVisible()
    })
  })
}
