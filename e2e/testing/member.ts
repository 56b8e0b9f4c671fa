// The actions of a person in the member app, by the texts on the screen.

import { randomInt } from 'node:crypto'
import { languageTags } from '@krapao/contract/languages.ts'
import type { APIResponse, Locator, Page } from '@playwright/test'
import type { Sandbox } from './sandbox.ts'
import { expect, expectNoDialog } from './test.ts'
import { type Language, type Texts, textsOf } from './texts.ts'

export const demo = { phone: '0812345678', password: 'krapao-demo' }

/** A phone number that no member has yet. */
const freshPhone = (): string => `06${String(randomInt(100_000_000)).padStart(8, '0')}`

/**
 * Members of a journey have one name, so each has a birth date of its own: else they would count as one
 * person (rules.md §2.10).
 */
let born = randomInt(10_000)
const ownBirthDate = (): string =>
  new Date(Date.UTC(1970, 0, 1) + (++born % 10_000) * 86_400_000).toISOString().slice(0, 10)

/** A new person: the answers to the register wizard. */
export const newPerson = () => ({
  name: 'สุดา มีสุข',
  phone: freshPhone(),
  password: `river-${randomInt(1_000_000)}-lantern`,
  // A name of their own: banks show only four digits of a number, and a similar name with similar digits
  // would be in doubt.
  firstName: `suda${Array.from({ length: 5 }, () => 'abcdefghij'[randomInt(10)]).join('')}`,
  lastName: 'meesuk',
  accountNo: String(randomInt(1_000_000_000, 9_999_999_999)),
  birthDate: ownBirthDate(),
})
export type Person = ReturnType<typeof newPerson>

/** Who sends a person's bank transfers, as the bank shows it; the bank is that of the person's account. */
export const senderOf = ({ firstName, lastName, accountNo }: Person, fromBank = 'SCB') => ({
  fromBank,
  fromAccountNo: accountNo,
  fromName: `${firstName} ${lastName}`.toUpperCase(),
})

/** The app on one page, in one language. */
export class Member {
  readonly page: Page
  readonly t: Texts
  readonly language: Language
  /** The sign of the member's currency: ₭ in the Lao build. */
  readonly sign: '฿' | '₭'

  constructor(page: Page, language: Language, sign: '฿' | '₭' = '฿') {
    this.page = page
    this.sign = sign
    this.language = language
    this.t = textsOf(language)
  }

  field = (key: string): Locator => this.page.getByLabel(this.t(key), { exact: true })
  button = (key: string, values?: Record<string, string | number>): Locator =>
    this.page.getByRole('button', { name: this.t(key, values), exact: true })
  heading = (key: string): Locator => this.page.getByRole('heading', { name: this.t(key), exact: true })
  text = (key: string, values?: Record<string, string | number>): Locator =>
    this.page.getByText(this.t(key, values), { exact: true })
  dialog = (key: string): Locator => this.page.getByRole('dialog', { name: this.t(key) })

  /**
   * The sentence that says how much cannot be withdrawn until when, whatever the amounts that are not given.
   */
  lockedText(amount = '\u0001'): RegExp {
    const any = '\u0001'
    const text = this.t('bonus.cost.balance', { amount, locked: any, required: any })
    return new RegExp(
      text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(any, '฿[\\d,.]+(?: \\([^)]+\\))?'),
    )
  }

  /** The rows of the statement, without those of what is under way or has just ended above them. */
  statementRows(): Locator {
    const above = ['title', 'both', 'ended'].map((what) => this.t(`wallet.under.${what}`))
    const days = `section${above.map((name) => `:not([aria-label="${name}"])`).join('')}`
    return this.page.getByRole('main').locator(`${days} li`)
  }

  /** On the dashboard: what is under way with its rows, or, where nothing is any more, what has ended. */
  under(what: 'title' | 'ended'): Locator {
    // The heading of rows of both begins as that of what is under way.
    return this.page.getByRole('region', { name: this.t(`wallet.under.${what}`), exact: what === 'ended' })
  }

  /** Opens a page as a new visitor and picks the language from the dropdown. */
  async arrive(path = '/login'): Promise<void> {
    await this.page.goto(path)
    await this.page.locator('header select').selectOption(this.language)
    await expect(this.page.locator('html')).toHaveAttribute('lang', languageTags[this.language])
  }

  /**
   * Goes through the four steps, with the code from the sandbox’s phone; ends at the login page. `seen` is
   * called at each step.
   */
  async register(
    person: Person,
    sandbox: Sandbox,
    seen: (step: string) => Promise<void> = async () => {},
  ): Promise<void> {
    const { page } = this
    await this.field('account.phone.label').fill(person.phone)
    await this.button('ui.next').click()
    await expect(this.heading('account.step.code')).toBeVisible()
    await expect(this.field('account.code.label')).toBeFocused()
    await seen('code')
    await this.field('account.code.label').fill(await sandbox.readCode(person.phone))
    await expect(this.focusOf('account.step.person', 'account.name.label')).toBeFocused()
    await seen('person')
    await this.field('account.name.label').fill(person.name)
    await this.field('account.password.label').fill(person.password)
    await this.field('account.password.confirm').fill(person.password)
    const [year = 0, month, day] = person.birthDate.split('-').map(Number)
    await this.birthDate(`${day}`, `${month}`, `${year + (this.language === 'th' ? 543 : 0)}`)
    await this.field('account.source.label').selectOption({ index: 1 })
    await this.button('ui.next').click()
    await expect(this.focusOf('account.step.bank', 'account.bank.label')).toBeFocused()
    await seen('bank')
    await this.field('account.bank.label').selectOption('SCB')
    await this.field('account.bank.firstName').fill(person.firstName)
    await this.field('account.bank.lastName').fill(person.lastName)
    await expect(this.field('account.bank.firstName')).toHaveValue(person.firstName.toUpperCase())
    await this.field('account.bank.accountNo').fill(person.accountNo)
    await this.button('account.register.submit').click()
    // The success page stays for two seconds only, so this polls faster than `expect` would.
    await this.text('account.register.leaving').waitFor()
    await page.waitForURL('**/login')
    await expect(this.field('account.phone.label')).toHaveValue(person.phone)
    // Said once, on the page before.
    await expect(this.text('account.register.done')).toHaveCount(0, { timeout: 1000 })
  }

  /** Where a step of the wizard begins: at its first field, or on a touch screen at its heading. */
  focusOf = (heading: string, field: string): Locator =>
    (this.page.viewportSize()?.width ?? 0) > 900 ? this.field(field) : this.heading(heading)

  async birthDate(day: string, month: string, year: string): Promise<void> {
    const date = this.page.getByRole('group', { name: this.t('account.birth.date') })
    await date.getByRole('textbox').first().fill(day)
    await date.getByRole('combobox').selectOption(month)
    await date.getByRole('textbox').last().fill(year)
  }

  async logIn(person: { phone: string; password: string }, remember = false): Promise<void> {
    await this.field('account.phone.label').fill(person.phone)
    await this.field('account.password.label').fill(person.password)
    if (remember) await this.field('account.login.remember').check()
    await this.button('account.login.submit').click()
  }

  /** Reads and accepts the agreement that opens after the login. */
  async agree(): Promise<void> {
    const agreement = this.dialog('lookup.agreement.title')
    await expect(agreement).toBeVisible()
    await expect(agreement.getByText(this.t('lookup.agreement.again'))).toBeVisible()
    await agreement.getByRole('checkbox').check()
    await expect(agreement.getByText(this.t('lookup.agreement.kept'))).toBeVisible()
    await agreement.getByRole('button', { name: this.t('lookup.agreement.confirm') }).click()
    await expectNoDialog(this.page)
  }

  /**
   * The demo member, logged in by a stored token, with the agreement accepted, for journeys about something
   * else.
   */
  async begin(path = '/user/home', person = demo): Promise<void> {
    const { token } = await logInByCall(this.page, person)
    await this.page.addInitScript(
      ([stored, locale]) => {
        if (localStorage.getItem('begun')) return
        localStorage.setItem('begun', '1')
        localStorage.setItem('token', stored as string)
        localStorage.setItem('locale', locale as string)
        localStorage.setItem('remember-agreement', 'true')
      },
      [token, this.language],
    )
    await this.page.goto(path)
  }

  /** A new member, registered by calls instead of the wizard, then as `begin`. */
  async join(sandbox: Sandbox, person = newPerson(), more: object = {}): Promise<Person> {
    const post = (path: string, data: object) => postAsVisitor(this.page, path, data)
    const { otpToken, otpRef } = await post('/api/otp/send', { phoneNumber: person.phone })
    await post('/api/otp/verify', { otpToken, otpCode: await sandbox.readCode(person.phone, otpRef) })
    await post('/api/account', {
      name: person.name,
      username: person.phone,
      password: person.password,
      bankCode: 'SCB',
      bankAccountName: senderOf(person).fromName,
      bankAccountNo: person.accountNo,
      birthDate: person.birthDate,
      otpToken,
      ...more,
    })
    await this.begin('/user/home', person)
    return person
  }

  /** A call of the logged-in member, for what the app offers under other settings only. */
  async post(path: string, data: object): Promise<void> {
    await answered(path, await this.page.request.post(path, { data, headers: await this.headers() }))
  }

  /** Opens an account at a game by a call, without its card. */
  async activate(code: string): Promise<void> {
    const path = `/api/wallet/activate/${code}`
    await answered(path, await this.page.request.get(path, { headers: await this.headers() }))
  }

  /** Moves an amount from the wallet to a game by a call. */
  async move(to: string, amount: number): Promise<void> {
    const headers = { ...(await this.headers()), 'idempotency-key': `journey-${randomInt(2 ** 40)}` }
    const data = { from: 'WALLET', to, amount }
    await answered('transfer', await this.page.request.post('/api/wallet/transfer', { data, headers }))
  }

  /** The member's user name at a game. */
  async gameAccount(code: string): Promise<{ username: string }> {
    const path = `/api/wallet/account/${code}`
    const { username } = await answered<{ username: string }>(
      path,
      await this.page.request.get(path, { headers: await this.headers() }),
    )
    return { username }
  }

  async headers(): Promise<Record<string, string>> {
    const token = await this.page.evaluate(
      () => sessionStorage.getItem('token') ?? localStorage.getItem('token'),
    )
    return { authorization: `Bearer ${token}`, 'x-requested-with': 'wallet-user' }
  }

  /** The house's account at a bank, as the deposit look-up answers it. */
  async houseAccount(code: string): Promise<{ toBank: string; toAccountNo: string }> {
    return houseAccountOf(this.page, await this.headers(), code)
  }

  /**
   * The member's bank transfers an amount to the house's account at the same bank, which reports it: it is
   * credited without a look at any page.
   */
  async payIn(
    sandbox: Sandbox,
    person: Person,
    amount: number,
    bank = 'SCB',
  ): Promise<{ reference: string }> {
    return sandbox.pay({ ...senderOf(person, bank), ...(await this.houseAccount(bank)), amount })
  }

  /** Opens the deposit modal at one of its ways. */
  async openDeposit(group: 'bank' | 'qr' | 'gift' | 'wallet'): Promise<Locator> {
    await this.button('wallet.deposit').first().click()
    await this.depositTab(group).click()
    return this.dialog('deposit.title')
  }

  /** The tab of one of the ways in the open deposit modal. */
  depositTab = (group: 'bank' | 'qr' | 'gift' | 'wallet'): Locator =>
    this.dialog('deposit.title').getByRole('tab', { name: this.t(`deposit.group.${group}`), exact: true })

  async openWithdraw(): Promise<Locator> {
    await this.button('wallet.withdraw').first().click()
    const modal = this.dialog('withdraw.title')
    // Under a bonus, or with too little, the way out is there instead of the field.
    const wayOut = modal.getByRole('button', {
      name: new RegExp(`^(${this.t('withdraw.bonusSee')}|${this.t('wallet.deposit')})$`),
    })
    await expect(modal.getByLabel(this.t('withdraw.amount'), { exact: true }).or(wayOut)).toBeVisible()
    return modal
  }

  /** Withdraws an amount; `amount` is the amount as it is shown. Ends with the outcome on the screen. */
  async withdraw(typed: string, amount: string): Promise<void> {
    const modal = await this.openWithdraw()
    await modal.getByLabel(this.t('withdraw.amount'), { exact: true }).fill(typed)
    await modal
      .getByRole('button', { name: this.t('withdraw.submitAmount', { amount }), exact: true })
      .click()
    // Below it the app may ask already whether to notify.
    await expect(modal.getByRole('status').first()).toContainText(amount)
  }

  /** Chooses the picture of a slip in the open deposit modal and sends it. */
  async sendSlip(picture: Buffer): Promise<void> {
    const file = { name: 'slip.png', mimeType: 'image/png', buffer: picture }
    const input = this.dialog('deposit.title').locator('input[type=file]:not([capture])')
    // As a browser does when the person leaves the file chooser at first: the deposit must stay open.
    await input.dispatchEvent('cancel', { bubbles: true })
    await input.setInputFiles(file)
    await this.button('deposit.slip.send').click()
  }

  /**
   * Chooses a gateway, or PromptPay, in the open deposit modal; with one gateway only there is none to
   * choose.
   */
  async chooseGateway(gateway: string): Promise<void> {
    const modal = this.dialog('deposit.title')
    const gateways = modal.getByRole('combobox')
    const others = modal.getByRole('button', { name: this.t('deposit.qr.others'), exact: true })
    await expect(modal.getByLabel(this.t('deposit.amount'), { exact: true })).toBeVisible()
    if (gateway !== 'PROMPTPAY' && (await others.isVisible())) await others.click()
    if (await gateways.isVisible()) await gateways.selectOption(gateway)
  }

  /** Creates a QR code in the open deposit modal, at a gateway or by PromptPay. */
  async createQr(gateway: string, amount: number): Promise<{ qrcodeId: string }> {
    const { page, sign } = this
    const modal = this.dialog('deposit.title')
    const figure = amount.toLocaleString('en-US')
    await this.chooseGateway(gateway)
    // As it is, or as that of the last time.
    await modal.getByRole('button', { name: new RegExp(`^${sign}${figure}( |$)`) }).click()
    const made = page.waitForResponse(
      (response) =>
        response.url().endsWith(`/api/qrcode/${gateway}`) && response.request().method() === 'POST',
    )
    await this.button('deposit.qr.createAmount', {
      amount: `${sign}${figure}${sign === '฿' ? '.00' : ''}`,
    }).click()
    const qr = (await (await made).json()) as { qrcodeId: string }
    await expect(modal.getByRole('timer')).toBeVisible()
    return qr
  }

  /** Closes the open modal by keyboard, and waits until its history entry is given back, too. */
  async close(): Promise<void> {
    await this.page.keyboard.press('Escape')
    await expectNoDialog(this.page)
  }

  /** A figure of the balance card: total, main wallet or in games. */
  async expectTotal(amount: string): Promise<void> {
    await expect(this.page.getByText(amount, { exact: true }).first()).toBeVisible()
  }

  /** Opens a game's modal from its card; the carousel is turned until that card is in front. */
  async openGame(name: string): Promise<Locator> {
    const opened = this.t('game.cardOpen', { name, amount: '#' }).split('#')[0] ?? ''
    const closed = this.t('game.cardClosed', { name })
    const card = this.page.getByRole('button', { name: startsWith(opened, closed) }).first()
    // Focus and key in one step: a wallet that arrives between them may render the card again.
    await card.press('Enter')
    const dialog = this.page.getByRole('dialog', { name, exact: true })
    await expect(dialog).toBeVisible()
    return dialog
  }

  /**
   * From, to and amount in the transfer modal, confirmed; ends with the modal closed. `pending`: left in
   * transit.
   */
  async transfer(
    from: string,
    to: string,
    amount: string,
    outcome: 'done' | 'pending' = 'done',
  ): Promise<void> {
    await this.button('wallet.transfer').first().click()
    await this.choose('wallet.from', from)
    await this.choose('wallet.to', to)
    const form = this.dialog('wallet.transfer')
    await form.getByLabel(this.t('wallet.amount'), { exact: true }).fill(amount)
    await form
      .getByRole('button', { name: this.t('wallet.submitAmount', { amount: `${this.sign}${amount}` }) })
      .click()
    const done = this.dialog(`wallet.${outcome}`)
    await expect(done).toBeVisible()
    await done
      .getByRole('button', { name: this.t('ui.close'), exact: true })
      .last()
      .click()
    await expectNoDialog(this.page)
  }

  /** Turns one of the two sliders by keyboard until the option is in its middle. */
  async choose(slider: 'wallet.from' | 'wallet.to', name: string): Promise<void> {
    const list = this.page.getByRole('listbox', { name: this.t(slider), exact: true })
    await list.focus()
    // From the top, because one game may be chosen already.
    await this.page.keyboard.press('Home')
    const wanted = list.getByRole('option', {
      name: startsWith(this.t('wallet.optionNamed', { name, amount: this.sign })),
    })
    for (let turns = 0; turns < 20 && (await wanted.getAttribute('aria-selected')) !== 'true'; turns++) {
      await this.page.keyboard.press('ArrowDown')
    }
    await expect(wanted).toHaveAttribute('aria-selected', 'true')
  }
}

/** A call of a visitor. @throws when it is refused */
async function postAsVisitor(page: Page, path: string, data: object): Promise<Record<string, string>> {
  const headers = { 'x-requested-with': 'wallet-user' }
  return answered(path, await page.request.post(path, { data, headers }))
}

/** Opens a remembered session without the login page. */
export const logInByCall = (page: Page, { phone, password }: { phone: string; password: string }) =>
  postAsVisitor(page, '/api/login', { username: phone, password, remember: true })

/** The house's account at a bank, as it is answered to a member whose calls have these headers. */
export async function houseAccountOf(
  page: Page,
  headers: Record<string, string>,
  code: string,
): Promise<{ toBank: string; toAccountNo: string }> {
  const path = '/api/lookup/deposit'
  const { banks } = await answered<{ banks: { bankCode: string; bankAccountNo: string }[] }>(
    path,
    await page.request.get(path, { headers }),
  )
  const account = banks.find(({ bankCode }) => bankCode === code)
  if (!account) throw new Error(`the house has no account at ${code}`)
  return { toBank: code, toAccountNo: account.bankAccountNo }
}

/** The answer of a call. @throws when it was refused */
async function answered<Answer>(path: string, answer: APIResponse): Promise<Answer> {
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

/** Matches a name that begins with one of these texts, whatever amounts follow. */
const startsWith = (...words: string[]): RegExp =>
  new RegExp(`^(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`)
