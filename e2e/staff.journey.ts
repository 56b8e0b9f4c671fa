// Two owners add an operator and reinstate them after one of the two suspended them; their console shows it
// at once, and shows when its socket is down.

import { readFile } from 'node:fs/promises'
import type { BrowserContext, WebSocketRoute } from '@playwright/test'
import { plainText } from '../web/i18n/plain-text.ts'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { expect, expectAccessible, expectNoDialog, test } from './testing/test.ts'

test('two owners add and reinstate an operator, who sets a password of their own; one suspends them', {
  tag: '@desktop',
}, async ({ browser, watch, baseURL, allow }) => {
  // The socket is cut on purpose.
  allow.push(/ERR_FAILED|WebSocket/)
  const contexts = [
    await browser.newContext({ baseURL }),
    await browser.newContext({ baseURL }),
    await browser.newContext({ baseURL }),
  ] as const
  for (const context of contexts) await watch(context)
  const [office, desk, otherOffice] = contexts
  const owner = new Operator(await office.newPage(), 'en')
  const { page, t } = owner
  const name = `Nok ${Math.floor(Math.random() * 100_000)}`
  const email = `${name.replace(' ', '-').toLowerCase()}@test.test`
  const password = 'a-lantern-by-the-river'
  await owner.logIn('owner')
  const second = new Operator(await otherOffice.newPage(), 'en')
  await second.logIn('owner2')

  await test.step('one owner asks for somebody, and can neither approve it nor see a password', async () => {
    await owner.openPage('operator.staff.title')
    await page.getByRole('button', { name: t('operator.staff.add'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('operator.staff.name'), { exact: true }).fill(name)
    await dialog.getByLabel(t('operator.staff.email'), { exact: true }).fill(email)
    await dialog.getByRole('radio', { name: t('operator.role.cashier') }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t('operator.staff.add'), exact: true }).click()
    await expectNoDialog(page)
    await expect(page.getByText(t('operator.request.own'))).toBeVisible()
    await expect(page.getByRole('button', { name: t('operator.request.approve') })).toHaveCount(0)
    await expectAccessible(page)
  })

  const oneTime =
    await test.step('another owner sees it at once, approves it and reads out the one-time password', async () => {
      await expect(second.page.getByText(t('operator.request.waiting'))).toBeAttached()
      const given = await second.approveStaff(name, () => expectAccessible(second.page))
      await expect(page.getByText(t('operator.request.own'))).toHaveCount(0)
      return given
    })

  const line = await cuttable(desk)
  const person = new Operator(await desk.newPage(), 'en')
  const logIn = async (given: string) => {
    await person.page.goto('/console')
    await person.page.locator('select').first().selectOption('en')
    await person.page.getByLabel(t('operator.login.email'), { exact: true }).fill(email)
    await person.page.getByLabel(t('operator.login.password'), { exact: true }).fill(given)
    await person.page.getByRole('button', { name: t('operator.login.submit'), exact: true }).click()
  }
  const queues = person.page.getByRole('navigation', { name: t('desk.queues') })

  await test.step('a login with it leads to setting an own password first', async () => {
    await logIn(oneTime)
    await expect(person.page.getByText(t('operator.login.oneTime'))).toBeVisible()
    await expect(queues).toHaveCount(0)
    await person.page.getByLabel(t('operator.password.given'), { exact: true }).fill(oneTime)
    await person.page.getByLabel(t('operator.password.new'), { exact: true }).fill('short')
    await person.page.getByLabel(t('operator.password.again'), { exact: true }).fill('short')
    const submit = person.page.getByRole('button', { name: t('operator.password.submit'), exact: true })
    await submit.click()
    await expect(person.page.getByText(t('operator.password.problem.LENGTH'))).toBeVisible()
    await expectAccessible(person.page)
    await person.page.getByLabel(t('operator.password.new'), { exact: true }).fill(password)
    await person.page.getByLabel(t('operator.password.again'), { exact: true }).fill(password)
    await submit.click()
    await expect(queues).toBeVisible()
  })

  await test.step('without a socket the console says since when, and stops saying so afterwards', async () => {
    const notLive = person.page.getByText(person.between('ui.notLive'))
    await expect(notLive).toHaveCount(0)
    await line.cut()
    await expect(notLive).toBeVisible()
    line.mend()
    await expect(notLive).toHaveCount(0)
  })

  const change = async (act: string) => {
    await page.getByRole('button', { name: t('operator.staff.changeOf', { name }), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await expectNoDialog(page)
  }

  await test.step('after the suspension the open console ends and says why', async () => {
    await change(t('operator.staff.shutOut'))
    await expect(person.page.getByText(t('operatorMsg.INACTIVE_USER'))).toBeVisible()
  })

  await test.step('after the reinstatement the operator logs in with the own password', async () => {
    await change(t('operator.staff.letIn'))
    expect(await second.approveStaff(name)).toBe('')
    await person.page.reload()
    await expect(queues).toHaveCount(0)
    await logIn(password)
    await expect(queues).toBeVisible()
  })

  await test.step('the audit log shows it under its kind, which the address keeps', async () => {
    await page.goto('/console/audit')
    await page.getByRole('link', { name: t('operator.audit.kind.staff'), exact: true }).click()
    await expect(page).toHaveURL(/\/audit\?kind=staff$/)
    const listed = page.locator('ol')
    await expect(listed.getByText(t('operator.action.operator-let-in')).first()).toBeVisible()
    await expect(listed.getByText(t('operator.action.login'), { exact: true })).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('it is searched by what was done and when, and taken as a file', async () => {
    const action = page.getByLabel(t('operator.audit.action'), { exact: true })
    await action.selectOption('operator.shut-out')
    await expect(page).toHaveURL(/action=operator\.shut-out/)
    // A login would be listed as well.
    await expect(page.getByRole('link', { name: t('operator.audit.kind.all'), exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    const events = page.getByRole('listitem').filter({ has: page.getByText(t('operator.audit.details')) })
    await expect(events.filter({ hasText: t('operator.action.operator-let-in') })).toHaveCount(0)
    await expect(events.first()).toContainText(t('operator.action.operator-shut-out'))
    await expectAccessible(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: t('ui.file.csv'), exact: true }).click()
    const [head = '', line = ''] = (await readFile(await (await saving).path(), 'utf8')).split('\r\n')
    expect(head).toContain('UTC+07:00')
    expect(line).toContain(plainText(t('operator.action.operator-shut-out')))
    const day = page.getByRole('textbox', { name: t('operator.audit.to'), exact: true })
    await day.fill('31/12/2563')
    await expect(page).toHaveURL(/to=2020-12-31/)
    await day.press('ArrowDown')
    const calendar = page.getByRole('dialog', { name: t('operator.audit.to'), exact: true })
    await expect(calendar.getByRole('button', { pressed: true })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('PageUp')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/to=2020-11-29/)
    await expect(day).toBeFocused()
    await expect(calendar).toBeHidden()
    await day.press('ArrowDown')
    await page.keyboard.press('Escape')
    await expect(calendar).toBeHidden()
    await day.fill('31/2/2020')
    await day.blur()
    await expect(page.getByText(t('ui.date.wrong', { example: '26/11/2026' }))).toBeVisible()
    await day.fill('1/1/2020')
    await expect(page.getByText(t('operator.audit.emptyFiltered'))).toBeVisible()
    await page.getByRole('button', { name: t('ui.filter.clear'), exact: true }).click()
    await page.getByRole('button', { name: t('ui.filter.more'), exact: true }).click()
    await page.getByLabel(t('operator.audit.address'), { exact: true }).fill('203.0.113.254')
    await expect(page.getByText(t('operator.audit.emptyFiltered'))).toBeVisible()
  })
})

test('support finds a refused call by the reference that the member reads out', {
  tag: '@phone',
}, async ({ browser, watch, baseURL, sandbox, allow }) => {
  test.setTimeout(120_000)
  // The call is refused on purpose.
  allow.push(/ 422 /)
  const contexts = [await browser.newContext({ baseURL }), await browser.newContext({ baseURL })] as const
  for (const context of contexts) await watch(context)
  const [home, desk] = contexts
  const member = new Member(await home.newPage(), 'en')
  const person = await member.join(sandbox)
  const answer = await member.page.request.post('/api/wallet/withdraw', {
    data: { amount: 4321 },
    headers: await member.headers(),
  })
  expect((await answer.json()).message).toBe('MONEY_NOT_ENOUGH')
  const reference = answer.headers()['x-request-id'] ?? ''
  const support = new Operator(await desk.newPage(), 'en')
  const { page, t } = support
  await support.logIn('support')

  await test.step('the page says what can be searched, and when the text is too short', async () => {
    await support.openPage('desk.find.title')
    // The menu says where one is, and nothing of it is out of sight.
    const menu = page.getByRole('navigation', { name: t('ui.pages') })
    await expect(menu.getByRole('button')).toHaveText(`${t('ui.menu')}: ${t('desk.find.title')}`)
    expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await expect(page.getByText(t('desk.find.start'))).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel(t('desk.find.label'), { exact: true }).fill('zz')
    await expect(page.getByRole('status').getByText(t('desk.find.short'))).toBeVisible()
  })

  const field = page.getByLabel(t('desk.find.label'), { exact: true })
  const masked = `•••••• ${person.phone.slice(-4)}`
  await test.step('by its reference: what was asked for, why it was refused, and who the member is', async () => {
    await field.fill(` ${reference.slice(0, 6)} ${reference.slice(6).toUpperCase()}`)
    const call = page.getByRole('article')
    await expect(call).toContainText(t('desk.find.refused', { what: t('desk.find.call.withdrawal') }))
    await expect(call).toContainText(t('desk.find.code.MONEY_NOT_ENOUGH'))
    await expect(call).toContainText(t('desk.find.codeLabel', { code: 'MONEY_NOT_ENOUGH' }))
    await expect(call).toContainText(reference)
    await expect(call).toContainText(masked)
    await expect(call).not.toContainText(person.phone)
    await expectAccessible(page)
    // The address keeps the search, for a reload and for a colleague.
    await page.reload()
    await expect(call).toContainText(masked)
  })

  await test.step('a button shows the numbers whole, until the page is left', async () => {
    const call = page.getByRole('article')
    await call
      .getByRole('button', { name: t('desk.numbers.showMember', { name: person.name }), exact: true })
      .focus()
    await page.keyboard.press('Enter')
    await expect(call).toContainText(person.phone)
    await expect(call).not.toContainText('•')
    // Who pressed the button goes on where it was.
    await expect(call.getByText(person.phone, { exact: true })).toBeFocused()
    await expectAccessible(page)
    await page.reload()
    await expect(call).toContainText(masked)
  })

  await test.step('by phone: the member; a search without a result says so', async () => {
    await field.fill(person.phone)
    await expect(page.getByRole('list', { name: t('desk.find.members') })).toContainText(masked)
    await field.fill('nobody-has-this')
    await expect(page.getByRole('status').getByText(t('desk.find.nothing'))).toBeVisible()
    await expectAccessible(page)
    // The tab is loaded as a new one.
    await support.openPage('desk.find.title')
    await expect(field).toHaveValue('')
  })
})

/** A browser whose socket can be cut, and nothing else. */
async function cuttable(context: BrowserContext): Promise<{ cut(): Promise<void>; mend(): void }> {
  let isCut = false
  const lines: WebSocketRoute[] = []
  await context.route('**/socket.io/**', (route) => (isCut ? route.abort() : route.continue()))
  await context.routeWebSocket(/socket\.io/, (line) => {
    if (isCut) return void line.close()
    const server = line.connectToServer()
    server.onMessage((message) => line.send(message))
    line.onMessage((message) => {
      server.send(message)
      // From here on every connection is a web socket: socket.io would otherwise start with long polling.
      if (message === '5') lines.push(line)
    })
  })
  return {
    async cut() {
      await expect.poll(() => lines.length).toBeGreaterThan(0)
      isCut = true
      for (const line of lines) line.close()
    },
    mend() {
      isCut = false
    },
  }
}
