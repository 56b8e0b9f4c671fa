// One thing of each kind that needs a person is decided in the console, and the member sees what became of it.

import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { type Sandbox, sandboxOf } from './testing/sandbox.ts'
import { type OwnServer, startServer } from './testing/server.ts'
import { expect, expectAccessible, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

/** What nobody knows the outcome of comes to the desk within seconds instead of an hour. */
const settings = {
  'gift.deskAfterSeconds': 1,
  'withdraw.deskAfterSeconds': 1,
  'withdraw.followUpSeconds': [0.5],
  'transfer.deskAfterSeconds': 1,
  'transfer.followUpAfterSeconds': 0,
  'transfer.followUpSeconds': [0.5],
}

let server: OwnServer
test.beforeAll(async () => {
  server = await startServer({ settings })
})
test.afterAll(() => server.stop())

for (const language of languages) {
  test(`the desk decides one of each kind (${language})`, async ({ browser, watch, allow }) => {
    test.setTimeout(300_000)
    // The outside world is broken on purpose.
    allow.push(/ 502 | 503 /)
    const context = await browser.newContext({ baseURL: server.origin })
    const office = await browser.newContext({ baseURL: server.origin })
    await watch(context)
    await watch(office)
    const page = await context.newPage()
    const sandbox: Sandbox = sandboxOf(page.request)
    const member = new Member(page, language)
    const person = await member.join(sandbox)
    const transfer = {
      fromBank: 'SCB',
      fromAccountNo: person.accountNo,
      fromName: `${person.firstName} ${person.lastName}`.toUpperCase(),
      ...(await member.houseAccount('SCB')),
    }
    // Amounts by which the items of this run are told from those of another.
    const satang = String(Math.floor(Math.random() * 90) + 10)
    const baht = (whole: number) => Number(`${whole}.${satang}`)
    const shown = (whole: number) => `฿${whole.toLocaleString('en-US')}.${satang}`
    let total = 0
    const expectTotal = (change: number) => {
      total = Math.round((total + change) * 100) / 100
      return member.expectTotal(
        `฿${total.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`,
      )
    }

    const cashier = new Operator(await office.newPage(), language)
    await cashier.logIn('cashier')
    await expectAccessible(cashier.page)

    await test.step('a slip whose sender is not shown fully: approved', async () => {
      const modal = await member.openDeposit('bank')
      await member.sendSlip(
        await sandbox.drawSlip({
          ...transfer,
          fromName: person.firstName.toUpperCase(),
          amount: baht(9000),
        }),
      )
      await cashier.open('slip', shown(9000))
      const picture = cashier.page.locator('img[src^="/files/slip/"]')
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(300)
      await expectAccessible(cashier.page)
      await cashier.decide('approve', { amount: shown(9000), reason: 'seen in the bank account' })
      await expect(modal.getByText(`+${shown(9000)}`, { exact: true })).toBeVisible()
      await member.close()
      await expectTotal(baht(9000))
    })

    await test.step('a transfer of nobody: whose it is, is found', async () => {
      await sandbox.pay({
        ...transfer,
        fromAccountNo: '4440001119',
        fromName: 'NOBODY KNOWN',
        amount: baht(310),
      })
      await cashier.open('bank-transfer', shown(310))
      await cashier.decide('approve', {
        amount: shown(310),
        reason: 'paid by her brother',
        member: person.phone,
      })
      await expectTotal(baht(310))
    })

    await test.step('a deposit that was announced: confirmed', async () => {
      await member.post('/api/wallet/add', { amount: baht(75) })
      await cashier.open('manual-deposit', shown(75))
      await cashier.decide('approve', { amount: shown(75), reason: 'seen in the bank account' })
      await expectTotal(baht(75))
    })

    await test.step('a QR code paid with another amount: refused', async () => {
      await member.openDeposit('qr')
      const { qrcodeId } = await member.createQr('WW', 100)
      await sandbox.payQr({ qrcodeId, amount: baht(120) })
      await cashier.open('qr-payment', shown(120))
      await cashier.decide('refuse', { amount: shown(120), reason: 'sent back by the gateway' })
      await member.close()
      await expectTotal(0)
    })

    await test.step('a gift that nobody knows of: it was received', async () => {
      const { link } = await sandbox.makeGift({ amount: baht(40), phone: person.phone })
      await sandbox.setFault('gift', 'timeout-applied', 1, 'redeem')
      await sandbox.setFault('gift', 'error', 1000, 'status')
      const modal = await member.openDeposit('gift')
      await modal.getByRole('textbox').fill(link)
      await modal.getByRole('button', { name: member.t('deposit.gift.send'), exact: true }).click()
      await expect(modal.getByText(member.t('deposit.gift.checking'))).toBeVisible()
      await cashier.open('gift', shown(40))
      await cashier.decide('approve', { amount: shown(40), reason: 'it is in our wallet' })
      await member.close()
      await expectTotal(baht(40))
      await sandbox.setFault('gift', 'none')
    })

    await test.step('a payout that nobody knows of: it was not paid', async () => {
      await sandbox.setFault('payout', 'error', 100_000)
      await member.withdraw(String(baht(200)), shown(200))
      await cashier.open('payout', shown(200))
      await cashier.decide('refuse', { amount: shown(200), reason: 'the bank has not paid' })
      await expect(member.text('withdraw.returned')).toBeVisible()
      await member.close()
      await sandbox.setFault('payout', 'none')
      await expectTotal(0)
    })

    await test.step('a game transfer that nobody knows of: it was carried out', async () => {
      const game = await member.openGame('PG')
      await game.getByRole('button', { name: member.t('game.open'), exact: true }).click()
      await expect(game.getByLabel(member.t('game.username'), { exact: true })).not.toHaveValue('')
      await member.close()
      await sandbox.setFault('PG', 'timeout-applied', 1, 'transfer')
      await sandbox.setFault('PG', 'error', 100_000, 'transfer-status')
      await member.transfer(member.t('wallet.mainWallet'), 'PG', baht(150).toFixed(2), 'pending')
      await cashier.open('transfer', shown(150))
      await cashier.decide('approve', { amount: shown(150), reason: 'the provider has it' })
      await sandbox.setFault('PG', 'none')
      await expect(page.getByText(shown(150)).first()).toBeVisible()
    })

    await test.step('above the limit it takes two people', async () => {
      await sandbox.pay({ ...transfer, amount: baht(50_000) })
      await member.withdraw(String(baht(21_000)), shown(21_000))
      await cashier.open('withdrawal', shown(21_000))
      await cashier.decide('approve', { amount: shown(21_000), reason: 'called back' })
      await expect(cashier.page.getByText(cashier.t('desk.waitsForSecond'))).toBeVisible()
      const second = await browser.newContext({ baseURL: server.origin })
      const owner = new Operator(await second.newPage(), language)
      await owner.logIn('owner')
      await owner.open('withdrawal', shown(21_000))
      await owner.decide('approve', { amount: shown(21_000), reason: 'agreed' })
      await expect(member.text('withdraw.paid')).toBeVisible()

      // One that may have left is given back by two as well: the first alone moves nothing.
      await member.close()
      await sandbox.setFault('payout', 'error', 100_000)
      await member.withdraw(String(baht(20_500)), shown(20_500))
      await cashier.open('withdrawal', shown(20_500))
      await cashier.decide('approve', { amount: shown(20_500), reason: 'called back' })
      await owner.open('withdrawal', shown(20_500))
      await owner.decide('approve', { amount: shown(20_500), reason: 'agreed' })
      await cashier.open('payout', shown(20_500))
      await expect(cashier.page.getByText(cashier.t('desk.twoForEither'))).toBeVisible()
      await cashier.decide('refuse', { amount: shown(20_500), reason: 'the bank has not paid' })
      await expect(
        cashier.page.getByText(cashier.t('desk.waitsForSecondRefusal'), { exact: true }),
      ).toBeVisible()
      await owner.open('payout', shown(20_500))
      await expect(owner.page.getByText('the bank has not paid')).toBeVisible()
      await expectAccessible(owner.page)
      await owner.decide('refuse', { amount: shown(20_500), reason: 'asked there, too' })
      await expect(member.text('withdraw.returned')).toBeVisible()
      await sandbox.setFault('payout', 'none')
      await owner.page.goto('/console/audit')
      for (const deed of ['desk-approve-first', 'desk-refuse-first'])
        await expect(owner.page.getByText(owner.t(`operator.action.${deed}`)).first()).toBeVisible()
      await expectAccessible(owner.page)
      await second.close()
    })
    await context.close()
    await office.close()
  })
}
