// The settings of a browser: each choice holds at once and from the first frame of the next visit.

import type { Page } from '@playwright/test'
import { brokenText } from './testing/large-text.ts'
import { Member } from './testing/member.ts'
import { expect, expectAccessible, isSeenByAxe, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

/** How the page is drawn: its ground, the size of its letters and the colour of the browser's own bar. */
const look = (page: Page) =>
  page.evaluate(() => ({
    dark: getComputedStyle(document.documentElement).backgroundColor === 'rgb(18, 16, 38)',
    size: getComputedStyle(document.documentElement).fontSize,
    bar: [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
      ({ media }) => matchMedia(media).matches,
    )?.content,
  }))
const dark = { dark: true, bar: '#121026' }
const light = { dark: false, bar: '#f6f5fa' }

for (const language of languages) {
  test(`theme, size of letters and language survive a reload (${language})`, {
    tag: oneWidth[language],
  }, async ({ page, isMobile, allow }) => {
    const member = new Member(page, language)
    const { t } = member
    const choose = (name: string) =>
      page
        .locator('label')
        .filter({ has: page.getByRole('radio', { name, exact: true }) })
        .click()
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    // On a phone the profile leads there, on wide screens the bar does.
    await member.begin(isMobile ? '/user/profile' : '/user/home')
    await page.getByRole('link', { name: t('menu.settings'), exact: true }).click()
    await expect(member.heading('settings.title')).toBeVisible()
    if (isSeenByAxe[language]) await expectAccessible(page)

    await choose(t('settings.theme.dark'))
    await expect.poll(() => look(page)).toEqual({ ...dark, size: '16px' })
    if (isSeenByAxe[language]) await expectAccessible(page)
    await choose(t('settings.textSize.150'))
    await expect.poll(() => look(page)).toEqual({ ...dark, size: '24px' })
    await expect.poll(() => brokenText(page)).toEqual([])

    allow.push(/ERR_FAILED/)
    // As the first frame is drawn, before any of the app's code has run.
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
    await page.reload({ waitUntil: 'commit' })
    await expect.poll(async () => (await look(page)).size).toBe('24px')
    await expect.poll(async () => (await look(page)).dark).toBe(true)
    await page.unroute(/\/assets\/.*\.js$/)
    await page.reload()
    await expect(page.getByRole('radio', { name: t('settings.theme.dark'), exact: true })).toBeChecked()
    expect(await look(page)).toEqual({ ...dark, size: '24px' })

    // The device no longer matters, in another tab neither.
    await choose(t('settings.theme.light'))
    await choose(t('settings.textSize.100'))
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => look(page)).toEqual({ ...light, size: '16px' })
    const second = await page.context().newPage()
    await second.goto('/user/settings')
    await expect(second.getByRole('radio', { name: t('settings.theme.light'), exact: true })).toBeChecked()
    await second
      .locator('label')
      .filter({ hasText: t('settings.theme.system') })
      .click()
    await expect.poll(() => look(page)).toEqual({ ...dark, size: '16px' })
    await second.close()

    await page
      .locator('label')
      .filter({ hasText: t('settings.hideBalance.label') })
      .click()
    await page.reload()
    await expect(page.getByRole('switch', { name: t('settings.hideBalance.label') })).toBeChecked()

    await choose('ລາວ')
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo')
    await page.reload()
    await expect(page.getByRole('radio', { name: 'ລາວ', exact: true })).toBeChecked()
  })
}
