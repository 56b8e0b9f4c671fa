// What a person sees before the app runs, and how the app takes its place.

import type { Locator, Page } from '@playwright/test'
import { Member } from './testing/member.ts'
import { expect, test } from './testing/test.ts'

const picture = (page: Page): Locator => page.locator('img[src="/art/brand/festival.svg"]')

/** Where the picture is, below the banner that a demo adds at the page's top. */
async function placeOf(page: Page) {
  const place = await picture(page).boundingBox()
  const banner = page.locator('aside').first()
  const above = (await banner.count()) > 0 ? ((await banner.boundingBox())?.height ?? 0) : 0
  return place && { ...place, y: place.y - above }
}

for (const path of ['/login', '/user/home']) {
  test(`${path}: the page shows its picture at once, and the app leaves it where it is`, async ({ page }) => {
    const member = new Member(page, 'th')
    if (path === '/user/home') await member.begin()
    // The app's own files come when they are let through.
    const { promise: isLet, resolve: letThrough } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await isLet
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect(picture(page)).toBeVisible()
    await expect.poll(() => picture(page).evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(720)
    await expect(page.locator('#content')).toBeHidden()
    const before = await placeOf(page)
    expect(before?.height).toBeGreaterThan(100)
    letThrough()
    await expect(page.locator('#content')).toBeVisible()
    await expect(picture(page)).toHaveCount(1)
    const after = await placeOf(page)
    for (const side of ['x', 'y', 'width'] as const)
      expect(Math.abs((after?.[side] ?? Number.NaN) - (before?.[side] ?? Number.NaN)), side).toBeLessThan(2)
  })
}

test('a page that is opened in the background starts there @phone', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    // Nothing is drawn, so no frame comes and no paint is reported.
    globalThis.requestAnimationFrame = () => 0
    Object.defineProperty(globalThis, 'PerformanceObserver', {
      value: class {
        observe() {}
      },
    })
  })
  await page.goto('/login')
  await expect(new Member(page, 'th').button('account.login.submit')).toBeVisible()
})

test('games below the first view come when the page is used, and not before @phone', async ({ page }) => {
  const member = new Member(page, 'th')
  await page.setViewportSize({ width: 390, height: 560 })
  await member.begin()
  const drums = page.getByRole('heading', { name: member.t('game.slot'), exact: true })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // Else the page would have rested at some time.
  await page.clock.install()
  // It may be asked for before the balance is seen.
  const isIdle = page.waitForRequest(/\/assets\/chat-corner-/, { timeout: 60_000 })
  await page.reload()
  await expect(member.text('wallet.total')).toBeVisible()
  await isIdle
  expect(asked.filter((path) => path.includes('/game-carousels-'))).toEqual([])
  await page.keyboard.press('Tab')
  await expect(drums).toBeAttached()

  await page.reload()
  await expect(member.text('wallet.total')).toBeVisible()
  await expect(drums).toHaveCount(0)
  await page.clock.fastForward(6000)
  await expect(drums).toBeAttached()
})
