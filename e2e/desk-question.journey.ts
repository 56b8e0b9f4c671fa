// A duplicate candidate whose candidates change while somebody decides about it (docs/rules.md §17.5): the
// decision is not recorded, and the item says so and is there to be decided again.

import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { sandboxOf } from './testing/sandbox.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, expectAccessible, expectNoDialog, test } from './testing/test.ts'

test('a decision about other candidates than there are now is not recorded', { tag: '@desktop' }, async ({
  browser,
  watch,
  allow,
}) => {
  test.setTimeout(180_000)
  // The refusal of the late decision.
  allow.push(/ 409 /)
  const [home, office] = [await browser.newContext(), await browser.newContext()]
  for (const context of [home, office]) await watch(context)
  const member = new Member(await home.newPage(), 'th')
  const sandbox = sandboxOf(member.page.request)
  const person = await member.join(sandbox)
  const satang = ownSatang()
  const shown = `฿310.${satang}`
  const total = (times: number) => `฿${((310 + Number(`0.${satang}`)) * times).toFixed(2)}`
  const transfer = {
    fromBank: 'SCB',
    fromAccountNo: person.accountNo,
    fromName: `${person.firstName} ${person.lastName}`.toUpperCase(),
    ...(await member.houseAccount('SCB')),
    amount: Number(`310.${satang}`),
  }
  const sendSlip = async (times: number) => {
    const modal = await member.openDeposit('bank')
    await member.sendSlip(await sandbox.drawSlip(transfer))
    await expect(modal.getByText(`+${shown}`, { exact: true })).toBeVisible()
    await member.close()
    await member.expectTotal(total(times))
  }
  await sendSlip(1)
  // The bank reports a transfer of that amount under another reference.
  await sandbox.pay(transfer)

  const cashier = new Operator(await office.newPage(), 'th')
  const { page, t } = cashier
  await cashier.begin('cashier')
  await cashier.open('bank-twin', shown)
  const address = page.url()
  const act = cashier.act('refuse', shown)
  await page.getByRole('button', { name: act, exact: true }).click()
  await sendSlip(2)
  await cashier.giveReason(act, 'the same transfer')
  await expectNoDialog(page)
  await expect(page.getByRole('alert').getByText(t('desk.decided.changed'))).toBeVisible()
  await expect(page.getByRole('heading', { name: shown })).toBeVisible()
  await expectAccessible(page)

  await cashier.decide('refuse', { amount: shown, reason: 'the same as one of the two' })
  await expect(page.getByText(t('desk.decided.changed'))).toHaveCount(0)
  await page.goto(address)
  await expect(page.getByText('the same as one of the two')).toBeVisible()
  await member.expectTotal(total(2))
})
