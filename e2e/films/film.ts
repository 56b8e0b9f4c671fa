// What a film is made with: a finger that presses, a camera that turns to it, captions that stay long enough,
// and waiting that is left out.

import type { Locator, Page } from '@playwright/test'
import type { Member } from '../testing/member.ts'
import type { Sandbox } from '../testing/sandbox.ts'
import { expect } from '../testing/test.ts'
import type { Camera } from './camera.ts'
import { type Caption, readingTime } from './captions.ts'
import { type Box, heightOf, isWellSeen, topView, viewOf } from './view.ts'

/** Seconds. */
const pace = { turn: 0.5, approach: 0.55, afterPress: 0.5, title: 2.2, end: 1.6, waiting: 0.8 }

const rest = (page: Page, seconds: number) => page.waitForTimeout(seconds * 1000)

/** The person of a film, and the world around. */
export interface Who {
  member: Member
  sandbox: Sandbox
}

export class Film implements Who {
  readonly member: Member
  readonly sandbox: Sandbox
  readonly camera: Camera
  readonly captions: Caption[] = []
  private readonly texts: string[]
  /** The dialog that was in front when a press was last looked after. */
  private dialog = ''

  /** @param texts its captions, in order */
  constructor(member: Member, sandbox: Sandbox, camera: Camera, texts: string[]) {
    this.member = member
    this.sandbox = sandbox
    this.camera = camera
    this.texts = texts
  }

  /** The next caption appears; the one before has been there long enough to be read. */
  async step(): Promise<void> {
    await this.read()
    const text = this.texts[this.captions.length]
    if (!text) throw new Error('the film has more steps than captions')
    const from = this.camera.time()
    const last = this.captions.at(-1)
    if (last) last.to = from
    this.captions.push({ from, to: from, text })
    await rest(this.member.page, 0.6)
  }

  private async read(): Promise<void> {
    const last = this.captions.at(-1)
    if (!last) return
    const missing = last.from + readingTime(last.text) - this.camera.time()
    if (missing > 0) await rest(this.member.page, missing)
  }

  /** The film ends once its last caption is read. */
  async end(): Promise<void> {
    await this.read()
    await rest(this.member.page, pace.end)
    const last = this.captions.at(-1)
    if (last) last.to = this.camera.time()
    expect(this.captions.length, 'each caption has its step').toBe(this.texts.length)
  }

  /** Waits until something is there, of which most is left out, and turns to it. */
  async until(place: Locator): Promise<void> {
    await this.camera.cut(expect(place).toBeVisible({ timeout: 60_000 }), pace.waiting)
    await this.lookAfterPress()
    await this.look(place)
    await rest(this.member.page, 0.5)
  }

  /** Scrolls and turns to something that is not well in sight. @returns where it is then */
  private async look(place: Locator): Promise<Box> {
    await this.scrollTo(place)
    const box = await place.boundingBox()
    if (!box) throw new Error('nothing to look at')
    await this.turnTo(box)
    return box
  }

  private async turnTo(box: Box): Promise<void> {
    if (isWellSeen(box, this.camera.view)) return
    this.camera.turnTo(viewOf(box), pace.turn)
    await rest(this.member.page, pace.turn)
  }

  /** Turns to a dialog that a press has opened, or to the page of which one was closed. */
  private async lookAfterPress(): Promise<void> {
    const { page } = this.member
    const { name, box } = await page.evaluate(dialogInFront)
    if (name === this.dialog) return
    this.dialog = name
    await this.turnTo(box ?? { x: 0, y: 0, width: topView.width, height: heightOf(topView) })
  }

  /** Goes on in another page, at one part of it. */
  async goOnAt(place: Locator): Promise<void> {
    const box = await place.boundingBox()
    if (!box) throw new Error('nothing to look at')
    await this.camera.follow(place.page(), viewOf(box))
  }

  /** Does something that the viewer does not see. */
  async unseen<Result>(doing: Promise<Result>): Promise<Result> {
    return this.camera.cut(doing)
  }

  async tap(place: Locator): Promise<void> {
    await this.point(place)
    await place.click()
    await rest(this.member.page, pace.afterPress)
    await this.lookAfterPress()
  }

  /** Presses what leads to another page, of which nothing is seen before it is there. */
  async go(place: Locator, arrived: Locator): Promise<void> {
    await this.point(place)
    await place.click()
    await this.camera.cut(expect(arrived).toBeVisible({ timeout: 60_000 }), 0.1)
    this.camera.turnTo(topView, 0)
    this.dialog = ''
    await rest(this.member.page, pace.afterPress)
  }

  /** Presses a field and types, a letter at a time. */
  async type(place: Locator, text: string): Promise<void> {
    await this.tap(place)
    await place.pressSequentially(text, { delay: 45 })
    await rest(this.member.page, 0.3)
  }

  /** Scrolls and turns to something, and shows the finger on it. */
  async point(place: Locator): Promise<void> {
    const { page } = this.member
    await this.camera.cut(place.waitFor(), pace.waiting)
    const box = await this.look(place)
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.evaluate(pressAt, [x, y] as const)
    await rest(page, pace.approach)
  }

  /** Brings something to the middle of what is seen, unless it is well in sight. */
  private async scrollTo(place: Locator): Promise<void> {
    const moved = await place.evaluate((element) => {
      const { top, bottom, height } = element.getBoundingClientRect()
      // What is as large as a sheet is where it can be.
      const isSeen = height > innerHeight / 2 || (top > 60 && bottom < innerHeight - 90)
      if (!isSeen) element.scrollIntoView({ block: 'center', behavior: 'smooth' })
      return !isSeen
    })
    if (moved) await rest(this.member.page, 0.8)
  }
}

/**
 * Which dialog is in front, and where; without one the name is empty. It runs in the page.
 */
function dialogInFront(): { name: string; box?: Box } {
  const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (!open) return { name: '' }
  const { x, y, width, height } = open.getBoundingClientRect()
  return { name: open.querySelector('h2')?.innerText ?? open.id, box: { x, y, width, height } }
}

/** A soft circle where the finger presses, above open dialogs, too. It runs in the page. */
function pressAt([x, y]: readonly [number, number]): void {
  let finger = document.querySelector<HTMLElement>('[data-finger]')
  if (!finger) {
    finger = document.createElement('div')
    finger.dataset.finger = ''
    finger.popover = 'manual'
    Object.assign(finger.style, {
      ...{ position: 'fixed', inset: 'auto', margin: '0', padding: '0', width: '56px', height: '56px' },
      ...{ border: '2px solid rgb(255 255 255 / 0.9)', borderRadius: '50%', pointerEvents: 'none' },
      ...{ background: 'rgb(224 165 38 / 0.5)', boxShadow: '0 2px 12px rgb(20 17 58 / 0.45)' },
    })
    document.documentElement.append(finger)
  }
  // Shown again, so that it is above a dialog that was opened since.
  if (finger.matches(':popover-open')) finger.hidePopover()
  finger.style.left = `${x - 28}px`
  finger.style.top = `${y - 28}px`
  finger.showPopover()
  const press = finger.animate(
    [
      { transform: 'scale(1.7)', opacity: 0 },
      { transform: 'scale(1.15)', opacity: 1, offset: 0.35 },
      { transform: 'scale(0.8)', opacity: 1, offset: 0.6 },
      { transform: 'scale(1)', opacity: 1, offset: 0.75 },
      { transform: 'scale(1.25)', opacity: 0 },
    ],
    { duration: 900, easing: 'ease-out', fill: 'forwards' },
  )
  press.onfinish = () => finger.matches(':popover-open') && finger.hidePopover()
}

/** The film's title over what the film shows first, in the product's colours. @returns what takes it away */
export async function showTitle(page: Page, title: string, number: string): Promise<() => Promise<void>> {
  await page.evaluate(
    async ([title, number, height]) => {
      const card = document.createElement('div')
      card.dataset.title = ''
      card.popover = 'manual'
      card.className = 'bg-linear-to-br from-night to-night-deep text-on-night'
      Object.assign(card.style, {
        ...{ position: 'fixed', inset: '0 0 auto', margin: '0', border: '0', width: '100vw', height },
        // The player's button to begin is over the lower part.
        ...{ maxWidth: 'none', maxHeight: 'none', padding: '0 32px 100px', overflow: 'hidden' },
        ...{ display: 'grid', alignContent: 'center', justifyItems: 'center', gap: '12px' },
        textAlign: 'center',
      })
      const picture = (path: string, style: Partial<CSSStyleDeclaration>) => {
        const image = new Image()
        image.src = path
        Object.assign(image.style, style)
        card.append(image)
        return image.decode()
      }
      const line = (text: string, style: Partial<CSSStyleDeclaration>) => {
        const element = document.createElement('p')
        element.textContent = text
        Object.assign(element.style, { margin: '0', position: 'relative', ...style })
        card.append(element)
      }
      const name = document.querySelector('header')?.innerText.split('\n')[0] ?? ''
      await Promise.all([
        picture('/art/brand/festival.svg', {
          ...{ position: 'absolute', inset: 'auto 0 0 0', width: '100%', height: '44%' },
          ...{ objectFit: 'cover', objectPosition: '92% 0', opacity: '0.55' },
        }),
        picture(document.querySelector<HTMLImageElement>('header img')?.src ?? '', {
          width: '72px',
          height: '72px',
        }),
      ])
      line(name, { fontSize: '18px', fontWeight: '600', color: 'var(--on-night-soft)' })
      line(title as string, { fontSize: '34px', lineHeight: '1.35', fontWeight: '700', textWrap: 'balance' })
      line(number as string, {
        fontSize: '16px',
        fontWeight: '600',
        color: 'var(--brand-dark-accent, #f0bb45)',
      })
      document.documentElement.append(card)
      card.showPopover()
      await document.fonts.ready
    },
    [title, number, `${heightOf(topView)}px`],
  )
  return async () => {
    await rest(page, pace.title)
    await page.evaluate(async () => {
      const card = document.querySelector<HTMLElement>('[data-title]')
      await card?.animate([{ opacity: 1 }, { opacity: 0 }], 350).finished
      card?.remove()
    })
  }
}
