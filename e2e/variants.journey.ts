// Other builds of the same product: the Lao variant, and a service that has closed.

import { Member, newPerson } from './testing/member.ts'
import { sandboxOf } from './testing/sandbox.ts'
import { type OwnServer, startServer } from './testing/server.ts'
import { expect, test } from './testing/test.ts'

test.describe('the Lao build', () => {
  let server: OwnServer
  test.beforeAll(async () => {
    server = await startServer({ brand: { name: 'ກະເປົາ', variant: 'la' } })
  })
  test.afterAll(() => server.stop())

  test('speaks Lao from the start, asks for a currency and recommends no bank', async ({
    page,
    playwright,
  }) => {
    const member = new Member(page, 'la')
    const request = await playwright.request.newContext({ baseURL: server.origin })
    const sandbox = sandboxOf(request)
    const phone = `20${String(Date.now()).slice(-8)}`
    await page.goto(`${server.origin}/register`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo')
    await expect(page).toHaveTitle(/ກະເປົາ/)
    await member.field('account.phone.label').fill(phone)
    await member.button('ui.next').click()
    await member.field('account.code.label').fill(await sandbox.readCode(phone))
    const person = newPerson()
    await member.field('account.name.label').fill('ສົມພອນ ແກ້ວມະນີ')
    await member.field('account.password.label').fill(person.password)
    await member.field('account.password.confirm').fill(person.password)
    await member.birthDate('9', '2', '1990')
    await member.button('ui.next').click()
    await expect(member.heading('account.step.bank')).toBeVisible()
    await expect(member.field('account.currency.label')).toHaveValue('LAK')
    await member.field('account.bank.label').selectOption('BCEL')
    await member.field('account.bank.firstName').fill('somphone')
    await member.field('account.bank.lastName').fill('keomany')
    await member.field('account.bank.accountNo').fill('010120001234567')
    await member.button('account.register.submit').click()
    await page.waitForURL('**/login')
    await member.logIn({ phone, password: person.password })
    await expect(page.getByText('₭0.00').first()).toBeVisible()
    await request.dispose()
  })
})

test.describe('a service that has closed', () => {
  let server: OwnServer
  test.beforeAll(async () => {
    server = await startServer({ settings: { 'service.active': false } })
  })
  test.afterAll(() => server.stop())

  test('shows so instead of the login', async ({ page }) => {
    const member = new Member(page, 'th')
    await page.goto(`${server.origin}/login`)
    await expect(page).toHaveURL(/\/terminated$/)
    await expect(member.heading('lookup.terminated.title')).toBeVisible()
    await expect(page).toHaveTitle(/Page not found/)
  })
})
