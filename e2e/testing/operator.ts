// The actions of an operator in the console, by the texts on the screen.

import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect, expectNoDialog } from './test.ts'
import { consoleTextsOf, type Language, type Texts } from './texts.ts'

/** The headers of calls by one of the demo operators, logged in by a call: `owner`, `cashier`, `support`, `auditor`. */
export async function operatorHeaders(request: APIRequestContext, who: string) {
  const fixed = { 'x-requested-with': 'wallet-user' }
  const data = { email: `${who}@demo.test`, password: 'krapao-demo' }
  const answer = await request.post('/api/console/login', { data, headers: fixed })
  if (!answer.ok()) throw new Error(`login of ${data.email}: ${answer.status()} ${await answer.text()}`)
  return { ...fixed, authorization: `Bearer ${(await answer.json()).token}` }
}

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

  /** The same with a token in the tab's storage, for journeys about something else than the login. */
  async begin(who: string): Promise<void> {
    const { page, t } = this
    const { authorization } = await operatorHeaders(page.request, who)
    await page.addInitScript(
      ([token, kept, language]) => {
        if (sessionStorage.getItem('begun')) return
        sessionStorage.setItem('begun', '1')
        sessionStorage.setItem('operator-token', token as string)
        sessionStorage.setItem('operator-email', kept as string)
        localStorage.setItem('locale', language as string)
      },
      [authorization.slice('Bearer '.length), `${who}@demo.test`, this.language],
    )
    await page.goto('/console')
    await expect(page.getByRole('navigation', { name: t('desk.queues') })).toBeVisible()
  }

  /** Goes to a queue by its link, or by its address where an item fills the page. */
  private async goTo(queue: string): Promise<void> {
    const { page } = this
    const link = page.locator(`nav a[href="/console/${queue}"]`)
    if (await link.isVisible()) await link.click()
    else await page.goto(`/console/${queue}`)
  }

  /** Hides the page as if another tab were in front, or shows it again. */
  async putBehind(isBehind: boolean): Promise<void> {
    await this.page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
        Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      },
      isBehind ? 'hidden' : 'visible',
    )
  }

  /** Opens the item with an amount in a queue, waiting until it is there. */
  async open(queue: string, amount: string): Promise<void> {
    const { page } = this
    await this.goTo(queue)
    await page.getByRole('link').filter({ hasText: amount }).first().click()
    await expect(page.getByRole('button', { name: this.act('refuse', amount), exact: true })).toBeVisible()
  }

  /** The label of a decision's button in the queue of the current page. */
  act(choice: 'approve' | 'refuse', amount: string): string {
    const { t } = this
    if (this.asksFact) return t(`desk.fact.${this.queue}.${choice}`, { amount })
    return choice === 'approve' ? t('desk.approveAmount', { amount }) : t('desk.refuse')
  }

  private get queue(): string {
    return new URL(this.page.url()).pathname.split('/')[2] ?? ''
  }

  private get asksFact(): boolean {
    return ['payout', 'transfer', 'gift', 'bank-twin', 'return', 'reversal', 'prize'].includes(this.queue)
  }

  /** Asks for a decision of the open item, and confirms it with a reason. */
  async decide(
    choice: 'approve' | 'refuse',
    {
      amount,
      reason,
      member,
      reference,
      remember,
    }: {
      amount: string
      reason: string
      member?: string
      reference?: string
      /** The note with which the sender is to be remembered for the member. */
      remember?: string
    },
  ): Promise<void> {
    const { page, t } = this
    const act = this.act(choice, amount)
    const asksReference =
      choice === 'approve' && this.asksFact && !['bank-twin', 'reversal', 'prize'].includes(this.queue)
    await page.getByRole('button', { name: act, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await expect(dialog.getByText(t('desk.reasonMissing'))).toBeVisible()
    if (member) await this.chooseMember(dialog, member)
    if (remember !== undefined) {
      await dialog.locator('[name=rememberPayer]').check()
      await dialog.getByLabel(t('desk.payer.note'), { exact: true }).fill(remember)
    }
    if (asksReference) {
      await expect(dialog.getByText(t('desk.referenceMissing'))).toBeVisible()
      await dialog.getByLabel(t('desk.referenceLabel'), { exact: true }).fill(reference ?? 'FT-20261121-7')
    }
    await dialog.getByLabel(t('desk.reasonLabel'), { exact: true }).fill(reason)
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await expectNoDialog(page)
  }

  /** Gives the reason that the open dialog asks for, and confirms. The caller checks the outcome. */
  async giveReason(act: string, reason: string): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    await dialog.getByLabel(this.t('desk.reasonLabel'), { exact: true }).fill(reason)
    await dialog.getByRole('button', { name: act, exact: true }).click()
  }

  /** Presses a button that asks for a reason, and confirms it with one. */
  async confirm(act: string, reason: string): Promise<void> {
    await this.page.getByRole('button', { name: act, exact: true }).click()
    await this.giveReason(act, reason)
    await expectNoDialog(this.page)
  }

  /** The part of a text between its values, by which it is found whatever the values are. */
  between(key: string): string {
    const parts = this.t(key, { name: '§', at: '§', fact: '§' }).split('§')
    return parts.reduce((longest, part) => (part.length > longest.length ? part : longest)).trim()
  }

  /** Moves the focus by Tab to a button or field of this name. */
  async tabTo(role: 'button' | 'textbox', name: string): Promise<void> {
    // The dialog's own element, because the page behind it may have one of the same name.
    const wanted = this.page.getByRole(role, { name, exact: true }).last()
    for (let presses = 0; presses < 40; presses++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`${name} is not reached by Tab`)
  }

  private async chooseMember(dialog: Locator, phone: string): Promise<void> {
    await dialog.getByLabel(this.t('desk.findMember'), { exact: true }).fill(phone)
    await dialog.getByRole('button').filter({ hasText: phone }).click()
  }
}
