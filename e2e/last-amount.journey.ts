// What a member paid in, took out or moved the last time is the first amount to choose, as long as it would
// be accepted.

import { Member } from './testing/member.ts'
import { expect, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

for (const language of languages) {
  test(`same as last time (${language})`, { tag: oneWidth[language] }, async ({ page, sandbox }) => {
    const member = new Member(page, language)
    const { t } = member
    const person = await member.join(sandbox)
    const asLast = (amount: string) =>
      page.getByRole('dialog').getByRole('button', { name: `${amount} ${t('ui.asLastTime')}` })

    await test.step('a new member is offered no such amount', async () => {
      const sheet = await member.openDeposit('qr')
      await expect(
        sheet
          .getByRole('group', { name: t('deposit.quick') })
          .getByRole('button')
          .first(),
      ).toBeVisible()
      await expect(sheet.getByText(t('ui.asLastTime'))).toHaveCount(0)
      await member.close()
    })

    await member.payIn(sandbox, person, 1234)
    await member.expectTotal('฿1,234.00')

    await test.step('a deposit', async () => {
      await member.openDeposit('qr')
      await asLast('฿1,234').click()
      await expect(member.button('deposit.qr.createAmount', { amount: '฿1,234.00' })).toBeVisible()
      await member.close()
    })

    await test.step('a withdrawal, as long as there is enough for another one', async () => {
      await member.withdraw('430', '฿430.00')
      await expect(member.text('withdraw.paid')).toBeVisible()
      await member.close()
      await member.expectTotal('฿804.00')
      await member.openWithdraw()
      await asLast('฿430').click()
      await member.button('withdraw.submitAmount', { amount: '฿430.00' }).click()
      await expect(member.text('withdraw.paid')).toBeVisible()
      await member.close()
      await member.expectTotal('฿374.00')
      const sheet = await member.openWithdraw()
      await expect(sheet.getByRole('button', { name: '฿100', exact: true })).toBeVisible()
      await expect(sheet.getByText(t('ui.asLastTime'))).toHaveCount(0)
      await member.close()
    })
  })
}
