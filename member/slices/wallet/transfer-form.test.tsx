import { t } from '@krapao/web/i18n/i18n.ts'
import { openNetwork } from '@krapao/web/testing/network.ts'
import { saying } from '@krapao/web/testing/saying.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Transfer } from '../../app/money-modals.ts'
import { walletOf } from '../../testing/answers.ts'
import { asMember, keptRequests, showPart } from '../../testing/part.tsx'

const { serve, hold } = openNetwork()
asMember()

function Opened({ everything }: { everything: boolean }) {
  const [isOpen, setOpen] = useState(true)
  return isOpen && <Transfer everything={everything} onClose={() => setOpen(false)} onChooseGame={() => {}} />
}

/** The sheet of a member with ฿1,000 in the wallet; PG Soft is the game that is proposed. */
async function opened({ everything = false } = {}) {
  const wallet = walletOf(1000)
  const become = serve('GET /api/wallet', wallet)
  serve('GET /api/statement/last-amounts', { deposit: null, withdrawal: null, transfers: [] })
  serve('GET /api/wallet/answer/:key', { answered: false, status: 0, body: null })
  const transfer = hold('POST /api/wallet/transfer')
  await showPart(<Opened everything={everything} />, 'wallet')
  await expect.element(amount()).toBeVisible()
  return { transfer, inWallet: (amount: number) => become({ ...wallet, wallet: { amount } }) }
}
const moved = { transferId: 't1', status: 'SUCCESS', from: 'WALLET', to: 'PG', amount: 300 } as const

const button = (name: string) => page.getByRole('button', { name, exact: true })
const send = (amount: string) => button(t('wallet.submitAmount', { amount }))
const check = (amount: string) => button(t('wallet.checkAgain', { amount }))
const amount = () => page.getByLabelText(t('wallet.amount'), { exact: true })
const chosen = (end: string) =>
  page.getByRole('listbox', { name: end }).getByRole('option', { selected: true })
const alert = (text: string) => saying(page.getByRole('alert'), text)
const sheet = () => page.getByRole('dialog', { name: t('wallet.transfer') })
const arrived = (amount: string) => t('wallet.doneText', { amount, to: 'PG Soft' })

test('two presses move it once, and the sheet stays as it was until the answer', async () => {
  const { transfer, inWallet } = await opened()
  await amount().fill('300')
  const pressed = send('฿300.00').element() as HTMLButtonElement
  pressed.click()
  pressed.click()
  await expect.poll(() => transfer.sent.length).toBe(1)
  expect(transfer.sent[0]?.body).toEqual({ from: 'WALLET', to: 'PG', amount: 300 })
  expect(transfer.sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  await expect.element(amount()).toHaveAttribute('readonly')
  inWallet(700)
  transfer.answer(moved)
  await expect.element(page.getByText(arrived('฿300.00'))).toBeVisible()
  expect(transfer.sent).toHaveLength(1)
  expect(keptRequests()).toEqual([])
})

test('a lost answer is said, and the same transfer is asked about with its key', async () => {
  const { transfer, inWallet } = await opened()
  await amount().fill('900')
  await send('฿900.00').click()
  await expect.poll(() => transfer.sent.length).toBe(1)
  // It was carried out: what is left would not be enough for another one.
  inWallet(100)
  transfer.lose()
  await expect.element(alert(t('wallet.unsure'))).toBeVisible()
  await expect.element(amount()).toHaveValue('900')
  await expect
    .element(chosen(t('wallet.from')))
    .toHaveAccessibleName(expect.stringContaining(t('wallet.mainWallet')))
  await expect.element(chosen(t('wallet.to'))).toHaveAccessibleName(expect.stringContaining('PG Soft'))
  await check('฿900.00').click()
  await expect.poll(() => transfer.sent.length).toBe(2)
  expect(transfer.sent[1]).toEqual(transfer.sent[0])
  transfer.answer({ ...moved, amount: 900 })
  await expect.element(page.getByText(arrived('฿900.00'))).toBeVisible()
  expect(keptRequests()).toEqual([])
})

test('after a lost answer another amount is another transfer, and the first stays to be asked about', async () => {
  const { transfer } = await opened()
  await amount().fill('300')
  await send('฿300.00').click()
  await expect.poll(() => transfer.sent.length).toBe(1)
  transfer.lose()
  await expect.element(alert(t('wallet.unsure'))).toBeVisible()
  await amount().fill('200')
  await expect.element(alert(t('wallet.unsure'))).not.toBeInTheDocument()
  await send('฿200.00').click()
  await expect.poll(() => transfer.sent.length).toBe(2)
  expect(transfer.sent[1]?.key).not.toBe(transfer.sent[0]?.key)
  transfer.refuse('MONEY_NOT_ENOUGH')
  await button(t('ui.ok')).click()
  await amount().fill('300')
  await expect.element(check('฿300.00')).toBeVisible()
})

test('a refusal says where the money is, and the form is there to try again', async () => {
  const { transfer } = await opened()
  await amount().fill('300')
  await send('฿300.00').click()
  await expect.poll(() => transfer.sent.length).toBe(1)
  transfer.refuse('TRANSFER_FAIL', { returnedTo: 'WALLET' })
  await expect.element(page.getByText(t('wallet.refused.inWallet'))).toBeVisible()
  await button(t('ui.ok')).click()
  await expect.element(amount()).toHaveValue('300')
  await send('฿300.00').click()
  await expect.poll(() => transfer.sent.length).toBe(2)
  expect(transfer.sent[1]?.key).not.toBe(transfer.sent[0]?.key)
})

test('all of a wallet that has other money by now is asked again with the figures of now', async () => {
  const { inWallet } = await opened({ everything: true })
  const transfer = hold('POST /api/wallet/transferAll')
  await send('฿1,000.00').click()
  await expect.poll(() => transfer.sent.length).toBe(1)
  expect(transfer.sent[0]?.body).toEqual({ to: 'PG', expected: { amount: 1000 } })
  inWallet(1200)
  transfer.refuse('FIGURES_CHANGED', { present: { amount: 1200 } })
  await expect.element(alert(t('ui.figuresChanged'))).toBeVisible()
  await expect.element(amount()).toHaveValue('1,200')
  expect(transfer.sent).toHaveLength(1)
  await send('฿1,200.00').click()
  await expect.poll(() => transfer.sent.length).toBe(2)
  expect(transfer.sent[1]?.body).toEqual({ to: 'PG', expected: { amount: 1200 } })
  expect(transfer.sent[1]?.key).not.toBe(transfer.sent[0]?.key)
  await expect.element(alert(t('ui.figuresChanged'))).not.toBeInTheDocument()
})

test('a sheet that is closed before the answer is told of it by a message', async () => {
  const { transfer } = await opened()
  await amount().fill('300')
  await send('฿300.00').click()
  await expect.poll(() => transfer.sent.length).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet()).not.toBeInTheDocument()
  transfer.answer(moved)
  await expect.element(page.getByRole('status')).toHaveTextContent(arrived('฿300.00'))
})
