// The chat in the member app, and what customers and operators send in it.

import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Member } from './member.ts'
import type { Operator } from './operator.ts'
import { expect } from './test.ts'
import type { Language, Texts } from './texts.ts'

/** A conversation as one of its two sides sees it. */
export class ChatSide {
  readonly page: Page
  readonly t: Texts
  readonly panel: Locator
  readonly log: Locator
  readonly box: Locator

  constructor({ page, t }: { page: Page; t: Texts }, panel: Locator) {
    this.page = page
    this.t = t
    this.panel = panel
    this.log = panel.getByRole('log')
    this.box = panel.getByRole('textbox', { name: t('chat.write') })
  }

  async send(text: string): Promise<void> {
    await this.box.fill(text)
    await this.panel.getByRole('button', { name: this.t('chat.send'), exact: true }).click()
    await expect(this.box).toHaveValue('')
  }

  /** Sends it, and waits until the server has it. */
  async deliver(text: string): Promise<void> {
    await this.send(text)
    // A message is shown with its sign, so the sign's absence says something only once the message is there.
    await expect(this.message(text)).toBeVisible()
    await expect(this.log.getByText(this.t('chat.sending'))).toHaveCount(0)
  }

  /** Chooses a file, which is sent at once. */
  async sendFile(name: string, mimeType: string, buffer: Buffer): Promise<void> {
    await this.panel.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  }

  /** A message of the history with exactly these words. */
  message = (words: string): Locator => this.log.getByText(words, { exact: true })

  /** The words of the messages that are shown, in their order, as far as they contain a mark. */
  said = (mark: string): Promise<string[]> =>
    this.log
      .locator('[data-key] [dir="auto"]')
      .evaluateAll(
        (shown, wanted) =>
          shown.map((one) => one.textContent ?? '').filter((words) => words.includes(wanted)),
        mark,
      )

  /** Records what screen readers announce from now on. @returns what they announced so far */
  async hear(): Promise<() => Promise<string[]>> {
    await this.page.evaluate(() => {
      const heard: string[] = []
      Object.assign(window, { heard })
      new MutationObserver((changes) => {
        for (const { target, type, addedNodes } of changes) {
          const element = target instanceof Element ? target : target.parentElement
          if (!element?.closest('[aria-live="polite"], [role="status"], [role="alert"]')) continue
          const said = type === 'childList' ? [...addedNodes] : [target]
          heard.push(...said.map(({ textContent }) => textContent ?? ''))
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true })
    })
    return () => this.page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  }

  /** The key of the first message that is seen whole, and the pixels from the window's top to it. */
  firstSeen = (): Promise<[key: string, y: number]> =>
    this.log.evaluate((log) => {
      const { top } = log.getBoundingClientRect()
      const seen = [...log.querySelectorAll('[data-key]')].find(
        (row) => row.getBoundingClientRect().top >= top,
      )
      return [seen?.getAttribute('data-key') ?? '', seen?.getBoundingClientRect().top ?? 0] as [
        string,
        number,
      ]
    })

  /**
   * Scrolls the history up by pixels, or down if they are below zero, as a wheel does: the page hears of it
   * at once.
   */
  scrollUp = (pixels: number): Promise<void> =>
    this.log.evaluate((log, by) => {
      log.scrollBy(0, -by)
      // Before a frame is drawn, the page is told of what was scrolled since the last one.
      return new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
    }, pixels)

  /** Says how many messages came while the reader was further up; whatever the number. */
  get newMessages(): Locator {
    const names = ['one', 'other'].map((form) => this.t(`chat.newMessages_${form}`, { count: '\\d+' }))
    return this.panel.getByRole('button', { name: new RegExp(`^(${names.join('|')})$`) })
  }

  /** Scrolls to the end, until all messages count as seen. */
  async toEnd(): Promise<void> {
    await this.scrollUp(-100_000)
    await expect(this.newMessages).toHaveCount(0)
  }
}

/** The conversation that is open in the console. */
export const staffSide = (operator: Operator): ChatSide =>
  new ChatSide(operator, operator.page.getByRole('region', { name: operator.t('chats.title'), exact: true }))

/** The chat in the member app. */
export class Chat extends ChatSide {
  readonly member: Member

  constructor(member: Member) {
    super(member, member.page.getByRole('dialog', { name: member.t('ui.chat.title'), exact: true }))
    this.member = member
  }

  async open(): Promise<void> {
    const { page, t } = this.member
    const [beforeCount] = t('ui.chat.openUnread_other', { count: '#' }).split('#')
    await page
      .getByRole('button', { name: t('ui.chat.open'), exact: true })
      .or(page.getByRole('button', { name: new RegExp(`^${beforeCount}\\d`) }))
      .click()
    await expect(this.log).toBeVisible()
  }
}

/** Words after which the bot hands over to the staff. */
export const asksForStaff: Record<Language, string> = {
  th: 'คุยกับทีมงาน',
  la: 'ຂໍລົມກັບທີມງານ',
  en: 'agent please',
}

/** A picture of 320 × 200 pixels. */
export const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: '#4438b4' } })
    .png()
    .toBuffer()

/** A video that the server accepts by its first bytes. No picture is in it, which browsers report. */
export const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(5000, 7)])
