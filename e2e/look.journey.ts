// How pages look on a phone, as far as only a browser can show it.

import { Chat } from './testing/chat.ts'
import { enlarge } from './testing/large-text.ts'
import { Member } from './testing/member.ts'
import { expect, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

test('a short page fits beside the banner of the demo and does not scroll', { tag: '@phone' }, async ({
  page,
  allow,
}) => {
  allow.push(/Failed to load resource/)
  const member = new Member(page, 'th')
  await member.arrive()
  for (const [path, heading] of [
    ['/register', 'account.step.phone'],
    ['/forgot', 'account.reset.title'],
    ['/nothing', 'lookup.notFound.title'],
  ] as const) {
    await page.goto(path)
    await expect(member.heading(heading)).toBeVisible()
    const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    expect(below, path).toBeLessThanOrEqual(0)
  }
})

test('the balances under a transfer end at one edge, before and after an amount', { tag: '@phone' }, async ({
  page,
}) => {
  const member = new Member(page, 'th')
  await member.begin()
  await member.button('wallet.transfer').first().click()
  const lines = member.dialog('wallet.transfer').locator('dl > div')
  await expect(lines).toHaveCount(2)
  const edges = () =>
    lines.evaluateAll((all) =>
      all.map((line) => {
        const shown = [...line.querySelectorAll('dd span')].filter((span) =>
          span.checkVisibility({ visibilityProperty: true }),
        )
        return Math.max(...shown.map((span) => span.getBoundingClientRect().right))
      }),
    )
  for (const typed of ['', '100']) {
    await member.dialog('wallet.transfer').getByRole('textbox').fill(typed)
    const [one = 0, other = 1] = await edges()
    expect(Math.abs(one - other), typed).toBeLessThan(1)
  }
})

test('a chat whose greeting is on its way shows that something comes', { tag: '@phone' }, async ({
  page,
}) => {
  const member = new Member(page, 'la')
  await member.arrive('/contact')
  let answer = () => {}
  const waits = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/chat/config*', async (route) => {
    await waits
    await route.continue()
  })
  const chat = new Chat(member)
  await chat.open()
  await expect(chat.log.getByRole('status')).toHaveAttribute('aria-busy', 'true')
  answer()
  await expect(chat.log.getByRole('button').first()).toBeVisible()
  await expect(chat.log.getByRole('status')).toHaveCount(0)
})

test('each row of friends’ income has its time in one line', { tag: '@phone' }, async ({ page }) => {
  const member = new Member(page, 'la')
  await member.begin()
  await member.button('wallet.inviteFriends').first().click()
  await member.button('ui.next').first().click()
  const times = page.getByRole('dialog').locator('td time')
  await expect(times.first()).toBeVisible()
  const heights = await times.evaluateAll((all) => all.map((time) => time.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThan(30)
})

test('on phones the chat’s button has one place, in the bar, where it pushes nothing away', {
  tag: '@phone',
}, async ({ page }) => {
  const member = new Member(page, 'th')
  const { t } = member
  const button = page.locator('header').getByRole('button', { name: t('ui.chat.open'), exact: true })
  const inBar = page.locator('header :is(a, button, select):not(nav *)').filter({ visible: true })
  const sizes = [
    { width: 360, height: 640 },
    { width: 320, height: 640 },
    { width: 740, height: 360 },
  ]
  const places = () =>
    inBar.evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect()).sort((a, b) => a.left - b.left)
      return boxes.map(({ left, right }) => ({ left, right }))
    })
  await member.begin()
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const at of ['home', 'statement', 'bonus', 'spin', 'contact']) {
      await page.goto(`/user/${at}`)
      await expect(button, at).toBeVisible()
      await expect(member.button('ui.chat.open')).toHaveCount(1)
      await expect(member.button('ui.chat.dismiss')).toHaveCount(0)
      const all = await places()
      expect(all.length).toBeGreaterThan(3)
      for (const [i, { right }] of all.entries())
        expect(right, `${at} at ${size.width}`).toBeLessThanOrEqual((all[i + 1]?.left ?? size.width) + 1)
    }
  }
  await page.goto('/login')
  await expect(button).toBeVisible()
})

test('in a wide window the contact page does not invite to the chat beside the chat itself', {
  tag: '@desktop',
}, async ({ page }) => {
  const member = new Member(page, 'en')
  await member.begin('/user/profile')
  await expect(member.button('ui.chat.invite')).toBeVisible()
  await page.goto('/user/contact')
  await expect(member.button('ui.chat.open')).toBeVisible()
  await expect(member.button('ui.chat.invite')).toHaveCount(0)
})

test('the brand’s name is in the bar whole, or not at all', { tag: '@phone' }, async ({ page }) => {
  const member = new Member(page, 'th')
  await enlarge(page, 130)
  await member.begin()
  const name = page.locator('header').getByText('Krapao', { exact: true })
  for (const width of [320, 340, 360, 375, 390, 412]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(member.button('ui.chat.open')).toBeVisible()
    const cut = await name.evaluate((text) => {
      const inside = text.parentElement?.getBoundingClientRect() ?? new DOMRect()
      const { top, right } = text.getBoundingClientRect()
      const isThere = top < inside.bottom - 1
      return isThere && (right > inside.right + 1 || text.scrollWidth > text.clientWidth + 1)
    })
    expect(cut, `${width} px`).toBe(false)
  }
})

for (const language of languages) {
  test(`the chat’s button lies on no words and amounts, however far a page is scrolled (${language})`, {
    tag: oneWidth[language],
  }, async ({ page }) => {
    const member = new Member(page, language)
    await member.begin()
    for (const at of ['home', 'statement', 'bonus', 'spin']) {
      await page.goto(`/user/${at}`)
      await expect(member.button('ui.chat.open')).toBeVisible()
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      for (let top = 0; top < height; top += 300) {
        await page.evaluate((y) => scrollTo(0, y), top)
        await expect.poll(() => underTheButton(member), `${at} at ${top}`).toEqual([])
      }
    }
  })
}

/** The words over which the chat's button lies; undefined while its place is looked for. */
const underTheButton = ({ page, t }: Member) =>
  page.evaluate((name) => {
    const buttons = [...document.querySelectorAll(`button[aria-label="${name}"]`)]
    const button = buttons.find((one) => one.checkVisibility({ visibilityProperty: true }))
    const main = document.querySelector('main')
    if (!button || !main) return undefined
    // In the top bar, under which the page moves.
    if (button.closest('header')) return []
    const box = button.getBoundingClientRect()
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const found: string[] = []
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode)
      const parent = texts.currentNode.parentElement
      const isSeen = parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (!isSeen || parent?.offsetWidth === 1) continue
      const lies = [...range.getClientRects()].some(
        (line) =>
          Math.min(line.right, box.right) - Math.max(line.left, box.left) > 4 &&
          Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top) > 4,
      )
      if (lies) found.push(texts.currentNode.textContent ?? '')
    }
    return found
  }, t('ui.chat.open'))

test('with amounts hidden no page shows what the member has, moves or gets', { tag: '@phone' }, async ({
  page,
}) => {
  const member = new Member(page, 'th')
  await member.begin()
  await member.button('wallet.hide').click()
  for (const path of ['/user/home', '/user/statement', '/user/outcomes']) {
    await page.goto(path)
    await expect(page.locator('#content')).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    // Dots keep the room of the amount that they hide.
    const shown = () =>
      page.locator('main').evaluate((main) => {
        const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        while (texts.nextNode()) {
          const { textContent, parentElement } = texts.currentNode
          const isSeen = parentElement?.checkVisibility({ visibilityProperty: true })
          if (isSeen && /[฿₭]\d/.test(textContent ?? '')) found.push(textContent ?? '')
        }
        return found
      })
    await expect.poll(shown, path).toEqual([])
  }
  // A bonus shows its terms and how far they are met, and not what the member has.
  await page.goto('/user/bonus')
  for (const line of ['total', 'open'] as const) {
    const row = page.locator('dl > div').filter({ hasText: member.t(`bonus.line.${line}`) })
    await expect(row).toContainText('••••••')
  }
})
