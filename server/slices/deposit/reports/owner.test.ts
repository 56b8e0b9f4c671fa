import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../../platform/database.ts'
import type { TestApp } from '../../../testing/app.ts'
import { waitingForLocks } from '../../../testing/database.ts'
import { changeBankAccount } from '../../account/testing.ts'
import { addHouseAccounts } from '../../house/testing.ts'
import {
  decide,
  house,
  inWallet,
  makeTransfer,
  newSender,
  onDesk,
  type Sender,
  slipApp,
  upload,
} from '../slip/testing/slip.ts'
import { deskOf } from '../testing/money-in.ts'
import { apartFromMinute, newReference, type Paid, reportByFeed, reportBySlip } from '../testing/reports.ts'
import { insertTransfer } from './arrival-store.ts'

/** Whose deposit a transfer is, when somebody wants it to look like theirs (rules.md §5.1, §5.2, §18). */

const other = '0000000033'
const payout = '0000000044'
const third = '0000000055'
const amount = 250.75

let app: TestApp
beforeAll(async () => {
  // PostgreSQL: what races here races over several connections.
  app = await slipApp({ engine: 'postgres' })
  await addHouseAccounts(
    app.database,
    { bankCode: 'KTB', accountNo: other, sort: 3, enabled: false },
    { bankCode: 'KBANK', accountNo: payout, sort: 4, enabled: false, purpose: 'payout' },
    { bankCode: 'KTB', accountNo: third, sort: 5, enabled: false },
  )
})
afterAll(() => app.close())

const paid = (change: Partial<Paid> = {}): Paid => ({
  reference: newReference(),
  at: apartFromMinute(app.clock.now()),
  ...change,
})
const wallets = (...members: Sender[]) => Promise.all(members.map(({ token }) => inWallet(app, token)))
/** The feed reports what an account of the house sent. */
const send = (fromBank: string, fromAccountNo: string, change: Partial<Paid> = {}) =>
  reportByFeed(app, { id: '', accountNo: fromAccountNo }, {
    ...paid({ fromName: 'KRAPAO', ...change }),
    fromBank,
  } as Paid)
const waiting = async (reference: string) =>
  (await deskOf(app, 'bank-transfer').all()).filter(({ evidence }) =>
    evidence.some(({ label, value }) => label === 'reference' && value === reference),
  )

describe('a look-alike account', () => {
  let owner: Sender
  let thief: Sender
  let shown: { fromAccountNo: string; fromName: string }
  beforeAll(async () => {
    const digits = String(randomInt(1000, 10_000))
    owner = await newSender(app, 'สมหมาย ใจงาม', `444123${digits}`)
    thief = await newSender(app, 'SOMMAI JAINGAM', `999999${digits}`)
    shown = { fromAccountNo: `xxxxxx${digits}`, fromName: 'SOMMAI J' }
  })

  it('takes nothing by the feed: the owner in another script stays a candidate', async () => {
    expect(await reportByFeed(app, owner, paid(shown))).toBe('unmatched')
    expect(await wallets(owner, thief)).toEqual([0, 0])
  })

  it('takes nothing by the owner’s slip, and the owner is credited afterwards', async () => {
    const { png } = await makeTransfer(app, owner, shown)
    const { body } = await upload(app.address, thief.token, png)
    expect(await onDesk(app, body.slipId)).toMatchObject({ reason: 'NAME_UNCLEAR' })
    expect(await wallets(owner, thief)).toEqual([0, 0])
    const own = await upload(app.address, owner.token, png)
    expect(await onDesk(app, own.body.slipId)).toMatchObject({ reason: 'NAME_UNCLEAR' })
    await decide(app, own.body.slipId, 'approve')
    expect(await wallets(owner, thief)).toEqual([amount, 0])
    await expect(decide(app, body.slipId, 'approve')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  })

  it('takes nothing where the whole number is reported', async () => {
    const [before] = await wallets(owner)
    expect(await reportByFeed(app, owner, paid({ fromName: 'SOMMAI J', amount: 333 }))).toBe('credited')
    expect(await wallets(owner, thief)).toEqual([(before ?? 0) + 333, 0])
  })
})

describe('a look-alike account of another length', () => {
  // What the bank shows, the owner's number and the thief's, whose digits are the last or the middle ones.
  it.each([
    ['a mask that is too short', (d: string) => [`xxxxxx${d}`, `02012345${d}`, `999999${d}`]],
    ['a mask that is too long', (d: string) => [`xxxxxxxxxx${d}`, `444123${d}`, `9999999999${d}`]],
    ['a mask over both ends', (d: string) => [`xxx-x-x${d}-x`, `0201234${d}1`, `99999${d}2`]],
    ['both ends in sight', (d: string) => [`44xx${d}`, `444123${d}`, `4499${d}`]],
  ])('takes nothing of a bank with %s, by feed or slip', async (_, numbers) => {
    const digits = String(randomInt(1000, 10_000))
    const [shownNo = '', ownNo, alikeNo] = numbers(digits)
    const owner = await newSender(app, 'SOMMAI JAINGAM', ownNo)
    await takesNothing(shownNo, owner, await newSender(app, 'SOMMAI JAINGAM', alikeNo))
  })

  it('takes nothing of a bank with zeros that it adds, by feed or slip', async () => {
    const digits = String(randomInt(1000, 10_000))
    const [shownNo, ownNo] = [`00${digits}44${digits}`, `${digits}44${digits}`]
    const owner = await newSender(app, 'SOMMAI JAINGAM', ownNo)
    await expect(newSender(app, 'SOMMAI JAINGAM', shownNo)).rejects.toMatchObject({ code: 'EXISTING_BANK' })
    // Two members may have had one account by other zeros before nobody could any more (rules.md §2.5).
    const thief = await newSender(app, 'SOMMAI JAINGAM')
    await changeBankAccount(app.database, thief.id, { accountNo: shownNo, isOfBefore: true })
    await takesNothing(shownNo, owner, { ...thief, accountNo: shownNo })
  })

  async function takesNothing(shownNo: string, owner: Sender, thief: Sender): Promise<void> {
    const shown = { fromAccountNo: shownNo, fromName: 'SOMMAI J' }
    const transfer = paid(shown)
    expect(await reportByFeed(app, owner, transfer)).toBe('unmatched')
    const { png } = await makeTransfer(app, owner, shown)
    const { body } = await upload(app.address, thief.token, png)
    expect(await onDesk(app, body.slipId)).toMatchObject({ reason: 'NAME_UNCLEAR' })
    expect(await wallets(owner, thief)).toEqual([0, 0])
    const [entry] = await waiting(transfer.reference)
    await deskOf(app, 'bank-transfer').decide(entry?.id ?? '', 'approve', { memberId: owner.id })
    expect(await wallets(owner, thief)).toEqual([amount, 0])
  }
})

describe('an account of the house', () => {
  const balance = (accountNo: string) => app.context.ledger.houseBalance(`bank:${accountNo}`, 'THB')
  /** A member who has registered the account before it became the house's. */
  const squatter = (accountNo: string, bank = 'KTB') =>
    app.registerMember({ bankCode: bank, bankAccountNo: accountNo, bankAccountName: 'KRAPAO' })

  it('sends to another: a journal between the two, however often it is reported, and no deposit', async () => {
    const member = await squatter(other)
    const [from, to] = [await balance(other), await balance(house)]
    const transfer = paid({ amount: 250_000 })
    expect(await send('KTB', '000-0-00003-3', transfer)).toBe('internal')
    expect(await send('KTB', '000-0-00003-3', transfer)).toBe('internal')
    expect(await inWallet(app, member.token)).toBe(0)
    expect(await balance(house)).toBe(to - 25_000_000)
    expect(await balance(other)).toBe(from + 25_000_000)
    expect(await send('KBANK', payout, paid({ amount: 12.5 }))).toBe('internal')
    expect(await balance(payout)).toBe(1250)
  })

  it('sends to another and is reported five times at once: one journal', async () => {
    const to = await balance(house)
    const transfer = paid({ amount: 77 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('KTB', other, transfer)))
    expect(new Set(answers)).toEqual(new Set(['internal']))
    expect(await balance(house)).toBe(to - 7700)
  })

  it('of which only some digits are shown waits for a person, whatever the name', async () => {
    const digits = '0044'
    const member = await newSender(app, 'SOMYING JAIDEE', `555666${digits}`)
    expect(await send('KBANK', `xxxxxx${digits}`, { fromName: 'SOMYING J' })).toBe('unmatched')
    const { png } = await makeTransfer(app, member, { fromAccountNo: `xxxxxx${digits}` })
    const { body } = await upload(app.address, member.token, png)
    expect(await onDesk(app, body.slipId)).toMatchObject({ reason: 'NAME_UNCLEAR' })
    expect(await wallets(member)).toEqual([0])
  })

  it('sends no slip that is credited by itself', async () => {
    const member = await squatter(payout, 'KBANK')
    const { png } = await makeTransfer(app, { ...member, accountNo: payout }, { fromName: 'KRAPAO' })
    const { body } = await upload(app.address, member.token, png)
    expect(await onDesk(app, body.slipId)).toMatchObject({ reason: 'NAME_UNCLEAR' })
    expect(await inWallet(app, member.token)).toBe(0)
  })

  it('in another currency, or the same one, is no internal transfer: a person decides', async () => {
    // The account of KTB that the tests of slips open is in kip.
    expect(await send('KTB', '0000000022')).toBe('unmatched')
    expect(await send('SCB', house)).toBe('unmatched')
  })
})

describe('one reference at two accounts of the house', () => {
  it.each([1, 2, 3, 4, 5])('reported to both at once is one credit, time %i', async () => {
    const member = await newSender(app)
    const transfer = paid()
    const answers = await Promise.all(
      [house, other].map((to) => reportByFeed(app, member, { ...transfer, to })),
    )
    expect(answers.sort()).toEqual(['credited', 'unmatched'])
    expect(await wallets(member)).toEqual([amount])
  })

  it.each([1, 2, 3, 4, 5])('reported to both at once with two amounts is one credit, time %i', async () => {
    const member = await newSender(app)
    const transfer = paid()
    const answers = await Promise.all([
      reportByFeed(app, member, transfer),
      reportByFeed(app, member, { ...transfer, amount: 999, to: other }),
    ])
    expect(answers.sort()).toEqual(['credited', 'unmatched'])
    expect([amount, 999]).toContain((await wallets(member))[0])
  })

  it.each(['feed', 'slip'])(
    'is one credit when a person approves the second, reported by %s first',
    async (first) => {
      const member = await newSender(app)
      const transfer = paid()
      if (first === 'slip') await reportBySlip(app, member, transfer)
      else expect(await reportByFeed(app, member, transfer)).toBe('credited')
      expect(await reportByFeed(app, member, { ...transfer, to: other })).toBe('unmatched')
      expect(await reportByFeed(app, member, transfer)).toBe('credited')
      expect(await wallets(member)).toEqual([amount])
      const [entry] = await waiting(transfer.reference)
      expect(entry).toMatchObject({ reason: 'CONTRADICTION' })
      const approve = deskOf(app, 'bank-transfer').decide(entry?.id ?? '', 'approve', { memberId: member.id })
      expect(await approve).toBe('CREDITED')
      expect(await wallets(member)).toEqual([amount])
    },
  )

  it('reported by slip and feed at once is one credit', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const member = await newSender(app)
      const transfer = paid()
      await Promise.all([
        reportBySlip(app, member, transfer),
        reportByFeed(app, member, { ...transfer, to: other }),
        reportByFeed(app, member, transfer),
      ])
      expect(await wallets(member)).toEqual([amount])
    }
  })

  it('reported by slip and feed at once with two amounts is one credit: each waits for the other’s end', async () => {
    const member = await newSender(app)
    const transfer = paid()
    let slip: Promise<unknown> = Promise.resolve()
    let feed: Promise<string> = Promise.resolve('')
    const aside = new Error('put aside')
    await transaction(app.context.db, async (tx) => {
      // A transaction that writes the slip's row first makes the slip wait where it has looked for reports
      // and found none.
      const row = { bankCode: 'SCB', accountNo: house, currency: 'THB', takesQr: false } as const
      const report = { reference: transfer.reference, amountMinor: 1, paidAt: transfer.at }
      await insertTransfer(tx, row, { ...report, fromBank: '', fromAccountNo: '', fromName: '' }, transfer.at)
      slip = reportBySlip(app, member, transfer)
      await expect.poll(() => waitingForLocks(app.database)).toBe(1)
      feed = reportByFeed(app, member, { ...transfer, amount: 999, to: other })
      await Promise.race([feed, expect.poll(() => waitingForLocks(app.database)).toBe(2)])
      throw aside
    }).catch((error) => expect(error).toBe(aside))
    await slip
    expect(await feed).toBe('unmatched')
    expect(await wallets(member)).toEqual([amount])
  })

  it('found its place here as another’s transfer or the house’s own, and is credited nowhere else', async () => {
    // Linked: the feed's own reference of what a slip was credited for.
    const member = await newSender(app)
    const transfer = paid({ amount: 251.25 })
    await reportBySlip(app, member, transfer)
    const own = { ...transfer, reference: newReference() }
    expect(await reportByFeed(app, member, own)).toBe('matched')
    expect(await reportByFeed(app, member, { ...own, to: other })).toBe('unmatched')
    // Internal: the house sent it itself.
    const moved = paid({ amount: 252.25 })
    expect(await send('KTB', other, moved)).toBe('internal')
    expect(await send('KTB', other, { ...moved, to: third })).toBe('unmatched')
    for (const { reference } of [own, moved]) {
      const [entry] = await waiting(reference)
      expect(entry).toMatchObject({ reason: 'CONTRADICTION' })
      const later = await newSender(app)
      const approved = deskOf(app, 'bank-transfer').decide(entry?.id ?? '', 'approve', { memberId: later.id })
      expect(await approved).toBe('CREDITED')
      expect(await wallets(later)).toEqual([0])
    }
    expect(await wallets(member)).toEqual([251.25])
  })

  it('waits for a person by slip when the feed has reported the other account, and is one credit', async () => {
    const member = await newSender(app)
    const { reference, png } = await makeTransfer(app, member)
    expect(await reportByFeed(app, member, { reference, at: app.clock.now(), to: other })).toBe('credited')
    const { body } = await upload(app.address, member.token, png)
    expect(await onDesk(app, body.slipId)).toMatchObject({ reason: 'RECEIVER_UNCLEAR' })
    await decide(app, body.slipId, 'approve')
    expect(await wallets(member)).toEqual([amount])
  })

  it('under two references is not credited twice either, and the slip’s own report settles it', async () => {
    const member = await newSender(app)
    const transfer = paid()
    await reportBySlip(app, member, transfer)
    expect(await reportByFeed(app, member, { ...transfer, reference: newReference(), to: other })).toBe(
      'in-doubt',
    )
    expect(await wallets(member)).toEqual([amount])
  })
})
