// One person, one free credit: what somebody tied to the member has had waits for a person, who lets it or
// not.

import { campaignsOf, freeBonus, inEach } from './testing/campaigns.ts'
import { Member, newPerson } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { expect, expectAccessibleIn, expectNoDialog, onPhone, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

for (const language of languages) {
  test(`a free credit that a tied member has had is looked at (${language})`, {
    tag: onPhone[language],
  }, async ({ page, browser, sandbox, watch }) => {
    const code = `TIED${language.toUpperCase()}`
    const amount = { th: 11, la: 12, en: 13 }[language]
    const shown = `฿${amount}.00`
    const title = inEach(`Tied ${amount}`)
    const offer = freeBonus({ title, credit: { kind: 'free', amount } })
    await (await campaignsOf(page.request)).publish('bonus', code, offer)

    // One name and one birth date under two phones.
    const elsewhere = await browser.newContext()
    await watch(elsewhere)
    const first = new Member(await elsewhere.newPage(), language)
    const person = await first.join(sandbox)
    const path = `/api/bonus/activate/${code}`
    const taken = await first.page.request.get(path, { headers: await first.headers() })
    expect(taken.status()).toBe(200)
    const member = new Member(page, language)
    const { t } = member
    await member.join(sandbox, { ...newPerson(), birthDate: person.birthDate })

    const office = await browser.newContext()
    await watch(office)
    const cashier = new Operator(await office.newPage(), language)
    await cashier.begin('cashier')

    const take = async () => {
      await page.getByRole('button').filter({ hasText: title[language] }).click()
      await page.getByRole('button', { name: t('bonus.receive', { amount: shown }), exact: true }).click()
      const said = member.dialog('bonus.review.state')
      await expect(said.getByText(t('errorMsg.BONUS_REVIEW'))).toBeVisible()
      await said.getByRole('button', { name: t('ui.ok'), exact: true }).click()
      await expectNoDialog(page)
      await expect(member.text('bonus.review.text')).toBeVisible()
      await expect(member.field('promotion.code')).toHaveCount(0)
    }

    await test.step('it waits, is shown with what it is, and can be withdrawn', async () => {
      await page.getByRole('link', { name: t('wallet.bonus'), exact: true }).click()
      await take()
      await expect(page.getByRole('heading', { name: title[language] })).toBeVisible()
      await expectAccessibleIn(language, page)
      await member.button('bonus.review.withdraw').click()
      const question = member.dialog('bonus.review.ask')
      await question.getByRole('button', { name: t('bonus.review.withdraw'), exact: true }).click()
      await expect(member.field('promotion.code')).toBeVisible()
      await take()
    })

    await test.step('the desk shows who has had it and what they have in common, and lets it', async () => {
      await cashier.open('bonus-review', shown)
      const desk = cashier.page
      await expect(desk.getByText(cashier.t('desk.origin.tie.PERSON')).first()).toBeVisible()
      await expect(desk.getByText(person.phone).first()).toBeVisible()
      await expect(desk.getByText(cashier.between('desk.sharers.received')).first()).toBeVisible()
      await expectAccessibleIn(language, desk)
      await cashier.decide('approve', { amount: shown, reason: 'father and son' })
    })

    await test.step('the member has it', async () => {
      await expect(page.getByRole('progressbar')).toBeVisible()
      await expect(member.text('bonus.review.text')).toHaveCount(0)
    })

    await test.step('another one is refused, and the member reads that', async () => {
      const code = `NEXT${language.toUpperCase()}`
      await (await campaignsOf(first.page.request)).publish('bonus', code, offer)
      const ask = async (who: Member) => {
        const headers = await who.headers()
        await who.page.request.get('/api/bonus/clear', { headers })
        return (await who.page.request.get(`/api/bonus/activate/${code}`, { headers })).status()
      }
      expect(await ask(first)).toBe(200)
      expect(await ask(member)).toBe(422)
      await cashier.open('bonus-review', shown)
      await cashier.decide('refuse', { amount: shown, reason: 'one person' })
      const line = t('bonus.review.refused', { title: title[language], amount: shown, date: '§' }).split(
        '§',
      )[0]
      await expect(page.getByText((line ?? '').trim())).toBeVisible()
      await expect(member.field('promotion.code')).toBeVisible()
    })
  })
}
