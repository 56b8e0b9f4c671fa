import { t } from '@krapao/web/i18n/i18n.ts'
import { openNetwork } from '@krapao/web/testing/network.ts'
import { saying } from '@krapao/web/testing/saying.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { conditionOf, walletOf } from '../../testing/answers.ts'
import { asMember, keptRequests, showPart } from '../../testing/part.tsx'
import { Coupons } from './coupons.tsx'
import type { Coupon } from './wheel.ts'

const { serve, hold } = openNetwork()
asMember()

const money: Coupon = {
  _id: 'c1',
  prize: { name: 'เครดิตพิเศษ', slice: 's1' },
  type: 'CREDIT',
  amount: 50,
  currency: 'THB',
  under: null,
  version: 3,
  state: 'AVAILABLE',
  createdAt: '2026-11-27T05:00:00.000Z',
  expiresAt: '2099-12-04T05:00:00.000Z',
  heldUntil: null,
}

/** The question whether to claim a coupon of ฿50. */
async function asked(coupon = money, name: 'open' | 'whyOf' = 'open') {
  const list = serve('GET /api/spinwheel/coupon', [coupon])
  serve('GET /api/wallet/answer/:key', { answered: false, status: 0, body: null })
  const claim = hold('POST /api/spinwheel/coupon/claim')
  await showPart(
    <Coupons wallet={walletOf(1000)} isTurning={false} heading={{ current: null }} />,
    'spinwheel',
    'bonus',
  )
  await button(t(`spin.claim.${name}`, { label: coupon.prize.name })).click()
  await expect.element(name === 'open' ? sheet() : said(t('spin.claim.cannot'))).toBeVisible()
  return { claim, list }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const take = () => button(t('spin.claim.claimWorth', { worth: '฿50.00' }))
const sheet = () => page.getByRole('dialog', { name: t('spin.claim.ask') })
const said = (title: string) => page.getByRole('dialog', { name: title })

test('two presses claim a coupon once, and the question stays until the answer', async () => {
  const { claim } = await asked()
  const pressed = take().element() as HTMLButtonElement
  pressed.click()
  pressed.click()
  await expect.poll(() => claim.sent.length).toBe(1)
  expect(claim.sent[0]?.body).toEqual({ coupon: 'c1', expected: { version: 3, amount: 50, required: null } })
  expect(claim.sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  for (const _ of [1, 2, 3]) await userEvent.keyboard('{Escape}')
  await expect.element(sheet()).toBeVisible()
  await expect.element(button(t('ui.close'))).toBeDisabled()
  claim.answer({ success: true, type: 'CREDIT', amount: 50, state: 'CLAIMED' })
  await expect.element(said(t('spin.claim.done'))).toBeVisible()
  await expect.element(sheet()).not.toBeInTheDocument()
  expect(claim.sent).toHaveLength(1)
  expect(keptRequests()).toEqual([])
})

test('a coupon that is not given says why in the words of its code', async () => {
  const { claim } = await asked()
  await take().click()
  await expect.poll(() => claim.sent.length).toBe(1)
  claim.answer({ success: false, error: 'COUPON_EXPIRED' })
  await expect.element(saying(said(t('ui.error')), t('spin.error.COUPON_EXPIRED'))).toBeVisible()
  await expect.element(sheet()).not.toBeInTheDocument()
})

test('after a lost answer it is asked about with the same key and the figures of then', async () => {
  const { claim, list } = await asked()
  await take().click()
  await expect.poll(() => claim.sent.length).toBe(1)
  list([{ ...money, version: 4 }])
  claim.lose()
  await expect.element(saying(sheet(), t('spin.claim.unsure'))).toBeVisible()
  await sheet()
    .getByRole('button', { name: t('spin.claim.check') })
    .click()
  await expect.poll(() => claim.sent.length).toBe(2)
  expect(claim.sent[1]).toEqual(claim.sent[0])
  claim.answer({ success: true, type: 'CREDIT', amount: 50, state: 'CLAIMED' })
  await expect.element(said(t('spin.claim.done'))).toBeVisible()
  expect(keptRequests()).toEqual([])
})

test('a condition that has become another one is asked about again, and sent as it is now', async () => {
  const condition = conditionOf({ percent: 200 })
  const { claim } = await asked({ ...money, under: { version: 7, condition, amount: 50, maxTotal: null } })
  await expect.element(saying(sheet(), '฿100.00')).toBeVisible()
  await take().click()
  await expect.poll(() => claim.sent.length).toBe(1)
  expect(claim.sent[0]?.body).toMatchObject({ expected: { version: 7, amount: 50, required: 100 } })
  const present = { version: 7, amount: 50, required: 150 }
  claim.refuse('FIGURES_CHANGED', { present })
  await expect.element(saying(sheet(), t('ui.figuresChanged'))).toBeVisible()
  await expect.element(saying(sheet(), '฿150.00')).toBeVisible()
  expect(claim.sent).toHaveLength(1)
  await take().click()
  await expect.poll(() => claim.sent.length).toBe(2)
  expect(claim.sent[1]?.body).toEqual({ coupon: 'c1', expected: present })
  expect(claim.sent[1]?.key).not.toBe(claim.sent[0]?.key)
})

const under = { version: 7, condition: conditionOf({ percent: 200 }), amount: 10, maxTotal: null }
const cannot = () => said(t('spin.claim.cannot'))

test('a coupon that something keeps says why, and how long it can be claimed afterwards', async () => {
  const expiresAt = new Date(Date.now() + 12.5 * 86_400_000).toISOString()
  await asked({ ...money, type: 'BONUS', under, expiresAt, heldUntil: '2099-12-04T05:00:00.000Z' }, 'whyOf')
  const left = t('spin.coupon.days', { count: 12 })
  await expect.element(saying(cannot(), t('spin.error.BONUS_ALREADY_ACTIVE'))).toBeVisible()
  await expect.element(saying(cannot(), t('spin.claim.held', { left }))).toBeVisible()
  await expect.element(saying(cannot(), t('spin.coupon.latest'))).toBeVisible()
  await expect.element(page.getByText(t('spin.coupon.stands', { left }))).toBeVisible()
  await expect.element(button(t('spin.claim.claim'))).not.toBeInTheDocument()
})

test('one whose last day it is has less than a day left', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  await asked({ ...money, under, expiresAt, heldUntil: '2099-12-04T05:00:00.000Z' }, 'whyOf')
  const left = t('spin.coupon.lessThanDay')
  await expect.element(saying(cannot(), t('spin.claim.held', { left }))).toBeVisible()
})

test('a coupon from before, whose bonus is for smaller balances, says what would help', async () => {
  await asked({ ...money, type: 'BONUS', under: { ...under, maxTotal: 20 } }, 'whyOf')
  await expect.element(saying(cannot(), t('bonus.tooMuchOut'))).toBeVisible()
  await expect.element(button(t('spin.claim.claim'))).not.toBeInTheDocument()
})
