// Deposits by somebody who has never seen the app: how long a slip takes, a slip shared from the bank's app,
// and a code on the phone that has to pay it.

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readPicture } from '../server/slices/deposit/qr/testing/scan.ts'
import { Member, newPerson, senderOf } from './testing/member.ts'
import { expect, expectAccessibleIn, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

/**
 * Seconds of a person at a screen, by the keystroke-level model: to decide and to press. And the letters that
 * a slow reader, of 200 words a minute, reads in a second.
 */
const human = { decide: 1.35, press: 1.1, letters: { th: 15, la: 15, en: 20 } }

for (const language of languages) {
  test(`a first deposit by slip takes less than a minute (${language})`, { tag: oneWidth[language] }, async ({
    page,
    sandbox,
  }) => {
    const member = new Member(page, language)
    const person = await member.join(sandbox)
    await expect(member.button('wallet.deposit').first()).toBeVisible()
    const modal = member.dialog('deposit.title')
    const seconds = { person: 0, app: 0 }
    let since = Date.now()
    const bySelf = () => {
      seconds.app += (Date.now() - since) / 1000
    }
    const pressed = () => {
      seconds.person += human.decide + human.press
      since = Date.now()
    }
    /** Everything on the sheet is read, also what a person would skip. */
    const read = async () => {
      bySelf()
      seconds.person += (await modal.innerText()).length / human.letters[language]
      since = Date.now()
    }

    // 1. Deposit. 2. Copy the number of an account.
    pressed()
    await member.button('wallet.deposit').first().click()
    await expect(member.button('deposit.bank.copy').first()).toBeVisible()
    await read()
    pressed()
    await member.button('deposit.bank.copy').first().click()
    bySelf()
    // In the bank's app: the transfer, whose slip is saved. This takes as long as the bank's app takes.
    const { banks } = await (
      await page.request.get('/api/lookup/deposit', { headers: await member.headers() })
    ).json()
    const [first] = banks as { bankCode: string; bankAccountNo: string }[]
    const slip = await sandbox.drawSlip({
      ...senderOf(person),
      toBank: first?.bankCode ?? '',
      toAccountNo: first?.bankAccountNo ?? '',
      amount: 500,
    })
    // 3. Choose the slip. 4. The picture among the newest.
    since = Date.now()
    pressed()
    pressed()
    await modal
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: slip })
    await expect(member.button('deposit.slip.send')).toBeVisible()
    await read()
    // 5. Send.
    pressed()
    await member.button('deposit.slip.send').click()
    await expect(modal.getByText('+฿500.00', { exact: true })).toBeVisible()
    bySelf()
    console.info(
      `a first deposit: the person ${seconds.person.toFixed(1)} s, the app ${seconds.app.toFixed(1)} s`,
    )
    // Alone the app takes six seconds. Here three browsers share the machine with their servers.
    expect(seconds.person + Math.min(seconds.app, 8), 'seconds of a first deposit').toBeLessThan(60)
  })
}

/** What the service worker does with a picture that is shared to the app. */
const share = (page: Page, picture: Buffer, { type = 'image/png', minutesAgo = 0 } = {}) =>
  page.evaluate(
    async ([base64, type, at]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const cache = await caches.open('shared-slip')
      await cache.put('/shared-slip', new Response(bytes, { headers: { 'content-type': type, date: at } }))
    },
    [picture.toString('base64'), type, new Date(Date.now() - minutesAgo * 60_000).toUTCString()] as const,
  )

test('a slip that the bank’s app shared is ready to send (th)', { tag: '@phone' }, async ({
  page,
  sandbox,
}) => {
  const member = new Member(page, 'th')
  const person = newPerson()
  await member.join(sandbox, person)
  const transfer = { ...senderOf(person), ...(await member.houseAccount('SCB')), amount: 210 }
  const slip = await sandbox.drawSlip(transfer)
  const modal = member.dialog('deposit.title')

  await test.step('also after a login, once', async () => {
    await member.button('menu.logout').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: member.t('menu.logout'), exact: true })
      .click()
    await expect(page).toHaveURL(/\/login/)
    await share(page, slip)
    await page.goto('/user/home?open=slip')
    await expect(page).toHaveURL(/\/login/)
    await member.logIn(person)
    await expect(member.text('deposit.slip.sharedAsk', { name: 'Krapao' })).toBeVisible()
    await modal.getByRole('button', { name: member.t('deposit.slip.enlarge'), exact: true }).click()
    const large = member.dialog('deposit.slip.picture')
    await expect(large.getByRole('img')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(large).toBeHidden()
    await member.button('deposit.slip.sharedUse').click()
    await expect(modal.getByText('+฿210.00', { exact: true })).toBeVisible()
    await page.goto('/user/home?open=slip')
    await expect(member.button('deposit.slip.choose')).toBeVisible()
  })
  await test.step('one that the member does not want is gone', async () => {
    await share(page, slip)
    await page.goto('/user/home?open=slip')
    await member.button('deposit.slip.sharedNot').click()
    await expect(member.button('deposit.slip.choose')).toBeVisible()
  })
  await test.step('one that is no picture says so', async () => {
    await share(page, slip, { type: 'application/pdf' })
    await page.goto('/user/home?open=slip')
    await expect(member.text('deposit.slip.notThis')).toBeVisible()
    await expect(member.text('errorMsg.SLIP_INVALID_FILE')).toBeVisible()
  })
  await test.step('one of eleven minutes ago is nobody’s', async () => {
    await share(page, slip, { minutesAgo: 11 })
    await page.goto('/user/home?open=slip')
    await expect(member.text('deposit.slip.sharedOld')).toBeVisible()
    await expect(member.button('deposit.slip.choose')).toBeVisible()
    expect(await page.evaluate(() => caches.match('/shared-slip').then((one) => one === undefined))).toBe(
      true,
    )
  })
})

test('PromptPay on the phone that pays (th)', { tag: '@phone' }, async ({ page, context, sandbox }) => {
  const member = new Member(page, 'th')
  const { t } = member
  await member.join(sandbox)
  const modal = await member.openDeposit('qr')

  await test.step('below the minimum the button says why', async () => {
    const field = modal.getByLabel(t('deposit.amount'), { exact: true })
    await field.fill('0.50')
    await member.button('wallet.leastMissing', { minimum: '฿1.00' }).click()
    await expect(modal.getByText(t('deposit.minimum', { amount: '฿1.00' }), { exact: true })).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toBeFocused()
  })
  await test.step('a gateway that is out of order is not noticed', async () => {
    await sandbox.setFault('KBANK', 'error', 1, 'create')
    await member.createQr('PROMPTPAY', 100)
    await expectAccessibleIn('th', page)
    const { width = 0 } = (await modal.getByRole('img').last().boundingBox()) ?? {}
    // The code has a quiet zone of four modules in 37.
    expect(width * 0.89).toBeGreaterThanOrEqual(240)
  })
  await test.step('its picture can be paid by a bank’s app', async () => {
    const downloaded = page.waitForEvent('download')
    await member.button('deposit.qr.save').click()
    const file = await (await downloaded).path()
    await expect(member.text('deposit.qr.saved')).toBeVisible()
    const payload = await readPicture(readFileSync(file))
    expect(payload).toMatch(/^000201010212.*5406100\.00/)
  })
  await test.step('a code of another tab takes its place', async () => {
    const other = new Member(await context.newPage(), 'th')
    await other.page.goto('/user/home?open=deposit')
    // The open code is shown there; cancelled, it makes room for the next one.
    await other.depositTab('qr').click()
    await other.button('deposit.qr.cancel').click()
    // The outcome of the cancelled code is answered late, and must not replace the form.
    const answered = Promise.withResolvers<void>()
    await other.page.route('**/api/wallet/deposit/*', async (route) => {
      await answered.promise
      await route.continue()
    })
    await other.button('deposit.qr.cancelAmount', { amount: '฿100.00' }).click()
    await expect(other.text('deposit.qr.cancelled')).toBeVisible()
    // Here it is gone, too, before there is another one.
    await expect(modal.getByLabel(t('deposit.amount'), { exact: true })).toBeVisible()
    await other.page.route('**/api/qrcode/PROMPTPAY', (route) => {
      answered.resolve()
      return route.continue()
    })
    await other.createQr('PROMPTPAY', 500)
    // The code itself: that there is one is said a moment before.
    const picture = t('deposit.qr.picture', { amount: '฿500.00' })
    await expect(modal.getByRole('img', { name: picture })).toBeVisible()
    await other.page.close()
  })
  await test.step('the money is announced once', async () => {
    const headers = await member.headers()
    const { pending } = await (await page.request.get('/api/wallet/pending', { headers })).json()
    await sandbox.payQr({ qrcodeId: pending[0].id })
    await expect(modal.getByText(t('deposit.arrived'), { exact: true })).toBeVisible()
    await member.close()
    await member.openDeposit('qr')
    await expect(modal.getByLabel(t('deposit.amount'), { exact: true })).toBeVisible()
  })
})

test('a code is shared to the bank’s app where the browser can (th)', { tag: '@phone' }, async ({
  page,
  sandbox,
}) => {
  await page.addInitScript(() => {
    navigator.canShare = () => true
    navigator.share = async ({ files } = {}) => {
      document.title = `${files?.[0]?.name} ${files?.[0]?.type}`
    }
  })
  const member = new Member(page, 'th')
  await member.join(sandbox)
  await member.openDeposit('qr')
  await member.createQr('PROMPTPAY', 100)
  await member.button('deposit.qr.share').click()
  await expect(page).toHaveTitle(/^qr-qr[a-z0-9]{12}\.png image\/png$/)
})
