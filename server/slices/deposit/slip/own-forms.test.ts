import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import type { TestApp } from '../../../testing/app.ts'
import {
  decide,
  inWallet,
  makeTransfer,
  newSender,
  onDesk,
  type Sender,
  settled,
  slipApp,
  slipsOf,
  upload,
} from './testing/slip.ts'

/** Slips whose codes have a form of their own (rules.md §5.1): TrueMoney's, and BCEL's OneProof. */

let app: TestApp
beforeAll(async () => {
  app = await slipApp()
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const fromWallet = (member: Sender) => makeTransfer(app, member, { fromBank: 'EWALLET' })
const slipOf = async (member: Sender, id: string) =>
  (await slipsOf(app, member.token)).find(({ _id }) => _id === id)
const send = async (member: Sender, png: Buffer) => (await upload(app.address, member.token, png)).body.slipId
const waits = (id: string) => onDesk(app, id)

describe('a slip of TrueMoney, about which the verifier cannot be asked', () => {
  it('waits for a person at once, says so to the member, and is credited by a decision only', async () => {
    const member = await newSender(app)
    const { png, reference } = await fromWallet(member)
    const id = await send(member, png)
    await waits(id)
    expect(await onDesk(app, id)).toMatchObject({ reason: 'NOT_VERIFIABLE', amount: null })
    expect(await slipOf(member, id)).toMatchObject({
      status: 'PENDING',
      note: null,
      byStaff: 'TRUEMONEY',
      reference,
    })
    expect(await inWallet(app, member.token)).toBe(0)
    await decide(app, id, 'approve', 25_075)
    expect(await settled(app, member.token, id)).toMatchObject({
      status: 'SUCCESS',
      byStaff: null,
      amount: 250.75,
    })
    expect(await inWallet(app, member.token)).toBe(250.75)
    await expect(decide(app, id, 'approve', 25_075)).rejects.toThrow('ALREADY_DECIDED')
  })

  it('that a person refuses brings nothing', async () => {
    const member = await newSender(app)
    const id = await send(member, (await fromWallet(member)).png)
    await waits(id)
    await decide(app, id, 'refuse')
    expect(await settled(app, member.token, id)).toMatchObject({ status: 'FAILED', byStaff: null })
    expect(await inWallet(app, member.token)).toBe(0)
  })

  it('sent twice, and five times at once, waits once and is credited once', async () => {
    const member = await newSender(app)
    const { png } = await fromWallet(member)
    const ids = await Promise.all(Array.from({ length: 5 }, () => send(member, png)))
    await expect
      .poll(
        async () => (await slipsOf(app, member.token)).filter(({ status }) => status === 'FAILED').length,
        {
          timeout: 60_000,
        },
      )
      .toBe(4)
    const open = (await slipsOf(app, member.token)).filter(({ status }) => status === 'PENDING')
    expect(open).toHaveLength(1)
    const [item] = open
    await waits(item?._id ?? '')
    const decisions = await Promise.allSettled([
      decide(app, item?._id ?? '', 'approve', 25_075),
      decide(app, item?._id ?? '', 'approve', 25_075),
    ])
    expect(decisions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const again = await send(member, png)
    expect(await settled(app, member.token, again)).toMatchObject({ note: 'SLIP_REFNO_DUPLICATED' })
    expect(await inWallet(app, member.token)).toBe(250.75)
    expect(ids).toHaveLength(5)
  })

  it('of two members is credited to one of them', async () => {
    const [member, other] = [await newSender(app), await newSender(app)]
    const { png } = await fromWallet(member)
    const first = await send(member, png)
    await waits(first)
    const second = await send(other, png)
    await waits(second)
    await decide(app, first, 'approve', 25_075)
    await expect(decide(app, second, 'approve', 25_075)).rejects.toThrow('ALREADY_DECIDED')
    expect(await settled(app, other.token, second)).toMatchObject({ note: 'SLIP_REFNO_DUPLICATED' })
    expect([await inWallet(app, member.token), await inWallet(app, other.token)]).toEqual([250.75, 0])
  })
})

describe('a slip of BCEL, which the verifier knows', () => {
  it('is credited like that of any other bank', async () => {
    const member = await app.registerMember({
      bankCode: 'BCEL',
      bankAccountNo: '010120055512345',
      bankAccountName: 'SOMPHONE KEOMANY',
      currency: 'LAK',
    })
    const { png } = await makeTransfer(
      app,
      { ...member, accountNo: '010120055512345' },
      {
        fromBank: 'BCEL',
        fromName: 'SOMPHONE KEOMANY',
        toBank: 'KTB',
        toAccountNo: '0000000022',
        amount: 50_000,
        currency: 'LAK',
      },
    )
    const { body } = await upload(app.address, member.token, png)
    expect(await settled(app, member.token, body.slipId)).toMatchObject({ status: 'SUCCESS', note: null })
    expect(await inWallet(app, member.token)).toBe(50_000)
  })
})
