import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinWork } from '../../../outside/testing.ts'
import { transaction } from '../../../platform/database.ts'
import type { TestApp } from '../../../testing/app.ts'
import {
  decide,
  inWallet,
  makeTransfer,
  newSender,
  onDesk,
  settle,
  settled,
  slipApp,
  slipDeskOf,
  upload,
} from './testing/slip.ts'

/** A verifier that is slow, silent or wrong (rules.md §5.1): nothing is lost, nothing is guessed. */

let app: TestApp
const statusOf = async (id: string) =>
  (
    await app.database.query(
      `select status, desk_reason, w.last_reason
       from slips ${joinWork('slip', 'id')} where id = $1`,
      [id],
    )
  )[0]

describe('the verifier', () => {
  beforeAll(async () => {
    app = await slipApp()
  })
  afterAll(() => app.close())

  it.each(['slow', 'error', 'garbage', 'duplicate'] as const)(
    'under “%s” once: the slip is credited all the same, once',
    async (fault) => {
      const member = await newSender(app)
      const { png } = await makeTransfer(app, member)
      await app.sandbox.setFault('slip', fault)
      expect(await settle(app, member.token, png)).toMatchObject({ status: 'SUCCESS' })
      expect(await inWallet(app, member.token)).toBe(250.75)
    },
  )

  it('that refuses: INVALID_SLIP, and the next try is judged anew', async () => {
    const member = await newSender(app)
    const { png } = await makeTransfer(app, member)
    await app.sandbox.setFault('slip', 'refuse')
    expect(await settle(app, member.token, png)).toMatchObject({ status: 'FAILED', note: 'INVALID_SLIP' })
    expect(await settle(app, member.token, png)).toMatchObject({ status: 'SUCCESS' })
    expect(await inWallet(app, member.token)).toBe(250.75)
  })

  it('that does not answer in time is asked again, whether or not it had found something', async () => {
    const member = await newSender(app)
    const made = await Promise.all([makeTransfer(app, member), makeTransfer(app, member)])
    await app.sandbox.setFault('slip', 'timeout-lost')
    await app.sandbox.setFault('slip', 'timeout-applied', 1, 'look-up')
    const slips = await Promise.all(made.map(({ png }) => settle(app, member.token, png)))
    expect(slips.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS'])
    expect(await inWallet(app, member.token)).toBe(501.5)
  })

  it('that does not know a transfer yet is asked again', async () => {
    const member = await newSender(app)
    const { png } = await makeTransfer(app, member, { pendingSeconds: 60 })
    const { body } = await upload(app.address, member.token, png)
    await expect
      .poll(() => statusOf(body.slipId))
      .toMatchObject({ status: 'PENDING', last_reason: 'PENDING' })
    app.clock.advance(61)
    expect(await settled(app, member.token, body.slipId)).toMatchObject({ status: 'SUCCESS' })
  })

  it('that never comes to know it: INVALID_SLIP after ten minutes', async () => {
    const member = await newSender(app)
    const { png } = await makeTransfer(app, member, { pendingSeconds: 86_400 })
    const { body } = await upload(app.address, member.token, png)
    await expect.poll(() => statusOf(body.slipId)).toMatchObject({ last_reason: 'PENDING' })
    app.clock.advance(600)
    expect((await settled(app, member.token, body.slipId)).note).toBe('INVALID_SLIP')
  })

  it('that speaks while an operator names the amount: the operator looks again', async () => {
    const member = await newSender(app)
    const made = await makeTransfer(app, member)
    await app.sandbox.setFault('slip', 'error', 1000)
    const { body } = await upload(app.address, member.token, made.png)
    app.clock.advance(301)
    expect(await onDesk(app, body.slipId)).toMatchObject({ reason: 'VERIFIER_SILENT', amount: null })
    // As the job stores it between the operator's look and the decision.
    await app.database.query('update slips set amount_minor = 50000000 where id = $1', [body.slipId])
    const named = { choice: 'approve', operatorId: 'op', reason: 'seen', amountMinor: 1_900_000 } as const
    await expect(
      transaction(app.context.db, (tx) => slipDeskOf(app).queue.decide(tx, body.slipId, named)),
    ).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
    expect(await inWallet(app, member.token)).toBe(0)
    await app.database.query('update slips set amount_minor = null where id = $1', [body.slipId])
    await decide(app, body.slipId, 'refuse')
    await app.sandbox.setFault('slip', 'none')
  })

  it('that stays silent: a person decides, unless it speaks first', async () => {
    const member = await newSender(app)
    const made = await Promise.all([1, 2, 3].map(() => makeTransfer(app, member)))
    await app.sandbox.setFault('slip', 'error', 1000)
    const slips = []
    for (const { png } of made) slips.push((await upload(app.address, member.token, png)).body.slipId)
    const [first = '', second = '', third = ''] = slips
    for (const id of slips) {
      await expect.poll(() => statusOf(id)).toMatchObject({ last_reason: 'HTTP_500' })
    }
    expect(await slipDeskOf(app).all()).toEqual([])
    app.clock.advance(301)
    for (const id of slips)
      expect(await onDesk(app, id)).toMatchObject({ reason: 'VERIFIER_SILENT', amount: null })
    await expect(decide(app, first, 'approve')).rejects.toThrow('INVALID_AMOUNT')
    await decide(app, first, 'approve', 25_075)
    await expect(decide(app, first, 'approve', 25_075)).rejects.toThrow('ALREADY_DECIDED')
    expect(await settled(app, member.token, first)).toMatchObject({ status: 'SUCCESS', amount: 250.75 })
    await decide(app, second, 'refuse')
    expect((await settled(app, member.token, second)).note).toBe('UNKNOW_ERROR')
    await app.sandbox.setFault('slip', 'none')
    app.clock.advance(301)
    expect(await settled(app, member.token, third)).toMatchObject({ status: 'SUCCESS' })
    expect(await inWallet(app, member.token)).toBe(501.5)
    expect(await slipDeskOf(app).all()).toEqual([])
  })
})
