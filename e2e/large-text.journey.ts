// A person with large letters on a small phone: nothing is cut off, amounts stay whole, and every control can
// be reached.

import type { Locator, Page } from '@playwright/test'
import { byDepth } from '../server/testing/depth.ts'
import { asksForStaff, Chat, staffSide } from './testing/chat.ts'
import { brokenText, enlarge } from './testing/large-text.ts'
import { Member, newPerson, senderOf } from './testing/member.ts'
import { Operator, operatorHeaders } from './testing/operator.ts'
import { expect, test } from './testing/test.ts'
import { hub, isCall, playForCoins } from './testing/wheel.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

interface Size {
  width: number
  height: number
  percent: number
  language: 'th' | 'la'
}
const sizes: Size[] = [
  { width: 390, height: 844, percent: 130, language: 'la' },
  ...byDepth<Size[]>({ usual: [], deep: [{ width: 390, height: 844, percent: 200, language: 'th' }] }),
]

/** Lao has the longest words; Thai is looked at in depth only. */
const longest = byDepth<readonly ('th' | 'la')[]>({ usual: ['la'], deep: ['th', 'la'] })

/** Checks the page as it is, also while something is loading. */
const holdsOn = (page: Page) => (what: string) =>
  expect.poll(() => brokenText(page), { message: what, timeout: 8000 }).toEqual([])

/** Two wheels side by side are too narrow for such letters, so each end is the platform's own list. */
async function fillTransfer(member: Member, amount: string, code = 'PG'): Promise<void> {
  const form = member.dialog('wallet.transfer')
  for (const [end, option] of [
    ['wallet.from', 'WALLET'],
    ['wallet.to', code],
  ] as const) {
    await form.getByRole('combobox', { name: member.t(end), exact: true }).selectOption(option)
  }
  await form.getByLabel(member.t('wallet.amount'), { exact: true }).fill(amount)
  await expect(member.text('wallet.after')).toBeVisible()
}

for (const { width, height, percent, language } of sizes) {
  test(`${percent} % letters at ${width} px (${language})`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await enlarge(page, percent)
    const member = new Member(page, language)
    const { t } = member
    const holds = holdsOn(page)
    await member.arrive('/login')
    await expect(member.button('account.login.submit')).toBeVisible()
    await holds('login')
    await member.begin('/user/statement')
    await page.locator('main li button[aria-expanded]').first().click()
    await expect(page.getByText(t('statement.entries'))).toBeVisible()
    await holds('statement')
    await page.goto('/user/home')
    await expect(page.getByRole('button', { name: new RegExp(t('game.view')) }).first()).toBeVisible()
    await holds('home')
    // The way to pay in is there without scrolling, above the menu.
    const [deposit, menu] = await Promise.all(
      ['main [data-opens="deposit"]', 'nav:has(.menu-disc)'].map((one) => page.locator(one).boundingBox()),
    )
    expect((deposit?.y ?? Infinity) + (deposit?.height ?? 0)).toBeLessThanOrEqual(menu?.y ?? 0)
    for (const group of ['bank', 'qr'] as const) {
      await member.openDeposit(group)
      await holds(`deposit ${group}`)
      await member.close()
    }
    await member.button('wallet.transfer').first().click()
    await fillTransfer(member, '100')
    await holds('transfer')
  })
}

test('the statement in a wide window, 200 % letters (en)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enlarge(page, 200)
  const member = new Member(page, 'en')
  await member.begin('/user/statement')
  await expect(page.locator('main li button[aria-expanded]').first()).toBeVisible()
  await holdsOn(page)('statement')
})

test('the bar of a wide window holds its menu, whatever the letters (th)', async ({ page }) => {
  const member = new Member(page, 'th')
  await member.begin('/user/profile')
  await expect(member.heading('account.profile.title')).toBeVisible()
  for (const percent of [100, 130, 150, 200]) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`
    }, percent)
    for (const width of [900, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(member.button('menu.logout'), `${percent} % at ${width}`).toBeInViewport({ ratio: 1 })
      await holdsOn(page)(`${percent} % at ${width}`)
    }
  }
})

test('the first view of the smallest phone, 150 % letters (th)', { tag: '@phone' }, async ({
  page,
  sandbox,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await enlarge(page, 150)
  const member = new Member(page, 'th')
  const person = await member.join(sandbox)
  await member.payIn(sandbox, person, 5000)
  await member.expectTotal('฿5,000.00')
  const menu = page.getByRole('navigation', { name: member.t('menu.main') })
  const top = (await menu.boundingBox())?.y ?? 0
  for (const way of ['wallet.withdraw', 'wallet.deposit']) {
    const { y = 0, height = top } = (await member.button(way).first().boundingBox()) ?? {}
    expect(y + height, way).toBeLessThan(top)
  }
  const letters = (element: Locator) =>
    element.evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
  const [main, inGames] = await letters(page.locator('main dl').first().locator('dd'))
  expect(main).toBe(inGames)
  for (const size of await letters(menu.locator('li a, li button'))) expect(size).toBeGreaterThan(15)
})

test('the number at the bell lies on its ground, 200 % letters (th)', { tag: '@phone' }, async ({ page }) => {
  await enlarge(page, 200)
  const member = new Member(page, 'th')
  await member.begin()
  const count = page.locator('header .count').first()
  await expect(count).toBeVisible()
  const beyond = await count.evaluate((ground) => {
    const range = document.createRange()
    range.selectNodeContents(ground)
    const [text, box] = [range.getBoundingClientRect(), ground.getBoundingClientRect()]
    return Math.max(
      box.top - text.top,
      text.bottom - box.bottom,
      box.left - text.left,
      text.right - box.right,
    )
  })
  expect(beyond).toBeLessThanOrEqual(1)
})

const game = { code: 'SLOTXO', name: 'SlotXO' }

for (const language of longest) {
  test(`every page and sheet, 200 % letters at 320 px (${language})`, async ({ page, sandbox }) => {
    test.setTimeout(360_000)
    await page.setViewportSize({ width: 320, height: 640 })
    await enlarge(page, 200)
    const member = new Member(page, language)
    const { t } = member
    const holds = holdsOn(page)
    const person = newPerson()

    await test.step('visitors', async () => {
      await member.arrive('/login')
      await expect(member.button('account.login.submit')).toBeVisible()
      await holds('login')
      for (const [path, heading] of [
        ['/howto', 'lookup.howto.title'],
        ['/howto?film=wallet', 'lookup.howto.wallet.title'],
        ['/contact', 'lookup.contact.title'],
        ['/terminated', 'lookup.terminated.title'],
        ['/nowhere', 'lookup.notFound.title'],
        ['/register', 'account.step.phone'],
      ] as const) {
        await page.goto(path)
        await expect(member.heading(heading)).toBeVisible()
        await holds(path)
      }
      // Long enough for the words of a button at work to be seen, and to be found too wide.
      await page.route(/\/api\/account(\/validate)?$/, async (route) => {
        await page.waitForTimeout(700)
        await route.continue()
      })
      await member.register(person, sandbox, (step) => holds(`register, ${step}`))
      await page.unroute(/\/api\/account(\/validate)?$/)
    })

    await test.step('the first minute', async () => {
      await member.logIn(person, true)
      await expect(member.dialog('lookup.agreement.title')).toBeVisible()
      await holds('agreement')
      await member.agree()
      await holds('an empty home')
      await member.button('menu.conditions').click()
      await expect(member.heading('lookup.conditions.title')).toBeVisible()
      await holds('conditions')
      await member.close()
    })

    const own = senderOf(person)
    await test.step('deposits', async () => {
      const amount = 1_234_567.89
      const slip = await sandbox.drawSlip({ ...own, ...(await member.houseAccount('KTB')), amount })
      const modal = await member.openDeposit('bank')
      await holds('deposit bank')
      await member.sendSlip(slip)
      await expect(modal.getByText('+฿1,234,567.89', { exact: true })).toBeVisible()
      await holds('a credited slip')
      await modal.getByRole('button', { name: t('deposit.slip.another'), exact: true }).click()
      await member.sendSlip(slip)
      await expect(modal.getByText(t('deposit.slip.creditedTitle'), { exact: true })).toBeVisible()
      await holds('a duplicate slip')
      await modal.getByRole('button', { name: t('deposit.slip.another'), exact: true }).click()
      await member.sendSlip(await page.screenshot())
      await expect(modal.getByText(t('deposit.slip.failed'), { exact: true })).toBeVisible()
      await holds('a refused slip')
      await member.close()
      await member.openDeposit('gift')
      await holds('deposit gift')
      const { link } = await sandbox.makeGift({ amount: 100, phone: person.phone })
      await modal.getByRole('textbox').fill(link)
      await modal.getByRole('button', { name: t('deposit.gift.send'), exact: true }).click()
      await expect(modal.getByText('+฿100.00', { exact: true })).toBeVisible()
      await holds('a redeemed gift')
      await member.close()
      await member.openDeposit('qr')
      await holds('deposit qr')
      await member.createQr('PAYTIMZ', 50)
      await holds('a shown code')
      await member.close()
    })

    await test.step('transfers and withdrawals', async () => {
      await member.activate(game.code)
      await page.reload()
      await member.expectTotal('฿1,234,667.89')
      await holds('home with an open code')
      await member.button('wallet.transfer').first().click()
      await fillTransfer(member, '100', game.code)
      await holds('transfer')
      await member.button('wallet.submitAmount', { amount: '฿100.00' }).click()
      await expect(member.dialog('wallet.done')).toBeVisible()
      await holds('a transfer that is done')
      await member.close()
      await sandbox.setFault(game.code, 'error', 1, 'transfer')
      await member.button('wallet.transfer').first().click()
      await fillTransfer(member, '200', game.code)
      await member.button('wallet.submitAmount', { amount: '฿200.00' }).click()
      await expect(member.dialog('wallet.pending')).toBeVisible()
      await holds('a transfer under way')
      await member.close()
      await member.openGame(game.name)
      await expect(page.getByText(t('game.moveTitle'))).toBeVisible()
      await holds('a game')
      await member.close()
      await member.openWithdraw()
      await holds('withdraw')
      await member.close()
      await member.withdraw('6000', '฿6,000.00')
      await expect(page.getByText(t('withdraw.waitingForStaff'))).toBeVisible()
      await holds('a withdrawal that waits')
      await member.close()
      await member.payIn(sandbox, person, 1500)
      await expect(member.under('title').getByText('+฿1,500.00', { exact: true })).toBeVisible()
      await holds('what is under way')
      await member.openWithdraw()
      await holds('withdraw with one under way')
      await member.close()
    })

    await test.step('statement and profile', async () => {
      await page.goto('/user/statement')
      await page.locator('main li button[aria-expanded]').first().click()
      await expect(page.getByText(t('statement.entries'))).toBeVisible()
      await holds('statement')
      await member.button('statement.slips').click()
      await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(4)
      await holds('slips')
      await member.close()
      await page.goto('/user/profile')
      // With letters as large as these the rows grow when their values come, and what is pressed moves.
      await expect(member.button('account.profile.copyId')).toBeVisible()
      for (const key of ['account.password.change', 'account.profile.edit']) {
        await member.button(key).click()
        await expect(member.dialog(key)).toBeVisible()
        await holds(key)
        await member.close()
      }
      await holds('profile')
    })
  })
}

test('visitors’ pages before our letters have come, 200 % at 320 px (la)', { tag: '@phone' }, async ({
  page,
  allow,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await enlarge(page, 200)
  // This machine has no letters of its own for Lao; what it draws in their place is wider than any letter.
  allow.push(/ERR_FAILED .*woff2/)
  await page.route('**/*.woff2', (route) => route.abort())
  const member = new Member(page, 'la')
  await member.arrive('/login')
  await expect(member.button('account.login.submit')).toBeVisible()
  for (const [path, heading] of [
    ['/howto', 'lookup.howto.title'],
    ['/contact', 'lookup.contact.title'],
    ['/terminated', 'lookup.terminated.title'],
    ['/nowhere', 'lookup.notFound.title'],
    ['/register', 'account.step.phone'],
    ['/forgot', 'account.reset.title'],
    ['/login', 'account.login.title'],
  ] as const) {
    await page.goto(path)
    await expect(member.heading(heading)).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path, timeout: 5000 })
      .toBe(320)
  }
})

for (const language of longest) {
  test(`rewards, 200 % letters at 320 px (${language})`, async ({ page, sandbox }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await enlarge(page, 200)
    const member = new Member(page, language)
    const { t } = member
    const holds = holdsOn(page)

    const person = await member.join(sandbox)

    await test.step('a bonus and a promotion', async () => {
      await page.goto('/user/bonus')
      const offer = page.locator('main li button').first()
      await expect(offer).toBeVisible()
      await holds('bonus')
      await offer.click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await holds('an offer')
      await member.close()
      await member.field('promotion.code').fill('krapao50')
      await member.button('promotion.find').click()
      const promotion = page.getByRole('dialog')
      await expect(promotion.getByText(t('bonus.condition.balanceAny', { percent: 200 }))).toBeVisible()
      await holds('a promotion')
      await promotion.getByRole('button', { name: t('promotion.receive', { amount: '฿50.00' }) }).click()
      await expect(page.getByRole('progressbar')).toBeVisible()
      await holds('a running bonus')
      await member.button('bonus.cancel').click()
      await expect(member.dialog('bonus.cancelAsk')).toBeVisible()
      await holds('its cancel')
      await member.close()
    })

    await test.step('the wheel: a spin, its coupon, and how it was drawn', async () => {
      await member.payIn(sandbox, person, 250)
      await playForCoins(member, sandbox, 2)
      await page.goto('/user/spin')
      await expect(hub(member, 2)).toBeVisible()
      await holds('wheel')
      const answer = page.waitForResponse(isCall('spin'))
      await hub(member, 2).click()
      const { result } = (await (await answer).json()) as { result: { prize: string } }
      await expect(member.dialog(result.prize === 'NONE' ? 'spin.none' : 'spin.won')).toBeVisible()
      await holds('a prize')
      await member.close()
      await page.getByRole('link', { name: t('spin.fair.title') }).click()
      await page.locator('main li button[aria-expanded]').first().click()
      await expect(page.getByText(t('spin.proof.sealed'))).toBeVisible()
      await holds('fairness')
      await member.button('spin.fair.rotate').first().click()
      const question = member.dialog('spin.fair.rotateAsk')
      await expect(question).toBeVisible()
      await holds('a seed to reveal')
      await question.locator('button').last().click()
      await expect(page.getByText(t('spin.proof.right'))).toBeVisible()
      await holds('a checked spin')
    })
  })

  test(`friends, cashback and coupons, 200 % letters at 320 px (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await enlarge(page, 200)
    const member = new Member(page, language)
    const holds = holdsOn(page)
    await member.begin()
    await member.button('wallet.inviteFriends').click()
    await expect(member.dialog('invite.title')).toBeVisible()
    await holds('invite, banner')
    await member.button('invite.see').click()
    await expect(member.button('invite.copy')).toBeVisible()
    await holds('invite')
    await member.close()
    await member.button('wallet.inviteReceive').click()
    await expect(member.dialog('invite.receive.cannot')).toBeVisible()
    await holds('invite money')
    await member.close()
    await member.button('wallet.refund').click()
    await expect(member.dialog('refund.title').getByText(member.t('refund.sum')).first()).toBeVisible()
    await holds('cashback')
    await member.close()
    await page.goto('/user/spin')
    const coupons = page.getByRole('table')
    await coupons.getByRole('button').first().click()
    // Which coupon comes first is chance: money under a condition cannot be had beside the open bonus.
    await expect(member.dialog('spin.claim.ask').or(member.dialog('spin.claim.cannot'))).toBeVisible()
    await holds('a coupon')
    await member.close()
    await holds('coupons')
  })
}

/** At banks that take names in English letters only, members can correct their names. */
test('the sheet of an account name, 200 % letters at 320 px (la)', async ({ page, sandbox }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await enlarge(page, 200)
  const member = new Member(page, 'la')
  await member.join(sandbox, newPerson(), { bankCode: 'KTB' })
  await page.goto('/user/profile')
  await member.button('account.accountName.title').click()
  await expect(member.dialog('account.accountName.title')).toBeVisible()
  await holdsOn(page)('account name')
})

/**
 * Whether a list shows the whole option that is chosen: its words are laid out once more, as they are in it.
 */
const showsChoice = (select: Locator): Promise<boolean> =>
  select.evaluate((element: HTMLSelectElement) => {
    const { font, whiteSpace, lineHeight, paddingLeft, paddingRight, paddingTop, paddingBottom } =
      getComputedStyle(element)
    const px = Number.parseFloat
    const width = element.clientWidth - px(paddingLeft) - px(paddingRight)
    const words = element.ownerDocument.createElement('div')
    Object.assign(words.style, { position: 'absolute', width: `${width}px`, font, lineHeight, whiteSpace })
    words.textContent = element.selectedOptions[0]?.textContent ?? ''
    element.after(words)
    const fits =
      words.scrollWidth <= width + 1 &&
      words.offsetHeight <= element.clientHeight - px(paddingTop) - px(paddingBottom) + 1
    words.remove()
    return fits
  })

test('two channels of one name can be told apart, 200 % letters at 320 px (la)', { tag: '@phone' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await enlarge(page, 200)
  const member = new Member(page, 'la')
  await member.begin('/user/home')
  const modal = await member.openDeposit('qr')
  await member.chooseGateway('WW')
  const list = modal.getByRole('combobox')
  for (const channel of ['WW', 'PAYONEX']) {
    await list.selectOption(channel)
    expect(await showsChoice(list), channel).toBe(true)
  }
})

for (const language of byDepth<readonly ('th' | 'en')[]>({ usual: ['th'], deep: ['th', 'en'] })) {
  test(`a conversation, 200 % letters at 320 px, on both sides (${language})`, async ({
    page,
    browser,
    request,
    watch,
    sandbox,
  }) => {
    const small = { width: 320, height: 640 }
    const withKeyboard = { width: 320, height: 300 }
    await page.setViewportSize(small)
    await enlarge(page, 200)
    const member = new Member(page, language)
    await member.join(sandbox)
    const chat = new Chat(member)
    await chat.open()
    await chat.send(asksForStaff[language])
    await expect(chat.log.getByText(member.t('chat.sending'))).toHaveCount(0)
    await holdsOn(page)('panel')
    await page.setViewportSize(withKeyboard)
    await expect(chat.box).toBeInViewport({ ratio: 1 })
    await expect(chat.panel.getByRole('button', { name: member.t('chat.panel.close') })).toBeInViewport()
    await holdsOn(page)('panel, with the keyboard up')

    const office = await browser.newContext({ viewport: small })
    await watch(office)
    const support = new Operator(await office.newPage(), language)
    await enlarge(support.page, 200)
    await support.begin('support')
    const headers = await operatorHeaders(request, 'support')
    const { chats } = await (await request.get('/api/console/chats?view=all', { headers })).json()
    const holds = holdsOn(support.page)
    const conversation = `/console/chats/${chats[0]._id}`
    const pages = ['/console/chats', conversation, '/console/chats/replies', '/console/chats/report']
    for (const path of pages) {
      await support.page.goto(path)
      await expect(support.page.locator('a[href="/console/account"]:visible')).toBeVisible()
      await expect(support.page.locator('[aria-busy="true"]')).toHaveCount(0)
      await holds(path.replace(chats[0]._id, 'one'))
    }
    await support.page.goto(conversation)
    await support.page.getByRole('link', { name: support.t('chats.toCustomer'), exact: true }).click()
    const facts = support.page.getByRole('complementary', { name: support.t('chats.customer') })
    await expect(facts.getByText(support.t('desk.memberFacts.section.money'), { exact: true })).toBeVisible()
    await holds('customer')
    await support.page.goto(conversation)
    await support.page.setViewportSize(withKeyboard)
    const side = staffSide(support)
    await side.box.focus()
    await expect(side.box).toBeInViewport({ ratio: 1 })
    await side.box.fill('/')
    const replies = support.page.getByRole('listbox', { name: support.t('chats.replies.title'), exact: true })
    await expect(replies.getByRole('option').first()).toBeVisible()
  })
}

for (const language of longest) {
  test(`the console, 200 % letters at 320 px (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await enlarge(page, 200)
    const holds = holdsOn(page)
    const owner = new Operator(page, language)
    await page.goto('/console/login')
    await page.locator('select').first().selectOption(language)
    await holds('login')
    await owner.logIn('owner')
    await holds('queues')
    for (const path of ['find', 'suspense', 'audit', 'staff', 'account']) {
      await page.goto(`/console/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await holds(path)
    }
  })
}
