// Two cashiers follow the console through one queue: what opens after a decision is what nobody else has
// (docs/rules.md §17.2).

import type { Route } from '@playwright/test'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { sandboxOf } from './testing/sandbox.ts'
import { expect, expectNoDialog, test } from './testing/test.ts'

// Servers of its own: what waits at others would come before what is made here.
test.use({ world: { name: 'desk-follow', settings: { 'withdraw.autoLimit': 0 } } })

test('each goes on to what is free', { tag: '@desktop' }, async ({ browser, watch, allow }) => {
  test.setTimeout(240_000)
  // A decision that comes too late is refused.
  allow.push(/409/)
  const [home, front, back] = [
    await browser.newContext(),
    await browser.newContext(),
    await browser.newContext(),
  ]
  for (const context of [home, front, back]) await watch(context)
  const member = new Member(await home.newPage(), 'en')
  const sandbox = sandboxOf(member.page.request)
  const person = await member.join(sandbox)
  await member.payIn(sandbox, person, 10_000)
  await member.expectTotal('฿10,000.00')
  for (const amount of [101, 102, 103, 104, 105]) await member.post('/api/wallet/withdraw', { amount })

  const [cashier, owner] = [
    new Operator(await front.newPage(), 'en'),
    new Operator(await back.newPage(), 'en'),
  ]
  await cashier.begin('cashier')
  await owner.begin('owner')
  const { t } = cashier
  const shown = (amount: number) => `฿${amount}.00`
  const heading = (who: Operator, amount: number) => who.page.getByRole('heading', { name: shown(amount) })
  const ask = (who: Operator) => who.page.getByRole('button', { name: t('desk.refuse'), exact: true }).click()
  const send = (who: Operator) => who.giveReason(t('desk.refuse'), 'told on the phone')

  await test.step('after a decision, what a colleague looks at is passed over', async () => {
    await owner.open('withdrawal', shown(102))
    await cashier.open('withdrawal', shown(101))
    await ask(cashier)
    await send(cashier)
    await expect(heading(cashier, 103)).toBeFocused()
  })

  await test.step('S passes over, and comes back when nothing else is free', async () => {
    await cashier.page.keyboard.press('s')
    await expect(heading(cashier, 104)).toBeFocused()
    await cashier.page.keyboard.press('s')
    await expect(heading(cashier, 105)).toBeFocused()
    await cashier.page.keyboard.press('s')
    await expect(heading(cashier, 103)).toBeFocused()
  })

  await test.step('who decides too late reads who was faster, and goes on', async () => {
    await cashier.open('withdrawal', shown(102))
    for (const who of [owner, cashier]) await ask(who)
    await send(owner)
    await expect(heading(owner, 103)).toBeFocused()
    // What is asked for next is held, so that the notice is there for as long as this looks at it.
    const held: Route[] = []
    await cashier.page.route('**/api/console/desk/withdrawal/next', (route) => void held.push(route))
    await send(cashier)
    await expectNoDialog(cashier.page)
    const notice = cashier.page.getByRole('region', { name: t('desk.item') }).getByRole('alert')
    await expect(notice).toContainText(cashier.between('desk.decided.other.refuse'))
    await expect(notice).toContainText(t('desk.late.goesOn'))
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.continue()
    await cashier.page.unroute('**/api/console/desk/withdrawal/next')
    await expect(heading(cashier, 104)).toBeFocused()
  })

  await test.step('when all is done, the list has the focus', async () => {
    for (const amount of [104, 105]) {
      await expect(heading(cashier, amount)).toBeFocused()
      await ask(cashier)
      await send(cashier)
    }
    await expect(
      cashier.page.getByRole('heading', { name: t('desk.queue.withdrawal.name'), exact: true }),
    ).toBeFocused()
    expect(new URL(cashier.page.url()).pathname).toBe('/console/withdrawal')
    await expect(heading(owner, 103)).toBeVisible()
  })
})
