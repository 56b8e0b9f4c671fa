// The owner makes a promotion code, a cashier approves it and stops it later: form, preview, problems,
// decisions.

import { type Language, languageNames, languages } from '@krapao/contract/languages.ts'
import { Operator } from './testing/operator.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleIn,
  expectNoDialog,
  oneWidth,
  test,
} from './testing/test.ts'

for (const language of ['th', 'la'] satisfies Language[]) {
  test(`one person makes a promotion code, another one approves and stops it (${language})`, {
    tag: language === 'la' ? '@phone' : '@desktop',
  }, async ({ browser, watch, baseURL, allow }) => {
    // A version that its author tries to approve is refused on purpose.
    allow.push(/ 4(09|22) /)
    const contexts = [await browser.newContext({ baseURL }), await browser.newContext({ baseURL })] as const
    for (const context of contexts) await watch(context)
    const [owner, cashier] = [
      new Operator(await contexts[0].newPage(), language),
      new Operator(await contexts[1].newPage(), language),
    ]
    const { page, t } = owner
    const code = `J${language.toUpperCase()}${Math.floor(Math.random() * 1e8)}`
    const title = `Lantern ${code}`
    /** Writes the description in one language, which is chosen first. */
    const describe = async (one: Language, text: string) => {
      const field = page.getByRole('group', { name: t('campaign.field.description'), exact: true })
      const languages = field.locator('label').filter({ hasText: languageNames[one] })
      await languages.first().click()
      await field.locator(`[name="content/description/${one}"]`).fill(text)
    }
    await owner.logIn('owner')
    await cashier.logIn('cashier')

    await test.step('a form with nothing in it says what is missing', async () => {
      await page.goto('/console/campaigns/promotion')
      await page.getByRole('link', { name: t('campaign.add.promotion'), exact: true }).click()
      await page.getByRole('button', { name: t('campaign.send'), exact: true }).click()
      await expect(page.getByText(t('campaign.problem.TEXT_MISSING')).first()).toBeVisible()
      await expect(page.getByText(t('campaign.reasonMissing'))).toBeVisible()
      // The first field that is wrong has the focus, also in a language that was not shown.
      await page.locator('input[name=code]').fill('FIRST')
      for (const one of languages) await page.locator(`[name="content/title/${one}"]`).fill('…')
      for (const one of ['la', 'th'] as const) await describe(one, '…')
      await page.getByRole('button', { name: t('campaign.send'), exact: true }).click()
      await expect(page.locator('[name="content/description/en"]')).toBeFocused()
      await expectAccessible(page)
      await page.locator('input[name=code]').fill('')
    })

    await test.step('the preview follows the form in each language', async () => {
      // A letter that was left out is typed in the middle; the caret stays there.
      const field = page.locator('input[name=code]')
      await field.pressSequentially(`${code[0]}${code.slice(3)}`.toLowerCase())
      await field.press('Home')
      await field.press('ArrowRight')
      await field.pressSequentially(code.slice(1, 3).toLowerCase())
      await field.blur()
      await expect(field).toHaveValue(code)
      for (const one of languages) {
        await page.locator(`[name="content/title/${one}"]`).fill(`${title} ${one}`)
        await describe(one, `Light ${one}`)
      }
      // A button writes the tags, and the member's view of it is below.
      const description = page.getByRole('group', { name: t('campaign.field.description'), exact: true })
      const written = description.locator('[name="content/description/en"]')
      await written.selectText()
      await description.getByRole('button', { name: t('campaign.html.mark.strong'), exact: true }).click()
      await expect(written).toHaveValue('<strong>Light en</strong>')
      await expect(written).toBeFocused()
      await expect(description.locator('strong')).toHaveText('Light en')
      const preview = page.getByRole('region', { name: t('campaign.preview') })
      for (const one of languages) {
        await preview.getByText(languageNames[one], { exact: true }).click()
        await expect(preview.getByText(`${title} ${one}`)).toBeVisible()
        await expect(preview.getByText(`Light ${one}`)).toBeVisible()
      }
    })

    // What the house gives in all is on the button.
    const cost = t('campaign.exposure.both', {
      inAll: t('campaign.exposure.inAll', { amount: '฿264.00' }),
      member: t('campaign.exposure.member.once', { amount: '฿88.00' }),
    })
    const acts = {
      approve: t('campaign.exposure.approve', { amount: '฿264.00' }),
      stop: t('campaign.deed.stop'),
    }
    await test.step('it is sent and waits for a second person', async () => {
      await page.locator('[name="content/amount"]').fill('88')
      await page.locator('[name="content/uses"]').fill('3')
      await expect(page.getByText(cost)).toBeVisible()
      await page.locator('[name=reason]').fill('Festival')
      await page.locator('[name=reason]').press('Enter')
      await expect(page).toHaveURL(new RegExp(`/campaigns/promotion/${code}$`))
      await expect(page.getByText(t('campaign.ownVersion'))).toBeVisible()
      await expect(page.getByRole('button', { name: acts.approve, exact: true })).toHaveCount(0)
      // Whoever approves it reads first what it costs, and of a choice its words.
      const rows = page.getByRole('table').getByRole('row')
      const places = (await rows.allInnerTexts()).map((row) => row.split('\t')[0]?.split(' › ')[0])
      const inOrder = ['amount', 'uses', 'condition', 'title', 'description'].map((name) =>
        places.indexOf(t(`campaign.field.${name}`)),
      )
      expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other))
      await expect(rows.filter({ hasText: t('campaign.field.mode') })).toContainText(
        t('campaign.mode.turnover'),
      )
      await expectAccessible(page)
    })

    const decide = async (deed: 'approve' | 'stop') => {
      await cashier.page.getByRole('button', { name: acts[deed], exact: true }).click()
      const dialog = cashier.page.getByRole('dialog')
      await expect(dialog.getByText(cost)).toHaveCount(deed === 'approve' ? 1 : 0)
      await dialog.getByRole('textbox').fill('Agreed')
      await dialog.getByRole('button', { name: acts[deed], exact: true }).click()
      await expectNoDialog(cashier.page)
    }

    await test.step('another person approves it, and it is active', async () => {
      await cashier.page.goto(`/console/campaigns/promotion/${code}`)
      await decide('approve')
      await expect(cashier.page.getByText(t('campaign.state.ACTIVE')).first()).toBeVisible()
    })

    await test.step('and stops it at once', async () => {
      await decide('stop')
      await expect(cashier.page.getByText(t('campaign.state.STOPPED')).first()).toBeVisible()
      await page.goto('/console/campaigns/promotion')
      await expect(page.getByRole('link').filter({ hasText: code })).toContainText(
        t('campaign.state.STOPPED'),
      )
    })
  })
}

for (const language of languages) {
  test(`a wheel says what a spin costs while it is written, and what is too much (${language})`, {
    tag: oneWidth[language],
  }, async ({ page }) => {
    const owner = new Operator(page, language)
    const { t } = owner
    await owner.logIn('owner')
    await page.goto('/console/campaigns/wheel/THB/edit')
    const cost = (amount: string) =>
      page.getByText(t('campaign.exposure.spin', { amount: `฿${amount}`, percent: amount }))
    // Above the slices, and beside the button that sends it.
    await expect(cost('38.81')).toHaveCount(2)
    await expect(page.getByRole('img', { name: t('campaign.labelsDiffer'), exact: true })).toHaveCount(0)

    await page.locator('summary').filter({ hasText: 'C10' }).click()
    const amount = page.locator('[name="content/slices/1/prize/amount"]')
    await amount.fill('20')
    await expect(cost('42.54')).toHaveCount(2)
    const told = page.getByRole('paragraph').filter({ hasText: '฿20.00' })
    await expect(told.filter({ hasText: '10' }).first()).toBeVisible()
    await expect(page.getByRole('img', { name: t('campaign.labelsDiffer'), exact: true })).toHaveCount(1)
    await expectAccessibleIn(language, page)

    await amount.fill('100,000')
    await page.locator('[name=reason]').fill('Festival')
    await page.getByRole('button', { name: t('campaign.send'), exact: true }).click()
    await expect(amount).toBeFocused()
    await expect(
      page.getByText(t('campaign.problem.ABOVE_CREDIT', { amount: '฿10,000.00' }), { exact: true }),
    ).toBeVisible()
    await expect(
      page.getByText(t('campaign.problem.SPIN_COST', { bound: '60' }), { exact: true }),
    ).toBeVisible()
  })
}
