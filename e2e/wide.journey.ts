// How pages look on a wide screen: below the logo, dimmed as a whole under a sheet, a row in one line.

import { Chat } from './testing/chat.ts'
import { demo, Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { expect, test } from './testing/test.ts'

/** Pixels that the way back takes before the title of a page that belongs to another one. */
const wayBack = 36

/**
 * Each page begins at the logo's left edge, so that nothing jumps from one page to the next.
 * @param inset pixels from there to the titles of these pages
 */
async function expectBelowLogo({ page }: Member, paths: string[], inset = 0): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect
      .poll(
        () =>
          page.evaluate(() => {
            const [title, logo] = ['h1', 'header img'].map((selector) => document.querySelector(selector))
            // Before both are there, nothing is known of their distance.
            if (!title || !logo) return undefined
            return Math.round(title.getBoundingClientRect().left - logo.getBoundingClientRect().left)
          }),
        path,
      )
      .toBe(inset)
  }
}

test('visitors’ pages begin below the logo', { tag: '@desktop' }, async ({ page }) => {
  const member = new Member(page, 'th')
  await member.arrive()
  await expectBelowLogo(member, ['/register', '/forgot', '/howto', '/contact'])
})

test('members’ pages begin below the logo', { tag: '@desktop' }, async ({ page }) => {
  const member = new Member(page, 'th')
  await member.begin('/user/statement', demo)
  const pages = ['statement', 'profile', 'contact', 'bonus', 'spin']
  await expectBelowLogo(
    member,
    pages.map((name) => `/user/${name}`),
  )
  const below = ['settings', 'outcomes', 'spin/fair', 'howto', 'devices']
  await expectBelowLogo(
    member,
    below.map((name) => `/user/${name}`),
    wayBack,
  )
  await member.button('account.devices.back').click()
  await expect(member.heading('account.profile.title')).toBeVisible()
})

test('beside the chat a page begins below the logo, and nothing of it is under the chat', {
  tag: '@desktop',
}, async ({ page }) => {
  const member = new Member(page, 'th')
  await member.begin('/user/spin', demo)
  await expect(page.getByRole('table')).toBeVisible()
  const chat = new Chat(member)
  await chat.open()
  for (const width of [1280, 1600, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const [logo, title, content, panel] = await Promise.all(
      [
        page.locator('header img').first(),
        page.locator('h1'),
        page.locator('main > *').last(),
        chat.panel,
      ].map(async (one) => {
        const box = await one.boundingBox()
        return { left: Math.round(box?.x ?? 0), right: Math.round((box?.x ?? 0) + (box?.width ?? 0)) }
      }),
    )
    expect(title?.left, `${width}`).toBe(logo?.left)
    expect(content?.right, `${width}`).toBeLessThanOrEqual(panel?.left ?? 0)
  }
})

test('the contact page leads into the chat that is open beside it', { tag: '@desktop' }, async ({ page }) => {
  const member = new Member(page, 'th')
  await member.begin('/user/contact', demo)
  await member.button('lookup.contact.chat').click()
  const chat = new Chat(member)
  await expect(chat.box).toBeFocused()
  await expect(member.button('lookup.contact.chat')).toHaveCount(0)
  await member.text('lookup.contact.chatIsOpen').click()
  await expect(chat.box).not.toBeFocused()
  await member.button('lookup.contact.toChat').click()
  await expect(chat.box).toBeFocused()
})

test('a sheet dims the space of the scrollbar, too', { tag: '@desktop' }, async ({ page }) => {
  const member = new Member(page, 'th')
  const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await member.begin('/user/home', demo)
  const bright = await colour()
  await member.openWithdraw()
  await expect.poll(colour).not.toBe(bright)
  await member.close()
  await expect.poll(colour).toBe(bright)
})

test('the balance stays in view while the page is scrolled', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 680 })
  const member = new Member(page, 'th')
  await member.begin('/user/home', demo)
  const button = page.locator('main [data-opens="deposit"]')
  const bank = page.getByText(member.t('wallet.bank'), { exact: true }).first()
  await bank.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 200)
  await expect(button).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(member.t('wallet.total'), { exact: true }).first()).toBeInViewport({ ratio: 1 })
  // Nothing lies over it.
  await button.click({ trial: true })
  await test.step('but not where it would take the whole window', async () => {
    await page.setViewportSize({ width: 1280, height: 480 })
    await bank.scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 400)
    await expect(button).not.toBeInViewport()
  })
})

test('the balance stands beside what moved it, also further down', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  const member = new Member(page, 'th')
  const balance = page.getByRole('region', { name: member.t('wallet.total'), exact: true })
  await member.begin('/user/outcomes', demo)
  await expect(balance.getByText(/^฿[\d,.]+$/).first()).toBeInViewport({ ratio: 1 })
  await page.goto('/user/statement')
  await expect(member.statementRows()).toHaveCount(10)
  await page.mouse.move(300, 400)
  await page.mouse.wheel(0, 2000)
  await expect(member.statementRows().last()).toBeInViewport()
  await expect(balance).toBeInViewport({ ratio: 1 })
  await test.step('but not where the rows need the room', async () => {
    await page.setViewportSize({ width: 1024, height: 600 })
    await expect(balance).toBeHidden()
  })
})

for (const language of ['th', 'la'] as const) {
  test(`a deposit in the statement is shown in one line (${language})`, { tag: '@desktop' }, async ({
    page,
  }) => {
    const member = new Member(page, language)
    await member.begin('/user/statement?type=deposit', demo)
    const row = member.statementRows().first()
    await expect(row).toBeVisible()
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(61)
    const name = new RegExp(member.t('statement.activity.depositFrom', { from: '' }))
    await expect(row.getByRole('button', { name }).first()).toBeVisible()
  })
}

test('the console’s pages begin at one edge, and none scrolls into emptiness', { tag: '@desktop' }, async ({
  page,
}) => {
  const owner = new Operator(page, 'th')
  await owner.begin('owner')
  const edges = new Set<number>()
  const chats = ['chats/report', 'chats/replies', 'chats/bot']
  const pages = ['find', 'suspense', 'audit', 'staff', 'account', 'work/mine', 'campaigns/bonus', ...chats]
  for (const path of pages) {
    await page.goto(`/console/${path}`)
    const heading = page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    edges.add(Math.round((await heading.boundingBox())?.x ?? -1))
    // What scrolls are the panes; texts for screen readers in them once stretched the page.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), path).toBe(0)
  }
  expect([...edges]).toHaveLength(1)
})
