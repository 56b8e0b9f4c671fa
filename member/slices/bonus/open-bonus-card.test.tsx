import { t } from '@krapao/web/i18n/i18n.ts'
import { openNetwork } from '@krapao/web/testing/network.ts'
import { saying } from '@krapao/web/testing/saying.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { conditionOf, walletOf } from '../../testing/answers.ts'
import { asMember, showPart } from '../../testing/part.tsx'
import type { OpenBonus } from './bonus.ts'
import { OpenBonusCard } from './open-bonus-card.tsx'

const { serve, hold } = openNetwork()
asMember()

const until = '2026-12-12T07:00:00.000Z'
const running: OpenBonus = {
  _id: 'b1',
  source: 'bonus',
  code: 'WELCOME',
  type: 'limit',
  title: 'Welcome',
  state: 'ACTIVE',
  condition: conditionOf({ percent: 300 }),
  byDeposit: null,
  creditedAt: '2026-11-20T07:00:00.000Z',
  expiresAt: '2026-12-20T07:00:00.000Z',
  progress: {
    state: 'running',
    current: 10,
    required: 180,
    floor: 5,
    total: 60,
    inTransit: 0,
    open: 0,
    base: 60,
    deposit: 0,
    bonus: 60,
    removed: 0,
    forfeit: { returned: 60, kept: 0 },
  },
  currency: 'THB',
}
const stateOf = (state: 'met' | 'expired' | 'reversed'): Partial<OpenBonus> =>
  running.progress ? { progress: { ...running.progress, state } } : {}

async function shown(change: Partial<OpenBonus> = {}) {
  const wallet = walletOf(0)
  serve('GET /api/wallet', wallet)
  serve('GET /api/wallet/answer/:key', { answered: false, status: 0, body: null })
  const clear = hold('GET /api/bonus/clear')
  await showPart(
    <OpenBonusCard
      bonus={{ ...running, ...change }}
      wallet={wallet}
      onDeposit={() => {}}
      onTerms={undefined}
    />,
    'bonus',
  )
  return clear
}

const cancel = () => page.getByRole('button', { name: t('bonus.cancel'), exact: true })
const titled = (key: 'bonus.cancelAsk' | 'bonus.cannotCancel' | 'bonus.clearFailed') =>
  page.getByRole('dialog', { name: t(key) })
const waits = () => t('bonus.openBetsUntil', { games: 'PG Soft', until: '12 ธ.ค. 69 14:00' })

test('a deposit that was corrected is said', async () => {
  await shown(stateOf('reversed'))
  await expect.element(page.getByText(t('bonus.progress.reversed'), { exact: true })).toBeVisible()
})

test('a deposit that was corrected is said, with the open bets that the bonus waits for', async () => {
  await shown({ ...stateOf('reversed'), openBets: { games: ['PG'], until } })
  await expect.element(page.getByText(t('bonus.progress.reversedOpen'), { exact: true })).toBeVisible()
  await expect.element(page.getByText(waits(), { exact: true })).toBeVisible()
})

test('open bets that keep it from ending are named with their time, and nothing is asked', async () => {
  const clear = await shown({ ...stateOf('expired'), openBets: { games: ['PG'], until } })
  await expect.element(page.getByText(waits(), { exact: true })).toBeVisible()
  await expect.element(page.getByText(t('bonus.progress.expiredOpen'), { exact: true })).toBeVisible()
  await expect.element(page.getByText(t('bonus.progress.expired'))).not.toBeInTheDocument()
  await cancel().click()
  await expect.element(saying(titled('bonus.cannotCancel'), waits())).toBeVisible()
  expect(clear.sent).toEqual([])
})

test('the question says that open bets hinder a cancel; a refusal by them says which and until when', async () => {
  const clear = await shown()
  await cancel().click()
  await expect.element(saying(titled('bonus.cancelAsk'), t('bonus.cancelOpen'))).toBeVisible()
  await page.getByRole('button', { name: t('bonus.cancelAmount', { amount: '฿60.00' }) }).click()
  await expect.poll(() => clear.sent.length).toBe(1)
  clear.refuse('GAME_PENDING', { games: ['PG'], until })
  await expect.element(saying(titled('bonus.clearFailed'), waits())).toBeVisible()
})

test('a met bonus without open bets ends in a moment', async () => {
  await shown(stateOf('met'))
  await expect.element(page.getByText(t('bonus.progress.met'), { exact: true })).toBeVisible()
})
