// The prize wheel: it rests on the slice that the server drew, the coupon is claimed, and the draw is
// checked.

import type { Page, Route } from '@playwright/test'
import { Member } from './testing/member.ts'
import { expect, expectAccessible, expectNoDialog, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'
import { hub, isCall, joinWithCoins, type Wheel } from './testing/wheel.ts'

type Spun = { success: true; result: { code: string; label: string; prize: string; remainingCoin: number } }

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** The code of the slice under the pointer, by its colour in the picture that is turned. */
async function codeUnderPointer(page: Page, { slices }: Wheel): Promise<string | undefined> {
  const canvas = page.locator('canvas')
  await expect(canvas).toHaveAttribute('data-angle', /^[\d.-]+$/)
  const angle = Number(await canvas.getAttribute('data-angle'))
  // The member sees the turned picture, so its turn has to be the reported angle.
  const turned = await canvas.evaluate((element) => {
    const { a, b } = new DOMMatrix(getComputedStyle(element).transform)
    return (Math.atan2(b, a) * 180) / Math.PI
  })
  expect(Math.cos(((turned - angle) * Math.PI) / 180)).toBeCloseTo(1, 4)
  const seen = await canvas.evaluate((element: HTMLCanvasElement, degrees) => {
    const at = ((degrees - 90) * Math.PI) / 180
    // Between the labels and the rim.
    const distance = element.width / 2 - 18 * (element.width / element.clientWidth)
    const [x, y] = [Math.cos(at), Math.sin(at)].map((part) => Math.round(element.width / 2 + distance * part))
    return [...(element.getContext('2d')?.getImageData(x ?? 0, y ?? 0, 1, 1).data ?? [])]
  }, -angle)
  const away = (colour: string) =>
    [1, 3, 5].reduce((sum, from, part) => {
      const own = Number.parseInt(colour.slice(from, from + 2), 16)
      return sum + Math.abs(own - (seen[part] ?? 0))
    }, 0)
  return slices.toSorted((one, other) => away(one.bgColor) - away(other.bgColor))[0]?.code
}

/** Counts the events that reach a page's socket, from its opening on. @returns the number until now */
function countEvents(page: Page): () => number {
  let count = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (/^42\["[\w-]*changed"/.test(String(payload))) count++
    }),
  )
  return () => count
}

/**
 * Resolves after what the app reads because of the events until now: the page's own clock runs past the wait
 * of the app's.
 */
const afterEvents = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 400)))

/** Spins, and closes what was won. */
async function spin(member: Member, wheel: Wheel, press: () => Promise<void>): Promise<Spun['result']> {
  const { page, t } = member
  const answer = page.waitForResponse(isCall('spin'))
  await press()
  const { result } = (await (await answer).json()) as Spun
  const won = page.getByRole('dialog', { name: t(result.prize === 'NONE' ? 'spin.none' : 'spin.won') })
  await expect(won.getByText(result.label, { exact: true })).toBeVisible()
  expect(await codeUnderPointer(page, wheel)).toBe(result.code)
  await member.close()
  return result
}

for (const language of languages) {
  test(`spins, a claim and the check of the draw (${language})`, { tag: oneWidth[language] }, async ({
    page,
    sandbox,
  }) => {
    const member = new Member(page, language)
    const { t } = member
    const events = countEvents(page)
    const wheel = await joinWithCoins(member, sandbox, 20)

    let last: Spun['result'] | undefined
    let coins = 20
    let reads = { setup: 0, coupon: 0 }
    page.on('request', (request) => {
      const [, name] = /\/api\/spinwheel\/(setup|coupon)$/.exec(new URL(request.url()).pathname) ?? []
      if (name) reads[name as keyof typeof reads]++
    })
    await test.step('it rests on what the server drew, by touch and by keyboard', async () => {
      await expect(hub(member, coins)).toHaveCSS('background-color', 'rgb(78, 79, 80)')
      await expectAccessible(page)
      // Until something can be claimed at once: coins and money, not an item or a bonus.
      while (coins > 0 && !(last && ['CREDIT', 'COIN'].includes(last.prize) && coins < 19)) {
        const press =
          coins % 2 === 0 ? () => hub(member, coins).click() : () => hub(member, coins).press('Enter')
        reads = { setup: 0, coupon: 0 }
        const earlier = events()
        last = await spin(member, wheel, press)
        coins--
        expect(last.remainingCoin).toBe(coins)
        // The focus is where it was, so that the keyboard goes on.
        await expect(hub(member, coins)).toBeFocused()
        // Whoever says that they have changed. At the first one the socket has just joined, and reads them as
        // well.
        await expect.poll(events).toBeGreaterThan(earlier)
        await afterEvents(page)
        if (coins < 19) expect(reads, 'what a spin reads').toEqual({ setup: 1, coupon: 1 })
      }
    })

    await test.step('a coupon is claimed once, after a question', async () => {
      const claims: string[] = []
      page.on('request', (request) => request.url().endsWith('/coupon/claim') && claims.push(request.url()))
      const open = page.getByRole('button', {
        name: t('spin.claim.open', { label: last?.label ?? '' }),
        exact: true,
      })
      await open.first().click()
      const question = member.dialog('spin.claim.ask')
      await expectAccessible(page)
      const button = question.locator('button').last()
      // Three presses are one claim.
      await button.click()
      // The button works or is gone already, as for anybody who presses on.
      for (let i = 0; i < 2; i++) await button.click({ force: true, timeout: 300 }).catch(() => {})
      const done = member.dialog('spin.claim.done')
      await expect(done.getByText(t('spin.claim.received', { label: last?.label ?? '' }))).toBeVisible()
      expect(claims).toHaveLength(1)
      await done.getByRole('button', { name: t('ui.ok'), exact: true }).click()
      await expectNoDialog(page)
    })

    await test.step('the draw is checked in the browser once the seed is revealed', async () => {
      await page.getByRole('link', { name: t('spin.fair.title') }).click()
      await expect(member.heading('spin.fair.title')).toBeVisible()
      const spins = page.locator('main li button[aria-expanded]')
      await spins.first().click()
      await expect(page.getByText(t('spin.proof.sealed'))).toBeVisible()
      await member.button('spin.fair.rotate').first().click()
      await member.dialog('spin.fair.rotateAsk').locator('button').last().click()
      await expect(page.getByText(t('spin.proof.right'))).toBeVisible()
      // Fingerprint, fingerprint as shown before, and slice: three comparisons, none of them wrong.
      await expect(page.getByRole('img', { name: t('spin.proof.yes'), exact: true })).toHaveCount(3)
      await expect(page.getByRole('img', { name: t('spin.proof.no'), exact: true })).toHaveCount(0)
      await expectAccessible(page)
    })
  })
}

test('a spin whose answer is lost is asked about, and takes one coin; two tabs at once are two spins', {
  tag: '@phone',
}, async ({ page, sandbox, allow }) => {
  allow.push(/net::ERR_FAILED/)
  const member = new Member(page, 'th')
  const { t } = member
  const wheel = await joinWithCoins(member, sandbox, 3)
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/spinwheel/spin', lose, { times: 1 })
  // The app also asks by itself; here the person presses the button.
  await page.route('**/api/wallet/answer/**', (route) => route.abort())
  await hub(member, 3).click()
  await expect(page.getByText(t('spin.unsure'))).toBeVisible()
  await expectAccessible(page)
  const { remainingCoin } = await spin(member, wheel, () => member.button('spin.checkAgain').click())
  expect(remainingCoin).toBe(2)
  await expect(hub(member, 2)).toBeVisible()

  await test.step('two tabs that spin at once have a result each, and show the same coins', async () => {
    const tabs = [member, new Member(await page.context().newPage(), 'th')]
    await tabs[1]?.page.goto('/user/spin')
    let release = () => {}
    const bothSent = new Promise<void>((resolve) => {
      release = resolve
    })
    let sent = 0
    await page.context().route('**/api/spinwheel/spin', async (route) => {
      sent++
      if (sent === tabs.length) release()
      await bothSent
      await route.continue()
    })
    for (const tab of tabs) await expect(hub(tab, 2)).toBeVisible()
    const results = await Promise.all(tabs.map((tab) => spin(tab, wheel, () => hub(tab, 2).click())))
    expect(results.map((one) => one.remainingCoin).toSorted()).toEqual([0, 1])
    expect(sent).toBe(tabs.length)
    for (const tab of tabs) await expect(hub(tab, 0)).toBeVisible()
  })
})

test('without coins nothing is sent, and the first step is offered; a changed wheel says so; without motion it fades', {
  tag: '@phone',
}, async ({ page, sandbox }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const member = new Member(page, 'en')
  const { t } = member
  const wheel = await joinWithCoins(member, sandbox, 1)
  await page.route(
    '**/api/spinwheel/spin',
    (route) => route.fulfill({ json: { success: false, error: 'WHEEL_CHANGED' } }),
    {
      times: 1,
    },
  )
  // The network returns, so the set-up is being read at the press: that answer is of the wheel before the
  // change.
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let setups = 0
  await page.route('**/api/spinwheel/setup', async (route) => {
    setups++
    if (setups > 1) return route.continue()
    const response = await route.fetch()
    await held
    // The app may have given it up.
    await route.fulfill({ response }).catch(() => {})
  })
  const early = page.waitForRequest('**/api/spinwheel/setup')
  await page.evaluate(() => {
    dispatchEvent(new Event('offline'))
    dispatchEvent(new Event('online'))
  })
  await early
  await hub(member, 1).click()
  const alert = page.getByRole('dialog', { name: t('ui.error') })
  await expect(alert.getByText(t('spin.error.WHEEL_CHANGED'))).toBeVisible()
  answer()
  // On a slow machine the live connection is back by now, too, and has it read once more.
  await expect.poll(() => setups, 'the wheel is read again').toBeGreaterThan(1)
  await alert.getByRole('button', { name: t('ui.ok'), exact: true }).click()
  await expectNoDialog(page)

  const angles = await page.locator('canvas').evaluateHandle((canvas) => {
    const seen: string[] = []
    new MutationObserver(() => seen.push(canvas.style.transform)).observe(canvas, {
      attributeFilter: ['style'],
    })
    return seen
  })
  const { remainingCoin } = await spin(member, wheel, () => hub(member, 1).click())
  // It was at the angle where it rests, and at no other.
  expect(await angles.jsonValue()).toHaveLength(1)
  expect(remainingCoin).toBe(0)
  await expect(hub(member, 0)).toHaveCSS('background-color', 'rgb(102, 102, 102)')
  let sent = 0
  page.on('request', (request) => request.url().endsWith('/spinwheel/spin') && sent++)
  await hub(member, 0).click({ force: true })
  await hub(member, 0).press('Enter')
  expect(sent).toBe(0)
  await member.button('spin.coin.deposit').click()
  await expect(member.dialog('deposit.title')).toBeVisible()
})
