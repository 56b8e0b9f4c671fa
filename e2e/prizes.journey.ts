// What becomes of a won prize: an item is handed over by a person, and what cannot be had is explained.

import type { claimErrors } from '@krapao/contract/slices/spinwheel/claim-coupon.ts'
import type { spinErrors } from '@krapao/contract/slices/spinwheel/spin.ts'
import type { Page, Route } from '@playwright/test'
import { byDepth } from '../server/testing/depth.ts'
import { campaignsOf, freeBonus, type Given, inEach, wheelOf } from './testing/campaigns.ts'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { expect, expectAccessibleIn, expectNoDialog, onDesktop, onPhone, test } from './testing/test.ts'
import { type Language, languages } from './testing/texts.ts'
import { hub, isCall, joinWithCoins } from './testing/wheel.ts'

// These journeys change the wheel, on which others rely.
test.use({ world: { name: 'wheels' } })
// In one worker, which then needs one server of this world.
test.describe.configure({ mode: 'default' })

const item = (code: string): Given => ({ code, prize: { kind: 'ITEM' }, stock: null })
const bonus = (code: string, stock: number): Given => ({ code, prize: { kind: 'BONUS', code }, stock })

for (const language of languages) {
  test(`a won item is asked for, given back once and handed over (${language})`, {
    tag: onDesktop[language],
  }, async ({ page, browser, sandbox, watch }) => {
    await (await campaignsOf(page.request)).publish('wheel', 'THB', wheelOf(item('LAMP')))
    const member = new Member(page, language)
    const { t } = member
    const label = inEach('LAMP')[language]
    await joinWithCoins(member, sandbox, 1)

    await test.step('it is won', async () => {
      await hub(member, 1).click()
      await expect(member.dialog('spin.won').getByText(label, { exact: true })).toBeVisible()
      await member.close()
    })

    const ask = async () => {
      await page.getByRole('button', { name: t('spin.claim.open', { label }), exact: true }).click()
      const question = member.dialog('spin.claim.ask')
      await expect(question.getByText(t('spin.claim.what.ITEM'))).toBeVisible()
      await question.getByRole('button', { name: t('spin.claim.claim'), exact: true }).click()
      const done = member.dialog('spin.claim.done')
      await expect(done.getByText(t('spin.claim.requested', { label }))).toBeVisible()
      await done.getByRole('button', { name: t('ui.ok'), exact: true }).click()
      await expectNoDialog(page)
      await expect(member.text('spin.coupon.states.REQUESTED')).toBeVisible()
      await expect(page.getByRole('button', { name: t('spin.claim.open', { label }) })).toHaveCount(0)
    }
    await test.step('the member asks for it', async () => {
      await ask()
      await expectAccessibleIn(language, page)
    })

    const office = await browser.newContext()
    await watch(office)
    const cashier = new Operator(await office.newPage(), language)
    await cashier.begin('cashier')
    const waiting = cashier.t('desk.reason.PRIZE_REQUESTED')

    await test.step('the desk gives the coupon back, and the member asks again', async () => {
      await cashier.open('prize', waiting)
      await expect(cashier.page.getByText(`${inEach('LAMP').th} / ${inEach('LAMP').en}`)).toBeVisible()
      await expectAccessibleIn(language, cashier.page)
      await cashier.decide('refuse', { amount: '', reason: 'nobody was at home' })
      await expect(member.text('spin.coupon.states.AVAILABLE')).toBeVisible()
      await ask()
    })

    await test.step('the desk hands it over, and the member sees it', async () => {
      await cashier.open('prize', waiting)
      await cashier.decide('approve', { amount: '', reason: 'sent by post' })
      await expect(member.text('spin.coupon.states.CLAIMED')).toBeVisible()
      await expect(member.text('spin.coupon.states.REQUESTED')).toHaveCount(0)
    })
  })
}

/** Meanwhile, before the call of the page arrives, something else happens. */
const meanwhile = (page: Page, call: string, happens: () => Promise<unknown>) =>
  page.route(
    call,
    async (route) => {
      await happens()
      await route.continue()
    },
    { times: 1 },
  )

// Once on a phone and once on a desktop; tests of the app compare the languages' texts.
for (const language of byDepth<readonly Language[]>({ usual: ['th', 'la'], deep: languages })) {
  test(`why a spin gave nothing (${language})`, { tag: onPhone[language] }, async ({ page, sandbox }) => {
    const campaigns = await campaignsOf(page.request)
    const publish = () => campaigns.publish('wheel', 'THB', wheelOf(item('LAMP')))
    await publish()
    const member = new Member(page, language)
    const { t } = member
    await joinWithCoins(member, sandbox, 1)
    const headers = await member.headers()
    const spinElsewhere = () =>
      page.request.post('/api/spinwheel/spin', { data: {}, headers: keyed(headers) })
    const happenings: Record<(typeof spinErrors)[number], () => Promise<unknown>> = {
      WHEEL_CHANGED: publish,
      NO_WHEEL: () => campaigns.stop('wheel', 'THB'),
      NO_COIN: spinElsewhere,
    }
    for (const error of ['WHEEL_CHANGED', 'NO_WHEEL', 'NO_COIN'] as const) {
      await test.step(error, async () => {
        await meanwhile(page, '**/api/spinwheel/spin', happenings[error])
        const answer = page.waitForResponse(isCall('spin'))
        await hub(member, 1).click()
        expect(await (await answer).json()).toEqual({ success: false, error })
        await expectRefusal(member, error)
        if (error === 'NO_WHEEL') {
          await expect(member.text('spin.closed')).toBeVisible()
          await expectAccessibleIn(language, page)
          await publish()
          await page.reload()
        }
      })
    }
    await expect(hub(member, 0)).toBeVisible()
    await expect(member.page.getByText(t('spin.noCoin', { price: '฿100.00' }))).toBeVisible()
    await expect(page.getByText(t('spin.coupon.title'), { exact: true }).first()).toBeVisible()
  })

  test(`why a coupon was not claimed (${language})`, { tag: onDesktop[language] }, async ({
    page,
    sandbox,
  }) => {
    const campaigns = await campaignsOf(page.request)
    const stamp = Date.now().toString(36).toUpperCase()
    const code = (name: string) => `${name}-${stamp}`
    const [ever, full, rich, stopped] = [code('EVER'), code('FULL'), code('RICH'), code('STOP')] as const
    await campaigns.publish('bonus', ever, freeBonus({}))
    await campaigns.publish('bonus', full, freeBonus({ maxReceived: 5, budget: 20 }))
    await campaigns.publish('bonus', rich, freeBonus({ maxTotal: 0 }))
    await campaigns.publish('bonus', stopped, freeBonus({}))
    const coin: Given = { code: 'COIN', prize: { kind: 'COIN', coins: 1 }, stock: 1 }
    const wanted = [bonus(ever, 2), bonus(full, 2), bonus(rich, 1), bonus(stopped, 1), coin]
    await campaigns.publish('wheel', 'THB', wheelOf(...wanted))

    const member = new Member(page, language)
    const { t } = member
    await joinWithCoins(member, sandbox, 90)
    const headers = await member.headers()
    const coupons = async (): Promise<{ _id: string; prize: { name: string }; state: string }[]> =>
      (await page.request.get('/api/spinwheel/coupon', { headers })).json()
    // Which one of them a spin gives is chance; each is given once it is the last.
    for (let spins = 0; spins < 90 && (await coupons()).length < 7; spins++)
      await page.request.post('/api/spinwheel/spin', { data: {}, headers: keyed(headers) })
    expect(await coupons()).toHaveLength(7)
    await page.reload()

    /** By a call, as in another tab; of two, the one that the page shows last. */
    const claimElsewhere = async (name: string) => {
      const found = (await coupons()).findLast(
        (one) => one.prize.name.startsWith(name) && one.state === 'AVAILABLE',
      )
      const data = { coupon: found?._id }
      const answer = await page.request.post('/api/spinwheel/coupon/claim', { data, headers: keyed(headers) })
      expect(await answer.json()).toMatchObject({ success: true })
    }
    const clearBonus = async () => {
      expect((await page.request.get('/api/bonus/clear', { headers: keyed(headers) })).ok()).toBe(true)
    }
    /** Opens the question of a coupon, on the first page of the list that has one. */
    const ask = async (name: string, title: 'ask' | 'cannot' = 'ask') => {
      const called = (key: 'open' | 'whyOf') =>
        page.getByRole('button', {
          name: t(`spin.claim.${key}`, { label: inEach(name)[language] }),
          exact: true,
        })
      // Until the page hears that nothing is in the way any more, the row asks why it is.
      const open = called('open').or(called('whyOf')).first()
      // From the first page on, wherever the last claim ended: `claimElsewhere` takes from the other end.
      for (let to = 1; to === 1 || (to <= 3 && !(await open.isVisible())); to++) {
        const link = page.getByRole('button', { name: t('spin.pages.page', { page: to }), exact: true })
        await link.click()
        await expect(link).toHaveAttribute('aria-current', 'page')
      }
      await open.click()
      return member.dialog(`spin.claim.${title}`)
    }
    const claim = async (name: string) => {
      const question = await ask(name)
      // What was in the way is gone as soon as the page hears of it; until then there is nothing to press but
      // "close".
      await expect(question.getByRole('button', { name: t('ui.cancel'), exact: true })).toBeVisible()
      await question.locator('button').last().click()
    }

    const cases: Record<
      (typeof claimErrors)[number],
      {
        name: string
        before?: () => Promise<unknown>
        meanwhile?: () => Promise<unknown>
        stub?: true
      }
    > = {
      BONUS_ALREADY_ACTIVE: { name: full, meanwhile: () => claimElsewhere(ever) },
      // These take a month, a coupon from before bonuses were reserved, or data that no operator can make, so
      // their answers replace the server's.
      COUPON_EXPIRED: { name: ever, before: clearBonus, stub: true },
      BONUS_MAX_CLAIMED: { name: ever, stub: true },
      BONUS_FULL: { name: full, stub: true },
      BONUS_REMAINING: { name: rich, stub: true },
      INVALID_CODE: { name: stopped, stub: true },
      INVALID_PRIZE_CODE: { name: ever, stub: true },
      INVALID_COUPON_TYPE: { name: ever, stub: true },
      NO_CLAIMABLE_COUPON: { name: 'COIN', meanwhile: () => claimElsewhere('COIN') },
    }
    for (const [error, { name, before, meanwhile: happens, stub }] of Object.entries(cases)) {
      await test.step(error, async () => {
        await before?.()
        const call = '**/api/spinwheel/coupon/claim'
        if (happens) await meanwhile(page, call, happens)
        const reply = (route: Route) => route.fulfill({ json: { success: false, error } })
        if (stub) await page.route(call, reply, { times: 1 })
        const answer = page.waitForResponse(isCall('coupon/claim'))
        await claim(name)
        expect(await (await answer).json()).toEqual({ success: false, error })
        await expectRefusal(member, error)
        if (error === 'BONUS_ALREADY_ACTIVE') {
          // Known now: what is in the way is said in place of the question, with the way to it.
          const told = await ask(name, 'cannot')
          const left = t('spin.coupon.days_other', { count: 29 })
          await expect(told.getByText(t('spin.claim.held', { left }))).toBeVisible()
          await expect(told.getByText(t('spin.coupon.latest'))).toBeVisible()
          await expectAccessibleIn(language, page)
          await expect(
            page.getByText(t('spin.coupon.stands', { left }), { exact: true }).first(),
          ).toBeAttached()
          await told.getByRole('button', { name: t('bonus.see'), exact: true }).click()
          await expect(page).toHaveURL(/\/user\/bonus$/)
          await page.goBack()
        }
      })
    }
    await test.step('what was won is given, though its bonus is over and the member has too much', async () => {
      for (const name of [stopped, rich]) {
        await campaigns.stop('bonus', name)
        await claim(name)
        const done = member.dialog('spin.claim.done')
        await expect(done).toBeVisible()
        await done.getByRole('button', { name: t('ui.ok'), exact: true }).click()
        await clearBonus()
      }
    })
    // The coupons that were refused are kept; the one of the other tab is not.
    const kept = (await coupons()).filter(({ state }) => state === 'AVAILABLE')
    expect(kept.map(({ prize }) => prize.name).sort()).toEqual(
      [ever, full, full].map((name) => inEach(name)[language]).sort(),
    )
  })
}

let keys = 0
/** Headers with an idempotency key of their own. */
const keyed = (headers: Record<string, string>) => ({
  ...headers,
  'idempotency-key': `prizes-journey-${keys++}`,
})

/** The dialog with the text of a code (product.md §8 Handling), which is closed. */
async function expectRefusal({ page, t }: Member, error: string): Promise<void> {
  const alert = page.getByRole('dialog', { name: t('ui.error') })
  await expect(alert.getByText(t(`spin.error.${error}`), { exact: true })).toBeVisible()
  await alert.getByRole('button', { name: t('ui.ok'), exact: true }).click()
  await expectNoDialog(page)
}
