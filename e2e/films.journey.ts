// The help films: visitors and members watch one, with captions in their language, by finger and by keyboard.

import type { Locator } from '@playwright/test'
import { plainText } from '../web/i18n/plain-text.ts'
import { Member } from './testing/member.ts'
import { expect, expectAccessibleIn, expectNoDialog, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

const isPaused = (video: Locator) => video.evaluate((film) => (film as HTMLVideoElement).paused)
const timeOf = (video: Locator) => video.evaluate((film) => (film as HTMLVideoElement).currentTime)

for (const language of languages) {
  test(`a help film (${language})`, { tag: oneWidth[language] }, async ({ page, allow, isMobile }) => {
    const member = new Member(page, language)
    const { t } = member
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const film = `/films/check-balance.${language}`
    await member.arrive('/howto')
    await page.getByRole('button', { name: t('lookup.howto.check-balance.title') }).click()
    const modal = member.dialog('lookup.howto.check-balance.title')
    const video = modal.locator('video')
    const step = (number: number) => t(`lookup.howto.check-balance.steps.${number}`)
    // A recorded caption has no joiners between the parts of a word.
    const caption = plainText(step(2))
    /** Seconds just behind the beginning of the second step in the film. */
    let atStep = 0
    /**
     * Keeps the film where it is moved next, just behind the beginning of a caption: on a slow machine it
     * would run past it before anybody looks.
     */
    const stayThere = () =>
      video.evaluate((element) => {
        const film = element as HTMLVideoElement
        const stop = () => {
          film.pause()
          film.currentTime += 0.1
        }
        film.addEventListener('seeked', stop, { once: true })
      })
    const button = (key: string) => modal.getByRole('button', { name: t(`lookup.howto.player.${key}`) })

    await test.step('nothing of the film is loaded before it is played, but its poster', async () => {
      await expect(button('play').first()).toBeVisible()
      await expect.poll(() => asked).toContain(`${film}.webp`)
      await expectAccessibleIn(language, page)
      expect(asked.filter((path) => path.endsWith('.mp4'))).toEqual([])
    })

    await test.step('it plays, with captions in this language below the picture', async () => {
      await button('play').first().click()
      await expect.poll(() => timeOf(video)).toBeGreaterThan(0.3)
      expect(asked).toContain(`${film}.mp4`)
      await stayThere()
      await modal.getByRole('button', { name: step(2) }).click()
      await expect.poll(() => isPaused(video)).toBe(true)
      atStep = await timeOf(video)
      await expect(modal.locator('p').getByText(caption)).toBeVisible()
      await expect(modal.locator('[aria-current="step"]')).toContainText(step(2))
      await expectAccessibleIn(language, page)
    })

    // The scroll bar of a desktop takes its own part of so small a window.
    if (isMobile)
      await test.step('on the smallest phone, what is written in it is about as large as in the app', async () => {
        const size = page.viewportSize()
        await page.setViewportSize({ width: 360, height: 720 })
        const { width = 0, height = 0, x = 0 } = (await video.boundingBox()) ?? {}
        // The film shows a page that is 390 pixels wide; its form is checked with its recording.
        expect(width / 390).toBeGreaterThan(0.9)
        expect(width / height).toBeCloseTo(5 / 6, 1)
        expect(x).toBe(0)
        if (size) await page.setViewportSize(size)
      })

    await test.step('by keyboard it is played, paused, moved, and its captions go', async () => {
      await video.focus()
      await page.keyboard.press('Space')
      await expect.poll(() => timeOf(video)).toBeGreaterThan(atStep)
      await expect(button('pause')).toBeVisible()
      await page.keyboard.press('Space')
      await expect.poll(() => isPaused(video)).toBe(true)
      // It had gone on until it was paused: on a slow machine to a later step.
      await video.evaluate((film, seconds) => {
        ;(film as HTMLVideoElement).currentTime = seconds
      }, atStep)
      const before = await timeOf(video)
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => timeOf(video)).toBeCloseTo(before + 5, 0)
      await page.keyboard.press('ArrowLeft')
      await expect.poll(() => timeOf(video)).toBeCloseTo(before, 0)
      await expect(modal.locator('p').getByText(caption)).toBeVisible()
      await button('captions').press('Enter')
      await expect(modal.locator('p').getByText(caption)).toBeHidden()
      await button('captions').press('Enter')
      await expect(modal.locator('p').getByText(caption)).toBeVisible()
      await member.close()
    })

    await test.step('a film that does not load says so, and plays when tried again', async () => {
      allow.push(/Failed to load resource/)
      await page.route('**/*.mp4*', (route) => route.abort('connectionreset'))
      await page.goto('/howto?film=end-bonus')
      await button('play').first().waitFor({ state: 'detached' })
      const other = member.dialog('lookup.howto.end-bonus.title')
      await other
        .getByRole('button', { name: t('lookup.howto.player.play') })
        .first()
        .click()
      await expect(other.getByRole('alert')).toContainText(t('lookup.howto.player.failed'))
      await expectAccessibleIn(language, page)
      await page.unroute('**/*.mp4*')
      await other.getByRole('alert').getByRole('button').click()
      await expect.poll(() => timeOf(other.locator('video'))).toBeGreaterThan(0.3)
      await member.close()
    })

    await test.step('how to deposit is found by its name, and the film plays from there', async () => {
      await page.goto('/howto')
      await page.getByRole('button', { name: t('lookup.howto.topics.deposit') }).click()
      const wallet = member.dialog('lookup.howto.wallet.title')
      await expect(wallet.locator('[aria-current="step"]')).toContainText(t('lookup.howto.wallet.steps.3'))
      await expect.poll(() => timeOf(wallet.locator('video'))).toBeGreaterThan(10)
      await member.close()
    })

    await test.step('members find the films without leaving, and an address opens one', async () => {
      await member.begin('/user/contact')
      await page.getByRole('link', { name: t('menu.films'), exact: true }).click()
      await expect(page).toHaveURL(/\/user\/howto$/)
      await expect(member.heading('lookup.howto.title')).toBeVisible()
      await page.goto('/user/howto?film=receive-bonus')
      await expect(member.dialog('lookup.howto.receive-bonus.title')).toBeVisible()
      await member.close()
      await page.getByRole('link', { name: t('menu.home'), exact: true }).click()
      await expect(member.text('wallet.total')).toBeVisible()
      await expectNoDialog(page)
    })
  })
}
