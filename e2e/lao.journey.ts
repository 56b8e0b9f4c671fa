// The Lao build: a member in kip registers, deposits in every way that exists for kip, plays and withdraws.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/project.ts'
import { brokenText, enlarge } from './testing/large-text.ts'
import { Member, newPerson } from './testing/member.ts'
import { sandboxOf } from './testing/sandbox.ts'
import { expect, expectAccessible, test } from './testing/test.ts'

const brand = JSON.parse(readFileSync(join(root, 'brands/lao.json'), 'utf8'))
test.use({ world: { brand } })

test.describe('a member in kip', () => {
  test('registers, deposits in every way, plays and withdraws', async ({ browser, watch }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext()
    await watch(context)
    const page = await context.newPage()
    const sandbox = sandboxOf(page.request)
    const member = new Member(page, 'la', '₭')
    const { t } = member
    const { password } = newPerson()
    const phone = `20${String(Date.now()).slice(-8)}`
    const own = { fromBank: 'BCEL', fromAccountNo: `0101200${phone.slice(2)}`, fromName: 'SOMPHONE KEOMANY' }
    const expectNoBaht = async () => expect(await page.locator('body').innerText()).not.toContain('฿')

    await test.step('the pages are in Lao from the start, with a choice of currency and no recommended bank', async () => {
      await page.goto('/register')
      await expect(page.locator('html')).toHaveAttribute('lang', 'lo')
      await expect(page).toHaveTitle(/ກະເປົາ/)
      // Nothing is cut off, so that the code goes to no other number.
      await member.field('account.phone.label').fill(`+856 ${phone.slice(0, 2)} ${phone.slice(2)}9`)
      await member.button('ui.next').click()
      await expect(member.text('account.problem.phoneLao')).toBeVisible()
      await member.field('account.phone.label').fill(`+856 ${phone.slice(0, 2)} ${phone.slice(2)}`)
      await expect(member.field('account.phone.label')).toHaveValue(phone)
      await member.button('ui.next').click()
      await member.field('account.code.label').fill(await sandbox.readCode(phone))
      await member.field('account.name.label').fill('ສົມພອນ ແກ້ວມະນີ')
      await member.field('account.password.label').fill(password)
      await member.field('account.password.confirm').fill(password)
      await member.birthDate('9', '2', '1990')
      await member.button('ui.next').click()
      await expect(member.heading('account.step.bank')).toBeVisible()
      await expect(member.field('account.currency.label')).toHaveValue('LAK')
      await expect(page.getByText(/ແນະນຳທະນາຄານ|ກະສິກອນໄທ .* ກຸງໄທ/)).toHaveCount(0)
      await member.field('account.bank.label').selectOption('BCEL')
      await member.field('account.bank.firstName').fill('somphone')
      await member.field('account.bank.lastName').fill('keomany')
      await member.field('account.bank.accountNo').fill(own.fromAccountNo)
      await member.button('account.register.submit').click()
      await page.waitForURL('**/login')
      await member.logIn({ phone, password })
      await member.agree()
      await member.expectTotal('₭0')
      // The earnings from invited friends are shown even when there are none.
      await expect(member.text('wallet.inviteAmount')).toBeVisible()
      await expectNoBaht()
    })

    await test.step('a transfer with its slip, at a bank whose slips are in Lao', async () => {
      const slip = await sandbox.drawSlip({
        ...own,
        ...(await member.houseAccount('BCEL')),
        amount: 250_000,
      })
      const modal = await member.openDeposit('bank')
      await expect(modal.getByText('010110027319001', { exact: true })).toBeVisible()
      await expectAccessible(page)
      await expectNoBaht()
      await member.sendSlip(slip)
      await expect(modal.getByText('+₭250,000', { exact: true })).toBeVisible()
      await member.close()
      await member.expectTotal('₭250,000')
    })

    await test.step('a transfer to another bank, reported by its feed', async () => {
      await sandbox.pay({ ...own, ...(await member.houseAccount('LDB')), amount: 120_000.5 })
      await member.expectTotal('₭370,000')
    })

    await test.step('a QR code', async () => {
      const modal = await member.openDeposit('qr')
      const { qrcodeId } = await member.createQr('LAOQR', 50_000)
      await expectAccessible(page)
      await expectNoBaht()
      await sandbox.payQr({ qrcodeId })
      await expect(modal.getByText('+₭50,000', { exact: true })).toBeVisible()
      await member.close()
      await member.expectTotal('₭420,000')
    })

    await test.step('the number of the payment wallet, paid from the registered phone', async () => {
      const modal = await member.openDeposit('wallet')
      await expect(modal.getByText('205-550-0055', { exact: true })).toBeVisible()
      await expectAccessible(page)
      await expectNoBaht()
      await sandbox.pay({
        ...{ fromBank: 'EWALLET', fromAccountNo: `+856${phone}`, fromName: 'SOMPHONE' },
        ...{ toBank: 'EWALLET', toAccountNo: '2055500055', amount: 30_000 },
      })
      await member.close()
      await member.expectTotal('₭450,000')
    })

    await test.step('a gift link', async () => {
      const { link } = await sandbox.makeGift({ amount: 20_000, currency: 'LAK', phone })
      const modal = await member.openDeposit('wallet')
      await modal.getByRole('textbox').fill(link)
      await modal.getByRole('button', { name: t('deposit.gift.send'), exact: true }).click()
      await expect(modal.getByText('+₭20,000', { exact: true })).toBeVisible()
      await member.close()
      await member.expectTotal('₭470,000')
    })

    await test.step('play in kip, and see the result', async () => {
      const game = await member.openGame('PG')
      await game.getByRole('button', { name: t('game.open'), exact: true }).click()
      const username = game.getByLabel(t('game.username'), { exact: true })
      await expect(username).not.toHaveValue('')
      const name = await username.inputValue()
      await member.close()
      await member.transfer(t('wallet.mainWallet'), 'PG', '100,000')
      await expect(page.getByText('₭370,000', { exact: true }).first()).toBeVisible()
      const opened = context.waitForEvent('page')
      const again = await member.openGame('PG')
      await again.getByRole('button', { name: t('game.play', { name: 'PG' }) }).click()
      const tab = await opened
      await tab.waitForURL(/\/sandbox\/play\/PG\?ticket=/)
      await expect(tab.getByText('₭100,000').first()).toBeVisible()
      expect(await tab.locator('body').innerText()).not.toContain('฿')
      await tab.close()
      await sandbox.play('PG', { username: name, stake: 10_000, win: 45_000 })
      await member.close()
      await member.button('wallet.refresh').first().click()
      await member.expectTotal('₭505,000')
      await expectNoBaht()
    })

    await test.step('withdraw, including the money in the game', async () => {
      const modal = await member.openWithdraw()
      await expectAccessible(page)
      await expectNoBaht()
      await modal.getByLabel(t('withdraw.amount'), { exact: true }).fill('1000')
      await member.button('wallet.leastMissing', { minimum: '₭50,000' }).click()
      await expect(modal.getByText(t('withdraw.errMinimum', { minimum: '₭50,000' }))).toBeVisible()
      await member.close()
      await member.withdraw('400000', '₭400,000')
      await expect(member.text('withdraw.paid')).toBeVisible()
      await member.close()
      await member.expectTotal('₭105,000')
      expect(
        (await sandbox.readPayouts()).filter(({ accountNo }) => accountNo === own.fromAccountNo),
      ).toMatchObject([{ amount: 400_000, currency: 'LAK' }])
    })

    await test.step('the statement shows each of them, in kip', async () => {
      await page.getByRole('link', { name: t('menu.statement'), exact: true }).click()
      for (const amount of ['+₭250,000', '+₭120,000', '+₭50,000', '+₭30,000', '+₭20,000']) {
        await expect(page.getByText(amount, { exact: true }).first()).toBeVisible()
      }
      await expect(page.getByText(t('statement.activity.depositWallet'), { exact: true })).toBeVisible()
      await expect(page.getByText('−₭400,000', { exact: true }).first()).toBeVisible()
      await expectAccessible(page)
      await member.button('statement.slips').first().click()
      await expect(page.getByRole('dialog').getByText('₭250,000', { exact: true })).toBeVisible()
      await expectNoBaht()
      await member.close()
    })

    // This step sets the window's size itself, so it runs in the phone project only, where no scroll bar
    // takes space.
    if (test.info().project.name === 'phone')
      await test.step('large letters on a small phone: kip amounts stay whole', async () => {
        await page.setViewportSize({ width: 320, height: 640 })
        await enlarge(page, 200)
        const holds = (what: string) =>
          expect.poll(() => brokenText(page), { message: what, timeout: 8000 }).toEqual([])
        await page.goto('/user/statement')
        await expect(page.getByText('+₭250,000', { exact: true }).first()).toBeVisible()
        await holds('statement')
        await page.goto('/user/home')
        await member.expectTotal('₭105,000')
        await holds('home')
        await member.openDeposit('bank')
        await holds('deposit bank')
        await member.close()
        await member.openWithdraw()
        await holds('withdraw')
        await member.close()
      })
  })
})
