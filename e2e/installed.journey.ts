// The app that a phone keeps: without a network it starts as itself, what other apps share arrives, and after
// a logout nothing of the member is left.

import type { Page } from '@playwright/test'
import { Member } from './testing/member.ts'
import { expect, test } from './testing/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Paths that the browser keeps, by the name of their cache. */
const kept = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const paths = async (name: string) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await paths(name)] as const)),
    )
  })
const sharedSlip = (page: Page): Promise<{ type: string | null; bytes: number } | undefined> =>
  page.evaluate(async () => {
    const found = await caches.match('/shared-slip', { cacheName: 'shared-slip' })
    return found && { type: found.headers.get('content-type'), bytes: (await found.arrayBuffer()).byteLength }
  })

/**
 * What a phone does when a person shares a file of another app to this one; without a name nothing arrives.
 */
async function share(page: Page, name = '', type = ''): Promise<void> {
  const arrived = page.waitForEvent('load')
  await page.evaluate(
    ([name, type]) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', action: '/share-slip', enctype: 'multipart/form-data' })
      const field = Object.assign(document.createElement('input'), { type: 'file', name: 'slip' })
      const given = new DataTransfer()
      if (name) given.items.add(new File([new Uint8Array(4321)], name, { type }))
      field.files = given.files
      form.append(field)
      document.body.append(form)
      // After the answer to this script, which would be lost with the page.
      setTimeout(() => form.submit())
    },
    [name, type] as const,
  )
  await arrived
}

test('an installed app starts without a network, receives slips, and forgets its member', {
  tag: '@phone',
}, async ({ page, context, allow }) => {
  // The browser's own page, which is shown for the console without a network, refuses storage.
  allow.push(/Failed to load resource/, /Access is denied for this document/)
  const member = new Member(page, 'th')

  await test.step('the browser keeps files of the app and nothing that a call answered', async () => {
    await member.begin('/user/home')
    await expect(member.text('wallet.total')).toBeVisible()
    await expect
      .poll(async () => Object.values(await kept(page)).flat(), { timeout: 40_000 })
      // The sheets come last.
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^\/assets\/home-/),
          expect.stringMatching(/^\/assets\/game-account-modal-/),
        ]),
      )
    const caches = await kept(page)
    expect(caches.page).toContain('/')
    const strange = Object.values(caches)
      .flat()
      .filter((path) => !/^\/(assets\/.*|art\/.*)?$/.test(path))
    expect(strange).toEqual([])
  })

  await test.step('without a network the app starts, says so, and recovers by itself', async () => {
    await context.setOffline(true)
    await page.goto('/user/home')
    await expect(page.getByText(member.t('ui.offline'))).toBeVisible()
    await expect(member.button('wallet.deposit').first()).toBeVisible()
    // Every address gets the kept page, also one that was never opened.
    await page.goto('/user/statement')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(page.getByText(member.t('ui.offline'))).toBeVisible()
    // Other pages of this server are none of the app's.
    await expect(page.goto('/console')).rejects.toThrow(/ERR_/)
    await context.setOffline(false)
    await page.goto('/user/home')
    await expect(member.text('wallet.total')).toBeVisible()
  })

  await test.step('a shared picture is kept for the sheet; one that is none takes its place away', async () => {
    // The sheet would take it at once. The worker asks for this page, so the whole context answers and not
    // the page.
    await context.route('**/user/home?open=slip', (route) => route.fulfill({ body: 'arrived' }))
    await share(page, 'slip.png', 'image/png')
    await page.waitForURL('**/user/home?open=slip')
    expect(await sharedSlip(page)).toEqual({ type: 'image/png', bytes: 4321 })
    await share(page, 'page.html', 'text/html')
    await page.waitForURL('**/user/home?open=slip')
    await expect.poll(() => sharedSlip(page)).toEqual({ type: null, bytes: 0 })
    await share(page, 'slip.jpg', 'image/jpeg')
    await expect.poll(() => sharedSlip(page)).toMatchObject({ type: 'image/jpeg' })
    // Some phones open the app a second time, with nothing.
    await share(page)
    await page.waitForURL('**/user/home?open=slip')
    expect(await sharedSlip(page)).toMatchObject({ type: 'image/jpeg' })
    await page.evaluate(() => caches.delete('shared-slip'))
    await share(page)
    await page.waitForURL('**/user/home?open=slip')
    await context.unroute('**/user/home?open=slip')
    // Only the sheet's own words for it.
    await page.goto('/user/home?open=slip')
    await expect(member.text('deposit.slip.sharedNone')).toBeVisible()
    await member.close()
    await context.route('**/user/home?open=slip', (route) => route.fulfill({ body: 'arrived' }))
    await share(page, 'slip.jpg', 'image/jpeg')
    await expect.poll(() => sharedSlip(page)).toMatchObject({ type: 'image/jpeg' })
    await context.unroute('**/user/home?open=slip')
  })

  await test.step('after the logout nothing of the member is left', async () => {
    await page.goto('/user/profile')
    await member.button('menu.logout').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: member.t('menu.logout') })
      .click()
    await page.waitForURL('**/login')
    await expect.poll(() => sharedSlip(page)).toBeUndefined()
    expect(Object.keys(await kept(page)).sort()).toEqual(['art', 'assets', 'page'])
  })
})

test('the app is offered to who uses it, until the person says no', { tag: '@phone' }, async ({ page }) => {
  const member = new Member(page, 'th')
  const offer = member.text('settings.install.title', { name: 'Krapao' })
  // Only a browser that could install the app asks, some time after the page; this one never does by itself.
  await page.addInitScript(() => {
    const question = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = () => Promise.resolve(sessionStorage.setItem('asked', 'yes'))
    const ask = () => {
      if (sessionStorage.getItem('silent') === null) dispatchEvent(Object.assign(question, { prompt }))
    }
    // On a busy machine the app begins long after its page.
    const watch = setInterval(() => {
      if (!document.querySelector('#content')) return
      clearInterval(watch)
      setTimeout(ask, 1000)
    }, 50)
  })
  const remember = (days: string[]) =>
    page.evaluate((days) => localStorage.setItem('install', JSON.stringify({ days })), days)
  const days = ['2026-01-01', '2026-01-02', '2026-01-03']

  await member.begin('/user/home')
  await expect(member.text('wallet.total')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('asks-to-install'))).toBe('yes')
  await expect(offer).toHaveCount(0)
  await remember(days.slice(0, 2))
  // The visit of this day is the third.
  await page.reload()
  await expect(member.text('wallet.total')).toBeVisible()
  await page.reload()
  await expect(offer).toBeVisible()
  await member.button('settings.install.now').click()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('asked'))).toBe('yes')
  await expect(offer).toHaveCount(0)

  await test.step('a browser that asks no more leaves it to its menu', async () => {
    await remember(days)
    await page.evaluate(() => sessionStorage.setItem('silent', 'yes'))
    await page.reload()
    await member.button('settings.install.now').click()
    await expect(member.text('settings.install.byMenu')).toBeVisible()
    await expect(member.button('settings.install.now')).toHaveCount(0)
    await page.reload()
    await expect(member.text('wallet.total')).toBeVisible()
    await expect(offer).toHaveCount(0)
    await page.evaluate(() => sessionStorage.removeItem('silent'))
  })

  await page.evaluate(() => localStorage.setItem('asks-to-install', 'yes'))
  await page.reload()
  await member.button('settings.install.later').click()
  await page.reload()
  await expect(member.text('wallet.total')).toBeVisible()
  await expect(offer).toHaveCount(0)
})
