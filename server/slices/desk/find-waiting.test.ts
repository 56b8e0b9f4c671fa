import type { QueryOf } from '@krapao/contract/client.ts'
import { gameCodes } from '@krapao/contract/game.ts'
import { DeskQueueName } from '@krapao/contract/slices/desk/desk-item.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mendItems } from '../../desk/items.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'
import { slipApp } from '../deposit/slip/testing/slip.ts'
import { reportByFeed, reportBySlip } from '../deposit/testing/reports.ts'
import { storeSlips } from '../deposit/testing/stored.ts'
import { storeGameAccount } from '../game/testing.ts'
import { eventsOf, newOperator, shutOut, type TestOperator } from '../operator/testing.ts'
import { changeWithdrawal, putWithdrawal, removeWithdrawals } from '../withdraw/testing.ts'

/** Searching, filtering and sorting the items of real queues, through the real app (rules.md §17.10). */

type Query = QueryOf<'GET /api/console/desk/:queue'>
type Queue = 'withdrawal' | 'bank-transfer' | 'bank-twin' | 'slip'
let app: TestApp
let owner: TestOperator
let cashier: TestOperator
let auditor: TestOperator
let somchai: TestMember
let noy: TestMember

const minutesAgo = (minutes: number) => new Date(app.clock.now().getTime() - minutes * 60_000)

/** A withdrawal that waits, in baht. */
const putAgo = (id: string, { id: memberId }: TestMember, amount: number, minutes: number) =>
  putWithdrawal(app, { id, memberId, amount, at: minutesAgo(minutes) })

/** A transfer of nobody, in baht, from an account of which the bank shows four digits. */
const putTransfer = (reference: string, amount: number, fromName: string) =>
  reportByFeed(
    app,
    { id: '', accountNo: 'xxx-x-x4321-x' },
    { reference, amount, fromName, at: app.clock.now() },
  )

const call = (queue: Queue, query: Query, by = cashier) =>
  app.call('GET /api/console/desk/:queue', { token: by.token, params: { queue }, query })
const ids = async (queue: Queue, query: Query, by?: TestOperator) =>
  (await call(queue, query, by)).body.items.map(({ id }) => id)
const references = async (query: Query) =>
  (await call('bank-transfer', query)).body.items.map(
    ({ evidence }) => evidence.find(({ label }) => label === 'reference')?.value,
  )

beforeAll(async () => {
  app = await slipApp()
  owner = await newOperator(app, 'owner')
  cashier = await newOperator(app, 'cashier')
  auditor = await newOperator(app, 'auditor')
  somchai = await app.registerMember({
    name: 'สมชาย ใจดี',
    phone: '0811112222',
    bankCode: 'KBANK',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: '1112223334',
  })
  noy = await app.registerMember({
    name: 'ນ້ອຍ ດີໃຈ',
    phone: '0899998888',
    bankCode: 'SCB',
    bankAccountName: 'NOY DEEJAI',
    bankAccountNo: '5556667778',
  })
  await storeGameAccount(app.database, noy.id, gameCodes[0], 'kpdg007noy')
  for (const [reference, amount, name] of [
    ['REF-0001A', 100, 'MR A 100% _SURE'],
    ['REF0002', 300, 'NOBODY KNOWN'],
    ['REF0003', 200, "O'NEIL \\ SON"],
  ] as const) {
    expect(await putTransfer(reference, amount, name)).toBe('unmatched')
    app.clock.advance(60)
  }
  await putAgo('wdaaaaaaaa', somchai, 6000, 90)
  await putAgo('wdbbbbbbbb', noy, 7000.5, 60)
  await putAgo('wdcccccccc', somchai, 25_000, 30)
  await putAgo('wddddddddd', noy, 6000, 1)
})
afterAll(() => app.close())

const [a, b, c, d] = ['wdaaaaaaaa', 'wdbbbbbbbb', 'wdcccccccc', 'wddddddddd']

it.each<[string, Query, (string | undefined)[]]>([
  ['a part of the member’s name', { q: 'ใจดี' }, [a, c]],
  ['a part of it in Lao', { q: 'ດີໃຈ' }, [b, d]],
  ['the account’s name in any case', { q: 'somchai j' }, [a, c]],
  ['the phone number as people write it', { q: '089-999 8888' }, [b, d]],
  ['the end of the account number', { q: '7778' }, [b, d]],
  ['its beginning, which no slip shows', { q: '111222333' }, []],
  ['the item’s id', { q: 'WDBBBBBBBB' }, [b]],
  ['the beginning of a username at a game', { q: 'KPDG007' }, [b, d]],
  ['what nobody has', { q: 'nobody' }, []],
  ['a sign that SQL would take for any', { q: '%' }, []],
  ['the payee’s bank', { bank: 'SCB' }, [b, d]],
  ['at least', { min: '6000.01' }, [b, c]],
  ['at most', { max: '7000.50' }, [a, b, d]],
  ['between', { min: '6000', max: '6000' }, [a, d]],
  ['age', { older: '60' }, [a, b]],
  ['all of it', { older: '0' }, [a, b, c, d]],
  ['several at once', { q: 'ใจดี', min: '10000' }, [c]],
  ['newest first', { sort: 'newest' }, [d, c, b, a]],
  ['largest first', { sort: 'largest' }, [c, b, a, d]],
  ['smallest first', { sort: 'smallest' }, [a, d, b, c]],
  ['sorted and narrowed', { sort: 'largest', bank: 'KBANK' }, [c, a]],
])('withdrawals by %s', async (_, query, expected) => {
  const { body } = await call('withdrawal', query)
  expect(body.items.map(({ id }) => id)).toEqual(expected)
  expect(body.found).toEqual({ count: expected.length })
})

it.each<[string, Query, string[]]>([
  ['the reference as people read it out', { q: 'ref 0001-a' }, ['REF-0001A']],
  ['a part of the reference', { q: 'ref' }, ['REF-0001A', 'REF0002', 'REF0003']],
  ['the sender’s name', { q: 'body known' }, ['REF0002']],
  ['signs of SQL', { q: '100% _s' }, ['REF-0001A']],
  ['a quote and a backslash', { q: "o'neil \\" }, ['REF0003']],
  ['the end of the masked number', { q: '4321' }, ['REF-0001A', 'REF0002', 'REF0003']],
  ['the sender’s bank', { bank: 'KBANK', sort: 'smallest' }, ['REF-0001A', 'REF0003', 'REF0002']],
  ['the house’s bank, which is no sender’s', { bank: 'SCB' }, []],
])('transfers of nobody by %s', async (_, query, expected) => {
  expect(await references(query)).toEqual(expected)
})

it('an item whose amount is not known comes last in each order by amount, and is in no narrowing by amount', async () => {
  const slip = (id: string, amount: number | null, reason: string) =>
    storeSlips(app.database, {
      id,
      memberId: noy.id,
      createdAt: app.clock.now(),
      amountMinor: amount,
      deskReason: reason,
    })
  await slip('sla', 5000, 'NAME_UNCLEAR')
  await slip('slb', null, 'VERIFIER_SILENT')
  // The verifier and the feed say different amounts.
  await slip('slc', 9000, 'AMOUNT_DIFFERS')
  await slip('sld', 8000, 'NAME_UNCLEAR')
  await mendItems(app.database, app.context.desk)
  expect(await ids('slip', { sort: 'largest' })).toEqual(['sld', 'sla', 'slb', 'slc'])
  expect(await ids('slip', { sort: 'smallest' })).toEqual(['sla', 'sld', 'slb', 'slc'])
  expect(await ids('slip', { min: '0' })).toEqual(['sla', 'sld'])
})

it('the banks to narrow by are those of what waits', async () => {
  const banks = async (queue: Queue) =>
    (await app.call('GET /api/console/desk/:queue/banks', { token: cashier.token, params: { queue } })).body
      .banks
  expect(await banks('withdrawal')).toEqual(['KBANK', 'SCB'])
  expect(await banks('bank-transfer')).toEqual(['KBANK'])
  // Of an item that names no bank the member's.
  expect(await banks('slip')).toEqual(['SCB'])
})

it('pages have each item once, also when one leaves and one comes between them', async () => {
  for (let n = 0; n < 45; n++) await putAgo(`wdpage${n + 10}x`, noy, 100 + (n % 3), 20)
  const asked = { sort: 'largest', max: '200' } as const
  const first = (await call('withdrawal', asked)).body
  expect(first).toMatchObject({ found: { count: 45 }, next: expect.any(String) })
  // The last item of the page, after which the next page begins, leaves; and one comes that sorts before it.
  await removeWithdrawals(app, first.items.at(-1)?.id ?? '')
  await putAgo('wdpagelate', noy, 150, 10)
  const seen = first.items.map(({ id }) => id)
  for (let next = first.next; next !== null; ) {
    const page = (await call('withdrawal', { ...asked, after: next })).body
    seen.push(...page.items.map(({ id }) => id))
    next = page.next
  }
  expect(seen).toHaveLength(45)
  expect(new Set(seen).size).toBe(45)
  const amounts = first.items.map(({ amount }) => amount ?? 0)
  expect(amounts).toEqual([...amounts].sort((x, y) => y - x))
  await removeWithdrawals(app, 'wdpage%')
})

describe('whose turn it is', () => {
  const withdrawal = (id: string) => ({ queue: 'withdrawal', id }) as const
  it('mine: claimed by or given to the asking one, as long as that holds', async () => {
    expect(await ids('withdrawal', { mine: 'yes' })).toEqual([])
    await app.call('PUT /api/console/desk/:queue/:id/claim', {
      token: cashier.token,
      params: withdrawal(b),
      body: {},
    })
    await app.call('PUT /api/console/desk/:queue/:id/assignment', {
      token: owner.token,
      params: withdrawal(d),
      body: { operatorId: cashier.id, note: '' },
    })
    expect(await ids('withdrawal', { mine: 'yes' })).toEqual([b, d])
    expect(await ids('withdrawal', { mine: 'yes' }, owner)).toEqual([])
    app.clock.advance(91)
    expect(await ids('withdrawal', { mine: 'yes' })).toEqual([d])
  })

  it('second: what somebody else has decided, while that counts, and only for those who decide', async () => {
    const approve = ({ token }: TestOperator, id: string) =>
      app.call('POST /api/console/desk/:queue/:id/approve', {
        token,
        params: withdrawal(id),
        body: { reason: 'looks right' },
      })
    const third = await newOperator(app, 'cashier')
    expect((await approve(third, c)).body.status).toBe('SECOND_OPERATOR_NEEDED')
    expect(await ids('withdrawal', { second: 'yes' })).toEqual([c])
    expect(await ids('withdrawal', { second: 'yes', max: '20000' })).toEqual([])
    expect(await ids('withdrawal', { second: 'yes' }, third)).toEqual([])
    expect(await ids('withdrawal', { second: 'yes' }, auditor)).toEqual([])
    // Another amount than the one that was approved.
    await changeWithdrawal(app, c, { addedMinor: 1 })
    expect(await ids('withdrawal', { second: 'yes' })).toEqual([])
    await changeWithdrawal(app, c, { addedMinor: -1 })
    await shutOut(app.database, third.id)
    expect(await ids('withdrawal', { second: 'yes' })).toEqual([])
  })

  it('what is snoozed is in no list and in no count', async () => {
    await app.call('PUT /api/console/desk/:queue/:id/snooze', {
      token: cashier.token,
      params: withdrawal(a),
      body: { until: minutesAgo(-30).toISOString(), reason: 'asked the bank' },
    })
    const { body } = await call('withdrawal', { q: 'ใจดี' })
    expect(body.items.map(({ id }) => id)).toEqual([c])
    expect(body.found?.count).toBe(1)
    app.clock.advance(31 * 60)
  })
})

it('the question whether two reports are the same is found by its first report, and opened by its whole id', async () => {
  const payer = { id: somchai.id, accountNo: '1112223334' }
  const of = { at: app.clock.now(), amount: 777, fromName: 'SOMCHAI JAIDEE' }
  await reportBySlip(app, payer, { ...of, reference: 'TWIN1' })
  expect(await reportByFeed(app, payer, { ...of, at: minutesAgo(1), reference: 'TWIN2' })).toBe('in-doubt')
  const [plain] = await ids('bank-twin', {})
  expect(await ids('bank-twin', { q: 'twin2' })).toEqual([plain])
  expect(await ids('bank-twin', { q: 'twin1' })).toEqual([])
})

it('every queue can be searched, and finds what its list has', async () => {
  const { body } = await app.call('GET /api/console/desk', { token: cashier.token })
  expect(body.queues.map(({ queue }) => queue).sort()).toEqual(
    DeskQueueName.anyOf.map((option) => option.const).sort(),
  )
  for (const { queue } of body.queues) {
    const params = { queue }
    const plain = await app.call('GET /api/console/desk/:queue', { token: cashier.token, params })
    const found = await app.call('GET /api/console/desk/:queue', {
      token: cashier.token,
      params,
      query: { older: '0' },
    })
    expect([queue, found.status]).toEqual([queue, 200])
    expect(found.body.items).toEqual(plain.body.items)
  }
})

it.each<[string, Record<string, string>, string]>([
  ['an amount with three decimals', { min: '1.005' }, 'min'],
  ['a negative amount', { min: '-1' }, 'min'],
  ['the smallest above the largest', { min: '2', max: '1' }, 'max'],
  ['an age that is no number', { older: '1h' }, 'older'],
  ['an unknown order', { sort: 'random' }, 'sort'],
  ['a search of a sign that no text has', { q: 'a\u0000' }, 'q'],
  ['a search too long', { q: 'x'.repeat(101) }, 'q'],
  ['the place of another list', { sort: 'newest', after: '12' }, 'after'],
])('%s is a wrong request that says so', async (_, query, field) => {
  const { status, error } = await call('withdrawal', query as Query)
  expect([status, error?.message]).toEqual([400, 'INVALID_REQUEST'])
  expect(JSON.stringify(error)).toContain(field)
})

it('whoever is found is a look, and whoever is only counted is not', async () => {
  await removeWithdrawals(app, 'wdlook%')
  const looker = await newOperator(app, 'support')
  expect((await call('withdrawal', { bank: 'SCB' }, looker)).body.items.length).toBeGreaterThan(0)
  const seen = await eventsOf(app.database, { operatorId: looker.id, actions: 'look.%' })
  expect(seen.map(({ subject }) => subject)).toEqual([`member:${noy.id}`])
})
