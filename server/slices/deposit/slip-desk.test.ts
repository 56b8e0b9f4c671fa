import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../testing/app.ts'
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

/** Slips that a person decides about (rules.md §5.1). */

let app: TestApp

describe('a name that says too little', () => {
  beforeAll(async () => {
    app = await slipApp()
  })
  afterAll(() => app.close())

  async function unclear() {
    const member = await newSender(app)
    const made = await makeTransfer(app, member, { fromName: 'นางสาวสมหญิง ใจดี' })
    const { body } = await upload(app.address, member.token, {
      bytes: made.png,
      fields: { amount: '250.75', bank: 'SCB' },
    })
    expect(await onDesk(app, body.slipId)).toMatchObject({ reason: 'NAME_UNCLEAR' })
    return { member, ...made, id: body.slipId }
  }

  it('is put before a person, with what there is to see', async () => {
    const { member, reference, id } = await unclear()
    const [entry] = await slipDeskOf(app).list({ limit: 10 })
    expect(entry).toMatchObject({ id, memberId: member.id, amount: 250.75, currency: 'THB' })
    const evidence = Object.fromEntries(entry?.evidence.map(({ label, value }) => [label, value]) ?? [])
    expect(evidence).toMatchObject({
      reference,
      fromName: 'นางสาวสมหญิง ใ',
      fromAccountNo: `xxx-x-x${member.accountNo.slice(5, 9)}-x`,
      statedAmount: '250.75',
      statedBank: 'SCB',
    })
    expect((await fetch(app.address + entry?.picture)).headers.get('content-type')).toBe('image/jpeg')
    await decide(app, id, 'approve')
    expect(await settled(app, member.token, id)).toMatchObject({ status: 'SUCCESS' })
    expect(await inWallet(app, member.token)).toBe(250.75)
    expect(await slipDeskOf(app).list({ limit: 10 })).toEqual([])
  })

  it('refused is NOT_MATCH, and the transfer is free again', async () => {
    const { member, png, id } = await unclear()
    await decide(app, id, 'refuse')
    expect((await settled(app, member.token, id)).note).toBe('NOT_MATCH')
    const again = await upload(app.address, member.token, png)
    expect(await onDesk(app, again.body.slipId)).toMatchObject({ reason: 'NAME_UNCLEAR' })
    await decide(app, again.body.slipId, 'refuse')
  })

  it('does not stand in the way of another member’s slip', async () => {
    const { member, png, id } = await unclear()
    expect((await settle(app, (await newSender(app)).token, png)).note).toBe('NOT_MATCH')
    expect((await settle(app, member.token, png)).note).toBe('SLIP_REFNO_DUPLICATED')
    await decide(app, id, 'approve')
    expect(await settled(app, member.token, id)).toMatchObject({ status: 'SUCCESS' })
    await expect(decide(app, id, 'refuse')).rejects.toThrow('ALREADY_DECIDED')
  })
})
