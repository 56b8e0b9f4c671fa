// What an operator does in the console, by the words on the screen.

import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'
import { consoleTextsOf, type Language, type Texts } from './texts.ts'

/** The console on one page, in one language. */
export class Operator {
  readonly page: Page
  readonly t: Texts
  readonly language: Language

  constructor(page: Page, language: Language) {
    this.page = page
    this.language = language
    this.t = consoleTextsOf(language)
  }

  /** Logs in at the form as one of the demo operators: `owner`, `cashier`, `support`, `auditor`. */
  async logIn(who: string): Promise<void> {
    const { page, t } = this
    await page.goto('/console')
    await page.locator('select').first().selectOption(this.language)
    await page.getByLabel(t('operator.login.email'), { exact: true }).fill(`${who}@demo.test`)
    await page.getByLabel(t('operator.login.password'), { exact: true }).fill('krapao-demo')
    await page.getByRole('button', { name: t('operator.login.submit'), exact: true }).click()
    await expect(page.getByRole('navigation', { name: t('desk.queues') })).toBeVisible()
  }

  /** Opens the item of an amount in a queue, waiting until it is there. */
  async open(queue: string, amount: string): Promise<void> {
    const { page } = this
    await page.goto(`/console/${queue}`)
    await page.getByRole('link').filter({ hasText: amount }).first().click()
    await expect(page.getByRole('button', { name: this.t('desk.refuse'), exact: true })).toBeVisible()
  }

  /** Asks for a decision of the open item, and confirms it with a reason. */
  async decide(
    verdict: 'approve' | 'refuse',
    { amount, reason, member }: { amount: string; reason: string; member?: string },
  ): Promise<void> {
    const { page, t } = this
    const act = verdict === 'approve' ? t('desk.approveAmount', { amount }) : t('desk.refuse')
    await page.getByRole('button', { name: act, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await expect(dialog.getByText(t('desk.reasonMissing'))).toBeVisible()
    if (member) await this.chooseMember(dialog, member)
    await dialog.getByLabel(t('desk.reasonLabel'), { exact: true }).fill(reason)
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  private async chooseMember(dialog: Locator, phone: string): Promise<void> {
    await dialog.getByLabel(this.t('desk.findMember'), { exact: true }).fill(phone)
    await dialog.getByRole('button').filter({ hasText: phone }).click()
  }
}
