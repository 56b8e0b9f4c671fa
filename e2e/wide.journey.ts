// How pages look on a wide screen: below the logo, dimmed as a whole under a sheet, a row in one line.

import { demo, Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { expect, test } from './testing/test.ts'

/** Each page begins at the logo's left edge, so that nothing jumps from one page to the next. */
async function expectBelowLogo({ page }: Member, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect
      .poll(
        () =>
          page.evaluate(() => {
            const left = (selector: string) =>
              Math.round(document.querySelector(selector)?.getBoundingClientRect().left ?? -1)
            return left('h1') - left('header img')
          }),
        path,
      )
      .toBe(0)
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
  const pages = ['statement', 'profile', 'settings', 'contact', 'howto', 'bonus', 'spin']
  await expectBelowLogo(
    member,
    pages.map((name) => `/user/${name}`),
  )
  // Below another page: beside the title is the way back to it.
  await page.goto('/user/devices')
  await member.button('account.devices.back').click()
  await expect(member.heading('account.profile.title')).toBeVisible()
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
