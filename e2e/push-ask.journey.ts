// Below a waiting withdrawal the app asks once whether to notify; the message then reaches the device.

import type { PushDevice, PushListed } from '@krapao/sandbox/wire.ts'
import type { Page } from '@playwright/test'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, expectAccessibleIn, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

test.use({ serviceWorkers: 'allow' })

/**
 * Has the browser subscribe at the sandbox's push service, because that of its maker cannot be reached from
 * here, with a person who allows messages when they are asked, whatever the browser of the journeys does by
 * itself.
 */
const subscribeAt = (page: Page, device: PushDevice) =>
  page.addInitScript(({ endpoint, p256dh, auth }) => {
    let subscription: object | null = null
    let permission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      return 'granted'
    }
    const options = (given: PushSubscriptionOptionsInit) => ({
      applicationServerKey: (given.applicationServerKey as Uint8Array).buffer,
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription,
      subscribe: async (given: PushSubscriptionOptionsInit) => {
        subscription = { options: options(given), toJSON: () => ({ endpoint, keys: { p256dh, auth } }) }
        return subscription
      },
    })
  }, device)

/** Has the browser forbid messages to every page of the context, as a person does in its settings. */
async function forbidMessages(page: Page) {
  const { targetInfo } = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo')
  const browser = await page.context().browser()?.newBrowserCDPSession()
  await browser?.send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting: 'denied',
    browserContextId: targetInfo.browserContextId,
  })
  expect(await page.evaluate(() => Notification.permission)).toBe('denied')
}

for (const language of languages) {
  test(`the app asks once whether to notify, and then notifies (${language})`, {
    tag: oneWidth[language],
  }, async ({ page, browser, request, sandbox, watch }) => {
    test.setTimeout(120_000)
    const member = new Member(page, language)
    const { t } = member
    const device: PushDevice = await (await request.post('/sandbox/api/push')).json()
    const messages = async (): Promise<PushListed[]> => (await request.get('/sandbox/api/push')).json()
    await subscribeAt(page, device)
    const person = await member.join(sandbox)
    const satang = ownSatang()
    await member.payIn(sandbox, person, 20_000)
    await member.expectTotal('฿20,000.00')
    const question = member.text('settings.push.ask')

    await test.step('a withdrawal that waits asks, and the member is notified once it is paid', async () => {
      await member.withdraw(`8000.${satang}`, `฿8,000.${satang}`)
      await expect(question).toBeVisible()
      await expectAccessibleIn(language, page)
      await member.button('settings.push.tell').click()
      await expect(member.text('settings.push.asked')).toBeVisible()
      await expect(question).toHaveCount(0)
      const staff = await browser.newContext()
      await watch(staff)
      const operator = new Operator(await staff.newPage(), language)
      await operator.begin('cashier')
      await operator.open('withdrawal', `฿8,000.${satang}`)
      await operator.decide('approve', { amount: `฿8,000.${satang}`, reason: 'known customer' })
      await expect
        .poll(async () => (await messages()).find(({ deviceId }) => deviceId === device.id)?.content)
        .toContain(`฿8,000.${satang}`)
      await operator.page.goto('/sandbox')
      await expect(operator.page.locator('#push')).toContainText(`฿8,000.${satang}`)
      await staff.close()
      await member.close()
    })

    await test.step('the next one does not ask', async () => {
      await member.withdraw(`6000.${satang}`, `฿6,000.${satang}`)
      await expect(page.getByText(t('withdraw.waitingForStaff'))).toBeVisible()
      await expect(question).toHaveCount(0)
      await member.close()
    })
  })
}

test('put away, it is not asked again, and never where the browser may not notify', {
  tag: '@phone',
}, async ({ page, sandbox, request }) => {
  const member = new Member(page, 'th')
  const person = await member.join(sandbox)
  await member.payIn(sandbox, person, 30_000)
  await member.expectTotal('฿30,000.00')
  const question = member.text('settings.push.ask')
  const waiting = async (amount: string) => {
    await member.withdraw(amount, `฿${amount.replace(/(?=\d{3}\.)/, ',')}`)
    await expect(page.getByText(member.t('withdraw.waitingForStaff'))).toBeVisible()
  }
  await forbidMessages(page)
  await waiting('6100.15')
  await expect(question).toHaveCount(0)
  await member.close()
  await subscribeAt(page, await (await request.post('/sandbox/api/push')).json())
  await page.reload()
  await waiting('6200.15')
  await expect(question).toBeVisible()
  await member.button('settings.install.later').click()
  await expect(question).toHaveCount(0)
  await member.close()
  await page.reload()
  await waiting('6300.15')
  await expect(question).toHaveCount(0)
})
