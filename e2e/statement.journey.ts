// A member looks for a payment: by search, by days and by kind, and reads what it changed.

import { Member } from './testing/member.ts'
import { expect, expectAccessibleIn, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

for (const language of languages) {
  test(`the statement: sums, a search, days and a row (${language})`, { tag: oneWidth[language] }, async ({
    page,
    sandbox,
    isMobile,
  }) => {
    const member = new Member(page, language)
    const { t } = member
    const person = await member.join(sandbox)
    await test.step('an empty one leads to a deposit; one that is empty by its filters, to all rows', async () => {
      await page.goto('/user/statement')
      await page.getByLabel(t('statement.kind'), { exact: true }).selectOption('deposit')
      await member.button('statement.clearFilters').click()
      await member.button('statement.emptyAction').click()
      await expect(member.dialog('deposit.title')).toBeVisible()
      await member.close()
      await page.goto('/user/home')
    })
    for (const amount of [1200.5, 300]) await member.payIn(sandbox, person, amount)
    await member.expectTotal('฿1,500.50')
    await member.activate('PG')
    await member.move('PG', 140)
    await page.goto('/user/statement')

    const rows = member.statementRows()
    await expect(rows).toHaveCount(3)
    // In wide windows the balance stands beside the rows, too.
    const balance = t('wallet.mainWallet')
    const sums = page.getByRole('main').locator('dl').filter({ hasNotText: balance }).first()
    await expect(sums).toContainText('฿1,500.50')
    await expect(sums).toContainText(`${t('statement.sums.moreIn')}฿1,500.50`)
    // Of which rows they are the sums.
    const about = page.getByRole('region', {
      name: t('statement.sums.title', { time: t('statement.allMonths') }),
    })
    await expect(about.getByRole('heading', { name: t('statement.allMonths'), exact: true })).toBeVisible()
    await expect(about.getByText(t('statement.sums.without'))).toBeVisible()

    await test.step('a row says what it changed on two accounts; its entries are behind a press', async () => {
      await rows.first().getByRole('button').click()
      await expect(rows.first()).toContainText('฿1,500.50')
      await expect(rows.first()).toContainText('฿1,360.50')
      await expect(rows.first().getByRole('listitem')).toHaveCount(0)
      await rows.first().getByText(t('statement.entries')).press('Enter')
      await expect(rows.first().getByRole('listitem')).toHaveCount(4)
      await expectAccessibleIn(language, page)
    })

    await test.step('a search, which the address keeps', async () => {
      if (isMobile) await page.getByRole('button', { name: t('statement.search') }).click()
      await page.getByRole('searchbox', { name: t('statement.search') }).fill('1,200.50')
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText('+฿1,200.50')
      await page.reload()
      await expect(rows).toHaveCount(1)
      await expect(page.getByRole('searchbox')).toHaveValue('1,200.50')
      await page.getByRole('searchbox').fill('77')
      await expect(page.getByText(t('statement.noMatch'))).toBeVisible()
      await expectAccessibleIn(language, page)
      await member.button('statement.clearFilters').click()
      await expect(rows).toHaveCount(3)
    })

    await test.step('a kind that is chosen before the search has begun stays chosen', async () => {
      if (isMobile) await page.getByRole('button', { name: t('statement.search') }).click()
      await page.getByRole('searchbox').fill('300')
      await page.getByLabel(t('statement.kind'), { exact: true }).selectOption('deposit')
      await expect(page).toHaveURL(/search=300/)
      await expect(page).toHaveURL(/type=deposit/)
      await expect(rows).toHaveCount(1)
      await page.goto('/user/statement')
      await expect(rows).toHaveCount(3)
    })

    await test.step('days: none before today, all today', async () => {
      await page.getByLabel(t('statement.period')).selectOption('days')
      await expect(rows).toHaveCount(3)
      const until = page.getByLabel(t('statement.untilDay'), { exact: true })
      const today = await until.inputValue()
      const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
      await page.getByLabel(t('statement.fromDay'), { exact: true }).fill('')
      await until.fill(yesterday)
      await expect(page.getByText(t('statement.noMatch'))).toBeVisible()
      await expect(sums).toContainText('฿0.00')
      await until.fill(today)
      await expect(rows).toHaveCount(3)
      await expect(sums).toContainText(`${t('statement.sums.moreIn')}฿1,500.50`)
    })
  })
}

for (const language of languages) {
  test(`the statement on small phones: no choice is cut, and the list begins high (${language})`, {
    tag: '@phone',
  }, async ({ page, sandbox }) => {
    const member = new Member(page, language)
    const { t } = member
    const person = await member.join(sandbox)
    for (const amount of [20_000, 1500]) await member.payIn(sandbox, person, amount)
    await member.withdraw('6000', '฿6,000.00')
    await member.close()
    const list = () => member.statementRows().first()
    for (const [width, height, most] of [
      [390, 844, 420],
      [360, 640, 420],
      [320, 640, 450],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('/user/statement')
      await expect(list()).toBeVisible()
      const choices = await page.getByRole('main').locator('select').evaluateAll(cutOptions)
      expect(choices, `${width}`).toEqual([])
      // What is under way is the first row of the list, and stands nowhere else.
      await expect(list()).toContainText('฿6,000.00')
      await expect(list()).toContainText(t('wallet.under.state.WITH_TEAM'))
      await expect(member.under('title')).toHaveCount(0)
      expect((await list().boundingBox())?.y, `${width}`).toBeLessThan(most)
      const title = await member.heading('statement.title').boundingBox()
      for (const tool of ['statement.slips', 'statement.csv', 'statement.pdf']) {
        const box = await member.button(tool).boundingBox()
        expect(Math.abs((box?.y ?? 0) - (title?.y ?? 0)), `${tool} ${width}`).toBeLessThan(20)
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${tool} ${width}`).toBeGreaterThanOrEqual(44)
      }
    }
    await list().getByRole('button').click()
    await member.button('statement.follow').click()
    await expect(page.getByText(t('withdraw.waitingForStaff'))).toBeVisible()
  })
}

/** The options whose words have no room in their closed select. */
const cutOptions = (selects: Element[]): string[] =>
  (selects as HTMLSelectElement[]).flatMap((select) => {
    const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select)
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('No canvas.')
    canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`
    return [...select.options]
      .map(({ text }) => ({ text, width: canvas.measureText(text).width }))
      .filter(({ width }) => width > room)
      .map(({ text, width }) => `${text}: ${Math.round(width)} in ${room}`)
  })

/** As many transactions as two pages and a half have. */
const many = 25

for (const language of languages) {
  test(`more of the statement: below on phones, by pages on wide screens (${language})`, {
    tag: oneWidth[language],
  }, async ({ page, sandbox, isMobile, allow }) => {
    const member = new Member(page, language)
    const { t } = member
    const person = await member.join(sandbox)
    await Promise.all(Array.from({ length: many }, (_, at) => member.payIn(sandbox, person, 100 + at)))
    await page.goto('/user/statement')
    const rows = member.statementRows().filter({ hasText: '+฿' })
    await expect(rows).toHaveCount(10)

    if (!isMobile) {
      const pages = page.getByRole('navigation', { name: t('ui.paging.all') })
      await test.step('the last page is offered by its number, not by an arrow', async () => {
        await expect(pages.getByRole('button')).toHaveText(['1', '2', '3'])
        await pages.getByRole('button').last().click()
        await expect(rows).toHaveCount(5)
        await expect(page).toHaveURL(/page=3/)
      })
      return
    }

    const more = member.button('statement.more')
    const shown = (count: number) => t('statement.shown_other', { shown: count, count: many })
    await test.step('a failed load keeps what is there, and is tried again', async () => {
      allow.push(/ 503 /)
      await page.route('**/api/statement', (route) =>
        route.fulfill({ status: 503, json: { message: 'BUSY' } }),
      )
      await more.click()
      await expect(page.getByRole('alert').filter({ hasText: t('statement.moreFailed') })).toBeVisible()
      await expect(rows).toHaveCount(10)
      await page.unroute('**/api/statement')
    })
    await test.step('the rows come below, without a move of those above; the first new one has the focus', async () => {
      const retry = member.button('ui.retry')
      await retry.scrollIntoViewIfNeeded()
      const above = await rows.nth(9).boundingBox()
      await retry.click()
      await expect(rows).toHaveCount(20)
      await expect(page.getByRole('status').filter({ hasText: shown(20) })).toBeVisible()
      expect((await rows.nth(9).boundingBox())?.y).toBeCloseTo(above?.y ?? 0, 0)
      await expect(rows.nth(10).getByRole('button').first()).toBeFocused()
      await expectAccessibleIn(language, page)
    })
    await test.step('a reload shows as much; the last rows end the list', async () => {
      await page.reload()
      await expect(rows).toHaveCount(20)
      await more.click()
      await expect(rows).toHaveCount(many)
      await expect(page.getByRole('status').filter({ hasText: shown(many) })).toBeVisible()
      await expect(more).toHaveCount(0)
    })
    await test.step('what is chosen while it loads is not taken back', async () => {
      await page.goto('/user/statement?page=2')
      await expect(rows).toHaveCount(20)
      const held = Promise.withResolvers<void>()
      await page.route('**/api/statement', async (route) => {
        if (!route.request().postDataJSON().type) await held.promise
        await route.continue()
      })
      await more.click()
      await page.getByLabel(t('statement.kind'), { exact: true }).selectOption('deposit')
      await expect(page).toHaveURL(/statement\?type=deposit$/)
      await expect(rows).toHaveCount(10)
      const late = page.waitForResponse((answer) => !answer.request().postDataJSON()?.type)
      held.resolve()
      await late
      await expect(page).toHaveURL(/statement\?type=deposit$/)
    })
  })
}
