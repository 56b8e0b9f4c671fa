// The five films of the how-to page, step by step through the real app. A step that no longer finds its
// button fails.

import type { Guide } from '@krapao/member/slices/lookup/guides.ts'
import { type Person, senderOf } from '../testing/member.ts'
import { expect } from '../testing/test.ts'
import type { Film, Who } from './film.ts'

/** Where a film begins, and what is done in it. */
interface Story {
  /** What is the case before the film; not seen. Ends on the page with which the film begins. */
  before(who: Who, person: Person): Promise<void>
  play(film: Film, person: Person): Promise<void>
}

const money = 500

/** Money in the wallet. */
async function withMoney({ member, sandbox }: Who, person: Person): Promise<void> {
  await member.payIn(sandbox, person, money)
  await member.expectTotal('฿500.00')
}

/** An account at the game; `withMoney` came before. */
async function openGame({ member }: Who): Promise<void> {
  await member.activate('PG')
  await member.page.reload()
  await member.expectTotal('฿500.00')
}

const wallet: Story = {
  async before({ member }) {
    await member.activate('PG')
    const { page } = member
    await page.goto('/login')
    await member.field('account.phone.label').waitFor()
    // Leaving forgets that the agreement was accepted.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await page.evaluate(() => localStorage.setItem('remember-agreement', 'true'))
  },
  async play(film, person) {
    const { member, sandbox } = film
    const { page, t } = member
    await film.step()
    await film.type(member.field('account.phone.label'), person.phone)
    await film.type(member.field('account.password.label'), person.password)
    await film.go(member.button('account.login.submit'), page.getByText('฿0.00', { exact: true }).first())

    await film.step()
    await film.point(member.text('wallet.total'))

    await film.step()
    await film.tap(member.button('wallet.deposit').first())
    const deposit = member.dialog('deposit.title')
    await film.tap(deposit.getByRole('tab', { name: t('deposit.group.bank'), exact: true }))
    await film.tap(deposit.getByRole('button', { name: new RegExp(t('deposit.bank.copy')) }).first())
    const slip = await film.unseen(
      member
        .houseAccount('KTB')
        .then((to) => sandbox.drawSlip({ ...senderOf(person), ...to, amount: money })),
    )

    await film.step()
    const chooser = page.waitForEvent('filechooser')
    await film.tap(deposit.getByText(t('deposit.slip.choose'), { exact: true }))
    await (await chooser).setFiles({ name: 'slip.png', mimeType: 'image/png', buffer: slip })
    await film.tap(member.button('deposit.slip.send'))
    await film.until(deposit.getByText('+฿500.00', { exact: true }))
    await film.tap(deposit.getByRole('button', { name: t('ui.close'), exact: true }).first())

    await film.step()
    await film.tap(member.button('wallet.transfer').first())
    for (const [end, name] of [
      ['wallet.from', t('wallet.mainWallet')],
      ['wallet.to', 'PG'],
    ] as const) {
      await film.point(page.getByRole('listbox', { name: t(end), exact: true }))
      await member.choose(end, name)
    }
    const form = member.dialog('wallet.transfer')
    await film.type(form.getByLabel(t('wallet.amount'), { exact: true }), '200')
    await film.tap(form.getByRole('button', { name: t('wallet.submitAmount', { amount: '฿200.00' }) }))
    const done = member.dialog('wallet.done')
    await film.until(done)
    await film.tap(done.getByRole('button', { name: t('ui.close'), exact: true }).last())

    await film.step()
    await film.tap(member.button('wallet.withdraw').first())
    const withdraw = member.dialog('withdraw.title')
    await film.type(withdraw.getByLabel(t('withdraw.amount'), { exact: true }), '300')
    await film.tap(
      withdraw.getByRole('button', { name: t('withdraw.submitAmount', { amount: '฿300.00' }), exact: true }),
    )
    await film.until(withdraw.getByRole('status'))
  },
}

const enterGame: Story = {
  before: withMoney,
  async play(film) {
    const { member } = film
    const { page, t } = member
    await film.step()
    const name = t('game.cardClosed', { name: 'PG' })
    await film.tap(page.getByRole('button', { name }).first())
    const sheet = page.getByRole('dialog', { name: 'PG', exact: true })
    await film.until(sheet)

    await film.step()
    await film.tap(sheet.getByRole('button', { name: t('game.open'), exact: true }))
    const username = sheet.getByLabel(t('game.username'), { exact: true })
    await film.until(username)

    await film.step()
    await film.tap(sheet.getByRole('button', { name: t('game.copyUsername'), exact: true }))

    await film.step()
    await film.tap(sheet.getByRole('button', { name: '฿500', exact: true }))
    const opened = page.context().waitForEvent('page')
    await film.tap(sheet.getByRole('button', { name: t('game.playWith', { amount: '฿500.00', name: 'PG' }) }))
    const tab = await film.unseen(opened)
    await film.unseen(
      tab
        .getByText(/500\.00/)
        .first()
        .waitFor(),
    )
    await film.goOnAt(tab.getByRole('main'))
  },
}

const checkBalance: Story = {
  async before(who, person) {
    const { member } = who
    await withMoney(who, person)
    await openGame(who)
    await member.move('PG', 200)
    await member.page.reload()
    await member.page.getByText('฿300.00', { exact: true }).first().waitFor()
  },
  async play(film) {
    const { member, sandbox } = film
    const { page, t } = member
    await film.step()
    await film.point(member.text('wallet.total'))

    await film.step()
    await film.unseen(
      member.gameAccount('PG').then((account) => sandbox.play('PG', { ...account, stake: 50, win: 175.5 })),
    )
    await film.tap(member.button('wallet.refresh').first())
    await film.until(page.getByText('฿625.50', { exact: true }).first())

    await film.step()
    await film.point(page.getByRole('button', { name: /^PG.*325\.50/ }).first())

    await film.step()
    const row = member.statementRows().getByRole('button').first()
    await film.go(page.getByRole('link', { name: t('menu.statement'), exact: true }), row)
    await film.tap(row)
  },
}

const titles = {
  th: 'ต้อนรับสมาชิกใหม่ 20%',
  la: 'ຕ້ອນຮັບສະມາຊິກໃໝ່ 20%',
  en: 'Welcome, 20% on top',
}

const receiveBonus: Story = {
  async before({ member }) {
    await member.expectTotal('฿0.00')
  },
  async play(film, person) {
    const { member, sandbox } = film
    const { page, t } = member
    const offer = page.getByRole('button').filter({ hasText: titles[member.language] })
    await film.step()
    await film.go(page.getByRole('link', { name: t('wallet.bonus'), exact: true }), offer)

    await film.step()
    await film.tap(offer)
    const sheet = page.getByRole('dialog', { name: titles[member.language] })
    await film.until(sheet)

    await film.step()
    await film.tap(member.button('bonus.arm'))
    await film.until(member.text('bonus.state.ARMED'))

    await film.step()
    await film.point(member.button('bonus.deposit').first())
    await film.unseen(member.payIn(sandbox, person, money))
    await film.until(member.text('bonus.state.ACTIVE'))
    // The messages about it lie over what is shown next.
    await film.unseen(expect(page.locator('.toast')).toHaveCount(0, { timeout: 60_000 }))
    await film.point(page.getByRole('progressbar'))
  },
}

/** Rounds that win what they stake. */
async function bet({ member, sandbox }: Who, ...stakes: number[]): Promise<void> {
  const account = await member.gameAccount('PG')
  for (const stake of stakes) await sandbox.play('PG', { ...account, stake, win: stake })
}

const played = ({ member }: Who, current: string) =>
  member.page.getByText(member.t('bonus.progress.turnover', { current, required: '฿3,000.00' }))

const endBonus: Story = {
  async before(who, person) {
    const { member, sandbox } = who
    const { page, t } = member
    await page.goto('/user/bonus')
    await page.getByRole('button').filter({ hasText: titles[member.language] }).click()
    await member.button('bonus.arm').click()
    await member.text('bonus.state.ARMED').waitFor()
    await member.payIn(sandbox, person, money)
    await member.text('bonus.state.ACTIVE').waitFor()
    await member.activate('PG')
    await member.move('PG', 400)
    await bet(who, 300)
    await page.goto('/user/home')
    await page.getByRole('link', { name: t('wallet.bonus'), exact: true }).click()
    await played(who, '฿300.00').waitFor({ timeout: 60_000 })
  },
  async play(film) {
    const { member } = film
    const { page, t } = member
    await film.step()
    await film.point(page.getByRole('progressbar'))

    await film.step()
    await film.unseen(bet(film, 300, 300, 300, 300))
    await film.unseen(page.goto('/user/home'))
    const bonus = page.getByRole('link', { name: t('wallet.bonus'), exact: true })
    await film.go(bonus, played(film, '฿1,500.00'))
    await film.point(page.getByRole('progressbar'))

    await film.step()
    await film.tap(member.button('bonus.cancel'))

    await film.step()
    await film.until(page.getByRole('dialog').getByText('฿500.00', { exact: true }))
    await film.tap(member.button('bonus.cancelAmount', { amount: '฿100.00' }))
    await film.until(member.text('bonus.clearedAmounts', { returned: '฿100.00', kept: '฿500.00' }))
  },
}

export const stories: Record<Guide, Story> = {
  wallet,
  'enter-game': enterGame,
  'check-balance': checkBalance,
  'receive-bonus': receiveBonus,
  'end-bonus': endBonus,
}
