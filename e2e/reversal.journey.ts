// Two operators take back money that was credited to the wrong member, while all pages are live.

import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { sandboxOf } from './testing/sandbox.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, expectAccessible, expectNoDialog, test } from './testing/test.ts'

// A server of its own, because this journey counts the items of its queues and the money in suspense.
test.use({ world: { name: 'reversal' } })

test('two operators take back what was credited to the wrong member', { tag: '@desktop' }, async ({
  browser,
  watch,
}) => {
  const contexts = [
    await browser.newContext(),
    await browser.newContext(),
    await browser.newContext(),
  ] as const
  for (const context of contexts) await watch(context)
  const [home, desk, bench] = contexts
  const member = new Member(await home.newPage(), 'en')
  const sandbox = sandboxOf(member.page.request)
  const person = await member.join(sandbox)
  const satang = ownSatang()
  const shown = `฿410.${satang}`
  const cashier = new Operator(await desk.newPage(), 'en')
  const owner = new Operator(await bench.newPage(), 'en')
  await cashier.begin('cashier')
  await owner.begin('owner')
  let address = ''

  await test.step('the console opens at the first queue with items', async () => {
    const links = owner.page.getByRole('navigation', { name: owner.t('desk.queues') }).getByRole('link')
    const waiting = links.filter({ hasText: /[1-9]/ })
    await expect((await waiting.count()) > 0 ? waiting.first() : links.first()).toHaveAttribute(
      'aria-current',
      'page',
    )
  })

  await test.step('two operators credit a stranger’s transfer to a member', async () => {
    await sandbox.pay({
      ...(await member.houseAccount('SCB')),
      fromBank: 'BBL',
      fromAccountNo: '4440001119',
      fromName: 'NOBODY KNOWN',
      amount: Number(`410.${satang}`),
    })
    for (const operator of [cashier, owner]) {
      await operator.open('bank-transfer', shown)
      address = operator.page.url()
      if (operator === cashier)
        await operator.decide('approve', {
          amount: shown,
          reason: 'paid by her brother',
          member: person.phone,
        })
      else await operator.confirm(operator.act('approve', shown), 'he told me, too')
    }
    await member.expectTotal(shown)
  })

  await test.step('the cashier asks to take it back, with a reason', async () => {
    const { page, t } = cashier
    // An operator who is in the bank's tab meanwhile.
    await owner.putBehind(true)
    await page.goto(address)
    await page.getByRole('button', { name: t('desk.reverse.ask'), exact: true }).click()
    await expectAccessible(page)
    await cashier.giveReason(t('desk.reverse.askAmount', { amount: shown }), 'it was another brother')
    await expectNoDialog(page)
    await expect(page.getByText(cashier.between('desk.reverse.waiting'))).toBeVisible()
    await member.expectTotal(shown)
  })

  await test.step('the owner’s page is updated behind another tab, and the owner confirms', async () => {
    const { page, t } = owner
    const queues = page.getByRole('navigation', { name: t('desk.queues') })
    const waiting = `${t('desk.queue.reversal.name')} 1 ${t('desk.waiting')}`
    await queues.getByRole('link', { name: waiting, exact: true }).click()
    await owner.putBehind(false)
    await page.getByRole('link').filter({ hasText: shown }).click()
    await expect(page.getByText('it was another brother')).toBeVisible()
    await expectAccessible(page)
    await owner.confirm(t('desk.fact.reversal.approve', { amount: shown }), 'so he says')
    await member.expectTotal('฿0.00')
  })

  await test.step('the transfer waits for its owner again, in suspense', async () => {
    const { page, t } = owner
    await owner.openPage('deposit.suspense.title')
    await page.getByRole('link').filter({ hasText: shown }).click()
    await page.getByRole('link').filter({ hasText: 'NOBODY KNOWN' }).first().click()
    await expect(page.getByRole('heading', { name: shown })).toBeVisible()
    await expect(page.getByText(t('desk.reason.REVERSED')).filter({ visible: true }).first()).toBeVisible()
  })
})
