import { t } from '@krapao/web/i18n/i18n.ts'
import { saying } from '@krapao/web/testing/saying.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { asMember, showPart } from '../../testing/part.tsx'
import type { Invite } from './invite.ts'
import { InviteTable } from './invite-table.tsx'

asMember()

const row: Invite = {
  _id: '1',
  from: { name: 'Ma***' },
  amount: 5,
  createdAt: '2026-03-12T00:10:00.000Z',
  day: '2026-03-11',
  stake: 190,
  win: 20,
  bonusLoss: 30,
  carried: 40,
  percent: 5,
}

test('a row opens to figures that add up: wins of earlier days lessen the loss', async () => {
  await showPart(<InviteTable rows={[row]} currency="THB" />, 'invite')
  await page.getByRole('button', { name: t('invite.details', { name: 'Ma***' }) }).click()
  const figure = (label: string) => saying(page.getByRole('definition'), label)
  await expect.element(page.getByText(t('invite.carried'), { exact: true })).toBeVisible()
  for (const amount of ['฿190.00', '฿20.00', '−฿30.00', '−฿40.00']) {
    await expect.element(figure(amount).first()).toBeVisible()
  }
})

test('a row without such wins does not name them', async () => {
  await showPart(<InviteTable rows={[{ ...row, carried: 0 }]} currency="THB" />, 'invite')
  await page.getByRole('button', { name: t('invite.details', { name: 'Ma***' }) }).click()
  await expect.element(page.getByText(t('invite.bonusLoss'), { exact: true })).toBeVisible()
  await expect.element(page.getByText(t('invite.carried'), { exact: true })).not.toBeInTheDocument()
})
