// Access to pages: links when logged out, the way back after the login, pages that do not exist.

import { Member } from './testing/member.ts'
import { expect, expectNoDialog, test } from './testing/test.ts'

test('a protected link leads through the login and back', async ({ page }) => {
  const member = new Member(page, 'en')
  await member.arrive('/user/profile')
  await expect(page).toHaveURL(/\/login\?next=%2Fuser%2Fprofile$/)
  await member.logIn({ phone: '0898765432', password: 'krapao-demo' })
  await expect(page).toHaveURL(/\/user\/profile$/)
  await expect(page).toHaveTitle(/Krapao/)
})

for (const next of [
  '//elsewhere.example/',
  'https://elsewhere.example/',
  '/\\elsewhere.example',
  'javascript:alert(1)',
]) {
  test(`a link leads back to our own pages only: ${next}`, async ({ page }) => {
    const member = new Member(page, 'en')
    await member.arrive(`/login?next=${encodeURIComponent(next)}`)
    await member.logIn({ phone: '0898765432', password: 'krapao-demo' })
    await expect(page).toHaveURL(/localhost:\d+\/user\/home$/)
  })
}

test('opening a visitor’s page ends the session of this browser', async ({ page }) => {
  const member = new Member(page, 'en')
  await member.begin('/user/profile')
  await expect(member.heading('account.profile.title')).toBeVisible()
  await page.goto('/login')
  await expect(member.heading('account.login.title')).toBeVisible()
  const kept = await page.evaluate(() =>
    ['token', 'remember-agreement', 'last_sync'].map((key) => localStorage.getItem(key)),
  )
  expect(kept).toEqual([null, null, null])
})

test('a session that the server no longer knows leads to the login page', async ({ page }) => {
  const member = new Member(page, 'en')
  await member.begin('/user/profile')
  await expect(member.heading('account.profile.title')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('token', 'nonsense'))
  await page.goto('/user/home')
  await expect(page).toHaveURL(/\/login\?next=%2Fuser%2Fhome$/)
})

for (const path of ['/nothing', '/user/nothing', '/a/b/c']) {
  test(`${path} is not found, with a link home`, async ({ page }) => {
    const member = new Member(page, 'en')
    await page.addInitScript(() => localStorage.setItem('locale', 'en'))
    await page.goto(path)
    await expect(member.heading('lookup.notFound.title')).toBeVisible()
    await page.getByRole('link', { name: member.t('lookup.notFound.home') }).click()
    await expect(page).toHaveURL(/\/login/)
  })
}

test('/ and /user lead to the dashboard', async ({ page }) => {
  const member = new Member(page, 'en')
  await member.begin('/')
  await expect(page).toHaveURL(/\/user\/home$/)
  await page.goto('/user')
  await expect(page).toHaveURL(/\/user\/home$/)
})

test('a page that is opened while a sheet closes stays open', async ({ page }) => {
  const member = new Member(page, 'en')
  await member.begin()
  await member.openWithdraw()
  // The step back in the history was requested and has not happened yet.
  await page.evaluate((name) => {
    const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name)
    const go = history.go.bind(history)
    history.go = (steps) => {
      go(steps)
      link?.click()
    }
  }, member.t('menu.profile'))
  await page.keyboard.press('Escape')
  await expect(member.heading('account.profile.title')).toBeVisible()
  await expectNoDialog(page)
  await expect(page).toHaveURL(/\/user\/profile$/)
  // One step back is the dashboard, as the person expects after closing the sheet.
  await page.goBack()
  await expect(page).toHaveURL(/\/user\/home$/)
})

test('the contact that was loaded last stays where its text fails, and at /terminated', async ({
  page,
  allow,
}) => {
  allow.push(/ 500 |Failed to load resource/)
  const member = new Member(page, 'en')
  const line = page.getByRole('link', { name: member.t('lookup.contact.open') })
  await page.addInitScript(() => localStorage.setItem('locale', 'en'))
  await page.goto('/terminated')
  await expect(member.heading('lookup.terminated.title')).toBeVisible()
  await expect(page).toHaveTitle('Page not found')
  await expect(line).toHaveCount(0)

  const address = 'https://line.example/krapao'
  const contact = { contactText: '<p>Every day</p>', lineName: '@krapao', lineLink: address, lineQR: '' }
  await page.route('**/api/lookup/contact', (route) => route.fulfill({ json: contact }))
  await page.goto('/contact')
  await expect(line).toHaveAttribute('href', address)
  await page.unroute('**/api/lookup/contact')
  await page.route('**/api/lookup/contact', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(member.button('ui.retry')).toBeVisible()
  await expect(member.button('lookup.contact.chat')).toBeVisible()
  await expect(line).toHaveAttribute('href', address)
  await page.goto('/terminated')
  await expect(line).toHaveAttribute('href', address)
})

test('after a reload with an open sheet, one press of the back button leaves the page', async ({ page }) => {
  const member = new Member(page, 'th')
  await member.begin('/user/statement')
  await expect(member.heading('statement.title')).toBeVisible()
  await page.goto('/user/home')
  await member.openWithdraw()
  // However often it is loaded again.
  for (let times = 1; times <= 2; times++) {
    await page.reload()
    await expect(member.text('wallet.total')).toBeVisible()
  }
  await expect.poll(() => page.evaluate(() => history.state?.dialog ?? 0)).toBe(0)
  await page.goBack()
  await expect(member.heading('statement.title')).toBeVisible()
})

test('after a reload at the moment when a sheet opens, the page stays', async ({ page }) => {
  const member = new Member(page, 'th')
  await member.begin()
  await expect(member.text('wallet.total')).toBeVisible()
  // What Chromium leaves then: the sheet's mark is on the page's first entry.
  await page.evaluate(() => history.replaceState({ dialog: 1 }, ''))
  const loaded = page.waitForEvent('load')
  await page.evaluate(() => void setTimeout(() => location.reload()))
  await loaded
  await expect(member.text('wallet.total')).toBeVisible()
  await member.openWithdraw()
  await member.close()
  await expectNoDialog(page)
  await expect(page).toHaveURL(/\/user\/home$/)
})
