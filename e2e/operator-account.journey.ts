// An operator's own account: where they are logged in, the session that ends because nobody does anything,
// the second step of the login by a code or a passkey, and being asked again before what takes two people.

import type { Locator } from '@playwright/test'
import { authenticatorCode } from '../server/slices/operator/testing.ts'
import { addCashier, Operator } from './testing/operator.ts'
import { everyLanguage, expect, expectAccessible, expectNoDialog, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

// A minute after the login the console asks again.
test.use({ world: { name: 'operator-account', settings: { 'operator.confirmMinutes': 1 } } })

for (const language of languages)
  test(`an operator is told before an idle session ends, and ends sessions elsewhere (${language})`, {
    tag: everyLanguage[language],
  }, async ({ browser, watch, baseURL }) => {
    const contexts = [await browser.newContext({ baseURL }), await browser.newContext({ baseURL })] as const
    for (const context of contexts) await watch(context)
    const [here, there] = contexts
    const cashier = new Operator(await here.newPage(), language)
    const elsewhere = new Operator(await there.newPage(), language)
    const { page, t } = cashier
    await page.clock.install()
    await cashier.begin('cashier2')
    // The page counts from the moment at which it knows who sits there and for how long.
    const account = page.getByRole('link', {
      name: t('operator.staff.account', { name: 'พิมพ์ การเงิน' }),
    })
    await expect(account).toBeVisible()
    const notice = page.getByRole('alert').getByText(cashier.between('operator.idle.ends'))

    await test.step('after a while the console says when the session ends; whoever stays does anything', async () => {
      await page.clock.fastForward('15:00')
      await expect(notice).toHaveCount(0)
      await page.clock.fastForward('01:30')
      // Two minutes before the end, however long the page took to begin to count.
      await expect(async () => {
        await page.clock.fastForward('00:30')
        await expect(notice).toBeVisible({ timeout: 1000 })
      }).toPass()
      await expectAccessible(page)
      await page.getByRole('button', { name: t('operator.idle.stay'), exact: true }).click()
      await expect(notice).toHaveCount(0)
      await page.clock.fastForward('05:00')
      await expect(notice).toHaveCount(0)
    })

    await test.step('the account lists the sessions, and ends the others', async () => {
      await elsewhere.begin('cashier2')
      await account.click()
      const sessions = page.getByRole('region', { name: t('operator.sessions.title') })
      await expect(sessions.getByText(`(${t('operator.sessions.own')})`)).toBeVisible()
      await expect(sessions.getByText(/Linux|Android/).first()).toBeVisible()
      await expectAccessible(page)
      await sessions.getByRole('button', { name: t('operator.sessions.endOthers'), exact: true }).click()
      await expect(sessions.getByRole('listitem')).toHaveCount(1)
      await expect(elsewhere.page.getByText(elsewhere.t('operator.login.expired'))).toBeVisible()
    })
  })

/** What an authenticator app shows for a secret. @param ahead intervals of 30 seconds from now */
const codeOf = (secret: string, ahead = 0): string =>
  authenticatorCode(secret, new Date(Date.now() + ahead * 30_000))

/** That a button is where it was after something was refused. */
async function expectInPlace(button: Locator, refuse: () => Promise<void>): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  const before = await button.boundingBox()
  await refuse()
  expect((await button.boundingBox())?.y).toBe(before?.y)
  await expect(button).toBeInViewport()
}

for (const language of languages)
  test(`a login that fails says so without moving its button, and what that means (${language})`, {
    tag: everyLanguage[language],
  }, async ({ page, context, allow }) => {
    allow.push(/ 401 /, / 422 /, /ERR_INTERNET_DISCONNECTED/)
    const person = new Operator(page, language)
    const { t } = person
    await page.goto('/console')
    await page.locator('select').first().selectOption(language)
    const submit = page.getByRole('button', { name: t('operator.login.submit'), exact: true })
    const password = page.getByLabel(t('operator.login.password'), { exact: true })
    await expect(page.getByText(t('operator.login.forgotten'))).toBeVisible()
    await expectInPlace(submit, async () => {
      await person.sendLogin('cashier', 'not-the-password')
      await expect(page.getByText(t('operatorMsg.WRONG_CREDENTIAL'))).toBeVisible()
      await expect(password).toBeFocused()
    })
    await expectAccessible(page)
    await expectInPlace(submit, async () => {
      await context.setOffline(true)
      await person.sendLogin('cashier', 'not-the-password')
      await expect(page.getByRole('alert').getByText(t('operatorMsg.UNREACHED'))).toBeVisible()
      await context.setOffline(false)
    })
  })

for (const language of languages)
  test(`a second step of the login is set up, and asked for from then on (${language})`, {
    tag: everyLanguage[language],
  }, async ({ page, allow }) => {
    // A wrong code is refused on purpose.
    allow.push(/ 422 /)
    const who = { th: 'support', la: 'auditor', en: 'cashier' }[language]
    const person = new Operator(page, language)
    const { t } = person
    await person.logIn(who)
    const field = page.getByLabel(t('operator.factor.code'), { exact: true })

    const secret =
      await test.step('the account shows a QR code and its text, and takes a right code only', async () => {
        await page.goto('/console/account')
        await page.getByRole('button', { name: t('operator.factor.make'), exact: true }).click()
        await expect(page.getByRole('img', { name: t('operator.factor.picture') })).toBeVisible()
        await expectAccessible(page)
        const text = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
        const wrong = codeOf(text) === '000000' ? '111111' : '000000'
        const submit = page.getByRole('button', { name: t('operator.factor.submit'), exact: true })
        await field.fill(wrong)
        await expectInPlace(submit, async () => {
          await submit.click()
          await expect(page.getByText(t('errorMsg.SECOND_FACTOR_INVALID'))).toBeVisible()
          await expect(field).toBeFocused()
        })
        await field.fill(codeOf(text))
        await submit.click()
        await expect(page.getByText(t('operator.factor.lost'))).toBeVisible()
        return text
      })

    await test.step('the next login asks for a code, and shows nothing else before', async () => {
      await page.getByRole('button', { name: t('operator.logout'), exact: true }).click()
      await person.sendLogin(who)
      await expect(page.getByRole('heading', { name: t('operator.factor.giveTitle') })).toBeVisible()
      await expect(page.getByRole('navigation', { name: t('ui.pages') })).toHaveCount(0)
      await expectAccessible(page)
      const submit = page.getByRole('button', { name: t('operator.confirm.submit'), exact: true })
      const right = codeOf(secret, 1)
      await field.fill(right === '000000' ? '111111' : '000000')
      await expectInPlace(submit, async () => {
        await submit.click()
        await expect(page.getByText(t('errorMsg.SECOND_FACTOR_INVALID'))).toBeVisible()
        await expect(field).toBeFocused()
      })
      await field.fill(right)
      await submit.click()
      await expect(page.getByRole('navigation', { name: t('ui.pages') })).toBeVisible()
    })
  })

test('before what takes two people the console asks again who sits there, and then goes on by itself', {
  tag: '@desktop',
}, async ({ browser, watch, baseURL, allow }) => {
  test.setTimeout(240_000)
  // The call is refused on purpose, until the password is given.
  allow.push(/ 403 /)
  const contexts = [await browser.newContext({ baseURL }), await browser.newContext({ baseURL })] as const
  for (const context of contexts) await watch(context)
  const [office, otherOffice] = contexts
  const second = new Operator(await otherOffice.newPage(), 'en')
  await second.begin('owner2')
  const owner = new Operator(await office.newPage(), 'en')
  await owner.begin('owner')
  const { page, t } = owner
  const name = 'Again Nok'
  await page.goto('/console/staff')
  await page.getByRole('button', { name: t('operator.staff.add'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('operator.staff.name'), { exact: true }).fill(name)
  await dialog.getByLabel(t('operator.staff.email'), { exact: true }).fill('again-nok@test.test')
  await dialog.getByRole('button', { name: t('operator.staff.add'), exact: true }).click()
  await expect(page.getByText(t('operator.request.own'))).toBeVisible()

  const token = await second.page.evaluate(() => sessionStorage.getItem('operator-token'))
  const headers = { 'x-requested-with': 'wallet-user', authorization: `Bearer ${token}` }
  // A secret that nobody confirms changes nothing.
  const ask = async () => (await second.page.request.post('/api/console/second-factor', { headers })).status()
  await expect.poll(ask, { timeout: 120_000, intervals: [3000] }).toBe(403)

  const asked = second.page.getByRole('dialog', { name: t('operator.confirm.title') })
  const approving = second.approveStaff(name)
  await expect(asked).toBeVisible()
  await asked.getByLabel(t('operator.login.password'), { exact: true }).fill('krapao-demo')
  await asked.getByRole('button', { name: t('operator.confirm.submit'), exact: true }).click()
  expect(await approving).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
})

test('a passkey is the second step of the login, and the answer when the console asks again', {
  tag: '@desktop',
}, async ({ page, context, allow }) => {
  test.setTimeout(240_000)
  // The console asks again on purpose.
  allow.push(/ 403 /)
  const password = 'a-long-password-of-my-own'
  await addCashier(page.request, 'keys', password)
  const person = new Operator(page, 'en')
  const { t } = person
  const button = (key: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(key), exact: true })
  // A laptop with a fingerprint reader, in place of the browser's own.
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })

  await test.step('it is set up on the own account, under a name', async () => {
    await person.logIn('keys', password)
    await page.goto('/console/account')
    await button('operator.passkey.add').click()
    const name = page.getByLabel(t('operator.passkey.name'), { exact: true })
    await expect(name).toBeFocused()
    await name.fill('Office laptop')
    await button('operator.passkey.add').click()
    const kept = page.getByRole('listitem').filter({ hasText: 'Office laptop' })
    await expect(kept).toContainText(t('operator.passkey.unused'))
    await expect(page.getByText(t('operator.factor.lost'))).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the only one is not removed', async () => {
    allow.push(/ 422 /)
    await page
      .getByRole('button', { name: t('operator.passkey.removeOf', { name: 'Office laptop' }), exact: true })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('operator.passkey.remove'), exact: true }).click()
    await expect(dialog.getByText(t('errorMsg.LAST_SECOND_FACTOR'))).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t('ui.cancel'), exact: true }).click()
    await expectNoDialog(page)
  })

  await test.step('the next login takes it after the password, and shows nothing else before', async () => {
    await button('operator.logout').click()
    await person.sendLogin('keys', password)
    await expect(page.getByRole('heading', { name: t('operator.factor.giveTitle') })).toBeVisible()
    await expect(page.getByRole('navigation', { name: t('ui.pages') })).toHaveCount(0)
    await expectAccessible(page)
    await button('operator.passkey.use').click()
    await expect(page.getByRole('navigation', { name: t('ui.pages') })).toBeVisible()
  })

  await test.step('it answers when the console asks again, which then goes on by itself', async () => {
    const token = await page.evaluate(() => sessionStorage.getItem('operator-token'))
    const headers = { 'x-requested-with': 'wallet-user', authorization: `Bearer ${token}` }
    // What nobody signs changes nothing.
    const ask = async () => (await page.request.post('/api/console/passkeys/options', { headers })).status()
    await expect.poll(ask, { timeout: 120_000, intervals: [3000] }).toBe(403)
    await page.goto('/console/account')
    await button('operator.factor.make').click()
    const asked = page.getByRole('dialog', { name: t('operator.confirm.title') })
    await expect(asked).toBeVisible()
    await asked.getByRole('button', { name: t('operator.passkey.use'), exact: true }).click()
    await expect(page.getByRole('img', { name: t('operator.factor.picture') })).toBeVisible()
    await expectNoDialog(page)
  })
})
