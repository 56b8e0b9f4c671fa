import { sign } from '@krapao/contract/signature.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { journalsOf } from '../../../ledger/testing/asked.ts'
import { transaction } from '../../../platform/database.ts'
import type { TestApp } from '../../../testing/app.ts'
import { enginesByDepth } from '../../../testing/database.ts'
import { changeBankAccount } from '../../account/testing.ts'
import { visibleDigits } from '../payers/sender-rules.ts'
import { lockAmount } from '../reports/locks.ts'
import { deskOf } from '../testing/money-in.ts'
import {
  decide,
  house,
  inWallet,
  type Made,
  makeTransfer,
  newSender,
  onDesk,
  type Sender,
  settle,
  settled,
  slipApp,
  upload,
} from './testing/slip.ts'

/** One transfer is one credit, however and however often it comes (rules.md §5.1, §5.2). */

let app: TestApp

/** The bank's feed reports a transfer. */
async function report(member: Sender, { reference }: Pick<Made, 'reference'>, change: object = {}) {
  const text = JSON.stringify({
    accountNo: house,
    reference,
    amount: 250.75,
    at: app.clock.now().toISOString(),
    fromBank: 'KBANK',
    fromAccountNo: member.accountNo,
    fromName: 'SOMYING JAIDEE',
    ...change,
  })
  const response = await fetch(`${app.address}/hooks/bank/${house}`, {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      'x-signature': sign(app.sandbox.secrets.bank, text, app.clock.now()),
    },
  })
  return ((await response.json()) as { status: string }).status
}

const transferOf = async ({ reference }: Made) =>
  (
    await app.database.query(
      'select state, member_id, journal_key, slip_id from deposit_reports where reference = $1',
      [reference],
    )
  )[0]
const creditsOf = async (member: Sender) =>
  (await journalsOf(app.database, { memberId: member.id, kind: 'deposit' })).length

describe.each(enginesByDepth)('on %s', (engine) => {
  beforeAll(async () => {
    app = await slipApp({ engine })
  })
  afterAll(() => app.close())

  it('the feed first, then the slip: matched, not credited again', async () => {
    const member = await newSender(app)
    const made = await makeTransfer(app, member)
    expect(await report(member, made)).toBe('credited')
    const slip = await settle(app, member.token, made.png)
    expect(slip).toMatchObject({ status: 'SUCCESS', amount: 250.75 })
    expect(await inWallet(app, member.token)).toBe(250.75)
    expect(await transferOf(made)).toEqual({
      state: 'credited',
      member_id: member.id,
      journal_key: `bank:${house}:${made.reference}`,
      slip_id: slip._id,
    })
  })

  it('the slip first, then the feed: matched, not credited again', async () => {
    const member = await newSender(app)
    const made = await makeTransfer(app, member)
    const slip = await settle(app, member.token, made.png)
    expect(await report(member, made)).toBe('credited')
    expect(await inWallet(app, member.token)).toBe(250.75)
    expect(await transferOf(made)).toMatchObject({
      journal_key: `slip:004:${made.reference}`,
      slip_id: slip._id,
    })
  })

  it('a transfer that the feed could not place is placed by its slip', async () => {
    const member = await newSender(app)
    const made = await makeTransfer(app, member)
    expect(await report(member, made, { fromAccountNo: '' })).toBe('unmatched')
    const slip = await settle(app, member.token, made.png)
    expect(slip.status).toBe('SUCCESS')
    expect(await inWallet(app, member.token)).toBe(250.75)
    expect(await transferOf(made)).toMatchObject({
      state: 'credited',
      member_id: member.id,
      slip_id: slip._id,
    })
    expect(await report(member, made, { fromAccountNo: '' })).toBe('credited')
  })

  it('one that goes back to its sender is not credited by its slip, which ends with it', async () => {
    const member = await newSender(app)
    const made = await makeTransfer(app, member)
    await report(member, made, { fromAccountNo: '' })
    const transfers = deskOf(app, 'bank-transfer')
    const waiting = (await transfers.all()).find(({ evidence }) =>
      evidence.some(({ value }) => value === made.reference),
    )
    await transfers.decide(waiting?.id ?? '', 'refuse')
    const { body } = await upload(app.address, member.token, made.png)
    const underWay = async () =>
      (await app.call('GET /api/wallet/pending', { token: member.token })).body.pending
    await expect.poll(underWay).toMatchObject([{ key: body.slipId, state: 'GOING_BACK' }])
    await deskOf(app, 'return').decide(waiting?.id ?? '', 'approve', { reference: 'R1' })
    expect((await settled(app, member.token, body.slipId)).note).toBe('RETURNED')
    // One that comes after that is not under way at all.
    expect((await settle(app, member.token, made.png)).note).toBe('RETURNED')
    expect(await inWallet(app, member.token)).toBe(0)
  })

  it('another amount than the feed’s waits for a person', async () => {
    const member = await newSender(app)
    const made = await makeTransfer(app, member)
    await report(member, made, { amount: 999 })
    const { body } = await upload(app.address, member.token, made.png)
    await expect
      .poll(() => deskOf(app, 'slip').find(body.slipId))
      .toMatchObject({
        reason: 'AMOUNT_DIFFERS',
        amount: null,
        evidence: expect.arrayContaining([
          { label: 'amount', value: '250.75' },
          { label: 'feedAmount', value: '999.00' },
        ]),
      })
    expect(await inWallet(app, member.token)).toBe(999)
  })

  it('slip and feed at the same moment are one credit', async () => {
    const member = await newSender(app)
    const transfers = await Promise.all(Array.from({ length: 8 }, () => makeTransfer(app, member)))
    const uploads = await Promise.all(
      transfers.flatMap((made, at) => [
        upload(app.address, member.token, made.png),
        // Spread over the time that a slip takes.
        new Promise((resolve) => setTimeout(resolve, 200 + at * 120)).then(() => report(member, made)),
      ]),
    )
    for (const upload of uploads) {
      if (typeof upload !== 'string') {
        expect(
          await settled(app, member.token, (upload as { body: { slipId: string } }).body.slipId),
        ).toMatchObject({
          status: 'SUCCESS',
        })
      }
    }
    expect(await inWallet(app, member.token)).toBe(8 * 250.75)
    expect(await creditsOf(member)).toBe(8)
    for (const made of transfers) {
      expect(await transferOf(made)).toMatchObject({ state: 'credited', slip_id: expect.any(String) })
    }
  })
})

describe('at the same moment', () => {
  beforeAll(async () => {
    app = await slipApp({ engine: 'postgres' })
  })
  afterAll(() => app.close())

  it('fifty equal slips are one credit and forty-nine duplicates', async () => {
    const member = await newSender(app)
    const { png } = await makeTransfer(app, member)
    const uploads = await Promise.all(
      Array.from({ length: 50 }, () => upload(app.address, member.token, png)),
    )
    const notes = await Promise.all(
      uploads.map(async ({ body }) => (await settled(app, member.token, body.slipId)).note),
    )
    expect(notes.filter((note) => note === null)).toHaveLength(1)
    expect(notes.filter((note) => note === 'SLIP_REFNO_DUPLICATED')).toHaveLength(49)
    expect(await inWallet(app, member.token)).toBe(250.75)
    expect(await creditsOf(member)).toBe(1)
  })

  it('a stolen picture does not burn its owner’s deposit', async () => {
    const [owner, thief] = [await newSender(app), await newSender(app, 'WIPA SAENG')]
    const { png } = await makeTransfer(app, owner)
    expect((await settle(app, thief.token, png)).note).toBe('NOT_MATCH')
    expect(await settle(app, owner.token, png)).toMatchObject({ status: 'SUCCESS' })
    expect(await inWallet(app, owner.token)).toBe(250.75)
    expect((await settle(app, thief.token, png)).note).toBe('SLIP_REFNO_DUPLICATED')
  })

  it('nor does it while the thief’s is still looked at', async () => {
    const [owner, thief] = [await newSender(app), await newSender(app, 'WIPA SAENG')]
    const { png } = await makeTransfer(app, owner)
    await app.sandbox.setFault('slip', 'slow')
    const stolen = await upload(app.address, thief.token, png)
    await expect
      .poll(
        async () =>
          (await app.database.query('select claims from slips where id = $1', [stolen.body.slipId]))[0]
            ?.claims,
      )
      .toBe(true)
    expect(await settle(app, owner.token, png)).toMatchObject({ status: 'SUCCESS' })
    expect((await settled(app, thief.token, stolen.body.slipId)).note).toBe('NOT_MATCH')
  })

  it('a stolen picture of whose number the thief’s shows the same digits, under a like name, waits for a person', async () => {
    const owner = await newSender(app)
    const like = (owner.accountNo[0] === '9' ? '1' : '9') + owner.accountNo.slice(1)
    const thief = await newSender(app, 'SOMYING JAIDEEMAK', like)
    const { png } = await makeTransfer(app, owner)
    const stolen = await upload(app.address, thief.token, png)
    expect(await onDesk(app, stolen.body.slipId)).toMatchObject({ reason: 'NAME_UNCLEAR' })
    const own = await upload(app.address, owner.token, png)
    expect(await onDesk(app, own.body.slipId)).toMatchObject({ reason: 'NAME_UNCLEAR' })
    expect([await inWallet(app, thief.token), await inWallet(app, owner.token)]).toEqual([0, 0])
    await decide(app, own.body.slipId, 'approve')
    expect(await inWallet(app, owner.token)).toBe(250.75)
    expect((await settled(app, thief.token, stolen.body.slipId)).note).toBe('SLIP_REFNO_DUPLICATED')
  })

  it('who changes the bank account between look and credit is looked at again', async () => {
    const member = await newSender(app)
    const { png } = await makeTransfer(app, member)
    const { settings } = app.context
    const { get } = settings
    let changed = false
    // Read after the member's account was, and before the credit.
    settings.get = async (definition) => {
      if (definition.key === visibleDigits.key && !changed) {
        changed = true
        await changeBankAccount(app.database, member.id, { accountNo: '9998887776', bankCode: 'SCB' })
      }
      return get(definition)
    }
    try {
      expect((await settle(app, member.token, png)).note).toBe('NOT_MATCH')
      expect(await inWallet(app, member.token)).toBe(0)
    } finally {
      settings.get = get
    }
  })

  it('the same slip of many members is its owner’s', async () => {
    const owner = await newSender(app)
    const others = await Promise.all(Array.from({ length: 9 }, () => newSender(app, 'WIPA SAENG')))
    const { png } = await makeTransfer(app, owner)
    const slips = await Promise.all(
      [...others, owner].map(async ({ token }) => ({ token, ...(await upload(app.address, token, png)) })),
    )
    for (const { token, body } of slips) {
      expect((await settled(app, token, body.slipId)).status).toBe(
        token === owner.token ? 'SUCCESS' : 'FAILED',
      )
    }
    expect(await inWallet(app, owner.token)).toBe(250.75)
  })

  it('a slip of another amount and the transfer are approved: one waits for the other, and one is credited', async () => {
    const member = await newSender(app)
    const made = await makeTransfer(app, member)
    await report(member, made, { amount: 999, fromAccountNo: '' })
    const { body } = await upload(app.address, member.token, made.png)
    expect(await onDesk(app, body.slipId)).toMatchObject({ reason: 'AMOUNT_DIFFERS' })
    const [row] = await app.database.query<{ id: number }>(
      'select id from deposit_reports where reference = $1',
      [made.reference],
    )
    const waiting = async () =>
      (
        await app.database.query(
          `select from pg_locks l join pg_database d on d.oid = l.database
           where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
          [],
        )
      ).length
    // Somebody else has the amount until both wait.
    const decided = await transaction(app.context.db, async (tx) => {
      await lockAmount(tx, 'THB', 99_900)
      const transfer = deskOf(app, 'bank-transfer').decide(String(row?.id), 'approve', {
        memberId: member.id,
      })
      await expect.poll(waiting).toBe(1)
      const slip = decide(app, body.slipId, 'approve', 25_075)
      await expect.poll(waiting).toBe(2)
      return [transfer, slip]
    })
    expect(await Promise.all(decided)).toEqual([undefined, 'CREDITED'])
    expect(await creditsOf(member)).toBe(1)
    expect(await inWallet(app, member.token)).toBe(999)
  })

  it('two references are two transfers, also of one size', async () => {
    const member = await newSender(app)
    const made = await Promise.all([makeTransfer(app, member), makeTransfer(app, member)])
    const slips = await Promise.all(made.map(({ png }) => settle(app, member.token, png)))
    expect(slips.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS'])
    expect(await inWallet(app, member.token)).toBe(501.5)
  })
})
