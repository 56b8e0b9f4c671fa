// The desk by keyboard alone (docs/rules.md §17.3): two keys for a clear item, and a list of the keys.

import type { Page } from '@playwright/test'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { sandboxOf } from './testing/sandbox.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, expectAccessible, expectNoDialog, test } from './testing/test.ts'

/**
 * What can be pressed on the page, or in the dialog that is open, and has a message of what was done over it.
 */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const messages = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
    if (messages.length === 0) return ['no message']
    const next = (document.querySelector('dialog[open]') ?? document).querySelectorAll('button, a, textarea')
    return [...next]
      .filter((one) => one.checkVisibility() && !one.closest('header, .sr-only'))
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return messages.some(
          (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
        )
      })
      .map((one) => one.textContent ?? '')
  })

test('clear slips take two keys each, and a refusal in own words is typed at once', {
  tag: '@desktop',
}, async ({ browser, watch }) => {
  test.setTimeout(240_000)
  const [home, office] = [await browser.newContext(), await browser.newContext()]
  for (const context of [home, office]) await watch(context)
  const member = new Member(await home.newPage(), 'en')
  const sandbox = sandboxOf(member.page.request)
  const person = await member.join(sandbox)
  const house = await member.houseAccount('SCB')
  const satang = ownSatang()
  const shown = (whole: number) => `฿${whole}.${satang}`
  for (const whole of [201, 202, 203]) {
    const modal = await member.openDeposit('bank')
    await member.sendSlip(
      await sandbox.drawSlip({
        fromBank: 'SCB',
        fromAccountNo: person.accountNo,
        // Without the surname it is not certain whose it is, but nothing differs.
        fromName: person.firstName.toUpperCase(),
        ...house,
        amount: Number(`${whole}.${satang}`),
      }),
    )
    // While it is being sent, the dialog does not close.
    await expect(modal.getByText(member.t('deposit.slip.checking'), { exact: true })).toBeVisible()
    await member.close()
  }

  const cashier = new Operator(await office.newPage(), 'en')
  const { page, t } = cashier
  /** The keys that were pressed for a decision. */
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  await cashier.begin('cashier')

  for (const whole of [201, 202]) {
    await test.step(`${whole}: A and 2`, async () => {
      await cashier.open('slip', shown(whole))
      await expect(page.getByRole('heading', { name: shown(whole) })).toBeFocused()
      keys = 0
      // One after the other without waiting for the dialog.
      await press('a')
      // The sender is the member; that it was seen in the bank account would contradict that no report has
      // come.
      await press('2')
      await expect(page.getByText(t('desk.done', { amount: shown(whole) }))).toBeVisible()
      expect(keys).toBe(2)
      await expectNoDialog(page)
      // The next one opens by itself, and can be decided at once.
      await expect(page.getByRole('heading', { name: shown(whole + 1) })).toBeFocused()
      for (const size of [
        { width: 390, height: 844 },
        { width: 1280, height: 800 },
      ]) {
        await page.setViewportSize(size)
        expect(await covered(page)).toEqual([])
      }
      await page.keyboard.press('r')
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await covered(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expectNoDialog(page)
    })
  }

  await test.step('the keys that work are listed, and rest while a dialog is open', async () => {
    await cashier.open('slip', shown(203))
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: t('ui.keys.title') })
    await expect(list.getByText(t('desk.key.down'))).toBeVisible()
    await expect(list.getByText(t('desk.refuse'), { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expectNoDialog(page)
  })

  await test.step('other letters go to the own words, and Enter sends', async () => {
    await page.keyboard.press('r')
    await page.keyboard.type('sent to another house')
    const own = page.getByRole('dialog').getByLabel(t('desk.reasonLabel'), { exact: true })
    await expect(own).toHaveValue('sent to another house')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('desk.refused', { what: t('desk.queue.slip.one') }))).toBeVisible()
    await expectNoDialog(page)
  })
  await member.expectTotal(`฿${(403 + Number(`0.${satang}`) * 2).toFixed(2)}`)
})
