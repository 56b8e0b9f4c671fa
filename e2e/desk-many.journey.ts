// A long queue: it loads as it is scrolled, is searched and ordered by its address, and asks for nothing
// while nothing happens (docs/rules.md §17.10).

import type { Page, Route } from '@playwright/test'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import type { Sandbox } from './testing/sandbox.ts'
import { expect, expectAccessible, test } from './testing/test.ts'

// A server of its own: 180 transfers without a member would come before those of other journeys.
test.use({ world: { name: 'desk-many', settings: { 'operator.looksPerMinute': 6000 } } })

const many = 180

/** Transfers of strangers, each of another amount: 101 baht of SENDER 001, and so on. */
async function payMany(
  sandbox: Sandbox,
  house: { toBank: string; toAccountNo: string },
  from: number,
  to: number,
) {
  for (let n = from; n <= to; n++) {
    const number = String(n).padStart(3, '0')
    await sandbox.pay({
      fromBank: 'KBANK',
      fromAccountNo: `9000000${number}`,
      fromName: `SENDER ${number}`,
      ...house,
      amount: 100 + n,
    })
  }
}

const rows = (page: Page) => page.locator('[aria-posinset]')
const rowAt = (page: Page, place: number) => page.locator(`[aria-posinset="${place}"]`)
const senderOf = (n: number) => `SENDER ${String(n).padStart(3, '0')}`

test('a queue of 180 items (en)', { tag: '@desktop' }, async ({ page: home, browser, sandbox, watch }) => {
  const member = new Member(home, 'en')
  await member.join(sandbox)
  const house = await member.houseAccount('SCB')
  await payMany(sandbox, house, 1, many)

  const office = await browser.newContext()
  await watch(office)
  const page = await office.newPage()
  const cashier = new Operator(page, 'en')
  const { t } = cashier
  await page.clock.install()
  await cashier.begin('cashier')
  await page.goto('/console/bank-transfer')
  const status = page.getByRole('status').filter({ hasText: / of / })
  const search = page.getByRole('searchbox', { name: t('desk.filter.search') })

  await test.step('loads as it is scrolled, and renders only what is near', async () => {
    await expect(rowAt(page, 1)).toContainText(senderOf(1))
    await expect(rowAt(page, 1)).toHaveAttribute('aria-setsize', String(many))
    await rowAt(page, 1).hover()
    await expect(async () => {
      await page.mouse.wheel(0, 3000)
      // Frames come with the installed clock. In one run none came while it was left to go by itself.
      await page.clock.runFor(100)
      await expect(rowAt(page, many)).toBeInViewport({ timeout: 200 })
    }).toPass()
    await expect(rowAt(page, many)).toContainText(senderOf(many))
    expect(await rows(page).count()).toBeLessThan(100)
    await expectAccessible(page)
  })

  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })

  await test.step('asks for nearly nothing in half a minute', async () => {
    for (let n = 0; n < 6; n++) {
      await page.clock.runFor(5000)
      // What was asked before is answered by then, and would be asked again.
      await page.evaluate(() => fetch('/robots.txt').catch(() => undefined))
    }
    // What is asked once a minute may be now, each once: counts, claims, and the pages that are near.
    expect(asked.length).toBeLessThanOrEqual(10)
    asked.length = 0
  })

  await test.step('asks for its own queue when that changes, and stays where it is', async () => {
    const last = rowAt(page, many)
    const before = await last.boundingBox()
    await payMany(sandbox, house, many + 1, many + 1)
    await expect(rowAt(page, many + 1)).toContainText(senderOf(many + 1))
    expect(await last.boundingBox()).toEqual(before)
    // Who looks at what is asked once a minute, which may be now.
    const queues = asked.filter((path) => /^\/api\/console\/desk\/(?!claims)/.test(path))
    expect(new Set(queues)).toEqual(new Set(['/api/console/desk/bank-transfer']))
    // Of ten pages those that are near, once for the event and once at most because a minute has passed.
    expect(queues.length).toBeLessThanOrEqual(6)
  })

  await test.step('is searched by / and gone through by keys, and the address keeps it', async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('sender 17')
    await expect(status).toHaveText(t('desk.filter.found', { shown: 10, total: many + 1 }))
    await expect(rows(page)).toHaveCount(10)
    await search.blur()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '฿270.00' })).toBeVisible()
    await page.keyboard.press('s')
    await expect(page.getByRole('heading', { name: '฿271.00' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('q')).toBe('sender 17')
    await page.reload()
    await expect(page.getByRole('heading', { name: '฿271.00' })).toBeVisible()
    await expect(rows(page)).toHaveCount(10)
    await page.goBack()
    await expect(page.getByRole('heading', { name: '฿270.00' })).toBeVisible()
    await search.press('Escape')
    await expect(search).toHaveValue('')
    await expect(rowAt(page, 1)).toHaveAttribute('aria-setsize', String(many + 1))
  })

  await test.step('is ordered and narrowed, and each is taken out by its button', async () => {
    const fold = page.getByRole('button', { name: t('desk.filter.open') })
    await fold.click()
    await page.getByLabel(t('desk.filter.sort'), { exact: true }).selectOption('largest')
    await expect(rowAt(page, 1)).toContainText(senderOf(many + 1))
    await page.getByLabel(t('desk.filter.max'), { exact: true }).fill('105')
    await expect(status).toHaveText(t('desk.filter.found', { shown: 5, total: many + 1 }))
    await expect(rowAt(page, 1)).toContainText(senderOf(5))
    await page.getByLabel(t('desk.filter.min'), { exact: true }).fill('200')
    await expect(page.getByText(t('desk.filter.wrong.order'))).toBeVisible()
    await page.getByLabel(t('desk.filter.min'), { exact: true }).fill('')
    await expectAccessible(page)
    await fold.click()
    await page
      .getByRole('button', {
        name: t('desk.filter.remove', { what: t('desk.filter.chip.max', { max: '105' }) }),
      })
      .click()
    await expect(rowAt(page, 1)).toHaveAttribute('aria-setsize', String(many + 1))
    await expect(rowAt(page, 1)).toContainText(senderOf(many + 1))
  })

  await test.step('says that nothing is found differently from that nothing waits', async () => {
    await search.fill('nobody at all')
    await expect(page.getByText(t('desk.filter.none'))).toBeVisible()
    await expect(page.getByText(t('desk.empty'), { exact: true })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: t('desk.filter.clear') }).click()
    await expect(rowAt(page, 1)).toContainText(senderOf(1))
    await expect(page).toHaveURL(/bank-transfer(\/\d+)?$/)
  })
  await test.step('shows what is one’s own, as soon as it is', async () => {
    // On a bad line the claim of an item may still be on its way when the item is left.
    const slowly = async (route: Route) => {
      if (route.request().method() === 'PUT') await new Promise((done) => setTimeout(done, 1000))
      await route.continue()
    }
    await page.route('**/claim', slowly)
    await rowAt(page, 2).getByRole('link').click()
    await expect(page.getByRole('heading', { name: '฿102.00' })).toBeVisible()
    await rowAt(page, 1).getByRole('link').click()
    await page.getByRole('button', { name: t('desk.filter.mine'), exact: true }).click()
    await expect(rows(page)).toHaveCount(1)
    await page.unroute('**/claim', slowly)
    await expect(rowAt(page, 1)).toContainText(senderOf(1))
    // The next free one is claimed, and the list stays one's own.
    await page.keyboard.press('n')
    await expect(page.getByRole('heading', { name: '฿102.00' })).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(rowAt(page, 1)).toContainText(senderOf(2))
    await expect(page).toHaveURL(/mine=yes/)
  })
})

test('a long queue on a phone (th)', { tag: '@phone' }, async ({ page: home, browser, sandbox, watch }) => {
  const member = new Member(home, 'th')
  await member.join(sandbox)
  await payMany(sandbox, await member.houseAccount('SCB'), 1, 45)

  const office = await browser.newContext()
  await watch(office)
  const page = await office.newPage()
  const cashier = new Operator(page, 'th')
  const { t } = cashier
  await cashier.begin('cashier')
  await page.goto('/console/bank-transfer')

  await test.step('comes back to where the list was left', async () => {
    await expect(rowAt(page, 1)).toContainText(senderOf(1))
    await expect(async () => {
      await page.evaluate(() => window.scrollBy(0, 1500))
      await expect(rowAt(page, 45)).toBeInViewport({ timeout: 200 })
    }).toPass()
    await rowAt(page, 41).scrollIntoViewIfNeeded()
    const before = await rowAt(page, 41).boundingBox()
    await rowAt(page, 41).getByRole('link').click()
    await expect(page.getByRole('heading', { name: '฿141.00' })).toBeInViewport()
    await page.goBack()
    await expect(rowAt(page, 41)).toBeInViewport()
    expect((await rowAt(page, 41).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, -1)
  })

  await test.step('its filters fold open', async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('button', { name: t('desk.filter.open') }).click()
    await page.getByLabel(t('desk.filter.sort'), { exact: true }).selectOption('smallest')
    await page.getByLabel(t('desk.filter.min'), { exact: true }).fill('144')
    await expect(rows(page)).toHaveCount(2)
    await expectAccessible(page)
  })
})
