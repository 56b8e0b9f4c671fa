// What a person sees when a part of the app does not load, when the internet is down, and on a device in
// another language.

import type { Locator, Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { demo, Member, newPerson } from './testing/member.ts'
import { lazyParts } from './testing/parts.ts'
import { expect, test } from './testing/test.ts'
import { consoleTextsOf, languages, textsOf } from './testing/texts.ts'

/** A part that is loaded when it is first opened: how a person opens it, and what it then shows. */
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
const fairLink = ({ page, t }: Member) => page.getByRole('link', { name: t('spin.fair.title') })

const visitorParts: Part[] = [
  { file: 'login-page', at: '/login', shows: heading('account.login.title') },
  { file: 'register-page', at: '/register', shows: heading('account.register.title') },
  { file: 'forgot-page', at: '/forgot', shows: heading('account.reset.title') },
  { file: 'howto-page', at: '/howto', shows: heading('lookup.howto.title') },
  { file: 'contact-page', at: '/contact', shows: heading('lookup.contact.title') },
  { file: 'terminated-page', at: '/terminated', shows: heading('lookup.terminated.title') },
  { file: 'not-found-page', at: '/nowhere', shows: heading('lookup.notFound.title') },
  { file: 'chat-page', at: '/chat', shows: ({ page }) => page.getByRole('log') },
]
const home = '/user/home'
const memberParts: Part[] = [
  { file: 'home-page', at: home, shows: (member) => member.button('wallet.deposit').first() },
  { file: 'profile-page', at: home, open: menu('menu.profile'), shows: heading('account.profile.title') },
  {
    file: 'settings-page',
    at: '/user/profile',
    open: menu('menu.settings'),
    shows: heading('settings.title'),
  },
  { file: 'statement-page', at: home, open: menu('menu.statement'), shows: heading('statement.title') },
  {
    file: 'conditions-modal',
    at: home,
    open: button('menu.conditions'),
    shows: heading('lookup.conditions.title'),
  },
  { file: 'deposit-modal', at: home, open: button('wallet.deposit'), shows: heading('deposit.title') },
  { file: 'withdraw-modal', at: home, open: button('wallet.withdraw'), shows: heading('withdraw.title') },
  { file: 'transfer-modal', at: home, open: button('wallet.allToGame'), shows: heading('wallet.allToGame') },
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
    file: 'devices-page',
    at: '/user/profile',
    open: menu('account.profile.devices'),
    shows: heading('account.devices.title'),
  },
  {
    file: 'add-passkey-modal',
    at: '/user/devices',
    open: button('account.passkey.add'),
    shows: heading('account.passkey.add'),
  },
  {
    file: 'slip-modal',
    at: '/user/statement',
    open: button('statement.slips'),
    shows: heading('statement.slip.title'),
  },
  { file: 'receipt-modal', at: '/user/statement?receipt=1', shows: heading('ui.receipt') },
  { file: 'bonus-page', at: home, open: menu('wallet.bonus'), shows: heading('bonus.title') },
  { file: 'all-games-modal', at: home, open: button('game.all'), shows: heading('game.all') },
  { file: 'invite-modal', at: home, open: button('wallet.inviteFriends'), shows: heading('invite.title') },
  {
    file: 'receive-modal',
    at: home,
    open: button('wallet.inviteReceive'),
    shows: heading('invite.receive.title'),
  },
  { file: 'refund-modal', at: home, open: button('wallet.refund'), shows: heading('refund.title') },
  { file: 'outcomes-page', at: '/user/outcomes', shows: heading('outcome.title') },
  { file: 'spin-page', at: '/user/spin', shows: fairLink },
  {
    file: 'fair-page',
    at: '/user/spin',
    open: (member) => fairLink(member).click(),
    shows: heading('spin.fair.title'),
  },
  // It opens by itself for members who have not agreed yet.
  { file: 'agreement-modal', at: home, shows: heading('lookup.agreement.title') },
  { file: 'member-layout', at: '/user/profile', shows: heading('account.profile.title') },
  // The query client, which is loaded with every page that uses queries.
  { file: 'queries', at: '/user/profile', shows: heading('account.profile.title') },
]

/** Shown at the dashboard without being opened; the carousels on phones. */
const drums: Part = {
  file: 'game-carousels',
  at: home,
  shows: ({ page, t }) => page.getByRole('heading', { name: t('game.slot'), exact: true }),
}
/** Parts of the dashboard in a wide window. */
const wideParts: Part[] = [
  { file: 'bank-and-invite', at: home, shows: heading('wallet.invite') },
  {
    file: 'game-grid',
    at: home,
    shows: ({ page, t }) => page.getByRole('searchbox', { name: t('game.search') }),
  },
  { file: 'recent-statement', at: home, shows: heading('statement.recent') },
]

/** Parts that nobody opens; each has a test of its own below. */
const apart = [
  'bets-modal',
  'bonus-line',
  'chat-frame',
  'panel',
  'past-bonuses',
  'socket-client',
  'texts.*.json',
] as const

/**
 * Parts that are loaded and ask in the background, or only offer something; without them nothing is rendered.
 */
const unseen = [
  'bell',
  'chat-corner',
  'damaged-end',
  'ended-row',
  'install-card',
  'keep-app',
  'keep-home-room',
  'new-login-note',
  'passkey-login',
  'push',
  'push-ask',
  'still-there',
  'unanswered-deposits',
  'unanswered-rewards',
  'unanswered-spins',
  'unanswered-transfers',
  'unanswered-withdrawals',
]

/** Parts whose file has another name, because the build puts several into one or names it differently. */
const fileNames: Record<string, string> = {
  'home-page': 'home',
  'member-layout': 'home',
  queries: 'home',
  'texts.*.json': 'texts.\\w+',
}

/** The addresses of a part's files, as the build names them. */
const addressOf = (file: string) => new RegExp(`/assets/${fileNames[file] ?? file}-[\\w-]{7,8}\\.js`)

/** Answers the first requests for a part by `answers`, one each, and later requests as the server does. */
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

/** Breaks each part until the page shows the failure, and then lets it load. */
async function breakEach(member: Member, parts: Part[]): Promise<void> {
  const { page } = member
  for (const { file, at, shows } of parts) {
    await test.step(file, async () => {
      await page.route(addressOf(file), lost)
      await page.goto(at)
      await recover(member, file, shows)
    })
  }
}

/** The same for the parts that a person opens at one page, which is loaded once for all of them. */
async function breakAllAt(member: Member, at: string, parts: Part[]): Promise<void> {
  const { page } = member
  for (const { file } of parts) await page.route(addressOf(file), lost)
  await page.goto(at)
  for (const { file, open, shows } of parts) {
    await test.step(file, async () => {
      await open?.(member)
      await expect(
        page.getByRole('navigation', { name: member.t('menu.main'), includeHidden: true }),
      ).toBeVisible()
      await recover(member, file, shows)
      if (await page.getByRole('dialog').isVisible()) await member.close()
      else await page.goBack()
      await expect(page).toHaveURL((url) => url.pathname === at)
    })
  }
}

/** From the failure that is shown to the part that is loaded. */
async function recover(member: Member, file: string, shows: Part['shows']): Promise<void> {
  const { page } = member
  await expect(page.getByText(member.t('ui.partFailed')).first()).toBeVisible()
  await page.unroute(addressOf(file), lost)
  await member.button('ui.retry').click()
  await expect(shows(member)).toBeVisible()
}

test.describe('a part that fails to load', () => {
  test.beforeEach(({ allow }) => {
    allow.push(/Failed to load resource/)
  })

  test('every part of the apps has a test here', () => {
    const broken = [...visitorParts, ...memberParts, drums, ...wideParts].map(({ file }) => file)
    expect([...broken, ...apart, ...unseen].sort()).toEqual(lazyParts('member'))
    // The console is loaded as one part; only its texts are loaded separately.
    expect(lazyParts('console')).toEqual(['texts.*.json'])
  })

  test('visitors see the failure, and trying again loads the part', async ({ page }) => {
    await breakEach(new Member(page, 'th'), visitorParts)
  })

  test('the games of the dashboard, on phones and in wide windows', async ({ page }) => {
    const member = new Member(page, 'th')
    await member.begin()
    await breakEach(member, [drums])
    await page.setViewportSize({ width: 1280, height: 800 })
    await breakEach(member, wideParts)
  })

  test('why the balance cannot be withdrawn is never left out: the line can be tried again', async ({
    page,
  }) => {
    const member = new Member(page, 'th')
    await page.route(addressOf('bonus-line'), lost)
    // The demo member has a running bonus.
    await member.begin()
    await recover(member, 'bonus-line', () => page.getByRole('region', { name: member.t('bonus.own') }))
  })

  test('bonuses that have ended: the offers above them stay, and they can be tried again', async ({
    page,
    sandbox,
  }) => {
    const member = new Member(page, 'th')
    await member.join(sandbox)
    await page.route(addressOf('past-bonuses'), lost)
    await page.goto('/user/bonus')
    await expect(page.getByText(member.t('ui.partFailed'))).toBeVisible()
    await expect(member.text('bonus.offers')).toBeVisible()
    await page.unroute(addressOf('past-bonuses'), lost)
    await member.button('ui.retry').click()
    // This member has none, so nothing takes its place.
    await expect(page.getByText(member.t('ui.partFailed'))).toHaveCount(0)
    await expect(member.text('bonus.offers')).toBeVisible()
  })

  test('the bets of a bonus: their sheet says so, and can be tried again', async ({ page }) => {
    const member = new Member(page, 'th')
    // The demo member has a running bonus.
    await member.begin()
    await page.route(addressOf('bets-modal'), lost)
    await page.goto('/user/bonus')
    await member.button('bonus.bets').click()
    const leads = ['turnover', 'balance'].map((mode) => member.t(`bonusBets.lead.${mode}`))
    await recover(member, 'bets-modal', () => page.getByText(new RegExp(leads.join('|'))))
  })

  test('the chat: its button works again, and its panel loads when tried again', async ({ page }) => {
    const member = new Member(page, 'th')
    const panel = page.getByRole('dialog', { name: member.t('ui.chat.title'), exact: true })
    for (const file of ['chat-frame', 'panel']) await page.route(addressOf(file), lost)
    await page.goto('/login')
    await member.button('ui.chat.open').click()
    await expect(page.getByText(member.t('ui.partFailedText'))).toBeVisible()
    await expect(panel).toBeHidden()
    await page.unroute(addressOf('chat-frame'), lost)
    await member.button('ui.chat.open').click()
    await recover(member, 'panel', () => panel.getByRole('log'))
  })

  test('members see the failure, the bar and the menu stay, and trying again loads the part', async ({
    page,
    sandbox,
  }) => {
    test.setTimeout(240_000)
    const member = new Member(page, 'th')
    // A bank whose account names are in English letters, so that the modal to correct the name can be opened.
    await member.join(sandbox, newPerson(), { bankCode: 'KTB' })
    await expect(member.button('wallet.deposit').first()).toBeVisible()
    const opened = Map.groupBy(
      memberParts.filter(({ open }) => open),
      ({ at }) => at,
    )
    for (const [at, parts] of opened) await breakAllAt(member, at, parts)
    for (const part of memberParts.filter(({ open }) => !open)) {
      if (part.file === 'agreement-modal')
        await page.evaluate(() => localStorage.removeItem('remember-agreement'))
      await breakEach(member, [part])
      if (part.file === 'agreement-modal')
        await page.evaluate(() => localStorage.setItem('remember-agreement', 'true'))
    }
  })

  for (const [app, path, files] of [
    ['the member app', '/login', ['vendor.js', 'shell.js']],
    ['the console', '/console/login', ['index.css']],
  ] as const) {
    for (const file of files) {
      test(`${file} of ${app}: trying again is offered at once`, async ({ page, allow }) => {
        allow.push(/Failed to load resource/)
        const address = `**/assets/${file.replace('.', '-*.')}`
        await page.route(address, lost)
        await page.goto(path)
        // The member app would offer it anyway after fifteen seconds.
        const again = page.getByRole('link', { name: /Try again/ })
        await expect(again).toBeVisible({ timeout: 10_000 })
        await page.unroute(address, lost)
        await again.click()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      })
    }
  }

  test('socket-client: it is requested again until the page is live', async ({ page, sandbox }) => {
    const member = new Member(page, 'th')
    const seen = await breakPart(page, 'socket-client', lost, lost)
    const live = page.waitForEvent('websocket')
    await member.join(sandbox)
    await live
    expect(seen.count).toBe(3)
  })

  for (const [app, path] of [
    ['the member app', '/login'],
    ['the console', '/console/login'],
  ] as const) {
    test(`texts.*.json of ${app}: trying again is offered, and the old language stays`, async ({ page }) => {
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
      await expect(page.locator('select').first()).toHaveValue('th')
      await expect(submit).toBeVisible()
      await page.unroute(addressOf('texts.*.json'), lost)
      await page.locator('select').first().selectOption('en')
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    })
  }

  test('the dashboard’s figures are asked for once, while the app is on its way', async ({ page, allow }) => {
    const member = new Member(page, 'th')
    // The live connection asks for the figures anew when it has joined, which is another call.
    await page.routeWebSocket(/\/socket\.io\//, () => {})
    await member.begin('/user/home')
    await expect(member.text('wallet.total')).toBeVisible()
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/api\/wallet(\/pending)?$|\/vendor-/.test(pathname)) calls.push(pathname.replace(/-.*/, ''))
    })
    // The app's scripts come after the answers.
    const late = async (route: Route) => {
      await expect.poll(() => calls).toContain('/api/wallet/pending')
      await route.continue()
    }
    await page.route(/\/vendor-/, late)
    const figures = page.locator('main section[aria-busy="false"]').first()
    await page.reload()
    await expect(figures).toBeVisible()
    expect(calls.filter((one) => one.startsWith('/api')).sort()).toEqual([
      '/api/wallet',
      '/api/wallet/pending',
    ])

    // An answer that is lost is asked for by the app, as any other.
    calls.length = 0
    allow.push(/Failed to load resource/)
    await page.route('**/api/wallet', (route) => route.abort(), { times: 1 })
    await page.reload()
    await expect(figures).toBeVisible()
    expect(calls.filter((one) => one === '/api/wallet')).toHaveLength(2)
  })

  test('a hanging answer to the page’s own call ends with the app’s patience', async ({ page, allow }) => {
    const member = new Member(page, 'th')
    await member.begin('/user/home')
    allow.push(/Failed to load resource/)
    await page.clock.install()
    let isHanging = true
    let hanging = 0
    await page.route('**/api/wallet', (route) => (isHanging ? void hanging++ : route.continue()))
    await page.reload()
    await expect.poll(() => hanging).toBeGreaterThan(0)
    await expect(member.text('wallet.total')).toBeVisible()
    // Not when the last visit's figures were read.
    await expect(member.text('wallet.refreshing')).toBeVisible()
    isHanging = false
    await page.clock.fastForward(61_000)
    await expect(page.locator('main section[aria-busy="false"]').first()).toBeVisible()
  })

  test('one lost packet does not show', async ({ page }) => {
    const member = new Member(page, 'th')
    const seen = await breakPart(page, 'profile-page', lost)
    await member.begin('/user/home')
    await menu('menu.profile')(member)
    await expect(member.heading('account.profile.title')).toBeVisible()
    expect(seen.count).toBe(2)
  })

  test('after a release the page is reloaded once, and not for ever', async ({ page }) => {
    const member = new Member(page, 'th')
    await member.begin('/user/home')
    await expect(member.text('wallet.total')).toBeVisible()
    let loads = 0
    page.on('load', () => loads++)
    // The part is missing, and the page's own script has another name, as after a release.
    await page.route(/\/assets\/profile-page-[\w-]+\.js/, gone)
    await menu('menu.profile')(member)
    await expect(page.getByText(member.t('ui.partFailed')).first()).toBeVisible()
    // The message may appear before the last picture has loaded.
    await expect.poll(() => loads).toBe(1)
    // Once the new release is complete, trying again loads the part.
    await page.unroute(/\/assets\/profile-page-[\w-]+\.js/)
    await member.button('ui.retry').click()
    await expect(member.heading('account.profile.title')).toBeVisible()
    expect(loads).toBe(1)

    // A second release in the same tab, and a browser whose error names no file: the page's own script is
    // gone.
    const entry = await page.locator('link[data-entry]').last().getAttribute('href')
    await page.route(/\/assets\/statement-page-[\w-]+\.js/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("it could not be imported")' }),
    )
    await page.route(`**${entry}`, (route) =>
      route.request().resourceType() === 'fetch' ? gone(route) : route.continue(),
    )
    await page.evaluate(() => sessionStorage.setItem('reloaded', 'the entry of the release before'))
    await page.goto('/user/home')
    loads = 0
    await menu('menu.statement')(member)
    await expect.poll(() => loads).toBe(1)
  })
})

test.describe('without internet', () => {
  for (const language of languages) {
    test(`pressing a button says that nothing was sent, and the page recovers by itself (${language})`, async ({
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
      const alert = page.getByRole('dialog', { name: member.t('ui.error') })
      await expect(alert.getByText(member.t('errorMsg.NOT_SENT'))).toBeVisible()
      await alert.getByRole('button', { name: member.t('ui.ok'), exact: true }).click()
      // The message is not "unknown", because nothing was sent; the form is unchanged and can be sent.
      await expect(member.button('wallet.submitAmount', { amount: '฿1.00' })).toBeEnabled()

      const asked = page.waitForResponse((response) => response.url().endsWith('/api/wallet'))
      await context.setOffline(false)
      await asked
      await expect(page.getByText(member.t('ui.offline'))).toHaveCount(0)
    })
  }

  test('a server that does not answer is shown as unreachable until it answers', async ({ page, allow }) => {
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
  test(`a member who is suspended while logged in reads so on every page (${language})`, async ({ page }) => {
    const member = new Member(page, language)
    // What the server answers after a suspension (server/slices/account/login.test.ts).
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

test('the app starts in the oldest browser that it is built for', async ({ page }) => {
  // What came to Chromium after version 111 (web/build/page-config.ts), as far as a program could be tempted.
  await page.addInitScript(() => {
    const gone: [object, string[]][] = [
      [Promise, ['withResolvers', 'try']],
      [AbortSignal, ['any']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Array, ['fromAsync']],
      [URL, ['parse', 'canParse']],
      [Set.prototype, ['union', 'difference', 'intersection', 'isSubsetOf', 'isDisjointFrom']],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([].values())),
        ['map', 'filter', 'toArray', 'some', 'find'],
      ],
    ]
    for (const [of, names] of gone) for (const name of names) Reflect.deleteProperty(of, name)
  })
  const member = new Member(page, 'th')
  await member.begin('/user/home')
  await expect(page.locator('main section[aria-busy="false"]').first()).toBeVisible()
  await member.openDeposit('bank')
})

for (const locale of ['ru-RU', 'pl-PL', 'ar-EG']) {
  test.describe(`on a device in ${locale}`, () => {
    test.use({ locale })

    test('numbers in Lao texts have words, not keys', async ({ page }) => {
      const member = new Member(page, 'la')
      await member.begin('/user/statement')
      await expect(page.getByText(/\d ລາຍການ/).first()).toBeAttached()
      await expect(page.locator('body')).not.toContainText(/statement\.(found|shown)|ui\.ago/)
    })
  })
}

test('an error of ours says so, is reported without the person, and leaves the rest of the page', {
  tag: '@phone',
}, async ({ page, allow }) => {
  // The latest transactions are on the dashboard of a wide window only.
  await page.setViewportSize({ width: 1280, height: 800 })
  allow.push(/console: .*(TypeError|Cannot read)/s)
  const member = new Member(page, 'th')
  // A row that cannot be drawn.
  const broken = (route: Route) => route.fulfill({ json: { total: 1, statements: [null], next: null } })
  await page.route('**/api/statement', broken)
  const reporting = page.waitForRequest('**/api/client-errors')
  await member.begin('/user/home?from=0812345678')
  await expect(member.text('ui.broken')).toBeVisible()
  await expect(member.text('ui.brokenText')).toBeVisible()
  await expect(member.text('ui.partFailedText')).toHaveCount(0)
  const report = await reporting
  expect(report.postDataJSON()).toEqual({
    release: expect.stringMatching(/\.js$/),
    page: '/user/home',
    part: 'part',
    message: expect.stringMatching(/null/),
    stack: expect.stringContaining('/assets/'),
  })
  expect(report.headers().authorization).toBeUndefined()
  expect((await report.response())?.status()).toBe(200)
  await expect(member.button('wallet.deposit').first()).toBeVisible()
  await page.unroute('**/api/statement', broken)
  await page.reload()
  await expect(page.getByRole('region', { name: member.t('statement.recent') })).toBeVisible()
  await expect(member.text('ui.broken')).toHaveCount(0)
})

test('a browser that refuses storage can be used, as long as the page lasts', { tag: '@phone' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
  })
  const member = new Member(page, 'th')
  await member.arrive('/login?code=PR1')
  await member.logIn(demo, true)
  await expect(page).toHaveURL(/\/user\/home$/)
  await expect(member.text('wallet.total')).toBeVisible()
  await member.agree()
  await page.getByRole('link', { name: member.t('menu.statement'), exact: true }).click()
  await expect(member.heading('statement.title')).toBeVisible()
})

test('a registration is kept when the page is reloaded for a new release, but for its password', {
  tag: '@phone',
}, async ({ page, sandbox, allow }) => {
  allow.push(/Failed to load resource/)
  const member = new Member(page, 'th')
  const person = newPerson()
  await member.arrive('/register')
  await member.field('account.phone.label').fill(person.phone)
  await member.button('ui.next').click()
  await member.field('account.code.label').fill(await sandbox.readCode(person.phone))
  await expect(member.heading('account.step.person')).toBeFocused()
  await member.field('account.name.label').fill(person.name)
  await member.field('account.password.label').fill(person.password)
  await page.route(addressOf('chat-frame'), gone)
  const loaded = page.waitForEvent('load')
  await member.button('ui.chat.open').click()
  await loaded
  await expect(member.field('account.phone.label')).toHaveValue(person.phone)
  await member.button('ui.next').click()
  await expect(member.field('account.name.label')).toHaveValue(person.name)
  await expect(member.field('account.password.label')).toHaveValue('')
  // Nobody finds it after a reload of the person's own.
  await page.reload()
  await member.button('ui.next').click()
  await expect(member.field('account.name.label')).toHaveValue('')
})

test('while the balances cannot be loaded the money is said to be safe, and one can pay in', {
  tag: '@phone',
}, async ({ page, sandbox, allow }) => {
  allow.push(/ 500 |Failed to load resource/)
  const member = new Member(page, 'th')
  // A member of one's own: what happens to the demo member in other journeys makes the pages load again.
  await member.join(sandbox)
  const wallet = (route: Route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ message: 'INTERNAL_SERVER_ERROR', requestId: 'B4D7K2MQZ3FA' }),
    })
  /**
   * Fails the calls of an address until the button to try again is pressed, so that none which the page makes
   * by itself takes the button away before.
   */
  const mendedByRetry = async (address: string | RegExp) => {
    const answer = async (route: Route) => {
      const isPressed = await page.evaluate(() => 'isPressed' in window).catch(() => false)
      await (isPressed ? route.fallback() : wallet(route))
    }
    await page.route(address, answer)
    return async () => {
      await page.evaluate(() =>
        addEventListener('click', () => Object.assign(window, { isPressed: true }), true),
      )
      await member.button('ui.retry').click()
    }
  }
  const retryWallet = await mendedByRetry('**/api/wallet')
  await page.goto('/user/home')
  await expect(member.text('wallet.noBalanceText')).toBeVisible()
  await expect(page.getByText('B4D7K2MQZ3FA')).toBeVisible()
  await member.button('wallet.deposit').click()
  const sheet = page.getByRole('dialog', { name: member.t('deposit.title'), exact: true })
  await expect(sheet.getByRole('tab').first()).toBeVisible()
  await expect(sheet).toBeVisible()
  await member.close()
  await retryWallet()
  await expect(member.text('wallet.total')).toBeVisible()
  await page.unroute('**/api/wallet')
  // So it is on the other pages, where the reference is told to our team, too.
  const retryStatement = await mendedByRetry(/\/api\/statement(\?|$)/)
  await page.goto('/user/statement')
  await expect(member.text('statement.safe')).toBeVisible()
  await expect(page.getByText('B4D7K2MQZ3FA')).toBeVisible()
  await expect(member.button('ui.chat.ask')).toBeVisible()
  await retryStatement()
  await expect(member.text('statement.empty')).toBeVisible()
})

test('without a network an open sheet says so, and is loaded when there is one again', {
  tag: '@phone',
}, async ({ page, context, allow }) => {
  allow.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED/)
  const member = new Member(page, 'la')
  for (const file of ['withdraw-modal']) await page.route(addressOf(file), lost)
  await member.begin()
  await expect(member.text('wallet.total')).toBeVisible()
  await expect(page.getByRole('link', { name: member.t('wallet.spin'), exact: true })).toBeVisible()
  await context.setOffline(true)
  await member.button('wallet.withdraw').first().click()
  await expect(member.dialog('wallet.withdraw')).toContainText(member.t('ui.partFailedText'))
  const notice = page.getByRole('status').filter({ hasText: member.t('ui.offline') })
  // In the top layer, above the sheet and what dims the page.
  await expect(notice).toHaveJSProperty('popover', 'manual')
  const ground = async () => {
    const box = await notice.locator('p').boundingBox()
    const { data } = await sharp(await page.screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width = 0 } = page.viewportSize() ?? {}
    const at = (Math.round((box?.y ?? 0) + 20) * width + Math.round((box?.x ?? 0) + 6)) * 3
    return [...data.subarray(at, at + 3)]
  }
  await expect.poll(ground).toEqual([255, 255, 255])
  await page.unroute(addressOf('withdraw-modal'), lost)
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: member.t('withdraw.title'), exact: true })).toBeVisible()
})

test('a game’s sheet without a network says so at once, and offers to play when there is one again', {
  tag: '@phone',
}, async ({ page, context, allow }) => {
  allow.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket connection/)
  const member = new Member(page, 'en')
  await member.begin()
  await member.openGame('PG')
  const play = page.getByRole('dialog').getByRole('button', { name: /^Play/ })
  await expect(play.first()).toBeEnabled()
  await member.close()
  await context.setOffline(true)
  await member.openGame('PG')
  const why = page.getByRole('dialog').getByRole('alert')
  // The question is not repeated while there is nobody to ask, which took three seconds.
  await expect(why).toBeVisible({ timeout: 1000 })
  await expect(play).toHaveCount(0)
  await context.setOffline(false)
  await expect(play.first()).toBeEnabled()
  await expect(why).toHaveCount(0)
})

test('the notice of a missing network hides no button of the bar and nothing of the page', {
  tag: '@phone',
}, async ({ page, context, allow }) => {
  allow.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket connection/)
  const member = new Member(page, 'la')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 640 })
    await member.begin('/user/statement')
    await expect(member.statementRows().first()).toBeVisible()
    await expect(member.button('ui.chat.open')).toBeVisible()
    await context.setOffline(true)
    const notice = page.getByRole('status').filter({ hasText: member.t('ui.offline') })
    await expect(notice).toBeVisible()
    const under = () =>
      notice.evaluate((strip) => {
        const { top, bottom } = strip.getBoundingClientRect()
        return [
          ...document.querySelectorAll('header :is(a, button, select), main :is(h1, a, button, select)'),
        ]
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .filter((one) => {
            const box = one.getBoundingClientRect()
            return Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1
          })
          .map((one) => one.ariaLabel ?? one.textContent)
      })
    await expect.poll(under, `${width} px`).toEqual([])
    // The page moves below the bar, and the bar keeps its place below the notice.
    await page.evaluate(() => scrollTo(0, 400))
    const bar = page.locator('header')
    const { y = 0, height = 0 } = (await notice.boundingBox()) ?? {}
    await expect.poll(async () => Math.round((await bar.boundingBox())?.y ?? 0)).toBe(Math.round(y + height))
    await context.setOffline(false)
    await expect(notice).toHaveCount(0)
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(async () => (await bar.boundingBox())?.y ?? 0).toBeLessThan(40)
  }
})

test('a shortcut stays what it is when the call behind it fails', { tag: '@phone' }, async ({
  page,
  allow,
}) => {
  allow.push(/ 500 |Failed to load resource/)
  const member = new Member(page, 'en')
  await member.begin()
  const wheel = page.getByRole('link', { name: member.t('wallet.spin'), exact: true })
  await expect(wheel).toBeVisible()
  await page.route('**/api/spinwheel/active', (route) => route.fulfill({ status: 500, body: '{}' }))
  const failed = page.waitForResponse('**/api/spinwheel/active')
  await page.reload()
  await failed
  await expect(member.text('wallet.total')).toBeVisible()
  await expect(wheel).toBeVisible()
})

test('the rows of the statement that were seen are there without a network, however long ago that was', {
  tag: '@phone',
}, async ({ page, context, allow }) => {
  allow.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket connection/)
  await page.clock.install()
  const member = new Member(page, 'th')
  await member.begin('/user/statement')
  const rows = member.statementRows()
  // Names of games and banks may come later than the rows.
  await expect(rows.filter({ hasText: 'Huay HD' }).first()).toBeVisible()
  // Its letters are joined.
  await expect(rows.filter({ hasText: /ก.?สิ.?ก.?ร.?ไท.?ย/ }).first()).toBeVisible()
  const seen = await rows.allTextContents()
  await page.getByRole('link', { name: member.t('menu.profile'), exact: true }).click()
  await expect(member.heading('account.profile.title')).toBeVisible()
  await page.clock.fastForward(20 * 60_000)
  await context.setOffline(true)
  await page.getByRole('link', { name: member.t('menu.statement'), exact: true }).click()
  await expect(member.text('ui.offline')).toBeVisible()
  await expect(rows).toHaveText(seen)
})

test('an answer that was on its way when the network went does not hide that it went', {
  tag: '@phone',
}, async ({ page, context, allow }) => {
  allow.push(/ 500 |Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection/)
  const member = new Member(page, 'la')
  await member.begin('/user/profile')
  await expect(member.heading('account.profile.title')).toBeVisible()
  // A call is lost, so the server is asked whether it is there; its answer comes when the network has gone.
  let arrive = () => {}
  await page.route('/health/live', async (route) => {
    await new Promise<void>((resolve) => {
      arrive = resolve
    })
    await route.fulfill({ json: {} })
  })
  const asked = page.waitForRequest('/health/live')
  await page.route('**/api/statement', (route) => route.abort())
  await menu('menu.statement')(member)
  await asked
  await context.setOffline(true)
  await expect(member.text('ui.offline')).toBeVisible()
  const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/health/live'))
  arrive()
  await answered
  await menu('menu.profile')(member)
  await expect(member.heading('account.profile.title')).toBeVisible()
  await expect(member.text('ui.offline')).toBeVisible()
})

test('a login that our fault refused says why below its button, which stays where it was', {
  tag: '@phone',
}, async ({ page, allow }) => {
  allow.push(/ 500 |Failed to load resource/)
  const member = new Member(page, 'th')
  await member.arrive('/login')
  const body = JSON.stringify({ message: 'INTERNAL_SERVER_ERROR', requestId: 'B4D7K2MQZ3FA' })
  await page.route('**/api/login', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body }),
  )
  for (const height of [844, 640]) {
    await page.setViewportSize({ width: height === 844 ? 390 : 360, height })
    await member.logIn({ phone: '0812345678', password: 'krapao-demo' })
    const reason = page.getByText('B4D7K2MQZ3FA')
    await expect(reason).toBeInViewport()
    const button = member.button('account.login.submit')
    // Not under the menu either.
    await button.click({ trial: true, timeout: 1000 })
    const [why, pressed] = [await reason.boundingBox(), await button.boundingBox()]
    expect(why?.y).toBeGreaterThan((pressed?.y ?? 0) + (pressed?.height ?? 0))
    await page.reload()
  }
})
