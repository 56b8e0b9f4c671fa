import type { AnswerOf } from '@krapao/contract/client.ts'
import { t } from '@krapao/web/i18n/i18n.ts'
import { openNetwork } from '@krapao/web/testing/network.ts'
import { saying } from '@krapao/web/testing/saying.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { walletOf } from '../../../testing/answers.ts'
import { asMember, showPart } from '../../../testing/part.tsx'
import { BetsButton } from './bets-button.tsx'

const { serve, hold } = openNetwork()
asMember()

type Page = AnswerOf<'POST /api/bonus/bets/:id'>
type Bet = Page['bets'][number]
const bet = (change: Partial<Bet>): Bet => ({
  _id: JSON.stringify(change),
  game: 'PG',
  product: 'sport',
  placedAt: null,
  settledAt: '2026-11-28T03:04:05.000Z',
  isCorrection: false,
  stake: 100,
  validStake: 80,
  win: 30,
  weight: 50,
  added: 40,
  own: 'none',
  ownStake: 0,
  ...change,
})
const answer = (change: Partial<Page>): Page => ({
  total: 1,
  turnover: 40,
  earlier: 0,
  bets: [bet({})],
  currency: 'THB',
  ...change,
})

async function opened(mode: 'turnover' | 'balance' = 'turnover') {
  serve('GET /api/wallet', walletOf(0))
  const bets = hold('POST /api/bonus/bets/:id')
  await showPart(<BetsButton id="b1" mode={mode} />, 'bonus', 'bonus/bets')
  await page.getByRole('button', { name: t('bonus.bets') }).click()
  await expect.poll(() => bets.sent).toMatchObject([{ path: '/api/bonus/bets/b1', body: { page: 1 } }])
  return bets
}
const row = (text: string) => saying(page.getByRole('dialog').getByRole('listitem'), text)

test('each bet says what it added and why; a correction and own money are named', async () => {
  const bets = await opened()
  bets.answer(
    answer({
      total: 4,
      turnover: 75,
      earlier: 10,
      bets: [
        bet({}),
        bet({ isCorrection: true, stake: -50, validStake: -30, win: -30, added: -15 }),
        bet({ own: 'all', added: 0, stake: 41 }),
        bet({ own: 'part', ownStake: 15, stake: 95, validStake: 95, added: 40 }),
        bet({ validStake: 0, added: 0, stake: 5, win: 5 }),
      ],
    }),
  )
  const first = row('+฿40.00').first()
  await expect.element(saying(first, 'PG Soft')).toBeVisible()
  await expect.element(saying(first, t('bonus.product.sport'))).toBeVisible()
  await expect
    .element(saying(first, t('bonusBets.result', { stake: '฿100.00', win: '฿30.00' })))
    .toBeVisible()
  await expect.element(saying(first, t('bonusBets.counts', { stake: '฿80.00', percent: 50 }))).toBeVisible()
  await expect.element(saying(row('−฿15.00'), t('bonusBets.correction'))).toBeVisible()
  await expect.element(saying(row('฿41.00'), t('bonusBets.own.all'))).toBeVisible()
  const part = row(t('bonusBets.own.part', { amount: '฿15.00' }))
  await expect.element(saying(part, t('bonusBets.counts', { stake: '฿80.00', percent: 50 }))).toBeVisible()
  await expect.element(row(t('bonusBets.noRisk'))).toBeVisible()
  const definition = (text: string) => saying(page.getByRole('definition'), text)
  await expect.element(definition('฿75.00')).toBeVisible()
  await expect.element(definition('฿10.00')).toBeVisible()
})

test('where the balance decides, a bet says what it won or lost', async () => {
  const bets = await opened('balance')
  bets.answer(answer({ turnover: 0, bets: [bet({ weight: null, added: 0 })] }))
  await expect.element(saying(row('−฿70.00'), t('bonusBets.changed.balance'))).toBeVisible()
  await expect.element(page.getByText(t('bonusBets.lead.balance'))).toBeVisible()
})

test('without bets it says when they come; what failed can be tried again', async () => {
  const bets = await opened()
  bets.refuse('NO_DATA')
  await page.getByRole('button', { name: t('ui.retry') }).click()
  await expect.poll(() => bets.sent.length).toBe(2)
  bets.answer(answer({ total: 0, turnover: 0, bets: [] }))
  await expect.element(page.getByText(t('bonusBets.empty'))).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: t('bonus.bets') })).toHaveFocus()
})

test('further bets are on further pages', async () => {
  const bets = await opened()
  bets.answer(answer({ total: 11 }))
  await page.getByRole('button', { name: t('ui.paging.page', { page: 2 }) }).click()
  await expect.poll(() => bets.sent.at(-1)?.body).toEqual({ page: 2, limit: 10 })
  bets.answer(answer({ total: 11, bets: [bet({ added: 7, stake: 14, validStake: 14 })] }))
  await expect.element(row('+฿7.00')).toBeVisible()
})
