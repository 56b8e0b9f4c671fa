// Money comes in by every way of the deposit modal, and the balance follows without a reload.

import { qrGateways } from '@krapao/contract/qr-gateways.ts'
import type { Locator } from '@playwright/test'
import { byDepth } from '../server/testing/depth.ts'
import { Member, senderOf } from './testing/member.ts'
import { expect, expectAccessibleIn, expectNoDialog, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

const hour = 3_600_000
const gateways = Object.entries(qrGateways).flatMap(([code, { currency }]) =>
  currency === 'THB' ? [code] : [],
)

/** Presses a button of a dialog as soon as a text appears in it, before the browser shows it. */
const closeOnSight = (dialog: Locator, text: string, button: string): Promise<void> =>
  dialog.evaluate(
    (element, { text, button }) => {
      const watch = new MutationObserver(() => {
        if (!element.textContent?.includes(text)) return
        watch.disconnect()
        element.querySelector<HTMLElement>(`[aria-label="${button}"]`)?.click()
      })
      watch.observe(element, { subtree: true, childList: true, characterData: true })
    },
    { text, button },
  )

test('a slip that is cancelled before its sending began is not sent', { tag: '@phone' }, async ({
  page,
  sandbox,
}) => {
  const member = new Member(page, 'th')
  const person = await member.join(sandbox)
  const slip = await sandbox.drawSlip({
    ...senderOf(person),
    ...(await member.houseAccount('KTB')),
    amount: 75.25,
  })
  const modal = await member.openDeposit('bank')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/wallet/slip')) sent.push(request.url())
  })
  // The newest slips are asked for first, so that a lost answer can be distinguished from a slip that never
  // arrived.
  await page.route('**/api/statement/slip', () => undefined)
  await member.sendSlip(slip)
  await modal.getByRole('button', { name: member.t('ui.cancel'), exact: true }).click()
  await expect(member.button('deposit.slip.send')).toBeVisible()
  await page.unroute('**/api/statement/slip')
  expect(sent).toEqual([])
  await member.button('deposit.slip.send').click()
  await expect(modal.getByText('+฿75.25', { exact: true })).toBeVisible()
  expect(sent).toHaveLength(1)
})

for (const language of languages) {
  test(`bank slips, good and bad (${language})`, { tag: oneWidth[language] }, async ({ page, sandbox }) => {
    test.setTimeout(240_000)
    const member = new Member(page, language)
    const person = await member.join(sandbox)
    const transfer = {
      ...senderOf(person),
      ...(await member.houseAccount('KTB')),
      amount: 320.5,
    }
    const good = await sandbox.drawSlip(transfer)
    const modal = await member.openDeposit('bank')
    await expectAccessibleIn(language, page)

    await test.step('a good one is credited', async () => {
      await member.sendSlip(good)
      await expect(modal.getByText('+฿320.50', { exact: true })).toBeVisible()
      await member.expectTotal('฿320.50')
    })
    const refused: [string, Buffer, string, string][] = [
      [
        'somebody else’s',
        await sandbox.drawSlip({ ...transfer, fromAccountNo: '5550001112', fromName: 'ANAN KLAHAN' }),
        'NOT_MATCH',
        'account',
      ],
      [
        'an old one',
        await sandbox.drawSlip({ ...transfer, at: new Date(Date.now() - 2 * hour).toISOString() }),
        'EXPIRED_SLIP',
        'late',
      ],
      ['no slip at all', await page.screenshot(), 'CANNOT_READ_CROPPED_IMAGE', 'again'],
    ]
    await test.step('the same slip again says when it was credited', async () => {
      await modal.getByRole('button', { name: member.t('deposit.slip.another'), exact: true }).click()
      await member.sendSlip(good)
      await expect(modal.getByText(member.t('deposit.slip.creditedTitle'), { exact: true })).toBeVisible()
      await expect(modal.getByText('฿320.50', { exact: true })).toBeVisible()
    })
    for (const [what, picture, reason, next] of refused) {
      await test.step(`${what} is refused, with the reason and what to do`, async () => {
        await modal.getByRole('button', { name: member.t('deposit.slip.another'), exact: true }).click()
        await member.sendSlip(picture)
        await expect(modal.getByText(member.t('deposit.slip.failed'), { exact: true })).toBeVisible()
        await expect(
          modal.getByText(member.t(`statement.slipReason.${reason}`), { exact: true }),
        ).toBeVisible()
        await expect(modal.getByText(member.t(`deposit.slip.next.${next}`), { exact: true })).toBeVisible()
      })
    }
    await test.step('a member who needs help is led to support, and back', async () => {
      const reference = modal.getByText(/^SL[A-Z0-9]{12}$/)
      const shown = await reference.innerText()
      await member.button('deposit.slip.contact').click()
      await expect(page).toHaveURL(/\/user\/contact\?reference=SL/)
      await expect(page.getByText(shown, { exact: true })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(/\/user\/home$/)
      await expectNoDialog(page)
    })
    await member.expectTotal('฿320.50')
    await test.step('the statement shows the deposit, and its modal all five slips', async () => {
      await page.getByRole('link', { name: member.t('menu.statement'), exact: true }).click()
      await expect(page.getByText('+฿320.50').first()).toBeVisible()
      await expectAccessibleIn(language, page)
      await member.button('statement.slips').first().click()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('row')).toHaveCount(6)
      await expectAccessibleIn(language, page)
      // What to do about each refused one: nothing, our team, another picture.
      await expect(sheet.getByText(member.t('statement.slipStep.credited'), { exact: true })).toHaveCount(1)
      await expect(sheet.getByText(member.t('statement.slipStep.team'), { exact: true })).toHaveCount(2)
      await expect(
        sheet.getByRole('button', { name: member.t('statement.slipStep.contact'), exact: true }),
      ).toHaveCount(2)
    })
    await test.step('another picture is one press away, from there and from the notices', async () => {
      const send = page.getByRole('button', { name: member.t('statement.slipStep.send'), exact: true })
      await send.click()
      await expect(page).toHaveURL(/\/user\/home$/)
      await expect(member.dialog('deposit.title')).toBeVisible()
      await member.close()
      await page.goto('/user/outcomes')
      await expect(page.getByText(member.t('statement.slipStep.again'), { exact: true })).toBeVisible()
      await expectAccessibleIn(language, page)
      await send.click()
      await expect(member.dialog('deposit.title')).toBeVisible()
    })
  })

  test(`QR codes, paid and expired (${language})`, { tag: oneWidth[language] }, async ({
    page,
    context,
    sandbox,
    allow,
  }) => {
    test.setTimeout(240_000)
    allow.push(/ERR_INTERNET_DISCONNECTED/)
    await page.clock.install()
    const member = new Member(page, language)
    await member.join(sandbox)
    let total = 0
    // A gateway's code is paid and expires in the same way in every language, so one of each shows the texts.
    for (const gateway of language === 'th' ? gateways : ['WW']) {
      await test.step(`${gateway} paid`, async () => {
        const modal = await member.openDeposit('qr')
        const { qrcodeId } = await member.createQr(gateway, 100)
        total += 100
        if (gateway === 'WW') {
          await expectAccessibleIn(language, page)
          await sandbox.payQr({ qrcodeId })
          await expect(modal.getByText(member.t('deposit.arrived'), { exact: true })).toBeVisible()
          await member.close()
        } else {
          // Nobody is quicker than this, and still the next look begins with a form and not with the same
          // money.
          await closeOnSight(modal, member.t('deposit.arrived'), member.t('ui.close'))
          await sandbox.payQr({ qrcodeId })
          await expectNoDialog(page)
        }
        await member.expectTotal(`฿${total.toFixed(2)}`)
      })
    }
    // A code's end is the app's own doing, the same for each gateway.
    for (const gateway of byDepth({ usual: ['PAYTIMZ'], deep: gateways })) {
      await test.step(`${gateway} expired`, async () => {
        const modal = await member.openDeposit('qr')
        await member.createQr(gateway, 100)
        // The socket is blocked, because each answer of the server also corrects the app's clock.
        await context.setOffline(true)
        const expired = modal.getByText(member.t('deposit.qr.expired'), { exact: true })
        // Set again, in case an answer that was already on its way has corrected the clock.
        await expect(async () => {
          await page.clock.fastForward('15:05')
          await expect(expired).toBeVisible({ timeout: 3000 })
        }).toPass({ timeout: 20_000 })
        await expect(modal.getByRole('timer')).toHaveCount(0)
        await context.setOffline(false)
        await member.close()
      })
    }
    await member.expectTotal(`฿${total.toFixed(2)}`)
  })

  test(`a gift link, once (${language})`, { tag: oneWidth[language] }, async ({ page, sandbox }) => {
    const member = new Member(page, language)
    const person = await member.join(sandbox)
    const { link } = await sandbox.makeGift({ amount: 55.25, phone: person.phone })
    const modal = await member.openDeposit('gift')
    const send = modal.getByRole('button', { name: member.t('deposit.gift.send'), exact: true })
    // It says what is missing instead of what it cannot do yet.
    await expect(member.button('deposit.gift.sendEmpty')).toBeDisabled()
    await expectAccessibleIn(language, page)
    await modal.getByRole('textbox').fill(link)
    await send.click()
    await expect(modal.getByText('+฿55.25', { exact: true })).toBeVisible()
    await member.expectTotal('฿55.25')
    await modal.getByRole('button', { name: member.t('deposit.gift.another'), exact: true }).click()
    await modal.getByRole('textbox').fill(link)
    await send.click()
    await expect(modal.getByText(member.t('errorMsg.TRUELINK_DUPLICATE'), { exact: true })).toBeVisible()
    const others = await sandbox.makeGift({ amount: 60, phone: '0899999999' })
    await modal.getByRole('textbox').fill(others.link)
    await send.click()
    await expect(
      modal.getByText(member.t('deposit.gift.why.OTHER_PHONE', { phone: '|' }).split('|')[0]?.trim() ?? ''),
    ).toBeVisible()
    await member.close()
    await member.expectTotal('฿55.25')
    // Its notice names what may be wrong, as the error does.
    await page.goto('/user/outcomes')
    await expect(page.getByText(member.t('errorMsg.TRUELINK_INVALID'))).toBeVisible()
  })
}
