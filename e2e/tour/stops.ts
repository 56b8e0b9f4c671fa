// Where the tour stops: every page and sheet of the member app, and what it looks like while it is empty,
// loads or fails.

import type { Locator, Page } from '@playwright/test'
import { asksForStaff, Chat } from '../testing/chat.ts'
import type { Member } from '../testing/member.ts'
import type { Operator } from '../testing/operator.ts'
import { expect } from '../testing/test.ts'

export interface Stop<Person = Member> {
  name: string
  path: string
  /** What a person does there; ends when the picture can be taken. */
  open?(person: Person): Promise<unknown>
  /** Takes the window's part only, because what was opened covers the page. */
  isSheet?: true
}

type Act = (member: Member) => Promise<unknown>

const heading =
  (key: string): Act =>
  (member) =>
    member.heading(key).waitFor()
const press =
  (key: string, shows: (member: Member) => Locator): Act =>
  async (member) => {
    await member.button(key).first().click()
    await shows(member).first().waitFor()
  }
const dialog =
  (key: string) =>
  (member: Member): Locator =>
    member.dialog(key)
const anyDialog = ({ page }: Member) => page.getByRole('dialog')

const sheet = (name: string, path: string, open: Act): Stop => ({ name, path, open, isSheet: true })
const home = '/user/home'

export const visitorStops: Stop[] = [
  { name: 'login', path: '/login', open: heading('account.login.title') },
  { name: 'register', path: '/register', open: heading('account.step.phone') },
  { name: 'forgot', path: '/forgot', open: heading('account.reset.title') },
  { name: 'howto', path: '/howto', open: heading('lookup.howto.title') },
  sheet('howto-film', '/howto?film=wallet', (member) => anyDialog(member).waitFor()),
  { name: 'contact', path: '/contact', open: heading('lookup.contact.title') },
  sheet('chat-visitor', '/contact', async (member) => {
    const chat = new Chat(member)
    await chat.open()
  }),
  { name: 'terminated', path: '/terminated', open: heading('lookup.terminated.title') },
  { name: 'not-found', path: '/nothing', open: heading('lookup.notFound.title') },
]

export const memberStops: Stop[] = [
  { name: 'home', path: home, open: ({ page, t }) => page.getByText(t('wallet.total')).first().waitFor() },
  ...(['bank', 'qr', 'gift'] as const).map((group) =>
    sheet(`deposit-${group}`, home, (member) => member.openDeposit(group)),
  ),
  sheet('transfer', home, press('wallet.transfer', dialog('wallet.transfer'))),
  sheet('withdraw', home, (member) => member.openWithdraw()),
  sheet('game-open', home, (member) => member.openGame('PG')),
  sheet('all-games', home, press('game.all', anyDialog)),
  sheet('game-closed', home, (member) => member.openGame('SlotXO')),
  sheet('invite-banner', home, press('wallet.inviteFriends', dialog('invite.title'))),
  sheet('invite', home, async (member) => {
    await press('wallet.inviteFriends', dialog('invite.title'))(member)
    await press('invite.see', ({ page }) => page.getByRole('dialog').getByRole('table'))(member)
  }),
  sheet('invite-receive', home, press('wallet.inviteReceive', anyDialog)),
  sheet('refund', home, press('wallet.refund', dialog('refund.title'))),
  sheet('conditions', home, async (member) => {
    await press('menu.conditions', dialog('lookup.conditions.title'))(member)
    await member.page.getByRole('dialog').getByRole('listitem').first().waitFor()
  }),
  // From another page: one that is loaded again while a sheet is open keeps the sheet's entry in the history.
  sheet('agreement', '/user/profile', async (member) => {
    await member.page.evaluate(() => localStorage.removeItem('remember-agreement'))
    await member.page.goto(home)
    await member.dialog('lookup.agreement.title').waitFor()
    await member.page.evaluate(() => localStorage.setItem('remember-agreement', 'true'))
  }),
  sheet('logout', home, press('menu.logout', dialog('menu.logoutAsk'))),
  { name: 'statement', path: '/user/statement', open: firstRow },
  {
    name: 'statement-row',
    path: '/user/statement',
    open: (member) => firstRow(member).then((row) => row.click()),
  },
  sheet('receipt', '/user/statement?type=deposit', async (member) => {
    await (await firstRow(member)).click()
    await press('ui.receipt', dialog('ui.receipt'))(member)
  }),
  {
    name: 'receipt-link',
    path: '/user/statement?type=deposit',
    open: async (member) => {
      await (await firstRow(member)).click()
      await press('ui.receipt', dialog('ui.receipt'))(member)
      const make = member.button('statement.receipt.link.make')
      const address = member.page.getByRole('dialog').getByText(/\/r\/[\w-]+$/)
      await make.or(address).first().waitFor()
      if (await make.isVisible()) await make.click()
      await member.page.goto((await address.first().innerText()).replace(/^(?!http)/, 'http://'))
    },
  },
  sheet('statement-slips', '/user/statement', press('statement.slips', anyDialog)),
  { name: 'outcomes', path: '/user/outcomes', open: ({ page }) => page.locator('main li').first().waitFor() },
  { name: 'profile', path: '/user/profile', open: heading('account.profile.title') },
  sheet('profile-edit', '/user/profile', press('account.profile.edit', anyDialog)),
  sheet('profile-password', '/user/profile', press('account.password.change', anyDialog)),
  { name: 'settings', path: '/user/settings', open: heading('settings.title') },
  { name: 'devices', path: '/user/devices', open: heading('account.devices.title') },
  { name: 'contact-member', path: '/user/contact', open: heading('lookup.contact.title') },
  { name: 'howto-member', path: '/user/howto', open: heading('lookup.howto.title') },
  sheet('howto-film-member', '/user/howto?film=receive-bonus', (member) => anyDialog(member).waitFor()),
  {
    name: 'bonus',
    path: '/user/bonus',
    open: ({ page }) => page.locator('main li button').first().waitFor(),
  },
  sheet('bonus-offer', '/user/bonus', async (member) => {
    await member.page.locator('main li button:enabled').first().click()
    await anyDialog(member).waitFor()
  }),
  sheet('bonus-cancel', '/user/bonus', press('bonus.cancel', anyDialog)),
  { name: 'spin', path: '/user/spin', open: ({ page }) => page.getByRole('table').waitFor() },
  sheet('spin-coupon', '/user/spin', async (member) => {
    await member.page.getByRole('table').getByRole('button').first().click()
    await anyDialog(member).waitFor()
  }),
  {
    name: 'spin-fair',
    path: '/user/spin/fair',
    open: async ({ page, t }) => {
      await page.locator('main li button[aria-expanded]').first().click()
      await page.getByText(t('spin.proof.sealed')).first().waitFor()
    },
  },
  sheet('chat', '/user/contact', async (member) => {
    const chat = new Chat(member)
    await chat.open()
    if ((await chat.log.locator('[data-key]').count()) < 2) await chat.send(asksForStaff[member.language])
    await expect(chat.log.getByText(member.t('chat.sending'))).toHaveCount(0)
  }),
]

/** The pages whose other states are looked at, too. */
const main = ['home', 'statement', 'bonus', 'spin', 'profile', 'contact-member']
export const mainStops = memberStops.filter(({ name }) => main.includes(name))

/** What is looked at with letters twice as large. */
const large = [
  'home',
  'deposit-bank',
  'transfer',
  'withdraw',
  'statement',
  'receipt',
  'bonus-offer',
  'spin',
  'settings',
]
export const largeStops = memberStops
  .filter(({ name }) => large.includes(name))
  .map((stop) => ({ ...stop, name: `${stop.name}-large` }))

/** A brand-new member, who has nothing yet. */
export const emptyStops: Stop[] = [
  ...mainStops.map(({ name, path }) => ({ name: `${name}-empty`, path, open: filled })),
  sheet('transfer-empty', home, async (member) => {
    await member.button('wallet.allToGame').click()
    await anyDialog(member).waitFor()
  }),
  sheet('invite-empty', home, press('wallet.inviteFriends', anyDialog)),
  sheet('bonus-take', '/user/bonus', async (member) => {
    await member.page.locator('main li button:enabled').first().click()
    await anyDialog(member).waitFor()
  }),
  sheet('promotion', '/user/bonus', async (member) => {
    await member.field('promotion.code').fill('KRAPAO50')
    await press('promotion.find', (member) => member.text('promotion.brings'))(member)
  }),
  sheet('refund-empty', home, press('wallet.refund', anyDialog)),
]

/** The first item of a queue. */
const item = (queue: string): Stop<Operator> => ({
  name: `console-desk-${queue}`,
  path: `/console/${queue}`,
  open: async ({ page }) => {
    await page.locator(`a[href^="/console/${queue}/"]`).first().click()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
  },
})

const queues = ['slip', 'bank-transfer', 'qr-payment', 'gift', 'withdrawal']
/** The console's work, one item of each queue; those that nothing fills are seen empty. */
export const deskStops: Stop<Operator>[] = [
  ...[...queues, 'transfer', 'reversal', 'prize'].map(item),
  ...['payout', 'bank-twin', 'manual-deposit'].map((queue) => ({
    name: `console-desk-${queue}-empty`,
    path: `/console/${queue}`,
  })),
]

/** Days are chosen in the audit log, whose seldom used filters are open. */
const auditDays: Stop<Operator> = {
  name: 'console-audit-days',
  path: '/console/audit',
  isSheet: true,
  open: async ({ page, t }) => {
    const fold = [t('ui.filter.open'), t('ui.filter.more')].map((name) =>
      page.getByRole('button', { name, exact: true }),
    ) as [Locator, Locator]
    await fold[0].or(fold[1]).click()
    const day = page.getByRole('textbox', { name: t('operator.audit.from'), exact: true })
    await day.fill('2026-11-24')
    await day.press('ArrowDown')
    await page.getByRole('dialog').waitFor()
  },
}

/** The second step of a login is set up: a QR code and its text. */
const factor: Stop<Operator> = {
  name: 'console-factor',
  path: '/console/account',
  open: async ({ page, t }) => {
    await page.getByRole('button', { name: t('operator.factor.make'), exact: true }).click()
    await page.getByRole('img', { name: t('operator.factor.picture') }).waitFor()
  },
}

/** The operators' console, by its paths; only looked at when asked for. */
export const consoleStops: Stop<Operator>[] = [
  ...[
    'find',
    'decisions',
    'suspense',
    'audit',
    'staff',
    'account',
    'work/mine',
    'campaigns/bonus',
    'campaigns/wheel',
    'chats',
    'chats/replies',
    'chats/report',
    'chats/bot',
  ].map((path) => ({ name: `console-${path.replace('/', '-')}`, path: `/console/${path}` })),
  auditDays,
  factor,
]

async function firstRow({ page }: Member): Promise<Locator> {
  const row = page.locator('main li button[aria-expanded]').first()
  await row.waitFor()
  return row
}

/** A page has come, and nothing on it is a placeholder any more. */
async function filled({ page }: Member): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await expect(page.locator('main .skeleton')).toHaveCount(0)
}

/** Nothing on the page is loading or moving. */
export async function settled({ page }: { page: Page }): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(
      [...document.images]
        .filter((image) => !image.complete && image.loading !== 'lazy')
        .map((image) => image.decode().catch(() => {})),
    )
  })
}
