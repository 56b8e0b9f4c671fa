// A sender who pays for a member who is somebody else is remembered by two people, shown with the next
// transfer, and forgotten (docs/rules.md §17.11).

import { languages } from '@krapao/contract/languages.ts'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, expectAccessible, expectNoDialog, onPhone, test } from './testing/test.ts'

for (const language of languages) {
  test(`a payer is remembered, shown and forgotten (${language})`, { tag: onPhone[language] }, async ({
    page: home,
    browser,
    sandbox,
    watch,
  }) => {
    const member = new Member(home, 'en')
    const person = await member.join(sandbox)
    const house = await member.houseAccount('SCB')
    const accountNo = `7${Math.random().toFixed(9).slice(2)}`
    const wife = { fromBank: 'KBANK', fromAccountNo: accountNo, fromName: 'MALEE SUKJAI', ...house }
    const satang = ownSatang()
    const baht = (whole: number) => Number(`${whole}.${satang}`)
    const shown = (whole: number) => `฿${whole}.${satang}`
    // A note is a text, whatever it looks like.
    const note = '<b>wife</b> & co'

    const [office, desk] = [await browser.newContext(), await browser.newContext()]
    await watch(office)
    await watch(desk)
    const [cashier, owner] = [
      new Operator(await office.newPage(), language),
      new Operator(await desk.newPage(), language),
    ]
    await cashier.begin('cashier')
    await owner.begin('owner')
    const { t } = cashier
    const noted = t('desk.payer.noted', { note })

    await test.step('the first of two credits it and wants the sender remembered', async () => {
      await sandbox.pay({ ...wife, amount: baht(410) })
      await cashier.open('bank-transfer', shown(410))
      await cashier.decide('approve', {
        amount: shown(410),
        reason: 'she called',
        member: person.phone,
        remember: note,
      })
      await expect(cashier.page.getByText(t('desk.waitsForSecond'))).toBeVisible()
    })

    await test.step('the second one sees it with the vote and in the dialog, and decides', async () => {
      const { page } = owner
      await owner.open('bank-transfer', shown(410))
      await expect(page.getByText(t('desk.payer.said'))).toBeVisible()
      await expect(page.getByText(noted)).toBeVisible()
      const act = owner.act('approve', shown(410))
      await page.getByRole('button', { name: act, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.locator('[name=rememberPayer]')).toBeChecked()
      await expect(dialog.getByLabel(t('desk.payer.note'), { exact: true })).toHaveValue(note)
      await expectAccessible(page)
      await owner.giveReason(act, 'he told me, too')
      await expectNoDialog(page)
      await member.expectTotal(shown(410))
    })

    await test.step('the next transfer shows the member first, and waits for two people all the same', async () => {
      const { page } = cashier
      await sandbox.pay({ ...wife, amount: baht(420) })
      await cashier.open('bank-transfer', shown(420))
      const first = page.getByRole('button', { name: t('desk.known.chooseNamed', { name: person.name }) })
      await expect(page.getByText(noted)).toBeVisible()
      await expectAccessible(page)
      await first.click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(t('desk.payer.already', { name: person.name }))).toBeVisible()
      await expect(dialog.locator('[name=rememberPayer]')).toHaveCount(0)
      await expect(dialog.getByText(t('desk.step.first.approve'))).toBeVisible()
      await page.keyboard.press('Escape')
      await expectNoDialog(page)
    })

    await test.step('a sender who looks alike has no sign, and cannot be remembered', async () => {
      const { page } = owner
      await sandbox.pay({ ...wife, fromAccountNo: `xxx${accountNo.slice(3, 9)}x`, amount: baht(430) })
      await owner.open('bank-transfer', shown(430))
      await page.getByRole('button', { name: owner.act('approve', shown(430)), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('desk.findMember'), { exact: true }).fill(person.phone)
      await dialog.getByRole('button').filter({ hasText: person.phone }).click()
      await expect(dialog.locator('[name=rememberPayer]')).toBeDisabled()
      await expect(dialog.getByText(t('desk.payer.refusal.INCOMPLETE'))).toBeVisible()
      await expect(page.getByText(noted)).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expectNoDialog(page)
    })

    await test.step('the member’s page lists the account; forgetting it reaches the other console', async () => {
      const { page } = owner
      await expect(cashier.page.getByText(noted)).toBeVisible()
      const beside = await desk.newPage()
      const another = new Operator(beside, language)
      await another.begin('auditor')
      for (const one of [beside, page]) {
        await one.goto(`/console/find?search=${person.phone}`)
        await one.getByText(t('desk.memberFacts.title'), { exact: true }).click()
      }
      // Who only looks sees it, and has no button.
      await expect(beside.getByText(noted)).toBeVisible()
      await expect(
        beside.getByRole('button', { name: t('desk.payer.forgetNamed', { name: wife.fromName }) }),
      ).toHaveCount(0)
      await expect(page.getByText(t('desk.memberFacts.section.payers'), { exact: true })).toBeVisible()
      await expect(page.getByText(noted)).toBeVisible()
      await expectAccessible(page)
      await page
        .getByRole('button', { name: t('desk.payer.forgetNamed', { name: wife.fromName }), exact: true })
        .click()
      const act = t('desk.payer.forget')
      await expectAccessible(page)
      await owner.giveReason(act, 'they parted')
      await expectNoDialog(page)
      await expect(page.getByText(noted)).toHaveCount(0)
      await expect(page.getByText(wife.fromName)).toBeVisible()
      for (const one of [cashier.page, beside]) await expect(one.getByText(noted)).toHaveCount(0)
    })
  })
}
