// The actions of an operator in the console, by the texts on the screen.

import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect, expectNoDialog } from './test.ts'
import { consoleTextsOf, type Language, type Texts } from './texts.ts'

const demoPassword = 'krapao-demo'

/**
 * The headers of calls by one of the demo operators, logged in by a call: `owner`, `cashier`, `support`,
 * `auditor`; or by somebody whose password is another one.
 */
export async function operatorHeaders(request: APIRequestContext, who: string, password = demoPassword) {
  const fixed = { 'x-requested-with': 'wallet-user' }
  const data = { email: `${who}@demo.test`, password }
  const answer = await request.post('/api/console/login', { data, headers: fixed })
  if (!answer.ok()) throw new Error(`login of ${data.email}: ${answer.status()} ${await answer.text()}`)
  return { ...fixed, authorization: `Bearer ${(await answer.json()).token}` }
}

/** Has two owners add a cashier, who sets an own password: nobody else in the demo has this account. */
export async function addCashier(request: APIRequestContext, who: string, password: string): Promise<void> {
  const [owner, second] = [await operatorHeaders(request, 'owner'), await operatorHeaders(request, 'owner2')]
  const data = { email: `${who}@demo.test`, name: who, role: 'cashier' }
  const asked = await (await request.post('/api/console/staff', { headers: owner, data })).json()
  const approve = `/api/console/staff/requests/${asked._id}/approve`
  const { oneTime } = await (await request.post(approve, { headers: second })).json()
  const headers = await operatorHeaders(request, who, oneTime.password)
  const change = { oldPassword: oneTime.password, newPassword: password }
  const answer = await request.put('/api/console/password', { headers, data: change })
  if (!answer.ok()) throw new Error(`password of ${who}: ${answer.status()} ${await answer.text()}`)
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
  async logIn(who: string, password = demoPassword): Promise<void> {
    const { page, t } = this
    await page.goto('/console')
    await page.locator('select').first().selectOption(this.language)
    await this.sendLogin(who, password)
    await expect(page.getByRole('navigation', { name: t('desk.queues') })).toBeVisible()
  }

  /** Fills in the login's form and sends it. */
  async sendLogin(who: string, password = demoPassword): Promise<void> {
    const { page, t } = this
    await page.getByLabel(t('operator.login.email'), { exact: true }).fill(`${who}@demo.test`)
    await page.getByLabel(t('operator.login.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: t('operator.login.submit'), exact: true }).click()
  }

  /**
   * Approves, as another owner, what was asked for about somebody.
   * @returns the one-time password that is shown; empty if there is none
   */
  async approveStaff(name: string, look: () => Promise<void> = async () => {}): Promise<string> {
    const { page, t } = this
    await this.openPage('operator.staff.title')
    const wish = page.getByRole('listitem').filter({ hasText: this.between('operator.request.by') })
    const approve = { name: t('operator.request.approve'), exact: true }
    await wish.filter({ hasText: name }).getByRole('button', approve).click()
    await look()
    await page.getByRole('dialog').getByRole('button', approve).click()
    const shown = page.getByRole('dialog', { name: t('operator.staff.oneTime', { name }) })
    const given = shown.getByText(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    await expect(given.or(page.getByText(t('operator.staff.saved'))).first()).toBeVisible()
    if (!(await given.isVisible())) return ''
    await look()
    const text = await given.innerText()
    await shown.getByRole('button', { name: t('operator.staff.done'), exact: true }).click()
    await expectNoDialog(page)
    return text
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

  /** Opens a page of the console by its link, which on a phone may be behind the menu's button. */
  async openPage(title: string): Promise<void> {
    const { page, t } = this
    const link = page.getByRole('link', { name: new RegExp(`^${t(title)}`) })
    await expect(page.getByRole('navigation', { name: t('ui.pages') })).toBeVisible()
    if (!(await link.first().isVisible())) {
      await page.getByRole('button', { name: new RegExp(`^${t('ui.menu')}`) }).click()
    }
    await link.first().click()
    await expectNoDialog(page)
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
    const states = ['payout', 'transfer', 'gift', 'bank-twin', 'return', 'reversal', 'prize', 'bet-review']
    return states.includes(this.queue)
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
    const hasNoReference = ['bank-twin', 'reversal', 'prize', 'bet-review'].includes(this.queue)
    const asksReference = choice === 'approve' && this.asksFact && !hasNoReference
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
