// How pages look on a phone, as far as only a browser can show it.

import { Chat } from './testing/chat.ts'
import { enlarge } from './testing/large-text.ts'
import { demo, Member } from './testing/member.ts'
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
  // It is said under its day, and when.
  await expect(chat.log).toHaveText(/^ມື້ນີ້.+\d\d:\d\d$/)
})

test('each row of friends’ income has its time in one line', { tag: '@phone' }, async ({ page }) => {
  const member = new Member(page, 'la')
  await member.begin()
  await member.button('wallet.inviteFriends').first().click()
  await member.button('invite.see').first().click()
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

test('the chat’s button and card are there before the server has said so, as the last visit had them', {
  tag: '@phone',
}, async ({ page }) => {
  let isOn = true
  let { promise: isLet, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/lookup/enableChatWidget', async (route) => {
    await isLet
    await route.fulfill({ json: { enableChatWidget: isOn } })
  })
  const member = new Member(page, 'th')
  await member.arrive('/contact')
  const both = [member.button('ui.chat.open'), member.button('lookup.contact.chat')]
  for (const one of both) await expect(one).toBeEnabled()
  isOn = false
  letThrough()
  for (const one of both) await expect(one).toHaveCount(0)
  isLet = new Promise((resolve) => {
    letThrough = resolve
  })
  await page.reload()
  await expect(member.heading('lookup.contact.title')).toBeVisible()
  for (const one of both) await expect(one).toHaveCount(0)
  isOn = true
  letThrough()
  for (const one of both) await expect(one).toBeEnabled()
})

test('in a wide window the chat’s button has one place, in the bar', { tag: '@desktop' }, async ({
  page,
}) => {
  const member = new Member(page, 'en')
  const { t } = member
  const button = page.locator('header').getByRole('button', { name: t('ui.chat.open'), exact: true })
  await member.begin()
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 800 })
    const places: unknown[] = []
    for (const at of ['home', 'profile', 'statement', 'contact', 'bonus', 'spin', 'settings', 'outcomes']) {
      await page.goto(`/user/${at}`)
      await expect(button, at).toBeVisible()
      await expect(member.button('ui.chat.open')).toHaveCount(1)
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      places.push(await button.boundingBox())
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(beyond, `${at} at ${width}`).toBeLessThanOrEqual(0)
    }
    expect(new Set(places.map((place) => JSON.stringify(place))).size, `${width} px`).toBe(1)
  }
  const asked = page.waitForResponse('**/api/lookup/enableChatWidget')
  await page.goto('/nothing')
  await expect(member.heading('lookup.notFound.title')).toBeVisible()
  await asked
  await expect(member.button('ui.chat.open')).toHaveCount(0)
})

test('in a wide window the bar invites to the chat until that is put away, and not on the contact page', {
  tag: '@desktop',
}, async ({ page }) => {
  const member = new Member(page, 'th')
  await member.begin('/user/profile')
  const invitation = page
    .locator('header')
    .getByRole('button', { name: member.t('ui.chat.invite'), exact: true })
  await expect(invitation).toBeVisible()
  await page.goto('/user/contact')
  await expect(member.button('ui.chat.open')).toBeVisible()
  await expect(invitation).toHaveCount(0)
  await page.goto('/user/profile')
  await member.button('ui.chat.dismiss').click()
  await expect(invitation).toHaveCount(0)
  await page.reload()
  await expect(member.button('ui.chat.open')).toBeVisible()
  await expect(invitation).toHaveCount(0)
})

test('in a wide window no card of the contact page is half empty', { tag: '@desktop' }, async ({ page }) => {
  const member = new Member(page, 'en')
  const { promise: isLet, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/lookup/contact', async (route) => {
    await isLet
    await route.continue()
  })
  await member.begin('/user/contact')
  const ends = async () => {
    const { y = Number.NaN } = (await page.getByText(/^Version/).boundingBox()) ?? {}
    return Math.round(y)
  }
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(2)
  const whileLoading = await ends()
  letThrough()
  const words = page.getByText('an OTP').last()
  await expect(words).toBeVisible()
  // Its placeholders have the same room.
  await expect.poll(async () => Math.abs((await ends()) - whileLoading)).toBeLessThanOrEqual(1)
  const below = await words.evaluate((text) => {
    const card = text.closest('section')?.getBoundingClientRect()
    return (card?.bottom ?? Number.NaN) - text.getBoundingClientRect().bottom
  })
  expect(below).toBeLessThan(40)
  // The open chat covers none of the cards, and the bar keeps its button.
  const chat = new Chat(member)
  await chat.open()
  const { x: beginsAt = 0 } = (await chat.panel.boundingBox()) ?? {}
  for (const card of await page.locator('main section').all()) {
    const { x = 0, width = Number.NaN } = (await card.boundingBox()) ?? {}
    expect(x + width).toBeLessThan(beginsAt)
  }
  await member.button('ui.chat.open').click()
  await expect(chat.panel).toHaveCount(0)
})

test('after a login on a slow line the frame of the members’ pages is there first, without the chat', {
  tag: '@phone',
}, async ({ page }) => {
  const member = new Member(page, 'th')
  await member.arrive()
  await expect(member.button('ui.chat.open')).toBeVisible()
  const { promise: isLet, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(/\/assets\/home-[^/]*\.js$/, async (route) => {
    await isLet
    await route.continue()
  })
  await member.logIn(demo)
  await page.waitForURL('**/user/home')
  await expect(page.locator('header img')).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]')).toBeVisible()
  await expect(member.button('ui.chat.open')).toHaveCount(0)
  letThrough()
  await expect(member.text('wallet.total')).toBeVisible()
  await expect(member.button('ui.chat.open')).toBeVisible()
})

test('the menu’s home button lies within the bar, and no page ends below it', { tag: '@phone' }, async ({
  page,
}) => {
  const member = new Member(page, 'th')
  await member.begin()
  const menu = page.getByRole('navigation', { name: member.t('menu.main') })
  for (const at of ['home', 'statement', 'contact', 'settings']) {
    await page.goto(`/user/${at}`)
    await expect(menu, at).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    const { y: top = 0 } = (await menu.boundingBox()) ?? {}
    const highest = await menu
      .locator('*')
      .evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().top)))
    expect(highest, at).toBeGreaterThanOrEqual(top)
    const labels = await menu
      .locator('li > * > :last-child')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
    expect(Math.max(...labels) - Math.min(...labels), at).toBeLessThan(1)
    const end = page.locator('main > :last-child')
    await expect
      .poll(async () => {
        // What comes while the page is being read makes it longer: its end is looked for each time.
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        const { y = 0, height = 0 } = (await end.boundingBox()) ?? {}
        return y + height
      }, at)
      .toBeLessThan(top)
  }
})

test('from pages that no menu leads to a way back is in sight', { tag: '@phone' }, async ({ page }) => {
  const member = new Member(page, 'la')
  await member.begin()
  for (const [path, back, to] of [
    ['/user/settings', 'settings.back', '/user/profile'],
    ['/user/outcomes', 'outcome.back', '/user/home'],
    ['/user/devices', 'account.devices.back', '/user/profile'],
    ['/user/howto', 'ui.back', '/user/home'],
    ['/user/spin/fair', 'spin.fair.back', '/user/spin'],
  ] as const) {
    await page.goto(path)
    await expect(member.button(back), path).toBeInViewport()
    await member.button(back).click()
    await expect(page, path).toHaveURL(new RegExp(`${to}$`))
  }
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
  test(`the chat’s button is in the bar, however far a page is scrolled (${language})`, {
    tag: oneWidth[language],
  }, async ({ page }) => {
    const member = new Member(page, language)
    await member.begin()
    const header = page.locator('header')
    const button = member.button('ui.chat.open')
    for (const at of ['home', 'statement', 'bonus', 'spin']) {
      await page.goto(`/user/${at}`)
      await expect(button).toBeVisible()
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      for (let top = 0; top < height; top += 300) {
        await page.evaluate((y) => scrollTo(0, y), top)
        const bar = (await header.boundingBox()) ?? { y: 0, height: 0 }
        const place = (await button.boundingBox()) ?? { y: -1, height: 0 }
        expect(place.y, `${at} at ${top}`).toBeGreaterThanOrEqual(bar.y)
        expect(place.y + place.height, `${at} at ${top}`).toBeLessThanOrEqual(bar.y + bar.height)
      }
    }
  })
}

test('with amounts hidden no page shows what the member has, moves or gets', { tag: '@phone' }, async ({
  page,
}) => {
  const member = new Member(page, 'th')
  await member.begin()
  const bonusLine = (line: 'totalWithTransit' | 'inTransit' | 'open') =>
    page.locator('dl > div').filter({ hasText: member.t(`bonus.line.${line}`) })
  // With money in transit, whether or not that of the demo has arrived, and some that waits to be withdrawn.
  await page.route('**/api/bonus/check/active', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    Object.assign(body.bonus.progress, { inTransit: 100, open: 150 })
    await route.fulfill({ response, json: body })
  })
  await page.goto('/user/bonus')
  await expect(bonusLine('inTransit')).toContainText('฿100.00')
  await expect(bonusLine('open')).toContainText('฿50.00')
  await page.goto('/user/home')
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
    if (path !== '/user/statement') continue
    // The dots end below one another, as the amounts do.
    const ends = await member
      .statementRows()
      .getByText('••••••')
      .evaluateAll((dots) => {
        const line = document.createRange()
        return dots.map((one) => {
          line.selectNodeContents(one)
          return Math.round(line.getBoundingClientRect().right)
        })
      })
    expect(ends.length).toBeGreaterThan(5)
    expect(new Set(ends).size).toBe(1)
  }
  // A bonus shows its terms and how far they are met, and not what the member has.
  await page.goto('/user/bonus')
  for (const line of ['totalWithTransit', 'inTransit', 'open'] as const)
    await expect(bonusLine(line)).toContainText(member.t('wallet.hiddenAmount'))
  // The page may be asking once more when it is closed.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
