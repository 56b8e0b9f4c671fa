import { nameForm } from '@krapao/contract/name-form.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
import { logIn, register, registration } from '../account/testing.ts'
import { newOperator } from '../operator/testing.ts'
import { makeTransfer, newSender, type Sender, settle, slipApp } from './slip/testing/slip.ts'

/** Names as banks print them, from the transfer to the money (rules.md §2, §5.1, §5.2). */

let app: TestApp
beforeAll(async () => {
  app = await slipApp({ settings: { 'register.otp': false } })
})
afterAll(() => app.close())

const inFeed = async (reference: string) =>
  (
    await app.database.query<{ state: string; member_id: string | null; from_name: string }>(
      'select state, member_id, from_name from deposit_reports where reference = $1',
      [reference],
    )
  )[0]

// What the bank prints, what the member registered, and what is stored of what the bank printed.
describe.each([
  ['พ.ต.ท.สมชาย ใจดี', 'สมชาย ใจดี', 'พ.ต.ท.สมชาย ใจดี'],
  ['สมชาย ใจดี', 'พ.ต.ท. สมชาย ใจดี', 'สมชาย ใจดี'],
  ['ว่าที่ร้อยตรี สมชาย ใจดี', 'สมชาย ใจดี', 'ว่าที่ร้อยตรี สมชาย ใจดี'],
  ['นายสมชาย น\u0e4d\u0e49าใจ', 'สมชาย น\u0e49ำใจ', 'นายสมชาย น\u0e49ำใจ'],
  ['นายสมชาย น\u0e49ำใจ', 'สมชาย น\u0e4d\u0e49าใจ', 'นายสมชาย น\u0e49ำใจ'],
  ['นายสมชาย เเสงทอง', 'สมชาย แสงทอง', 'นายสมชาย แสงทอง'],
  ['ACTING SUB LT. SOMCHAI JAIDEE', 'SOMCHAI JAIDEE', 'ACTING SUB LT. SOMCHAI JAIDEE'],
])('%s, registered as %s', (printed, registered, stored) => {
  it('is credited by a slip', async () => {
    const member = await newSender(app, registered)
    const { png } = await makeTransfer(app, member, { fromName: printed })
    expect(await settle(app, member.token, png)).toMatchObject({ status: 'SUCCESS', amount: 250.75 })
  })

  it('is credited by the feed', async () => {
    const member = await newSender(app, registered)
    const { reference } = await makeTransfer(app, member, { fromName: printed, feed: true })
    expect(await inFeed(reference)).toEqual({ state: 'credited', member_id: member.id, from_name: stored })
  })
})

it('of somebody else with a rank is credited by neither', async () => {
  const member = await newSender(app, 'สมชาย ใจดี')
  const { png } = await makeTransfer(app, member, { fromName: 'พ.ต.ท.สมหมาย ใจดี' })
  expect(await settle(app, member.token, png)).toMatchObject({ status: 'FAILED', note: 'NOT_MATCH' })
  const { reference } = await makeTransfer(app, member, { fromName: 'พ.ต.ท.สมหมาย ใจดี', feed: true })
  expect(await inFeed(reference)).toMatchObject({ state: 'waiting', member_id: null })
})

describe('on the desk', () => {
  /** Approves the transfer for a member, alone. */
  async function approve(reference: string, memberId: string): Promise<string> {
    const { token } = await newOperator(app, 'cashier')
    const [row] = await app.database.query<{ id: number }>(
      'select id from deposit_reports where reference = $1',
      [reference],
    )
    const at = { token, params: { queue: 'bank-transfer' as const, id: String(row?.id) } }
    const { body, error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
      ...at,
      body: { reason: 'looked at it', memberId },
    })
    return error?.message ?? body.status
  }
  /** A number of which the bank shows the end only, so that a person has to look. */
  const short = ({ accountNo }: { accountNo: string }) => `xxxx${accountNo.slice(-4)}`

  it.each([
    ['พ.ต.ท.สมชาย ใจดี', 'สมชาย ใจดี'],
    ['สมชาย น\u0e4d\u0e49าใจ', 'พ.ต.ท. สมชาย น\u0e49ำใจ'],
  ])('one person credits %s, registered as %s', async (fromName, registered) => {
    const member = await newSender(app, registered)
    const { reference } = await makeTransfer(app, member, {
      fromName,
      fromAccountNo: short(member),
      feed: true,
    })
    expect(await inFeed(reference)).toMatchObject({ state: 'waiting' })
    expect(await approve(reference, member.id)).toBe('DONE')
    expect(await inFeed(reference)).toMatchObject({ state: 'credited', member_id: member.id })
  })

  it('two people credit one whose name is another’s, also with a rank', async () => {
    const member = await newSender(app, 'สมชาย ใจดี')
    for (const fromName of ['พ.ต.ท.สมหมาย ใจดี', 'วิภา แสงดี']) {
      const { reference } = await makeTransfer(app, member, { fromName, feed: true })
      expect(await approve(reference, member.id), fromName).toBe('SECOND_OPERATOR_NEEDED')
    }
  })
})

it('is stored in one form wherever a column keeps a person’s name', async () => {
  const untidy = ' สม\u200bปอง \u00a0น\u0e4d\u0e49าใส\u200f'
  const form = 'สมปอง น\u0e49ำใส'
  const body = registration({ name: untidy, bankCode: 'KBANK', bankAccountName: untidy })
  expect(await register(app, body)).toBe('OK')
  const { token = '' } = await logIn(app, body.username, body.password)
  const sender = { accountNo: body.bankAccountNo ?? '' } as Sender
  const { png } = await makeTransfer(app, sender, { fromName: untidy })
  expect(await settle(app, token, png)).toMatchObject({ status: 'SUCCESS' })
  await makeTransfer(app, sender, { fromName: untidy, feed: true })
  const changed = await app.call('PUT /api/account/profile', {
    token,
    body: { name: untidy, bankAccountName: untidy },
  })
  expect(changed.status).toBe(200)
  await newOperator(app, 'cashier')
  const columns = await app.database.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = current_schema() and (column_name in ('account_name', 'from_name', 'to_name')
       or table_name in ('members', 'operators') and column_name = 'name')`,
    [],
  )
  const kept = []
  for (const { table, column } of columns) {
    const rows = await app.database.query<{ name: string }>(
      `select ${column} as name from ${table} where ${column} is not null`,
      [],
    )
    for (const { name } of rows.filter((row) => nameForm(row.name).startsWith('สมปอง'))) {
      kept.push(`${table}.${column} ${name}`)
    }
  }
  expect(kept.sort()).toEqual([
    `deposit_reports.from_name ${form}`,
    // The slip shows the first letter of the last name.
    'deposit_reports.from_name สมปอง น\u0e4d\u0e49',
    `member_bank_accounts.account_name ${form}`,
    `members.name ${form}`,
    'slips.from_name สมปอง น\u0e4d\u0e49',
  ])
})
