// Two operators share one desk: who looks at what, a take-over, notes, snoozes, given items, and a shift that
// is handed over.

import type { Page } from '@playwright/test'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { sandboxOf } from './testing/sandbox.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, expectAccessibleIn, expectNoDialog, onDesktop, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

/** A call of the console with the token of a page's operator. */
async function callAs(page: Page, method: string, path: string, data?: object) {
  const token = await page.evaluate(() => sessionStorage.getItem('operator-token'))
  const answer = await page.request.fetch(path, {
    method,
    headers: { 'x-requested-with': 'wallet-user', authorization: `Bearer ${token}` },
    ...(data && { data }),
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

for (const language of languages) {
  test(`two operators share one desk (${language})`, { tag: onDesktop[language] }, async ({
    browser,
    watch,
  }) => {
    test.setTimeout(240_000)
    const [people, front, back] = [
      await browser.newContext(),
      // Far from Bangkok, whose clock the console has everywhere.
      await browser.newContext({ timezoneId: 'America/New_York' }),
      await browser.newContext(),
    ]
    for (const context of [people, front, back]) await watch(context)
    const page = await people.newPage()
    const sandbox = sandboxOf(page.request)
    const member = new Member(page, language)
    await member.join(sandbox)
    const house = await member.houseAccount('SCB')
    const satang = ownSatang()
    const shown = (whole: number) => `฿${whole}.${satang}`
    for (const whole of [411, 412]) {
      await sandbox.pay({
        ...house,
        fromBank: 'SCB',
        fromAccountNo: '4440001119',
        fromName: 'NOBODY KNOWN',
        amount: Number(`${whole}.${satang}`),
      })
    }
    const cashier = new Operator(await front.newPage(), language)
    await cashier.begin('cashier')
    const owner = new Operator(await back.newPage(), language)
    await owner.begin('owner')
    const { t } = cashier
    const nameOf = async (who: Operator): Promise<string> =>
      (await callAs(who.page, 'GET', '/api/console/me')).name
    const [cashiersName, ownersName] = [await nameOf(cashier), await nameOf(owner)]
    const row = (who: Operator, whole: number) => who.page.getByRole('link').filter({ hasText: shown(whole) })
    const toQueue = (who: Operator) => who.page.goto('/console/bank-transfer')

    await test.step('what one looks at, the other sees in the list and in the item', async () => {
      await cashier.open('bank-transfer', shown(411))
      await toQueue(owner)
      await expect(row(owner, 411)).toContainText(cashiersName)
      await owner.open('bank-transfer', shown(411))
      await expect(owner.page.getByRole('status').filter({ hasText: cashiersName })).toBeVisible()
      await expectAccessibleIn(language, owner.page)
    })

    await test.step('it is taken over with a note, which the first one reads at once', async () => {
      await owner.page.getByRole('button', { name: t('work.claim.takeOver'), exact: true }).click()
      const dialog = owner.page.getByRole('dialog')
      const note = dialog.getByLabel(t('work.noteTo', { name: cashiersName }))
      await note.fill('the sender')
      await note.press('Shift+Enter')
      await note.pressSequentially('is on the phone')
      await expect(note).toHaveValue('the sender\nis on the phone')
      await note.press('Enter')
      await expectNoDialog(owner.page)
      await expect(cashier.page.getByText('is on the phone').first()).toBeVisible()
      await expect(cashier.page.getByRole('status').filter({ hasText: ownersName }).first()).toBeVisible()
      await expect(owner.page.getByRole('button', { name: t('work.claim.takeOver') })).toBeHidden()
    })

    await test.step('a note with @ reaches the colleague', async () => {
      const field = cashier.page.getByLabel(t('work.note.label'), { exact: true })
      await field.pressSequentially(`please @${ownersName.slice(0, 2)}`)
      await expect(cashier.page.getByRole('option').filter({ hasText: ownersName })).toBeVisible()
      await field.press('Enter')
      await field.pressSequentially(`call the bank, ${satang}`)
      await expect(field).toHaveValue(`please @${ownersName} call the bank, ${satang}`)
      await field.press('Enter')
      await expect(field).toHaveValue('')
      const tab = owner.page.locator('nav a[data-page=work]')
      await expect(tab).toContainText('1')
      await owner.page.goto('/console/work/mentions')
      await expect(
        owner.page.getByRole('article').filter({ hasText: `call the bank, ${satang}` }),
      ).toBeVisible()
      await expect(tab).not.toContainText('1')
      await expectAccessibleIn(language, owner.page)
    })

    await test.step('what is snoozed leaves the list of both, and comes back', async () => {
      await toQueue(owner)
      await expect(row(owner, 412)).toBeVisible()
      await cashier.page.goto('/console/bank-transfer')
      await cashier.open('bank-transfer', shown(412))
      const address = cashier.page.url()
      await cashier.page.getByRole('button', { name: t('work.snooze.title'), exact: true }).click()
      const dialog = cashier.page.getByRole('dialog')
      await dialog.getByLabel(t('work.snooze.choice.chosen')).check()
      const inBangkokSoon = new Date(Date.now() + (7 * 60 + 40) * 60_000).toISOString().slice(0, 16)
      const [day = '', time = ''] = inBangkokSoon.split('T')
      await dialog.getByRole('textbox', { name: t('work.snooze.day'), exact: true }).fill(day)
      await dialog.getByLabel(t('ui.date.time'), { exact: true }).fill(time)
      await dialog.getByRole('button', { name: t('work.snooze.send'), exact: true }).click()
      await expect(dialog.getByText(t('desk.reasonMissing'))).toBeVisible()
      await dialog.getByLabel(t('desk.reasonLabel'), { exact: true }).fill('asked the bank')
      await dialog.getByRole('button', { name: t('work.snooze.send'), exact: true }).click()
      await expectNoDialog(cashier.page)
      await expect(row(owner, 412)).toBeHidden()
      await owner.page.goto('/console/work/snoozed')
      await expect(row(owner, 412)).toContainText('asked the bank')
      await expect(row(owner, 412)).toContainText(inBangkokSoon.slice(-5))
      await row(owner, 412).click()
      await owner.page.getByRole('button', { name: t('work.snooze.wake'), exact: true }).click()
      await expect(
        owner.page.getByRole('button', { name: t('work.snooze.title'), exact: true }),
      ).toBeVisible()
      await toQueue(owner)
      await expect(row(owner, 412)).toBeVisible()

      // By itself, when its time has come.
      const id = new URL(address).pathname.split('/').at(-1) ?? ''
      const until = new Date(Date.now() + 4000).toISOString()
      const path = `/api/console/desk/bank-transfer/${id}/snooze`
      await callAs(cashier.page, 'PUT', path, { until, reason: 'a moment' })
      await expect(row(owner, 412)).toBeHidden()
      await expect(row(owner, 412)).toBeVisible()
    })

    await test.step('an item is given to a colleague', async () => {
      await owner.open('bank-transfer', shown(412))
      await owner.page.getByRole('button', { name: t('work.assign.title'), exact: true }).click()
      const dialog = owner.page.getByRole('dialog')
      await dialog.getByLabel(t('work.assign.to'), { exact: true }).selectOption({ label: cashiersName })
      const note = dialog.getByLabel(t('work.assign.note'), { exact: true })
      await note.fill('you know this sender')
      await note.press('Enter')
      await expectNoDialog(owner.page)
      await cashier.page.goto('/console/work/mine')
      await expect(row(cashier, 412)).toContainText('you know this sender')
    })

    await test.step('a shift is closed and handed over', async () => {
      await cashier.page.goto('/console/work/shift')
      await cashier.page.getByRole('button', { name: t('work.shift.open'), exact: true }).click()
      await cashier.page.getByRole('button', { name: t('work.shift.close'), exact: true }).click()
      const dialog = cashier.page.getByRole('dialog', { name: t('work.shift.closeTitle') })
      await expect(dialog.getByText(t('work.shift.nothingDecided'))).toBeVisible()
      // Something was given to the operator, so who comes next has to know of it.
      const note = dialog.getByLabel(t('work.shift.note'), { exact: true })
      await expect(note).toBeFocused()
      await note.press('Enter')
      await expect(dialog.getByText(t('work.shift.noteMissing'))).toBeVisible()
      await expectAccessibleIn(language, cashier.page)
      await note.fill(`SCB is slow, ${satang}`)
      await note.press('Enter')
      await expect(
        cashier.page.getByRole('button', { name: t('work.shift.open'), exact: true }),
      ).toBeVisible()
      await owner.page.goto('/console/work/shift')
      await expect(owner.page.getByText(`SCB is slow, ${satang}`).first()).toBeVisible()
      await cashier.page.goto('/console/work/mine')
      await expect(cashier.page.getByText(t('work.empty.mine'))).toBeVisible()
    })
  })
}
