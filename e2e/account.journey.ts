// A forgotten password, a passkey, and a login from another device.

import type { BrowserContext } from '@playwright/test'
import { Member, type Person } from './testing/member.ts'
import { expect, expectAccessibleIn, expectNoDialog, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

// A registration and a new password of one phone follow each other here sooner than people do that.
test.use({ world: { settings: { 'otp.resendSeconds': 10 } } })

for (const language of languages) {
  test(`a forgotten password, and a passkey for the next time (${language})`, {
    tag: oneWidth[language],
  }, async ({ page, context, sandbox }) => {
    const member = new Member(page, language)
    const person = await member.join(sandbox)
    await page.evaluate(() => localStorage.clear())

    await member.arrive('/login')
    await member.field('account.phone.label').fill(person.phone)
    await page.getByRole('link', { name: member.t('account.login.forgot'), exact: true }).click()
    await expect(member.field('account.phone.label')).toHaveValue(person.phone)
    await expectAccessibleIn(language, page)
    await expect(async () => {
      await member.button('account.reset.send').click()
      await expect(member.field('account.code.label')).toBeFocused({ timeout: 2000 })
    }).toPass()
    await member.field('account.code.label').fill(await sandbox.readCode(person.phone))
    await expect(member.heading('account.reset.password')).toBeVisible()
    await member.field('account.password.new').fill('short')
    await member.button('account.reset.submit').click()
    await expect(member.text('account.problem.passwordShort', { min: 8 })).toBeVisible()
    const password = `${person.password}-anew`
    await member.field('account.password.new').fill(password)
    await member.button('account.reset.submit').click()
    await expect(page).toHaveURL(/\/user\/home$/)

    // A phone with a screen lock, in place of the browser's own.
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto('/user/devices')
    await expect(member.heading('account.devices.title')).toBeVisible()
    await expect(member.text('account.devices.own')).toBeVisible()
    await expect(page.getByText(member.t('account.devices.way.reset')).first()).toBeVisible()
    await member.button('account.passkey.add').click()
    const modal = member.dialog('account.passkey.add')
    await modal.getByLabel(member.t('account.password.label'), { exact: true }).fill(password)
    await modal.getByRole('button', { name: member.t('ui.next'), exact: true }).click()
    await expectNoDialog(page)
    await expect(member.text('account.passkey.none')).toBeHidden()
    await expectAccessibleIn(language, page)

    // Opening the login page logs out. The virtual lock is open, so the passkey may log in before anybody
    // presses.
    await page.goto('/login?next=%2Fuser%2Fdevices')
    member
      .button('account.login.passkey')
      .click({ timeout: 10_000 })
      .catch(() => {})
    await page.waitForURL(/\/user\/devices$/)
    await expect(page.getByText(member.t('account.devices.way.passkey')).first()).toBeVisible()
  })
}

/** Logs a member in on a second device. @param first the member's page on the first one */
async function logInAt(device: BrowserContext, first: Member, person: Person): Promise<Member> {
  const second = new Member(await device.newPage(), 'th')
  await second.page.goto(`${new URL(first.page.url()).origin}/login`)
  await second.logIn(person)
  await expect(second.page).toHaveURL(/\/user\/home$/)
  return second
}

test('a login from a new device is asked about on the first one', async ({
  page,
  browser,
  sandbox,
  watch,
}) => {
  const first = new Member(page, 'th')
  const person = await first.join(sandbox)
  await expect(first.button('wallet.deposit').first()).toBeVisible()

  const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.77' } })
  await watch(elsewhere)
  const second = await logInAt(elsewhere, first, person)
  // Without this the agreement opens at the moment of the reload below, and its step back aborts the reload.
  await second.agree()

  // The first page is open, so it is notified at once.
  await expect(first.heading('account.devices.new.title')).toBeVisible()
  await first.button('account.devices.new.no').click()
  await expect(first.dialog('account.password.change')).toBeVisible()
  await expect(first.text('account.devices.new.title')).toBeHidden()
  await second.page.reload()
  await expect(second.page).toHaveURL(/\/login/)
})

test('a login that happened before the page was live is asked about as soon as it is', {
  tag: '@phone',
}, async ({ page, browser, sandbox, watch }) => {
  // The code of the live connection arrives when the other device has logged in.
  const loggedIn = Promise.withResolvers<void>()
  await page.route(/\/assets\/socket-client-[\w-]+\.js/, async (route) => {
    await loggedIn.promise
    await route.continue()
  })
  const askedBefore = page.waitForResponse('**/api/account/logins/new')
  const first = new Member(page, 'th')
  const person = await first.join(sandbox)
  await askedBefore

  const elsewhere = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.78' } })
  await watch(elsewhere)
  await logInAt(elsewhere, first, person)
  await expect(first.heading('account.devices.new.title')).toBeHidden()
  loggedIn.resolve()
  await expect(first.heading('account.devices.new.title')).toBeVisible()
})

test('a profile that does not load leaves the password and the devices', { tag: '@phone' }, async ({
  page,
  sandbox,
  allow,
}) => {
  allow.push(/api\/account\/profile|status of 500/)
  const member = new Member(page, 'th')
  const { phone } = await member.join(sandbox)
  await page.route('**/api/account/profile', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/user/profile')
  await expect(member.button('ui.retry')).toBeVisible()
  await member.button('account.password.change').click()
  await expect(member.dialog('account.password.change')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectNoDialog(page)

  // A member's words for where they are logged in; the network's part of the address for who asks.
  await page.getByRole('link', { name: member.t('account.profile.devices'), exact: true }).click()
  await expect(member.text('account.devices.own')).toBeVisible()
  const address = page.locator('li').getByText(member.t('account.devices.address', { address: '' }).trim())
  await expect(address).toHaveCount(0)
  await member.button('account.devices.showAddresses').first().click()
  await expect(address.first()).toBeVisible()

  await page.unroute('**/api/account/profile')
  await member.button('account.devices.back').click()
  const spaced = `${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`
  await expect(page.getByText(spaced, { exact: true })).toBeVisible()
  await member.button('account.profile.locked.phone').click()
  await expect(member.dialog('ui.chat.title').getByRole('textbox')).toHaveValue(
    member.t('account.profile.wish.phone'),
  )
})
