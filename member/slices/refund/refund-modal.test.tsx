import { t } from '@krapao/web/i18n/i18n.ts'
import { openNetwork } from '@krapao/web/testing/network.ts'
import { saying } from '@krapao/web/testing/saying.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Refund } from '../../app/money-modals.ts'
import { conditionOf, walletOf } from '../../testing/answers.ts'
import { asMember, keptRequests, showPart } from '../../testing/part.tsx'
import type { RefundCheck } from './refund.ts'

const { serve, hold } = openNetwork()
asMember()

/** Nothing is claimed yet of what there is; its condition is three times of it. */
const claimable = (amount: number): RefundCheck => ({
  result: true,
  bonus: false,
  info: '',
  refundAmount: 0,
  refundSuccess: 0,
  refundFail: 0,
  claimable: amount,
  days: [
    {
      day: '2026-11-27',
      lines: [],
      loss: amount * 10,
      percent: 10,
      min: 10,
      max: 1000,
      amount,
      until: '2099-12-27',
    },
  ],
  condition: conditionOf({ percent: 300 }),
  version: 2,
  currency: 'THB',
})

/** The sheet of a member whose cashback this is. */
async function shown(check: RefundCheck) {
  const wallet = walletOf(1000)
  serve('GET /api/refund/banners', [])
  const become = serve('GET /api/refund/check', check)
  serve('POST /api/refund', { total: 0, refunds: [], currency: 'THB' })
  serve('GET /api/wallet', wallet)
  serve('GET /api/bonus/check/active', { status: false, type: null, bonus: null })
  serve('GET /api/wallet/answer/:key', { answered: false, status: 0, body: null })
  const claim = hold('GET /api/refund/receive')
  const move = hold('GET /api/refund/addWallet')
  await showPart(<Refund wallet={wallet} onBonus={() => {}} onClose={() => {}} />, 'refund', 'bonus')
  return { claim, move, become }
}

/** The same of one who has ฿100 to claim, and was asked about it. */
async function opened() {
  const calls = await shown(claimable(100))
  await button('฿100.00').click()
  await expect.element(question()).toBeVisible()
  return calls
}

const sheet = () => page.getByRole('dialog', { name: t('refund.title') })
const question = () => page.getByRole('dialog', { name: t('refund.moveAsk') })
const button = (amount: string) => sheet().getByRole('button', { name: t('refund.take', { amount }) })
const agree = (amount: string) => question().getByRole('button', { name: t('refund.take', { amount }) })
const checkAgain = () => sheet().getByRole('button', { name: t('bonus.checkAgain') })

test('an amount that has changed is asked about again, and claimed and moved as it was agreed to', async () => {
  const { claim, move } = await opened()
  await agree('฿100.00').click()
  await expect.poll(() => claim.sent.length).toBe(1)
  expect(claim.sent[0]?.body).toEqual({ expected: { amount: 100 } })
  claim.refuse('FIGURES_CHANGED', { present: { amount: 120 } })
  await expect.element(saying(question(), t('ui.figuresChanged'))).toBeVisible()
  await expect.element(saying(question(), '฿360.00')).toBeVisible()
  expect(claim.sent).toHaveLength(1)
  await agree('฿120.00').click()
  await expect.poll(() => claim.sent.length).toBe(2)
  expect(claim.sent[1]?.body).toEqual({ expected: { amount: 120 } })
  expect(claim.sent[1]?.key).not.toBe(claim.sent[0]?.key)
  claim.answer({ message: 'REFUND_SUCCESS', amount: 120 })
  await expect.poll(() => move.sent.length).toBe(1)
  expect(move.sent[0]?.body).toEqual({ expected: { version: 2, amount: 120, required: 360 } })
  move.answer({ message: 'REFUND_SUCCESS', amount: 120 })
  await expect.element(saying(sheet(), t('refund.came'))).toBeVisible()
  expect(keptRequests()).toEqual([])
})

test('a refused claim says why, and nothing is moved', async () => {
  const { claim, move } = await opened()
  await agree('฿100.00').click()
  await expect.poll(() => claim.sent.length).toBe(1)
  claim.refuse('REFUND_CONDITION')
  await expect.element(page.getByText(t('errorMsg.REFUND_CONDITION'))).toBeVisible()
  // It can be asked for again, so nothing is under way.
  await button('฿100.00').click()
  await expect.element(question()).toBeVisible()
  expect(claim.sent).toHaveLength(1)
  expect(move.sent).toEqual([])
})

test('a claim whose answer is lost is asked about with its key, and not made again', async () => {
  const { claim, move, become } = await opened()
  await agree('฿100.00').click()
  await expect.poll(() => claim.sent.length).toBe(1)
  // It was carried out: what was there to claim waits to be moved.
  become({ ...claimable(0), result: false, refundAmount: 100, days: [] })
  claim.lose()
  await expect.element(saying(sheet(), t('bonus.unsure'))).toBeVisible()
  await checkAgain().click()
  await expect.poll(() => claim.sent.length).toBe(2)
  expect(claim.sent[1]).toEqual(claim.sent[0])
  claim.answer({ message: 'REFUND_SUCCESS', amount: 100 })
  await button('฿100.00').click()
  await agree('฿100.00').click()
  await expect.poll(() => move.sent.length).toBe(1)
  expect(claim.sent).toHaveLength(2)
})

test('a lost claim that never arrived, and would be another amount by now, is said to be so', async () => {
  const { claim, move, become } = await opened()
  await agree('฿100.00').click()
  await expect.poll(() => claim.sent.length).toBe(1)
  claim.lose()
  await checkAgain().click()
  await expect.poll(() => claim.sent.length).toBe(2)
  become(claimable(120))
  claim.refuse('FIGURES_CHANGED', { present: { amount: 120 } })
  await expect.element(button('฿120.00')).toBeVisible()
  await expect.element(page.getByText(t('ui.figuresChanged'))).toBeVisible()
  expect(move.sent).toEqual([])
})

test('wins of earlier days of the month are a line that lessens the loss', async () => {
  const check = claimable(100)
  const lines: RefundCheck['days'][number]['lines'] = [
    { kind: 'product', product: 'slot', stake: 1700, win: 200, loss: 1500 },
    { kind: 'carried', product: '', stake: 0, win: 500, loss: -500 },
  ]
  await shown({ ...check, days: check.days.map((day) => ({ ...day, lines })) })
  await expect.element(saying(sheet(), t('refund.carriedRule'))).toBeVisible()
  const carried = saying(sheet().getByRole('listitem'), t('refund.carried'))
  await expect.element(saying(carried, '−฿500.00')).toBeVisible()
  // It has no stake of its own.
  await expect.element(saying(carried, t('refund.stake'))).not.toBeInTheDocument()
  await expect.element(saying(sheet().getByRole('listitem'), '฿1,700.00')).toBeVisible()
})

test('the campaign’s terms stand there before: the least is of a claim, and the most of a day', async () => {
  const terms = { percent: 7, min: 20, max: 900 }
  await shown({ ...claimable(10), result: false, terms })
  const said = t('refund.terms', { percent: 7, max: '฿900.00', min: '฿20.00' })
  await expect.element(saying(sheet(), said)).toBeVisible()
  await expect
    .element(sheet().getByText(t('refund.most', { max: '฿1,000.00' }), { exact: true }))
    .toBeVisible()
})

test('who has nothing to take is told how wins count', async () => {
  await shown({ ...claimable(0), result: false, days: [] })
  await expect.element(saying(sheet(), t('refund.carriedRule'))).toBeVisible()
})
