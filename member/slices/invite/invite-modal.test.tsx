import { t } from '@krapao/web/i18n/i18n.ts'
import { openNetwork } from '@krapao/web/testing/network.ts'
import { saying } from '@krapao/web/testing/saying.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Invite } from '../../app/money-modals.ts'
import { walletOf } from '../../testing/answers.ts'
import { asMember, showPart } from '../../testing/part.tsx'
import type { Invites } from './invite.ts'

const { serve } = openNetwork()
asMember()

const none: Invites = { total: 0, invites: [], friends: 0, amount: 0, terms: null, currency: 'THB' }

async function shown(invites: Invites) {
  serve('GET /api/invite/banners', [])
  serve('POST /api/invite', invites)
  await showPart(<Invite wallet={walletOf(0)} onReceive={() => {}} onClose={() => {}} />, 'invite', 'bonus')
}

const sheet = () => page.getByRole('dialog', { name: t('invite.title') })

test('who invites reads all terms before: share, bounds, what brings nothing, and the campaign’s own words', async () => {
  const terms = { percent: 7, min: 2, max: 900 }
  await shown({ ...none, terms, info: '<p>Until <strong>December</strong></p>' })
  await expect.element(sheet().getByText('7%', { exact: true })).toBeVisible()
  const bounds = t('invite.bounds', { min: '฿2.00', max: '฿900.00' })
  for (const said of [bounds, t('invite.carriedRule'), t('invite.bonusRule'), t('invite.tiesRule')]) {
    await expect.element(saying(sheet().getByRole('listitem'), said)).toBeVisible()
  }
  await expect.element(sheet().getByText('December')).toBeVisible()
})

test('without a campaign no term is named', async () => {
  await shown({ ...none, info: '' })
  await expect.element(saying(sheet(), t('errorMsg.INVITE_INACTIVE'))).toBeVisible()
  await expect.element(saying(sheet(), t('invite.tiesRule'))).not.toBeInTheDocument()
})
