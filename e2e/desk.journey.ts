// One item of each kind is decided in the console, and the member sees the outcome.

import type { APIRequestContext, Page } from '@playwright/test'
import { Member, senderOf } from './testing/member.ts'
import { Operator, operatorHeaders } from './testing/operator.ts'
import { type Sandbox, sandboxOf } from './testing/sandbox.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, expectAccessible, expectNoDialog, onDesktop, test } from './testing/test.ts'

/** Unknown outcomes come to the review queues within seconds instead of an hour. */
const settings = {
  'gift.deskAfterSeconds': 1,
  'withdraw.deskAfterSeconds': 1,
  'withdraw.followUpSeconds': [0.5],
  'transfer.deskAfterSeconds': 1,
  'transfer.followUpAfterSeconds': 0,
  'transfer.followUpSeconds': [0.5],
  // Journeys in all languages may share a server, and the sum that one cashier approves alone in a day adds
  // up.
  'desk.aloneDailySum': 1_000_000,
}

test.use({ world: { settings } })
// In one worker, which then needs one server of this world.
test.describe.configure({ mode: 'default' })

// How an item is decided does not depend on the language. In English the journey below and those of
// withdrawals, announced deposits, reversals and staff see the console.
for (const language of ['th', 'la'] as const) {
  test(`one item of each kind is decided in the console (${language})`, { tag: onDesktop[language] }, async ({
    browser,
    watch,
    allow,
  }) => {
    test.setTimeout(300_000)
    // The outside world fails on purpose: it acts but its answer cannot be read, or it only fails.
    allow.push(/ 502 | 503 /)
    const context = await browser.newContext()
    const office = await browser.newContext()
    await watch(context)
    await watch(office)
    const page = await context.newPage()
    const sandbox: Sandbox = sandboxOf(page.request)
    const member = new Member(page, language)
    const person = await member.join(sandbox)
    const transfer = {
      ...senderOf(person),
      ...(await member.houseAccount('SCB')),
    }
    // Amounts that are unique to this run, by which its items are found.
    const satang = ownSatang()
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
    await cashier.begin('cashier')
    const second = await browser.newContext()
    await watch(second)
    const owner = new Operator(await second.newPage(), language)
    await owner.begin('owner')
    await expectAccessible(cashier.page)
    const items = await openedItems(page.request, [cashier.page, owner.page])

    await test.step('a slip whose sender is partly masked: approved', async () => {
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

    await test.step('a transfer without an owner: the cashier finds the member', async () => {
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
      // The name and the account are another person's, so it takes a second operator, whatever the amount.
      await expect(cashier.page.getByText(cashier.t('desk.waitsForSecond'))).toBeVisible()
      await expectTotal(0)
      await owner.open('bank-transfer', shown(310))
      const title = owner.t('desk.so.approve', { so: 1, of: 2 })
      await expect(owner.page.getByRole('heading', { name: title })).toBeVisible()
      const act = owner.act('approve', shown(310))
      await owner.confirm(act, 'he told me, too')
      await expectTotal(baht(310))
    })

    await test.step('a QR code paid with a wrong amount: two operators return it, and record the return', async () => {
      await member.openDeposit('qr')
      const { qrcodeId } = await member.createQr('WW', 100)
      const { eventId } = await sandbox.payQr({ qrcodeId, amount: baht(120) })
      await cashier.open('qr-payment', shown(120))
      await cashier.decide('refuse', { amount: shown(120), reason: 'not what the code asked for' })
      await owner.open('qr-payment', shown(120))
      await owner.decide('refuse', { amount: shown(120), reason: 'the payer wants it back' })
      const { returnReference } = await sandbox.sendBack({ eventId })
      await cashier.open('return', shown(120))
      await expectAccessible(cashier.page)
      await cashier.decide('approve', {
        amount: shown(120),
        reason: 'sent at the gateway',
        reference: returnReference,
      })
      await member.close()
      await expectTotal(0)
    })

    await test.step('a gift with an unknown outcome: it was received', async () => {
      const { link } = await sandbox.makeGift({ amount: baht(40), phone: person.phone })
      await sandbox.setFault('gift', 'garbage', 1, 'redeem')
      await sandbox.setFault('gift', 'error', 1000, 'status')
      const modal = await member.openDeposit('gift')
      await modal.getByRole('textbox').fill(link)
      await modal.getByRole('button', { name: member.t('deposit.gift.send'), exact: true }).click()
      await expect(modal.getByText(member.t('deposit.gift.checking')).first()).toBeVisible()
      await cashier.open('gift', shown(40))
      await cashier.decide('approve', { amount: shown(40), reason: 'it is in our wallet' })
      await member.close()
      await expectTotal(baht(40))
      await sandbox.setFault('gift', 'none')
    })

    await test.step('a payout with an unknown outcome: it was not paid', async () => {
      await sandbox.setFault('payout', 'error', 100_000)
      await member.withdraw(String(baht(200)), shown(200))
      await cashier.open('payout', shown(200))
      await cashier.decide('refuse', { amount: shown(200), reason: 'the bank has not paid' })
      // It may have left, so a second person says so too, whatever the amount.
      await owner.open('payout', shown(200))
      await owner.decide('refuse', { amount: shown(200), reason: 'asked there, too' })
      await expect(member.text('withdraw.returned')).toBeVisible()
      await member.close()
      await sandbox.setFault('payout', 'none')
      await expectTotal(0)
    })

    await test.step('a game transfer with an unknown outcome: it was carried out', async () => {
      const game = await member.openGame('PG')
      await game.getByRole('button', { name: member.t('game.open'), exact: true }).click()
      await expect(game.getByLabel(member.t('game.username'), { exact: true })).not.toHaveValue('')
      await member.close()
      await sandbox.setFault('PG', 'garbage', 1, 'transfer')
      await sandbox.setFault('PG', 'error', 100_000, 'transfer-status')
      await member.transfer(member.t('wallet.mainWallet'), 'PG', baht(150).toFixed(2), 'pending')
      await cashier.open('transfer', shown(150))
      await cashier.decide('approve', { amount: shown(150), reason: 'the provider has it' })
      await sandbox.setFault('PG', 'none')
      await expect(page.getByText(shown(150)).first()).toBeVisible()
    })

    await test.step('a bet with a stake that no player has: two operators let it count', async () => {
      const account = await member.gameAccount('PG')
      await sandbox.tellBet('PG', { ...account, stake: baht(150_000), win: 0 })
      await cashier.open('bet-review', shown(150_000))
      await expect(cashier.page.getByText(cashier.t('desk.reason.STAKE_UNLIKELY')).last()).toBeVisible()
      await expect(cashier.page.getByText(cashier.t('desk.two.bet'))).toBeVisible()
      await expect(cashier.page.getByText(cashier.t('desk.value.slot'), { exact: true })).toBeVisible()
      await expectAccessible(cashier.page)
      await cashier.decide('approve', { amount: shown(150_000), reason: 'the provider sent its record' })
      await owner.open('bet-review', shown(150_000))
      await owner.decide('approve', { amount: shown(150_000), reason: 'I saw it, too' })
      await expect(owner.page.getByRole('link').filter({ hasText: shown(150_000) })).toHaveCount(0)
      await expectTotal(0)

      await sandbox.tellBet('PG', { ...account, stake: baht(160_000), win: 0 })
      await cashier.open('bet-review', shown(160_000))
      await cashier.decide('refuse', { amount: shown(160_000), reason: 'the provider knows nothing of it' })
      await expect(cashier.page.getByRole('link').filter({ hasText: shown(160_000) })).toHaveCount(0)
    })

    await test.step('an amount above the limit takes two operators', async () => {
      await sandbox.pay({ ...transfer, amount: baht(50_000) })
      await member.withdraw(String(baht(21_000)), shown(21_000))
      await cashier.open('withdrawal', shown(21_000))
      await cashier.decide('approve', { amount: shown(21_000), reason: 'called back' })
      await expect(cashier.page.getByText(cashier.t('desk.waitsForSecond'))).toBeVisible()
      // The second operator opens the address that the first one used.
      await owner.page.goto(cashier.page.url())
      await expect(owner.page.getByText('called back')).toBeVisible()
      await owner.decide('approve', { amount: shown(21_000), reason: 'agreed' })
      await expect(member.text('withdraw.paid')).toBeVisible()
      await expect(cashier.page.getByText(cashier.between('desk.decided.other.approve'))).toBeVisible()
      await expect(cashier.page.getByText('agreed')).toBeVisible()
      await expectAccessible(cashier.page)

      // A payout that may have left takes two operators to give back: the first decision moves nothing.
      await member.close()
      await sandbox.setFault('payout', 'error', 100_000)
      await member.withdraw(String(baht(20_500)), shown(20_500))
      await cashier.open('withdrawal', shown(20_500))
      await cashier.decide('approve', { amount: shown(20_500), reason: 'called back' })
      await owner.open('withdrawal', shown(20_500))
      await owner.decide('approve', { amount: shown(20_500), reason: 'agreed' })
      await cashier.open('payout', shown(20_500))
      await expect(cashier.page.getByText(cashier.t('desk.two.either'))).toBeVisible()
      await cashier.decide('refuse', { amount: shown(20_500), reason: 'the bank has not paid' })
      await expect(
        cashier.page.getByText(
          cashier.t('desk.waitsForFact', { fact: cashier.t('desk.fact.payout.refusePlain') }),
          { exact: true },
        ),
      ).toBeVisible()
      await owner.open('payout', shown(20_500))
      await expect(owner.page.getByText('the bank has not paid')).toBeVisible()
      await expectAccessible(owner.page)
      await owner.decide('refuse', { amount: shown(20_500), reason: 'asked there, too' })
      await expect(member.text('withdraw.returned')).toBeVisible()
      await sandbox.setFault('payout', 'none')
      await owner.page.goto('/console/audit')
      for (const action of ['desk-approve-first', 'desk-refuse-first'])
        await expect(
          owner.page
            .getByText(owner.t(`operator.action.${action}`))
            .filter({ visible: true })
            .first(),
        ).toBeVisible()
      await expectAccessible(owner.page)
    })
    await test.step('every item opened from its address, for each role, while it waited and decided', async () => {
      const kinds = [...(await items.opened())].map((address) => address.split('/')[0])
      expect(new Set(kinds).size).toBeGreaterThanOrEqual(8)
    })
  })
}

/**
 * Opens by call, as each role, every item that the pages open: at that moment, and again in the end.
 */
async function openedItems(request: APIRequestContext, pages: Page[]) {
  const roles = await Promise.all(
    ['owner', 'cashier', 'support', 'auditor'].map((who) => operatorHeaders(request, who)),
  )
  const seen = new Set<string>()
  const asked: Promise<void>[] = []
  const refused: string[] = []
  const ask = async (address: string) => {
    for (const headers of roles) {
      const answer = await request.get(`/api/console/desk/${address}`, { headers })
      if (answer.status() !== 200) refused.push(`${address}: ${answer.status()}`)
    }
  }
  for (const page of pages) {
    page.on('framenavigated', (frame) => {
      const address = /^\/console\/((?!work\/|chats\/)[a-z-]+\/[^/]+)$/.exec(
        new URL(frame.url()).pathname,
      )?.[1]
      if (!address || seen.has(address)) return
      seen.add(address)
      asked.push(ask(address))
    })
  }
  return {
    async opened(): Promise<ReadonlySet<string>> {
      await Promise.all(asked)
      for (const address of seen) await ask(address)
      expect(refused).toEqual([])
      return seen
    },
  }
}

test('every item has an address, the later of two decisions is refused with the first, and a lost answer is found again', {
  tag: '@desktop',
}, async ({ browser, watch, allow }) => {
  test.setTimeout(240_000)
  // An answer is dropped on purpose.
  allow.push(/ERR_FAILED/)
  const [home, desk, bench] = [
    await browser.newContext(),
    await browser.newContext(),
    await browser.newContext(),
  ]
  for (const context of [home, desk, bench]) await watch(context)
  const member = new Member(await home.newPage(), 'en')
  const sandbox = sandboxOf(member.page.request)
  const person = await member.join(sandbox)
  await member.payIn(sandbox, person, 60_000)
  await member.expectTotal('฿60,000.00')
  const satang = ownSatang()
  const shown = (whole: number) => `฿${whole.toLocaleString('en-US')}.${satang}`
  const ask = (whole: number) => member.post('/api/wallet/withdraw', { amount: Number(`${whole}.${satang}`) })
  for (const whole of [6100, 6200, 6300]) await ask(whole)

  const cashier = new Operator(await desk.newPage(), 'en')
  const owner = new Operator(await bench.newPage(), 'en')
  await cashier.begin('cashier')
  await owner.begin('owner')
  const refuse = cashier.t('desk.refuse')

  await test.step('an address of no item says so', async () => {
    await cashier.page.goto('/console/withdrawal/wd-never')
    await expect(cashier.page.getByText(cashier.t('desk.unknown'))).toBeVisible()
  })

  await test.step('the later operator reads who decided what, and sees the outcome', async () => {
    for (const operator of [cashier, owner]) {
      await operator.open('withdrawal', shown(6100))
      await operator.page.getByRole('button', { name: refuse, exact: true }).click()
    }
    const address = owner.page.url()
    for (const operator of [cashier, owner]) {
      await operator.giveReason(refuse, 'told on the phone')
      await expectNoDialog(operator.page)
    }
    await expect(owner.page.getByText(owner.between('desk.decided.other.refuse')).first()).toBeVisible()
    await expect(owner.page.getByText('told on the phone')).toBeVisible()
    await expect(owner.page.getByRole('button', { name: refuse, exact: true })).toHaveCount(0)
    await cashier.page.goto(address)
    await expect(cashier.page.getByText(cashier.between('desk.decided.own.refuse'))).toBeVisible()
  })

  await test.step('pressing again brings an answer that was lost', async () => {
    await cashier.open('withdrawal', shown(6200))
    await cashier.page.getByRole('button', { name: refuse, exact: true }).click()
    await cashier.page.route(
      '**/refuse',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await cashier.giveReason(refuse, 'told on the phone')
    const dialog = cashier.page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('button', { name: refuse, exact: true }).click()
    await expect(
      cashier.page.getByText(cashier.t('desk.refused', { what: cashier.t('desk.queue.withdrawal.one') })),
    ).toBeVisible()
    await expectNoDialog(cashier.page)
  })

  await test.step('by keyboard only', async () => {
    const { page, t } = owner
    await page.goto('/console/withdrawal')
    const row = page.getByRole('link').filter({ hasText: shown(6300) })
    await expect(row).toBeVisible()
    await page.keyboard.press('j')
    for (let presses = 0; presses < 30; presses++) {
      if (await row.evaluate((element) => element === document.activeElement)) break
      await page.keyboard.press('j')
    }
    await expect(row).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: shown(6300) })).toBeFocused()
    await owner.tabTo('button', refuse)
    await page.keyboard.press('Enter')
    await owner.tabTo('textbox', t('desk.reasonLabel'))
    await page.keyboard.type('asked for by the member')
    await owner.tabTo('button', refuse)
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('desk.refused', { what: t('desk.queue.withdrawal.one') }))).toBeVisible()
    await expectNoDialog(page)
  })
  // What was refused came back to the wallet, each amount once.
  await member.expectTotal('฿60,000.00')
})
