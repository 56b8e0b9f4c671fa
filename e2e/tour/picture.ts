import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { root } from '../../scripts/project.ts'
import { Member } from '../testing/member.ts'
import type { Language } from '../testing/texts.ts'
import { withoutDemo } from '../testing/without-demo.ts'
import { settled } from './stops.ts'

const canvas = { width: 1480, height: 860, channels: 3, background: '#e4e2ef' } as const

/** What the picture shows, and where. */
const views = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, left: 24, width: 370 },
  desktop: { viewport: { width: 1280, height: 800 }, isMobile: false, left: 418, width: 1040 },
}
type Width = keyof typeof views

/** Takes the dashboard on a phone and on a desktop, side by side, into the README's pictures. */
export async function takePicture(
  { browser, baseURL = '' }: { browser: Browser; baseURL: string | undefined },
  name: string,
  { sign = '฿', ...languages }: Record<Width, Language> & { sign?: '฿' | '₭' },
): Promise<void> {
  const layers = []
  for (const width of Object.keys(views) as Width[]) {
    const view = views[width]
    const context = await browser.newContext({
      ...{ baseURL, viewport: view.viewport, isMobile: view.isMobile, deviceScaleFactor: 2 },
      ...{ bypassCSP: true, reducedMotion: 'reduce', locale: 'th-TH', timezoneId: 'Asia/Bangkok' },
    })
    const picture = await dashboard(new Member(await context.newPage(), languages[width], sign))
    await context.close()
    const input = await sharp(picture).resize({ width: view.width }).toBuffer()
    const { height = 0 } = await sharp(input).metadata()
    layers.push({ input, left: view.left, top: Math.round((canvas.height - height) / 2) })
  }
  await sharp({ create: canvas })
    .composite(layers)
    .png({ palette: true, quality: 90 })
    .toFile(join(root, 'docs/images', name))
}

async function dashboard(member: Member): Promise<Buffer> {
  const { page, t } = member
  await page.addInitScript(() => localStorage.setItem('chat-invite', 'closed'))
  await withoutDemo(member)
  await member.begin()
  await page.getByText(t('wallet.total')).first().waitFor()
  await page
    .getByRole('button', { name: new RegExp(t('game.view')) })
    .first()
    .waitFor()
  await settled(member)
  // What ended while the demo world was made is put away, as its reader does: the picture is of an ordinary
  // day.
  const ended = page.getByRole('button', { name: new RegExp(t('outcome.dismiss', { what: '.+' })) })
  // Behind the one that is in sight there may be more.
  while (await ended.first().isVisible()) {
    const button = await ended.first().elementHandle()
    await button?.click()
    await page.waitForFunction((one) => !one?.isConnected, button)
    await settled(member)
  }
  await settled(member)
  return page.screenshot({ animations: 'disabled' })
}
