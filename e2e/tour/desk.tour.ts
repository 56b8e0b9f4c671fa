// A walk through the console's work, with an item in each queue: npm run tour -- console-desk.

import { campaignsOf, wheelOf } from '../testing/campaigns.ts'
import { Member, senderOf } from '../testing/member.ts'
import { Operator } from '../testing/operator.ts'
import { sandboxOf } from '../testing/sandbox.ts'
import { expect, test } from '../testing/test.ts'
import { languages } from '../testing/texts.ts'
import { hub, joinWithCoins } from '../testing/wheel.ts'
import { deskStops } from './stops.ts'
import { chosen, visit, wanted } from './visit.ts'

// What is uncertain comes to the desk within seconds.
test.use({
  world: {
    name: 'tour-desk',
    settings: {
      'gift.deskAfterSeconds': 1,
      'transfer.deskAfterSeconds': 1,
      'transfer.followUpAfterSeconds': 0,
      'transfer.followUpSeconds': [0.5],
    },
  },
})

test.beforeEach(async ({ allow, context }) => {
  await context.addInitScript(() => {
    if (origin !== 'null') localStorage.setItem('chat-invite', 'closed')
  })
  allow.push(/Failed to load resource|answer: 50|net::ERR/)
})

for (const language of languages) {
  test(`desk (${language})`, async ({ page, browser, baseURL }, { project }) => {
    const stops = wanted.length === 0 ? [] : chosen(deskStops)
    test.skip(stops.length === 0)
    const owner = new Operator(page, language)
    await owner.begin('owner')
    await page.goto('/console/prize')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    if ((await page.locator('a[href^="/console/prize/"]').count()) === 0) {
      const [home, game, office] = await Promise.all(
        [0, 1, 2].map(() => browser.newContext({ ...(baseURL && { baseURL }), reducedMotion: 'reduce' })),
      )
      if (!home || !game || !office) throw new Error('no context')
      await fillDesk(
        new Member(await home.newPage(), 'th'),
        owner,
        new Operator(await office.newPage(), language),
      )
      await winItem(new Member(await game.newPage(), 'th'))
    }
    for (const stop of stops) await visit(owner, project.name, stop)
  })
}

/** Leaves an item in each queue that a member, a bank or a game fills. */
async function fillDesk(member: Member, owner: Operator, cashier: Operator): Promise<void> {
  const sandbox = sandboxOf(member.page.request)
  const person = await member.join(sandbox)
  const transfer = { ...senderOf(person), ...(await member.houseAccount('SCB')) }
  await member.payIn(sandbox, person, 30_000)
  await member.expectTotal('฿30,000.00')
  // What two people credited to the wrong member, and one of them wants back.
  await sandbox.pay({ ...transfer, fromAccountNo: '4440001119', fromName: 'NOBODY KNOWN', amount: 410.25 })
  await cashier.begin('cashier')
  await cashier.open('bank-transfer', '฿410.25')
  const credited = cashier.page.url()
  await cashier.decide('approve', { amount: '฿410.25', reason: 'paid by her brother', member: person.phone })
  await owner.open('bank-transfer', '฿410.25')
  await owner.confirm(owner.act('approve', '฿410.25'), 'he told me, too')
  await cashier.page.goto(credited)
  await cashier.page.getByRole('button', { name: cashier.t('desk.reverse.ask'), exact: true }).click()
  await cashier.giveReason(cashier.t('desk.reverse.askAmount', { amount: '฿410.25' }), 'another brother')
  await sandbox.pay({ ...transfer, fromAccountNo: 'xxxxxxxxxx', fromName: person.firstName, amount: 75.25 })
  await member.post('/api/wallet/withdraw', { amount: 21_000.25 })
  await member.post('/api/wallet/withdraw', { amount: 200.25 })
  await member.activate('PG')
  await sandbox.setFault('PG', 'garbage', 1, 'transfer')
  await sandbox.setFault('PG', 'error', 100_000, 'transfer-status')
  await member.move('PG', 150.25).catch(() => {})
  await member.openDeposit('bank')
  await member.sendSlip(await sandbox.drawSlip({ ...transfer, fromName: person.firstName, amount: 9000.25 }))
  await cashier.page.goto('/console/slip')
  await cashier.page.getByRole('link').filter({ hasText: '฿9,000.25' }).first().waitFor()
  await member.close()
  await member.openDeposit('qr')
  const { qrcodeId } = await member.createQr('WW', 100)
  await sandbox.payQr({ qrcodeId, amount: 120.25 })
  await member.page.goto('/user/home')
  await sandbox.setFault('gift', 'garbage', 1, 'redeem')
  await sandbox.setFault('gift', 'error', 100_000, 'status')
  const { link } = await sandbox.makeGift({ amount: 40.25, phone: person.phone })
  const modal = await member.openDeposit('gift')
  await modal.getByRole('textbox').fill(link)
  await modal.getByRole('button', { name: member.t('deposit.gift.send'), exact: true }).click()
  await modal.getByText(member.t('deposit.gift.checking')).first().waitFor()
}

/** A member asks for an item that the wheel gave. */
async function winItem(member: Member): Promise<void> {
  const { page, t } = member
  const campaigns = await campaignsOf(page.request)
  await campaigns.publish('wheel', 'THB', wheelOf({ code: 'LAMP', prize: { kind: 'ITEM' }, stock: null }))
  await joinWithCoins(member, sandboxOf(page.request), 1)
  await hub(member, 1).click()
  await member.dialog('spin.won').waitFor()
  await member.close()
  await page.getByRole('table').getByRole('button').first().click()
  await member
    .dialog('spin.claim.ask')
    .getByRole('button', { name: t('spin.claim.claim'), exact: true })
    .click()
  await member.dialog('spin.claim.done').waitFor()
}
