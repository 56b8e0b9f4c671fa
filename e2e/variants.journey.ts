// A service that has closed. (The Lao build has a journey of its own.)

import { Member } from './testing/member.ts'
import { expect, test } from './testing/test.ts'

test.use({ world: { settings: { 'service.active': false } } })

test('a service that has closed says so instead of showing the login', async ({ page }) => {
  const member = new Member(page, 'th')
  await page.goto('/login')
  await expect(page).toHaveURL(/\/terminated$/)
  await expect(member.heading('lookup.terminated.title')).toBeVisible()
  await expect(page).toHaveTitle(member.t('lookup.terminated.pageTitle'))
})
