import type { Promotion } from '@krapao/contract/slices/promotion/promotion.ts'
import { t } from '@krapao/web/i18n/i18n.ts'
import { openNetwork } from '@krapao/web/testing/network.ts'
import { saying } from '@krapao/web/testing/saying.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { conditionOf, walletOf } from '../../testing/answers.ts'
import { asMember, showPart } from '../../testing/part.tsx'
import { PromotionModal } from './promotion-modal.tsx'

const { serve } = openNetwork()
asMember()

const found: Promotion = {
  code: 'FIFTY',
  version: 1,
  title: 'FIFTY',
  description: '',
  percentFail: 5,
  amount: 50,
  condition: conditionOf({ percent: 300 }),
  maxTotal: 100,
  currency: 'THB',
  endsAt: null,
}

/** The code as a member sees it whose wallet and games have 50 baht. */
async function shown(total: number | undefined) {
  serve('GET /api/promotion/find/:code', total === undefined ? found : { ...found, total })
  await showPart(
    <PromotionModal code="FIFTY" wallet={walletOf(0)} onReceived={() => {}} onClose={() => {}} />,
    'promotion',
    'bonus',
  )
  await expect.element(saying(sheet(), t('promotion.brings'))).toBeVisible()
}

const sheet = () => page.getByRole('dialog', { name: 'FIFTY' })
const take = () => sheet().getByRole('button', { name: t('promotion.receive', { amount: '฿50.00' }) })

test('who may take it reads the limit of the total before', async () => {
  await shown(100)
  await expect.element(saying(sheet(), t('bonus.maxTotal', { amount: '฿100.00' }))).toBeVisible()
  await expect.element(take()).toBeVisible()
})

test('whose stakes are above the limit is told so by the server’s total, and cannot press', async () => {
  await shown(150)
  const why = t('bonus.tooMuch', { total: '฿150.00', maximum: '฿100.00' })
  await expect.element(saying(sheet(), why)).toBeVisible()
  await expect.element(take()).not.toBeInTheDocument()
})

test('of a server that says no total, the wallet’s counts', async () => {
  await shown(undefined)
  await expect.element(take()).toBeVisible()
})
