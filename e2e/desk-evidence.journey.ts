// What operators decide by beyond an item's facts (docs/rules.md §17.7): members with what speaks for each,
// attempts at the verifier, pictures next to one another, and on a phone the facts at the top of the sheet.

import type { Page } from '@playwright/test'
import { Member, newPerson, type Person } from './testing/member.ts'
import { Operator, operatorHeaders } from './testing/operator.ts'
import { sandboxOf } from './testing/sandbox.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, expectAccessibleIn, expectNoDialog, onPhone, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

test.use({
  world: {
    settings: {
      // A verifier counts as silent within seconds.
      'slip.silentMinutes': 0.05,
      // Journeys in all languages may share a server.
      'desk.aloneDailySum': 1_000_000,
    },
  },
})
// In one worker, which then needs one server of this world.
test.describe.configure({ mode: 'default' })

for (const language of languages) {
  test(`evidence of transfers and slips (${language})`, { tag: onPhone[language] }, async ({
    browser,
    watch,
    allow,
  }) => {
    test.setTimeout(240_000)
    // The verifier fails on purpose, and so does a picture's first address.
    allow.push(/ 502 | 503 | 404 /)
    const [home, away, office] = [
      await browser.newContext(),
      await browser.newContext(),
      await browser.newContext(),
    ]
    for (const context of [home, away, office]) await watch(context)
    const member = new Member(await home.newPage(), language)
    const sandbox = sandboxOf(member.page.request)
    const person = await member.join(sandbox)
    // Somebody whose account ends in the same digits, so that banks show both alike.
    const stranger = new Member(await away.newPage(), language)
    const alike = newPerson()
    alike.name = 'ปลอม ตัวจริง'
    alike.accountNo = `${(Number(person.accountNo.slice(0, 2)) % 80) + 11}${person.accountNo.slice(2)}`
    await stranger.join(sandboxOf(stranger.page.request), alike)
    const transfer = {
      fromBank: 'SCB',
      fromAccountNo: `xxx-xxx${person.accountNo.slice(6, 9)}-${person.accountNo.slice(9)}`,
      // Without the surname it is not certain whose it is.
      fromName: person.firstName.toUpperCase(),
      ...(await member.houseAccount('SCB')),
    }
    const satang = ownSatang()
    const baht = (whole: number) => Number(`${whole}.${satang}`)
    const shown = (whole: number) => `฿${whole}.${satang}`
    const cashier = new Operator(await office.newPage(), language)
    const { page, t } = cashier
    await cashier.begin('cashier')
    const dialog = page.getByRole('dialog')
    const choose = (one: Person) =>
      page.getByRole('button', { name: t('desk.known.chooseNamed', { name: one.name }), exact: true })

    await test.step('whose account differs is proposed last, and takes two people', async () => {
      await sandbox.pay({ ...transfer, amount: baht(410) })
      await cashier.open('bank-transfer', shown(410))
      const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /./ }) })
      await expect(choose(person)).toBeVisible()
      const names = await rows.locator('.font-semibold').allTextContents()
      const place = (one: Person) => names.findIndex((name) => name.includes(one.phone))
      expect(place(person)).toBeLessThan(place(alike))
      await expect(page.getByText(t('desk.known.differs'))).toBeVisible()
      await expectAccessibleIn(language, page)
      await choose(alike).click()
      await expect(dialog.getByText(t('desk.step.first.approve'))).toBeVisible()
      await page.keyboard.press('Escape')
      await expectNoDialog(page)
    })

    await test.step('one press on the member, and one for the reason confirms', async () => {
      await choose(person).click()
      await expect(dialog.getByText(t('desk.step.first.approve'))).toHaveCount(0)
      await dialog.locator('[name=code]').first().click()
      await expect(page.getByText(t('desk.done', { amount: shown(410) }))).toBeVisible()
      await expectNoDialog(page)
      await member.expectTotal(shown(410))
    })

    await test.step('a silent verifier is asked again by a press, once, and its answer credits', async () => {
      await sandbox.setFault('slip', 'error', 1000)
      await member.openDeposit('bank')
      await member.sendSlip(
        await sandbox.drawSlip({
          ...transfer,
          fromAccountNo: person.accountNo,
          fromName: `${person.firstName} ${person.lastName}`.toUpperCase(),
          amount: baht(520),
        }),
      )
      // The amount is not known yet, so the item is found by its member.
      await page.goto('/console/slip')
      await page
        .getByRole('link')
        .filter({ hasText: t('desk.noAmount') })
        .first()
        .click({ timeout: 40_000 })
      await expect(page.locator('ol').getByText(t('desk.known.answer.uncertain')).first()).toBeVisible()
      await expectAccessibleIn(language, page)
      await sandbox.setFault('slip', 'none')
      const id = new URL(page.url()).pathname.split('/').pop() ?? ''
      const ask = page.getByRole('button', { name: t('desk.known.ask.act'), exact: true })
      const [, second] = await Promise.all([ask.click(), askAsSupport(page, id)])
      expect(['ASKED', 'UNDER_WAY', 'NO_DATA']).toContain(second)
      await expect(ask).toHaveCount(0, { timeout: 30_000 })
      await member.close()
      await member.expectTotal(`฿${(baht(410) + baht(520)).toFixed(2)}`)
    })

    await test.step('slips of one transfer are next to one another, and the facts beside or above them', async () => {
      const picture = await sandbox.drawSlip({
        ...transfer,
        fromAccountNo: person.accountNo,
        amount: baht(630),
      })
      await member.openDeposit('bank')
      await member.sendSlip(picture)
      await cashier.open('slip', shown(630))
      // An address that has run out is asked for once; the picture then comes by a new one.
      let expired: string | undefined
      let asked = 0
      await page.route('**/files/slip/*', async (route) => {
        const address = route.request().url()
        expired ??= address
        if (address !== expired) return route.continue()
        asked++
        // Addresses are signed to the second.
        const second = () => Math.floor(Date.now() / 1000)
        const now = second()
        await expect.poll(second).toBeGreaterThan(now)
        await route.fulfill({ status: 404 })
      })
      await page.reload()
      const image = page.getByRole('button', { name: t('desk.zoom'), exact: true }).locator('img')
      await expect
        .poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
        .toBeGreaterThan(300)
      expect(asked).toBe(1)
      await page.unroute('**/files/slip/*')

      await stranger.openDeposit('bank')
      await stranger.sendSlip(picture)
      const other = page.getByRole('button', { name: `${t('desk.zoom')}: `, exact: false }).last()
      await expect(async () => {
        await page.reload()
        await expect(page.getByText(t('desk.known.equal.other'), { exact: true })).toBeVisible({
          timeout: 3000,
        })
      }).toPass({ timeout: 40_000 })
      await expect(other).toBeVisible()
      await expect(page.getByText(t('desk.known.reports.none'))).toBeVisible()

      await page.getByRole('heading', { name: shown(630) }).focus()
      await page.keyboard.press('e')
      const large = dialog.getByRole('img')
      await expect(large).toHaveCount(2)
      for (const one of await large.all()) {
        await expect
          .poll(() => one.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(300)
      }
      await expect(dialog.getByRole('status')).toHaveText(t('desk.pictures.place', { at: 1, count: 2 }))
      await expectAccessibleIn(language, page)
      await page.keyboard.press('ArrowRight')
      await expect(dialog.getByRole('status')).toHaveText(t('desk.pictures.place', { at: 2, count: 2 }))
      await page.keyboard.press('r')
      await expect(large.nth(1)).toHaveCSS('transform', /matrix\(0/)
      await expect(large.nth(0)).not.toHaveCSS('transform', /matrix\(0/)
      await expect(large.nth(1)).toBeInViewport()
      await page.keyboard.press('e')
      await expectNoDialog(page)
    })

    await test.step('the sheet begins with the facts where it covers the item', async () => {
      await page.keyboard.press('a')
      const facts = dialog.getByRole('region', { name: t('desk.keyFacts') })
      const isPhone = (page.viewportSize()?.width ?? 0) < 900
      if (isPhone) {
        await expect(facts).toBeInViewport({ ratio: 1 })
        await expect(facts).toContainText(shown(630))
        await expect(facts).toContainText(person.phone)
      } else await expect(facts).toBeHidden()
      await expectAccessibleIn(language, page)
      // Nobody has seen in the bank account what the bank has not reported: that reason does not decide by
      // one key.
      await page.keyboard.press('1')
      await expect(dialog.getByText(t('desk.known.reports.none'))).toBeVisible()
      await page.keyboard.press('2')
      await expect(page.getByText(t('desk.done', { amount: shown(630) }))).toBeVisible()
      await expectNoDialog(page)
    })
  })
}

/** Another operator has the same question asked at the same moment. @returns what that was answered */
async function askAsSupport(page: Page, id: string): Promise<string> {
  const headers = await operatorHeaders(page.request, 'support')
  const answer = await page.request.post(`/api/console/desk/slip/${id}/ask`, { headers })
  const { status, message } = (await answer.json()) as { status?: string; message?: string }
  return status ?? message ?? ''
}
