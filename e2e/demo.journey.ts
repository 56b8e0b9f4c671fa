// In a demo every page of the member app, the console and the sandbox says that its money is made up.

import { readFileSync } from 'node:fs'
import { wholeWords } from '../web/build/whole-words.ts'
import { Member } from './testing/member.ts'
import { Operator } from './testing/operator.ts'
import { expect, expectAccessibleIn, oneWidth, test } from './testing/test.ts'
import { languages } from './testing/texts.ts'

for (const language of languages) {
  test(`every page says that the money is made up (${language})`, { tag: oneWidth[language] }, async ({
    page,
  }) => {
    const member = new Member(page, language)
    const said = (text: string) => page.getByRole('complementary', { name: text, exact: true })
    await member.arrive()
    for (const path of ['/login', '/howto', '/nothing']) {
      await page.goto(path)
      await expect(said(member.t('ui.demo'))).toHaveText(member.t('ui.demo'))
    }
    await member.begin()
    await expect(said(member.t('ui.demo'))).toBeVisible()

    const auditor = new Operator(page, language)
    await page.goto('/console')
    await page.locator('select').first().selectOption(language)
    await expect(said(auditor.t('ui.demo'))).toBeVisible()
    await auditor.logIn('auditor')
    await expect(said(auditor.t('ui.demo'))).toHaveText(auditor.t('ui.demo'))

    const file = new URL(`../sandbox/page/texts.${language}.json`, import.meta.url)
    const texts = JSON.parse(wholeWords(readFileSync(file, 'utf8'), language))
    for (const path of ['/sandbox', '/sandbox/play/PG']) {
      await page.goto(path)
      await page.locator('header select').selectOption(language)
      await expect(said(texts.playMoney)).toHaveText(texts.playMoney)
      await expectAccessibleIn(language, page)
    }
  })
}

test('the demo member has a running bonus, received ones, coupons, invite money and cashback; the new one has nothing', {
  tag: '@phone',
}, async ({ page, baseURL }) => {
  await page.goto('/login')
  const asking = async (username: string) => {
    const fixed = { 'x-requested-with': 'wallet-user' }
    const data = { username, password: 'krapao-demo' }
    const { token } = await (await page.request.post('/api/login', { data, headers: fixed })).json()
    const headers = { ...fixed, authorization: `Bearer ${token}` }
    return async (path: string, body?: object) => {
      const url = `${baseURL}/api/${path}`
      const sent = body ? page.request.post(url, { data: body, headers }) : page.request.get(url, { headers })
      return (await sent).json()
    }
  }
  const rich = await asking('0812345678')
  expect(await rich('bonus/check/active')).toMatchObject({ status: true, bonus: { state: 'ACTIVE' } })
  const received = (await rich('bonus')).filter(({ userBonus }: { userBonus: object | null }) => userBonus)
  expect(received.length).toBeGreaterThan(1)
  expect((await rich('spinwheel/coupon')).length).toBeGreaterThan(0)
  expect((await rich('spinwheel/setup')).userCoin).toBeGreaterThan(0)
  const invites = await rich('invite', { page: 1, limit: 10 })
  expect(invites).toMatchObject({ friends: 3 })
  expect(invites.amount).toBeGreaterThan(0)
  const refund = await rich('refund/check')
  expect(refund.result).toBe(true)
  expect(refund.claimable).toBeGreaterThan(0)

  const fresh = await asking('0898765432')
  expect(await fresh('bonus/check/active')).toMatchObject({ status: false, bonus: null })
  expect(await fresh('spinwheel/coupon')).toEqual([])
  expect(await fresh('invite', { page: 1, limit: 10 })).toMatchObject({ friends: 0, amount: 0, total: 0 })
  expect(await fresh('refund/check')).toMatchObject({ result: false, claimable: 0, days: [] })
})
