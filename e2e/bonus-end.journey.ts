// Two people end a member's bonus: one asks on the member's page, another approves it at the desk.

import { campaignsOf, freeBonus, inEach } from './testing/campaigns.ts'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { expect, expectAccessibleIn, expectNoDialog, onPhone, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

for (const language of languages) {
  test(`a bonus is ended by two people (${language})`, {
    tag: onPhone[language],
  }, async ({ page, browser, sandbox, watch }) => {
    const code = `ENDED${language.toUpperCase()}`
    const amount = { th: 21, la: 22, en: 23 }[language]
    const shown = `฿${amount}.00`
    const title = inEach(`To end ${amount}`)
    const offer = freeBonus({ title, credit: { kind: 'free', amount } })
    await (await campaignsOf(page.request)).publish('bonus', code, offer)
    const member = new Member(page, language)
    const { t } = member
    const person = await member.join(sandbox)
    const taken = await page.request.get(`/api/bonus/activate/${code}`, { headers: await member.headers() })
    expect(taken.status()).toBe(200)

    const office = await browser.newContext()
    const second = await browser.newContext()
    await watch(office)
    await watch(second)
    const cashier = new Operator(await office.newPage(), language)
    await cashier.begin('cashier')
    const owner = new Operator(await second.newPage(), language)
    await owner.begin('owner')
    const desk = cashier.page
    const ask = cashier.t('desk.memberFacts.bonusEnd.ask')

    await test.step('the first one reads both ways with their figures, and asks', async () => {
      await desk.goto(`/console/find?search=${person.phone}`)
      await desk.getByText(cashier.t('desk.memberFacts.title'), { exact: true }).click()
      await desk.getByRole('button', { name: ask, exact: true }).click()
      const dialog = desk.getByRole('dialog')
      const figures = { returned: shown, kept: '฿0.00' }
      await expect(
        dialog.getByText(cashier.t('desk.memberFacts.bonusEnd.GIVE_BACKText', figures)),
      ).toBeVisible()
      await expect(
        dialog.getByText(cashier.t('desk.memberFacts.bonusEnd.IN_FAVOURText', { kept: shown })),
      ).toBeVisible()
      await expectAccessibleIn(language, desk)
      await dialog.getByRole('button', { name: ask, exact: true }).click()
      await expect(dialog.getByText(cashier.t('desk.reasonMissing'))).toBeVisible()
      await cashier.giveReason(ask, 'the game is closed')
      await expectNoDialog(desk)
    })

    await test.step('asked again it leads to the item, which waits for somebody else', async () => {
      await desk.getByRole('button', { name: ask, exact: true }).click()
      await desk.getByRole('link', { name: cashier.t('desk.memberFacts.bonusEnd.open'), exact: true }).click()
      await expectNoDialog(desk)
      await expect(desk.getByText(cashier.t('desk.waitsForSecond'))).toBeVisible()
      await expect(desk.getByText('the game is closed')).toBeVisible()
    })

    await test.step('the second one sees what goes back, and approves it', async () => {
      await owner.open('bonus-end', shown)
      const chosen = owner.page.getByRole('region', { name: owner.t('desk.item') })
      await expect(chosen.getByText(owner.t('desk.reason.BONUS_END_ASKED'))).toBeVisible()
      await expect(chosen.getByText(owner.t('desk.value.GIVE_BACK'))).toBeVisible()
      await expectAccessibleIn(language, owner.page)
      await owner.decide('approve', { amount: shown, reason: 'checked' })
    })

    await test.step('the member reads that our team ended it', async () => {
      await page.goto('/user/bonus')
      const row = page.getByRole('button').filter({ hasText: t('pastBonus.end.BY_HOUSE') })
      await row.press('Enter')
      await expect(page.getByText(t('pastBonus.why.BY_HOUSE'), { exact: true })).toBeVisible()
      await expect(page.getByRole('progressbar')).toHaveCount(0)
    })
  })
}
