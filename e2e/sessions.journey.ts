// Which session a tab has: two tabs and two people on one phone, sessions that end, and the way back to the
// page.

import type { Page } from '@playwright/test'
import { byDepth } from '../server/testing/depth.ts'
import { demo, houseAccountOf, logInByCall, Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { sandboxOf } from './testing/sandbox.ts'
import { ownSatang } from './testing/satang.ts'
import { expect, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

const other = { phone: '0898765432', password: 'krapao-demo' }

/** The tokens of a page's calls from now on. */
function tokensOf(page: Page): Set<string> {
  const tokens = new Set<string>()
  page.on('request', (request) => {
    const token = request.headers().authorization
    if (token) tokens.add(token)
  })
  return tokens
}

const profileStatus = async (member: Member, token: string | undefined): Promise<number> => {
  const headers = { authorization: token ?? '', 'x-requested-with': 'wallet-user' }
  return (await member.page.request.get('/api/account/profile', { headers })).status()
}

for (const language of languages) {
  // Each way once, and each language once; every combination in depth.
  for (const remember of byDepth({ usual: [language !== 'la'], deep: [true, false] })) {
    const kind = remember ? 'remembered' : 'for the session'
    test(`another person’s login in a second tab ends the first one (${kind}, ${language})`, async ({
      page,
      context,
    }) => {
      const first = new Member(page, language)
      const tokens = tokensOf(page)
      await first.arrive('/login')
      await first.logIn(demo, remember)
      await expect(page).toHaveURL(/\/user\/home$/)
      await expect.poll(() => tokens.size).toBe(1)

      const second = new Member(await context.newPage(), language)
      await second.arrive('/login')
      // Opening the login page ends a remembered session; a session that is not remembered ends with the new
      // login.
      const ended = first.text(`account.login.ended.${remember ? 'logged-out' : 'other-login'}`)
      // A tab that notices only after the login says that somebody else logged in.
      if (remember) await expect(ended).toBeVisible()
      const others = tokensOf(second.page)
      await second.logIn(other, true)
      await expect(second.page).toHaveURL(/\/user\/home$/)
      await expect.poll(() => others.size).toBe(1)

      await expect(page).toHaveURL(/\/login\?next=%2Fuser%2Fhome$/)
      await expect(ended).toBeVisible()
      await expect(first.field('account.phone.label')).toHaveValue('')
      expect(tokens.size).toBe(1)
      const [token] = tokens
      await expect.poll(() => profileStatus(first, token)).toBe(401)
      // Nothing changes for the second person.
      await second.page.reload()
      await expect(second.page).toHaveURL(/\/user\/home$/)
      expect(others.size).toBe(1)
    })
  }

  // The dashboard asks for its figures before the app is there to lead to the login page.
  const path = language === 'th' ? '/user/home?from=message' : '/user/statement?type=withdraw'
  test(`a session that has ended says so and leads back to ${path} (${language})`, async ({ page }) => {
    const member = new Member(page, language)
    const tokens = tokensOf(page)
    await member.arrive('/login')
    await member.logIn(demo)
    await expect(page).toHaveURL(/\/user\/home$/)
    await expect.poll(() => tokens.size).toBe(1)
    const [authorization = ''] = tokens
    // No page is open at this moment: an open one learns at once that its session has ended, and would show
    // that message first.
    await page.goto('about:blank')
    const headers = { authorization, 'x-requested-with': 'wallet-user' }
    expect((await page.request.post('/api/logout', { headers })).ok()).toBe(true)

    await page.goto(path)
    await expect(page).toHaveURL((url) => url.search === `?next=${encodeURIComponent(path)}`)
    await expect(member.text('account.login.ended.expired')).toBeVisible()
    await expect(member.field('account.phone.label')).toHaveValue(demo.phone)
    await page.reload()
    await expect(member.text('account.login.ended.expired')).toBeVisible()
    await expect(member.field('account.phone.label')).toHaveValue(demo.phone)
    await member.field('account.password.label').fill(demo.password)
    await member.button('account.login.submit').click()
    await expect(page).toHaveURL((url) => url.pathname + url.search === path)
  })
}

test('a tab that slept through another person’s login ends before its next call', async ({
  page,
  context,
  sandbox,
}) => {
  // A sleeping tab receives no events.
  await page.addInitScript(() => {
    for (const event of ['storage', 'visibilitychange', 'pageshow'])
      addEventListener(event, (event_) => event_.stopImmediatePropagation(), { capture: true })
  })
  // Nothing is under way, which would be asked about again: the withdrawal is the tab's next call.
  await page.route('**/api/wallet/pending', (route) =>
    route.fulfill({ json: { pending: [], ended: [], unread: 0 } }),
  )
  const first = new Member(page, 'en')
  const tokens = tokensOf(page)
  // A member without a bonus, who may withdraw.
  const person = await first.join(sandbox)
  await first.payIn(sandbox, person, 500)
  await page.goto('/user/home')
  await first.expectTotal('฿500.00')
  const modal = await first.openWithdraw()
  await modal.getByLabel(first.t('withdraw.amount'), { exact: true }).fill('100')

  const second = new Member(await context.newPage(), 'en')
  // A page without live data: on others the socket would notify the first tab of the login.
  await second.page.goto('/user/contact')
  await second.page.evaluate((person) => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'wallet-user' }
    const body = JSON.stringify({ username: person.phone, password: person.password, remember: true })
    return fetch('/api/login', { method: 'POST', headers, body })
      .then((answer) => answer.json())
      .then(({ token }) => {
        localStorage.setItem('login', 'another')
        localStorage.setItem('token', token)
      })
  }, other)
  await second.page.close()

  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await modal
    .getByRole('button', { name: first.t('withdraw.submitAmount', { amount: '฿100.00' }), exact: true })
    .click()
  await expect(first.text('account.login.ended.other-login')).toBeVisible()
  expect(sent.filter((path) => /withdraw/.test(path))).toEqual([])
  expect(tokens.size).toBe(1)
})

/** Lets the server do the next such call, and keeps its answer back. */
async function keepAnswer(page: Page, url: string) {
  const asked = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  const given = Promise.withResolvers<void>()
  await page.route(
    url,
    async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await late.promise
      await route.fulfill({ response })
      given.resolve()
    },
    { times: 1 },
  )
  const give = () => {
    late.resolve()
    return given.promise
  }
  return { asked: asked.promise, give }
}

test('answers that come after another person’s login show that person nothing', {
  tag: '@phone',
}, async ({ page, sandbox }) => {
  const first = new Member(page, 'th')
  const person = await first.join(sandbox)
  await first.payIn(sandbox, person, 120.75)
  await first.expectTotal('฿120.75')
  const account = await keepAnswer(page, '**/api/wallet/activate/*')
  await first.openGame('SlotXO')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: first.t('game.open'), exact: true })
    .click()
  await account.asked
  await first.close()
  const games = await keepAnswer(page, '**/api/wallet/refresh/slot')
  await first.button('wallet.refresh').first().click()
  await games.asked
  await first.button('menu.logout').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: first.t('menu.logout') })
    .click()
  await expect(page).toHaveURL(/\/login$/)

  const second = new Member(page, 'th')
  await second.logIn(other, true)
  await expect(page).toHaveURL(/\/user\/home$/)
  const total = page.getByText('฿120.75', { exact: true })
  const opened = second.text('game.opened', { name: 'SlotXO' })
  await expect(page.getByRole('main').locator('section[aria-busy="false"]').first()).toBeVisible()
  await expect(total).toHaveCount(0)
  // Nothing else replaces what they would show.
  await page.route(/\/api\/wallet$/, () => undefined)
  await games.give()
  await account.give()
  await page.waitForTimeout(1500)
  await expect(total).toHaveCount(0)
  // Asked once: a message would go by itself.
  expect(await opened.count()).toBe(0)
})

test('a file that comes after another person’s login is not saved', { tag: '@phone' }, async ({ page }) => {
  const first = new Member(page, 'en')
  await first.begin('/user/statement')
  const file = await keepAnswer(page, '**/api/statement/csv*')
  await first.button('statement.csv').click()
  await file.asked
  await first.button('menu.logout').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: first.t('menu.logout') })
    .click()
  await expect(page).toHaveURL(/\/login$/)
  await new Member(page, 'en').logIn(other, true)
  await expect(page).toHaveURL(/\/user\/home$/)
  const saved: string[] = []
  page.on('download', (download) => saved.push(download.suggestedFilename()))
  await file.give()
  await page.getByRole('link', { name: first.t('menu.statement'), exact: true }).click()
  await expect(first.heading('statement.title')).toBeVisible()
  await page.waitForTimeout(1000)
  expect(saved).toEqual([])
})

test('a logout in one tab ends the others of the same login', async ({ page, context }) => {
  const first = new Member(page, 'en')
  await first.begin('/user/profile')
  await expect(first.heading('account.profile.title')).toBeVisible()
  const second = new Member(await context.newPage(), 'en')
  await second.page.goto('/user/home')
  await second.button('menu.logout').click()
  await second.page
    .getByRole('dialog')
    .getByRole('button', { name: second.t('menu.logout') })
    .click()
  await expect(second.page).toHaveURL(/\/login$/)
  await expect(first.text('account.login.ended.logged-out')).toBeVisible()
  await expect(page).toHaveURL(/\/login\?next=%2Fuser%2Fprofile$/)
})

test('opening a visitor’s page ends the session on the server, too', async ({ page }) => {
  const member = new Member(page, 'en')
  const tokens = tokensOf(page)
  await member.begin('/user/profile')
  await expect(member.heading('account.profile.title')).toBeVisible()
  await expect.poll(() => tokens.size).toBe(1)
  const [token] = tokens
  await page.goto('/howto')
  await expect.poll(() => profileStatus(member, token)).toBe(401)
})

test('“cannot verify identity” ends the session like an invalid token', async ({ page }) => {
  const member = new Member(page, 'en')
  await member.begin('/user/home')
  await page.route('**/api/account/profile', (route) =>
    route.fulfill({ status: 401, json: { message: 'cannot verify identity' } }),
  )
  await page.goto('/user/profile')
  await expect(page).toHaveURL(/\/login\?next=%2Fuser%2Fprofile$/)
  await expect(member.text('account.login.ended.expired')).toBeVisible()
})

test('a call that is sent without a token leads to the login', async ({ page }) => {
  const member = new Member(page, 'en')
  await member.begin('/user/profile')
  await expect(member.heading('account.profile.title')).toBeVisible()
  await page.route('**/api/account/**', (route) =>
    route.fulfill({ status: 401, json: { message: 'invalid-token' } }),
  )
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/user/profile')
  await expect(page).toHaveURL(/\/login\?next=%2Fuser%2Fprofile$/)
})

for (const language of languages) {
  test(`an operator’s session that ends while a reason is typed keeps it (${language})`, async ({ page }) => {
    const sandbox = sandboxOf(page.request)
    const { token } = await logInByCall(page, demo)
    const headers = { 'x-requested-with': 'wallet-user', authorization: `Bearer ${token}` }
    const house = await houseAccountOf(page, headers, 'SCB')
    const satang = ownSatang()
    const transfer = { fromBank: 'SCB', fromAccountNo: '5550001112', fromName: 'NOBODY KNOWN' }
    await sandbox.pay({ ...transfer, ...house, amount: Number(`77.${satang}`) })

    const operator = new Operator(page, language)
    const { t } = operator
    const tokens = tokensOf(page)
    await operator.logIn('cashier')
    await operator.open('bank-transfer', `฿77.${satang}`)
    const address = new URL(page.url()).pathname
    const ask = page.getByRole('button', { name: t('desk.refuse'), exact: true })
    const reason = page.getByRole('dialog').getByLabel(t('desk.reasonLabel'), { exact: true })
    await ask.click()
    await reason.fill('the sender called us about')
    const [authorization = ''] = tokens
    expect((await page.request.post('/api/console/logout', { headers: { authorization } })).ok()).toBe(true)

    await expect(page).toHaveURL(/\/console\/login\?next=/)
    await expect(page.getByText(t('operator.login.expired'), { exact: true })).toBeVisible()
    await expect(page.getByLabel(t('operator.login.email'), { exact: true })).toHaveValue('cashier@demo.test')
    await page.getByLabel(t('operator.login.password'), { exact: true }).fill('krapao-demo')
    await page.getByRole('button', { name: t('operator.login.submit'), exact: true }).click()
    await expect(page).toHaveURL((url) => url.pathname === address)
    await ask.click()
    await expect(reason).toHaveValue('the sender called us about')
    // A logout by hand leaves no draft to the next person.
    await page.goto('/console')
    await page.getByRole('button', { name: t('operator.logout'), exact: true }).click()
    await expect(page.getByLabel(t('operator.login.email'), { exact: true })).toHaveValue('')
    const kept = await page.evaluate(() => Object.keys(sessionStorage))
    expect(kept.filter((key) => key.startsWith('draft:') || key.startsWith('operator-'))).toEqual([])
  })
}
