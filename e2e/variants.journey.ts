// A service that has closed. The Lao build has a journey of its own.

import { Member } from './testing/member.ts'
import { type OwnServer, startServer } from './testing/server.ts'
import { expect, test } from './testing/test.ts'

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
