// The Lao build while operators confirm deposits by hand: a member in kip announces a transfer.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.ts'
import { Member, newPerson } from './testing/member.ts'
import { sandboxOf } from './testing/sandbox.ts'
import { expect, test } from './testing/test.ts'

const brand = JSON.parse(readFileSync(join(root, 'brands/lao.json'), 'utf8'))
test.use({ world: { brand, settings: { 'deposit.manual': true } } })

test('a member in kip announces a transfer, which closes with its credit', async ({ browser, watch }) => {
  const context = await browser.newContext()
  await watch(context)
  const page = await context.newPage()
  const sandbox = sandboxOf(page.request)
  const member = new Member(page, 'la', '₭')
  const { t } = member
  const kip = { bankCode: 'BCEL', currency: 'LAK' }
  const anybody = newPerson()
  const person = await member.join(sandbox, { ...anybody, accountNo: `10${anybody.accountNo}` }, kip)
  await member.expectTotal('₭0')
  const modal = await member.openDeposit('bank')
  await modal.getByLabel(t('deposit.amount'), { exact: true }).fill('500')
  await modal.getByLabel(t('deposit.amount'), { exact: true }).blur()
  await expect(modal.getByText(t('deposit.minimum', { amount: '₭1,000' }), { exact: true })).toBeVisible()
  await modal.getByLabel(t('deposit.amount'), { exact: true }).fill('300000')
  await modal
    .getByRole('button', { name: t('deposit.manual.tellAmount', { amount: '₭300,000' }), exact: true })
    .click()
  await expect(modal.getByRole('tabpanel').getByText('₭300,000', { exact: true })).toBeVisible()
  await member.close()
  await expect(member.text('wallet.under.kind.announcement')).toBeVisible()
  await member.payIn(sandbox, person, 300_000, 'BCEL')
  await member.expectTotal('₭300,000')
  // What waited says how it ended.
  await expect(member.text('outcome.line.deposit.DONE').first()).toBeVisible()
  expect(await page.locator('body').innerText()).not.toContain('฿')
})
