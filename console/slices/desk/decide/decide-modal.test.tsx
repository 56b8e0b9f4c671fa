import { t } from '@krapao/web/i18n/i18n.ts'
import { openNetwork } from '@krapao/web/testing/network.ts'
import { saying } from '@krapao/web/testing/saying.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { queries } from '../../../app/queries.ts'
import { leaveSession } from '../../../app/session.ts'
import { Toasts } from '../../../ui/toasts.ts'
import { formatWhen } from '../../../ui/when.ts'
import { ItemPane } from '../item/item-pane.tsx'
import type { Item } from '../queries.ts'
import type { Decision } from '../words/decided-text.ts'

const { serve, hold } = openNetwork()
afterEach(async () => {
  await cleanup()
  // What was typed and is not sent is kept in the tab.
  leaveSession()
})

const me = { _id: 'o1', name: 'นิภา' }
const colleague = { _id: 'o2', name: 'มาลี' }
const member = {
  _id: 'm1',
  name: 'สุดา',
  username: '0812345678',
  bankCode: 'KBANK',
  bankAccountName: 'สุดา ใจดี',
  bankAccountNo: '1234567890',
}
const slip: Item = {
  id: 's1',
  queue: 'slip',
  createdAt: '2026-11-27T05:00:00.000Z',
  member,
  amount: 500,
  currency: 'THB',
  reason: 'VERIFIER_SILENT',
  evidence: [],
  picture: null,
  votes: [],
  approvalsNeeded: 1,
  refusalsNeeded: 1,
  secondBecause: null,
  referenceNeeded: false,
  isClear: false,
}
const refused: Decision = {
  choice: 'refuse',
  decidedBy: colleague,
  at: '2026-11-27T06:00:00.000Z',
  reason: 'ไม่พบยอดในบัญชี',
  reasonCode: null,
  superseded: null,
  reference: null,
  before: [],
  member,
  amount: 500,
  currency: 'THB',
  why: 'VERIFIER_SILENT',
  evidence: [],
  reversible: false,
  reversal: null,
}

/** A cashier before a slip of ฿500, with the question whether to approve it. */
async function asked(item: Item = slip) {
  serve('GET /api/console/me', {
    ...me,
    email: 'nipa@example.com',
    role: 'cashier',
    mustChangePassword: false,
    ties: [],
    secondFactor: { hasCode: true, hasPasskey: false, mustGive: false, mustSet: false },
    idleMinutes: 30,
  })
  const become = serve('GET /api/console/desk/:queue/:id', { state: 'WAITING', item, decision: null })
  serve('GET /api/console/desk/:queue/:id/evidence', {})
  serve('GET /api/console/desk/:queue/:id/notes', {
    notes: [],
    next: null,
    assigned: null,
    snoozed: null,
    snoozeMinutes: 60,
  })
  serve('GET /api/console/desk/claims', [])
  serve('GET /api/console/work/colleagues', [])
  serve('PUT /api/console/desk/:queue/:id/claim', {
    claim: { operator: me, since: '2026-11-27T05:00:00.000Z', until: '2099-11-27T05:00:00.000Z' },
    isYours: true,
  })
  const approve = hold('POST /api/console/desk/:queue/:id/approve')
  const onGone = vi.fn()
  await render(
    <QueryClientProvider client={queries}>
      <ItemPane queue="slip" id="s1" listed={undefined} mayDecide onGone={onGone} query="" empty={null} />
      <Toasts />
    </QueryClientProvider>,
  )
  await open()
  return { approve, onGone, become }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const open = () => button(t('desk.approveAmount', { amount: '฿500.00' })).click()
const sheet = () =>
  page.getByRole('dialog', { name: t('desk.approveTitle', { what: t('desk.queue.slip.one') }) })
const words = () => sheet().getByRole('textbox', { name: t('desk.reasonLabel') })
const send = () =>
  sheet().getByRole('button', { name: t('desk.approveAmount', { amount: '฿500.00' }), exact: true })

test('without a reason nothing is sent, and its field says so', async () => {
  const { approve } = await asked()
  await words().fill('ok')
  await send().click()
  await expect.element(words()).toHaveFocus()
  await expect.element(words()).toHaveAccessibleDescription(expect.stringContaining(t('desk.reasonMissing')))
  expect(approve.sent).toEqual([])
})

test('two presses are one decision, and the question stays until the answer', async () => {
  const { approve, onGone, become } = await asked()
  await words().fill('เห็นยอดแล้ว')
  const pressed = send().element() as HTMLButtonElement
  pressed.click()
  pressed.click()
  await expect.poll(() => approve.sent.length).toBe(1)
  expect(approve.sent[0]?.path).toBe('/api/console/desk/slip/s1/approve')
  expect(approve.sent[0]?.body).toEqual({ reason: 'เห็นยอดแล้ว' })
  expect(approve.sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  for (const _ of [1, 2, 3]) await userEvent.keyboard('{Escape}')
  await expect.element(sheet()).toBeVisible()
  await expect.element(button(t('ui.close'))).toBeDisabled()
  become({ state: 'DECIDED', item: null, decision: { ...refused, choice: 'approve', decidedBy: me } })
  approve.answer({ status: 'DONE' })
  await expect.element(page.getByText(t('desk.done', { amount: '฿500.00' }))).toBeVisible()
  await expect.element(sheet()).not.toBeInTheDocument()
  await expect.poll(() => onGone.mock.calls.length).toBe(1)
  expect(approve.sent).toHaveLength(1)
})

test('who was faster is said, with what they decided', async () => {
  const { approve, onGone, become } = await asked()
  await words().fill('เห็นยอดแล้ว')
  await send().click()
  await expect.poll(() => approve.sent.length).toBe(1)
  become({ state: 'DECIDED', item: null, decision: refused })
  const { choice, decidedBy, at, reference } = refused
  approve.refuse('ALREADY_DECIDED', { choice, decidedBy, at, reference })
  await expect.element(sheet()).not.toBeInTheDocument()
  const faster = t('desk.decided.other.refuse', { name: 'มาลี', at: formatWhen(at ?? '') })
  await expect.element(saying(page.getByRole('alert'), faster)).toBeVisible()
  expect(onGone).not.toHaveBeenCalled()
})

test('the first of two is told so before and after, and the slip stays', async () => {
  const large: Item = { ...slip, approvalsNeeded: 2, secondBecause: 'AMOUNT' }
  const { approve, onGone, become } = await asked(large)
  await expect.element(saying(sheet(), t('desk.step.first.approve'))).toBeVisible()
  await words().fill('เห็นยอดแล้ว')
  await send().click()
  await expect.poll(() => approve.sent.length).toBe(1)
  const vote: Item['votes'][number] = {
    choice: 'approve',
    operatorId: me._id,
    name: me.name,
    at: '2026-11-27T06:00:00.000Z',
    reason: 'เห็นยอดแล้ว',
    reasonCode: null,
    member: null,
    amount: null,
    transferId: null,
    rememberPayer: null,
    counts: true,
  }
  become({ state: 'WAITING', item: { ...large, votes: [vote] }, decision: null })
  approve.answer({ status: 'SECOND_OPERATOR_NEEDED' })
  await expect.element(page.getByText(t('desk.halfDone', { amount: '฿500.00' }))).toBeVisible()
  await expect.element(page.getByText(t('desk.waitsForSecond'))).toBeVisible()
  await expect.element(sheet()).not.toBeInTheDocument()
  await expect.element(button(t('desk.approveAmount', { amount: '฿500.00' }))).not.toBeInTheDocument()
  expect(onGone).not.toHaveBeenCalled()
})

test('after a lost answer what was typed stays, and goes again with the same key', async () => {
  const { approve } = await asked()
  await words().fill('เห็นยอดแล้ว')
  await send().click()
  await expect.poll(() => approve.sent.length).toBe(1)
  approve.lose()
  await expect.element(saying(sheet(), t('operatorMsg.NETWORK'))).toBeVisible()
  await expect.element(words()).toHaveValue('เห็นยอดแล้ว')
  // Also for whoever looks at the slip once more before.
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet()).not.toBeInTheDocument()
  await open()
  await expect.element(words()).toHaveValue('เห็นยอดแล้ว')
  await send().click()
  await expect.poll(() => approve.sent.length).toBe(2)
  expect(approve.sent[1]).toEqual(approve.sent[0])
})
