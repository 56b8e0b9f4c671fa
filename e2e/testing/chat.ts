// The chat in the member app, and what customers and operators send in it.

import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import type { Member } from './member.ts'
import { expect } from './test.ts'
import type { Language } from './texts.ts'

/** The chat in the member app. */
export class Chat {
  readonly member: Member
  readonly panel: Locator
  readonly log: Locator
  readonly box: Locator

  constructor(member: Member) {
    this.member = member
    this.panel = member.page.getByRole('dialog', { name: member.t('ui.chat.title'), exact: true })
    this.log = this.panel.getByRole('log')
    this.box = this.panel.getByRole('textbox')
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

  async send(text: string): Promise<void> {
    await this.box.fill(text)
    await this.panel.getByRole('button', { name: this.member.t('chat.send'), exact: true }).click()
    await expect(this.box).toHaveValue('')
  }

  /** A message of the history with exactly these words. */
  message = (words: string): Locator => this.log.getByText(words, { exact: true })
}

/** Words after which the bot hands over to the staff. */
export const asksForStaff: Record<Language, string> = {
  th: 'คุยกับแอดมิน',
  la: 'ຂໍລົມກັບແອດມິນ',
  en: 'agent please',
}

/** A picture of 320 × 200 pixels. */
export const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: '#4438b4' } })
    .png()
    .toBuffer()

/** A video that the server accepts by its first bytes. No picture is in it, which browsers report. */
export const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(5000, 7)])
