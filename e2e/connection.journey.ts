// What a person meets when a part of the app does not load, when the internet is away, and on a device of another
// language.

import type { Locator, Page, Route } from '@playwright/test'
import { Member, newPerson } from './testing/member.ts'
import { lazyParts } from './testing/parts.ts'
import { expect, test } from './testing/test.ts'
import { consoleTextsOf, languages, textsOf } from './testing/texts.ts'

/** A part that is fetched when it is first opened: how a person opens it, and what it then shows. */
interface Part {
  file: string
  at: string
  open?: (member: Member) => Promise<void>
  shows: (member: Member) => Locator
}

const heading = (key: string) => (member: Member) => member.heading(key)
const button = (key: string) => (member: Member) => member.button(key).first().click()
const menu = (key: string) => (member: Member) =>
  member.page.getByRole('link', { name: member.t(key), exact: true }).click()

const visitorParts: Part[] = [
  { file: 'login-page', at: '/login', shows: heading('account.login.title') },
  { file: 'register-page', at: '/register', shows: heading('account.register.title') },
  { file: 'howto-page', at: '/howto', shows: heading('lookup.howto.title') },
  { file: 'contact-page', at: '/contact', shows: heading('lookup.contact.title') },
  { file: 'terminated-page', at: '/terminated', shows: heading('lookup.terminated.title') },
  { file: 'not-found-page', at: '/nowhere', shows: heading('lookup.notFound.title') },
]
const home = '/user/home'
const memberParts: Part[] = [
  { file: 'home-page', at: home, shows: (member) => member.button('wallet.deposit').first() },
  { file: 'profile-page', at: home, open: menu('menu.profile'), shows: heading('account.profile.title') },
  { file: 'statement-page', at: home, open: menu('menu.statement'), shows: heading('statement.title') },
  {
    file: 'conditions-modal',
    at: home,
    open: button('menu.conditions'),
    shows: heading('lookup.conditions.title'),
  },
  { file: 'deposit-modal', at: home, open: button('wallet.deposit'), shows: heading('deposit.title') },
  { file: 'withdraw-modal', at: home, open: button('wallet.withdraw'), shows: heading('withdraw.title') },
  { file: 'transfer-modal', at: home, open: button('wallet.allToGame'), shows: heading('wallet.transfer') },
  {
    file: 'game-account-modal',
    at: home,
    open: async ({ page, t }) => {
      await page
        .getByRole('button', { name: t('game.cardClosed', { name: 'PG' }) })
        .first()
        .focus()
      await page.keyboard.press('Enter')
    },
    shows: ({ page }) => page.getByRole('heading', { name: 'PG', exact: true }),
  },
  {
    file: 'change-password-modal',
    at: '/user/profile',
    open: button('account.password.change'),
    shows: heading('account.password.change'),
  },
  {
    file: 'edit-profile-modal',
    at: '/user/profile',
    open: button('account.profile.edit'),
    shows: heading('account.profile.edit'),
  },
  {
    file: 'edit-bank-account-name-modal',
    at: '/user/profile',
    open: button('account.accountName.title'),
    shows: heading('account.accountName.title'),
  },
  {
    file: 'slip-modal',
    at: '/user/statement',
    open: button('statement.slips'),
    shows: heading('statement.slip.title'),
  },
  // It opens by itself, for who has not agreed yet.
  { file: 'agreement-modal', at: home, shows: heading('lookup.agreement.title') },
  // What every page that fetches needs besides itself.
  { file: 'queries', at: '/user/profile', shows: heading('account.profile.title') },
]

/** Parts that nobody opens: each has its own test below, by its name. */
const apart = ['socket.io-client', 'texts.*.json'] as const

/** Parts that ask in the background and show nothing, whether they come or not. */
const unseen = ['unanswered-deposits', 'unanswered-transfers', 'unanswered-withdrawals']

/** The files that a part is in, as the build names them. */
const addressOf = (file: string) =>
  new RegExp(
    `/assets/${{ 'socket.io-client': 'esm', 'texts.*.json': 'texts.\\w+' }[file] ?? file}-[\\w-]+\\.js`,
  )

/** Answers requests for a part as told, one answer after the other, and then as the server does. */
async function breakPart(page: Page, file: string, ...answers: ((route: Route) => Promise<void>)[]) {
  const seen = { count: 0 }
  await page.route(addressOf(file), (route) => {
    seen.count++
    return (answers.shift() ?? ((one: Route) => one.continue()))(route)
  })
  return seen
}
const lost = (route: Route) => route.abort('connectionreset')
const gone = (route: Route) => route.fulfill({ status: 404, body: '{}' })

/** Breaks each part until the person was told, and then lets it come. */
async function breakEach(member: Member, parts: Part[]): Promise<void> {
  const { page } = member
  for (const { file, at, open, shows } of parts) {
    await test.step(file, async () => {
      await page.route(addressOf(file), lost)
      await page.goto(at)
      await open?.(member)
      await expect(page.getByText(member.t('ui.partFailed')).first()).toBeVisible()
      if (open) {
        await expect(
          page.getByRole('navigation', { name: member.t('menu.main'), includeHidden: true }),
        ).toBeVisible()
      }
      await page.unroute(addressOf(file), lost)
      await member.button('ui.retry').click()
      await expect(shows(member)).toBeVisible()
    })
  }
}

test.describe('a part that fails to load', () => {
  test.beforeEach(({ allow }) => {
    allow.push(/Failed to load resource/)
  })

  test('every part of the apps is broken here once', () => {
    const broken = [...visitorParts, ...memberParts].map(({ file }) => file)
    expect([...broken, ...apart, ...unseen].sort()).toEqual(lazyParts('member'))
    // All of the console is one part, but for its texts.
    expect(lazyParts('console')).toEqual(['texts.*.json'])
  })

  test('visitors are told, and trying again brings it', async ({ page }) => {
    await breakEach(new Member(page, 'th'), visitorParts)
  })

  test('members are told, the bar and the menu stay, and trying again brings it', async ({
    page,
    sandbox,
  }) => {
    test.setTimeout(240_000)
    const member = new Member(page, 'th')
    // A bank whose account names are in English letters, which the member may correct.
    await member.join(sandbox, newPerson(), { bankCode: 'KTB' })
    await expect(member.button('wallet.deposit').first()).toBeVisible()
    for (const part of memberParts) {
      if (part.file === 'agreement-modal')
        await page.evaluate(() => localStorage.removeItem('remember-agreement'))
      await breakEach(member, [part])
      if (part.file === 'agreement-modal')
        await page.evaluate(() => localStorage.setItem('remember-agreement', 'true'))
    }
  })

  test('socket.io-client: it is asked for again until the page is live', async ({ page, sandbox }) => {
    const member = new Member(page, 'th')
    const seen = await breakPart(page, 'socket.io-client', lost, lost)
    const live = page.waitForRequest(/\/socket\.io\//)
    await member.join(sandbox)
    await live
    expect(seen.count).toBe(3)
  })

  for (const [app, path] of [
    ['the member app', '/login'],
    ['the console', '/console/login'],
  ] as const) {
    test(`texts.*.json of ${app}: a way to begin again, and the old language stays`, async ({ page }) => {
      const isConsole = path.startsWith('/console')
      const t = isConsole ? consoleTextsOf('th') : textsOf('th')
      const submit = page.getByRole('button', {
        name: t(isConsole ? 'operator.login.submit' : 'account.login.submit'),
        exact: true,
      })
      await page.route(addressOf('texts.*.json'), lost)
      await page.goto(path)
      const again = page.getByRole('link', { name: /Try again/ })
      await expect(again).toBeVisible()
      await page.unroute(addressOf('texts.*.json'), lost)
      await again.click()
      await expect(submit).toBeVisible()

      await page.route(addressOf('texts.*.json'), lost)
      await page.locator('select').first().selectOption('en')
      await expect(page.getByText(t(isConsole ? 'ui.languageFailed' : 'errorMsg.NETWORK'))).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', 'th')
      await expect(submit).toBeVisible()
      await page.unroute(addressOf('texts.*.json'), lost)
      await page.locator('select').first().selectOption('en')
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    })
  }

  test('one lost packet is made good without a word', async ({ page }) => {
    const member = new Member(page, 'th')
    const seen = await breakPart(page, 'profile-page', lost)
    await member.begin('/user/home')
    await menu('menu.profile')(member)
    await expect(member.heading('account.profile.title')).toBeVisible()
    expect(seen.count).toBe(2)
  })

  test('after a release the page is loaded anew once, and not for ever', async ({ page }) => {
    const member = new Member(page, 'th')
    await member.begin('/user/home')
    await expect(member.text('wallet.total')).toBeVisible()
    let loads = 0
    page.on('load', () => loads++)
    // The part is gone, and so is the page's own script as a release would replace it.
    await page.route(/\/assets\/profile-page-[\w-]+\.js/, gone)
    await menu('menu.profile')(member)
    await expect(page.getByText(member.t('ui.partFailed')).first()).toBeVisible()
    // The page may tell before the last of its pictures is there.
    await expect.poll(() => loads).toBe(1)
    // With the new release in place the next try brings it.
    await page.unroute(/\/assets\/profile-page-[\w-]+\.js/)
    await member.button('ui.retry').click()
    await expect(member.heading('account.profile.title')).toBeVisible()
    expect(loads).toBe(1)
  })
})

test.describe('without internet', () => {
  for (const language of languages) {
    test(`what is pressed says that nothing was sent, and the page goes on by itself (${language})`, async ({
      page,
      context,
      allow,
    }) => {
      allow.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED/)
      const member = new Member(page, language)
      await member.begin()
      await member.button('wallet.transfer').first().click()
      await member.choose('wallet.from', member.t('wallet.mainWallet'))
      await member.choose('wallet.to', 'PG')
      const form = member.dialog('wallet.transfer')
      await form.getByLabel(member.t('wallet.amount'), { exact: true }).fill('1')
      await context.setOffline(true)
      await expect(page.getByText(member.t('ui.offline'))).toBeVisible()
      await member.button('wallet.submitAmount', { amount: '฿1.00' }).click()
      const told = page.getByRole('dialog', { name: member.t('ui.error') })
      await expect(told.getByText(member.t('errorMsg.NOT_SENT'))).toBeVisible()
      await told.getByRole('button', { name: member.t('ui.ok'), exact: true }).click()
      // Not "unknown": the form is as it was, ready to be sent.
      await expect(member.button('wallet.submitAmount', { amount: '฿1.00' })).toBeEnabled()

      const asked = page.waitForResponse((response) => response.url().endsWith('/api/wallet'))
      await context.setOffline(false)
      await asked
      await expect(page.getByText(member.t('ui.offline'))).toHaveCount(0)
    })
  }

  test('a server that does not answer is told, until it does', async ({ page, allow }) => {
    allow.push(/Failed to load resource|answer: 50/)
    const member = new Member(page, 'th')
    await member.begin()
    await expect(member.text('wallet.total')).toBeVisible()
    const away = /\/(api|health)\//
    await page.route(away, (route) => route.abort('connectionrefused'))
    await member.button('wallet.refresh').first().click()
    await expect(page.getByText(member.t('ui.unreachable'))).toBeVisible()
    await page.unroute(away)
    await expect(page.getByText(member.t('ui.unreachable'))).toHaveCount(0)
  })
})

for (const language of languages) {
  test(`who is suspended while logged in reads it on every page (${language})`, async ({ page }) => {
    const member = new Member(page, language)
    // What the server answers from that moment on (server/slices/account/login.test.ts).
    const body = JSON.stringify({ message: 'INACTIVE_USER', requestId: 'r1' })
    const refused = (route: Route) => route.fulfill({ status: 403, contentType: 'application/json', body })
    await member.begin('/user/home')
    await expect(member.text('wallet.total')).toBeVisible()
    await page.route(/\/api\/(?!lookup)/, refused)
    await member.button('wallet.refresh').first().click()
    const notice = page.getByText(member.t('errorMsg.INACTIVE_USER')).first()
    await expect(notice).toBeVisible()
    await menu('menu.statement')(member)
    await expect(notice).toBeVisible()
    await expect(page.locator('body')).not.toContainText('INACTIVE_USER')
  })
}

for (const locale of ['ru-RU', 'pl-PL', 'ar-EG']) {
  test.describe(`on a device that speaks ${locale}`, () => {
    test.use({ locale })

    test('Lao numbers of things are words, not keys', async ({ page }) => {
      const member = new Member(page, 'la')
      await member.begin('/user/statement')
      await expect(page.getByText(/ລາຍການ · ໜ້າ/)).toBeAttached()
      await expect(page.locator('body')).not.toContainText(/statement\.found|ui\.ago/)
    })
  })
}
