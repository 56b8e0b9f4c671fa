// The lists of the desk: clear items are approved together, and what was decided is found again
// (docs/rules.md §17).

import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, expectAccessible, expectNoDialog, oneWidth, test } from './testing/test.ts'

// A clear withdrawal is an old member's; the members of a journey are new, whatever else they do.
test.use({ world: { name: 'desk-lists', settings: { 'withdraw.clearAccountDays': 0 } } })

for (const language of ['th', 'en'] as const) {
  const tag = { th: oneWidth.th, en: '@desktop' }[language]
  test(`clear withdrawals are approved together, and found in the history (${language})`, { tag }, async ({
    page: home,
    browser,
    sandbox,
    watch,
  }) => {
    test.setTimeout(180_000)
    const member = new Member(home, 'en')
    const person = await member.join(sandbox)
    await member.payIn(sandbox, person, 20_000)
    await member.expectTotal('฿20,000.00')
    await test.step('all of it is played', async () => {
      await member.activate('PG')
      await member.move('PG', 2000)
      const account = await member.gameAccount('PG')
      for (let n = 0; n < 10; n++) await sandbox.play('PG', { ...account, stake: 2000, win: 2000 })
    })
    const satang = ownSatang()
    for (const whole of [5001, 5002, 5003]) {
      await member.post('/api/wallet/withdraw', { amount: Number(`${whole}.${satang}`) })
    }
    const shown = (whole: string) => `฿${whole}.${satang}`

    const office = await browser.newContext()
    await watch(office)
    const cashier = new Operator(await office.newPage(), language)
    const { page, t } = cashier
    await cashier.begin('cashier')
    await page.goto('/console/withdrawal')
    const choose = (amount: string) =>
      page.getByRole('checkbox', { name: t('desk.clear.choose', { name: person.name, amount }), exact: true })

    await test.step('once the provider has reported the bets they are clear', async () => {
      await expect(async () => {
        await page.reload()
        await expect(choose(shown('5,001'))).toBeVisible({ timeout: 3000 })
      }).toPass({ timeout: 60_000 })
    })

    await test.step('an opened one shows where the money comes from', async () => {
      await page
        .getByRole('link')
        .filter({ hasText: shown('5,003') })
        .click()
      await expect(page.getByText(t('desk.origin.title'))).toBeVisible()
      // What speaks against paying is in sight without scrolling, and the registered account is one line.
      await expect(page.getByText(t('desk.origin.nothing'))).toBeInViewport({ ratio: 1 })
      await expect(page.getByText(t('desk.compare.ownAccount'))).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { name: t('desk.compare.title') })).toHaveCount(0)
      await expectAccessible(page)
      await page.goto('/console/withdrawal')
    })

    await test.step('two of three are chosen and approved with one reason', async () => {
      await choose(shown('5,001')).check()
      await choose(shown('5,002')).check()
      await expectAccessible(page)
      const act = t('desk.clear.approve_other', { count: 2 })
      await page.getByRole('button', { name: act, exact: true }).click()
      const dialog = page.getByRole('dialog', { name: act })
      const sum = (10_003 + (2 * Number(satang)) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
      await expect(dialog.getByText(`฿${sum}`, { exact: true })).toBeVisible()
      await dialog.getByRole('button', { name: act, exact: true }).click()
      await expect(dialog.getByText(t('desk.reasonMissing'))).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('desk.code.PLAY_CHECKED') }).click()
      await dialog.getByRole('button', { name: act, exact: true }).click()
      const results = page.getByRole('dialog', { name: t('desk.clear.results') })
      await expect(results.getByRole('status')).toHaveText(t('desk.clear.summary', { done: 2, count: 2 }))
      await expectAccessible(page)
      await results.getByRole('button', { name: t('desk.clear.close') }).click()
      await expectNoDialog(page)
      await expect(choose(shown('5,001'))).toHaveCount(0)
      await expect(choose(shown('5,003'))).toBeVisible()
    })

    await test.step('the history has both, also after a reload, and opens each', async () => {
      await page.getByRole('link', { name: t('desk.history.view.decided'), exact: true }).click()
      await expect(page).toHaveURL(/view=decided/)
      await page.reload()
      await page.getByLabel(t('desk.history.by'), { exact: true }).selectOption({ index: 1 })
      await expect(page).toHaveURL(/by=/)
      await page.getByLabel(t('desk.history.by'), { exact: true }).selectOption('')
      const row = page.getByRole('link').filter({ hasText: shown('5,002') })
      await expect(row).toContainText(t('desk.code.PLAY_CHECKED'))
      await expect(page.getByRole('link').filter({ hasText: shown('5,003') })).toHaveCount(0)
      await expectAccessible(page)
      await row.click()
      await expect(page.getByRole('heading', { name: shown('5,002') })).toBeVisible()
      await expectAccessible(page)
      await page.goBack()
      await expect(row).toBeVisible()
      await page.getByLabel(t('desk.history.day'), { exact: true }).fill('2020-01-01')
      await expect(page.getByText(t('desk.history.emptyFiltered'))).toBeVisible()
      await page.getByRole('button', { name: t('desk.history.clear') }).click()
      await expect(row).toBeVisible()
    })

    await test.step('decisions of all queues are searched, added up and taken as a file', async () => {
      await page.getByRole('link', { name: t('desk.decisions.open'), exact: true }).click()
      await expect(page).toHaveURL(/\/decisions\?queue=withdrawal$/)
      const found = page.getByRole('list', { name: t('desk.decisions.title') }).getByRole('link')
      await expect(found.filter({ hasText: shown('5,001') })).toBeVisible()
      await expect(found.filter({ hasText: shown('5,002') })).toBeVisible()
      const least = page.getByLabel(t('desk.filter.min'), { exact: true })
      // On phones all fields are folded, on desktops the seldom used ones.
      await expect(least).toBeHidden()
      const fold = [t('ui.filter.with', { count: 1 }), t('ui.filter.more')].map((name) =>
        page.getByRole('button', { name, exact: true }),
      ) as [Locator, Locator]
      await fold[0].or(fold[1]).click()
      await least.fill(`5001.${satang}`)
      await page.getByLabel(t('desk.filter.max'), { exact: true }).fill(`5001.${satang}`)
      await expect(found).toHaveCount(1)
      await expect(page.getByRole('region', { name: t('desk.decisions.sums') })).toContainText(shown('5,001'))
      await expectAccessible(page)
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: t('ui.file.csv'), exact: true }).click()
      const file = await readFile(await (await saving).path(), 'utf8')
      const [head = '', line = '', ...others] = file.split('\r\n')
      expect(head).toContain('UTC+07:00')
      expect(head.startsWith('\uFEFF"')).toBe(true)
      expect(line).toContain(`"5001.${satang}"`)
      expect(line).toContain(person.name)
      // What keeps words whole on the page would hide them from a search in the file.
      expect(file).not.toContain('\u2060')
      expect(line).not.toContain(person.phone)
      expect(others).toEqual([''])
      await expect(page.getByText(t('ui.file.done_one', { count: 1 }))).toBeVisible()
      await page.getByLabel(t('desk.decisions.from'), { exact: true }).fill('2020-01-02')
      // It was said of another list.
      await expect(page.getByText(t('ui.file.done_one', { count: 1 }))).toBeHidden()
      await page.getByLabel(t('desk.decisions.to'), { exact: true }).fill('2020-01-01')
      await expect(page.getByText(t('desk.decisions.wrongDays'))).toBeVisible()
      await page.getByLabel(t('desk.decisions.to'), { exact: true }).fill('2020-01-03')
      await expect(page.getByText(t('desk.history.emptyFiltered'))).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('the amount that a caller says finds the decision, by the keyboard alone', async () => {
      await page.goto('/console/find')
      const field = page.getByLabel(t('desk.find.label'), { exact: true })
      await field.fill(`5,002.${satang}`)
      const decided = page.getByRole('list', { name: t('desk.find.decided') }).getByRole('link')
      await expect(decided).toHaveCount(1)
      await expectAccessible(page)
      await field.press('Shift+ArrowDown')
      await expect(field).toBeFocused()
      await field.press('ArrowDown')
      await expect(decided).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(field).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: shown('5,002') })).toBeVisible()
    })

    await test.step('the end of the phone number finds the member at an address of its own', async () => {
      await page.goto(`/console/find?search=${person.phone.slice(-6)}`)
      const members = page.getByRole('list', { name: t('desk.find.members') })
      await members.getByRole('link', { name: person.name, exact: true }).click()
      await expect(page).toHaveURL(/search=[a-z2-7]{12}$/)
      await expect(members.getByText(person.name)).toBeVisible()
      await expect(members.getByRole('link', { name: person.name, exact: true })).toHaveCount(0)
      await expect(page.getByText(t('desk.memberFacts.section.payers'), { exact: true })).toBeVisible()
      await expectAccessible(page)
    })
  })
}
