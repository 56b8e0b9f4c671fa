import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { asMember, write } from '../chat/testing.ts'
import { openAccounts } from '../deposit/testing/money-in.ts'
import { reportByFeed } from '../deposit/testing/reports.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { putWithdrawal } from '../withdraw/testing.ts'

/** Members are found by what operators are told, read and paste, however it is written (rules.md §17.10). */

let app: TestApp
let cashier: TestOperator
const members: Record<string, TestMember> = {}
beforeAll(async () => {
  app = await testApp({ settings: { 'operator.searchesPerMinute': 1000 } })
  cashier = await newOperator(app, 'cashier')
  const people: Record<string, [name: string, phone: string, accountName: string, accountNo: string]> = {
    namjai: ['สมชาย น้ำใจ', '0927000124', 'SOMCHAI NAMJAI', '7190448390'],
    beside: ['มานะ ขยัน', '0819998877', 'MANA KHAYAN', '3703964839'],
    woraphan: ['วรพันธุ์ แสงทอง', '0819998878', 'WORAPHAN SAENGTHONG', '0243930331'],
    jose: ['JOSÉ GARCÍA', '0819998879', 'JOSE GARCIA', '5550001234'],
    officer: ['นายสมศักดิ์ มั่นคง', '0819998880', 'SOMSAK MANKHONG', '5550001299'],
    lao: ['ບຸນມີ ນ້ຳໃຈ', '2055582217', 'BOUNMY NAMCHAI', '010120012340000'],
  }
  for (const [key, [name, phone, bankAccountName, bankAccountNo]] of Object.entries(people)) {
    const member = await app.registerMember({ name, phone, bankAccountName, bankAccountNo })
    await write(app, asMember(member), 'hello')
    members[key] = member
  }
})
afterAll(() => app.close())

const keysOf = (ids: string[]): string[] =>
  ids.map((id) => Object.keys(members).find((key) => members[key]?.id === id) ?? id).sort()
const find = async (search: string): Promise<string[]> => {
  const { body } = await app.call('GET /api/console/members', { token: cashier.token, query: { search } })
  return keysOf(body.members.map(({ _id }) => _id))
}
const findChats = async (search: string): Promise<string[]> => {
  const { body } = await app.call('GET /api/console/chats/find', { token: cashier.token, query: { search } })
  return keysOf(body.chats.flatMap(({ member }) => member?._id ?? []))
}

describe.each([
  // Masks, as banks print them: the digits are where they are shown.
  ['xxx-x-x4839-x', ['namjai']],
  ['Xxx-X-x4839-X', ['namjai']],
  ['***-*-*4839-*', ['namjai']],
  ['###-#-#4839-#', ['namjai']],
  ['●●●-●-●4839-●', ['namjai']],
  ['···-·-·4839-·', ['namjai']],
  ['×××.×.×๔๘๓๙.×', ['namjai']],
  ['xxxxxx4839', ['beside']],
  ['4839', ['beside']],
  ['xxx-x-x-8390', ['namjai']],
  ['719-x-xx839-0', ['namjai']],
  ['xxx-x-x4830-x', []],
  ['xxx-x-xx839-x', []],
  // Accounts.
  ['719-0-44839-0', ['namjai']],
  ['๗๑๙๐๔๔๘๓๙๐', ['namjai']],
  ['243930331', ['woraphan']],
  ['000243930331', ['woraphan']],
  // Phones.
  ['0927000124', ['namjai']],
  ['+66927000124', ['namjai']],
  ['66927000124', ['namjai']],
  ['+66 92 700 0124', ['namjai']],
  ['+66 (0)92 700 0124', ['namjai']],
  ['0066927000124', ['namjai']],
  ['927000124', ['namjai']],
  ['092.700.0124', ['namjai']],
  ['(0927000124)', ['namjai']],
  ['๐๙๒๗๐๐๐๑๒๔', ['namjai']],
  ['\u202a+66 92 700 0124\u202c', ['namjai']],
  ['+66 92 70', ['namjai']],
  ['+856 20 5558 2217', ['lao']],
  ['02055582217', ['lao']],
  ['020 5558', ['lao']],
  // Names.
  ['น้ำใจ', ['namjai']],
  ['นํ้าใจ', ['namjai']],
  ['น้ําใจ', ['namjai']],
  ['น้ำ\u200bใจ', ['namjai']],
  ['สมชาย\u00a0น้ำใจ', ['namjai']],
  ['นายสมชาย น้ำใจ', ['namjai']],
  ['MR. SOMCHAI NAMJAI', ['namjai']],
  ['ＳＯＭＣＨＡＩ', ['namjai']],
  ['วรพันธ์ุ', ['woraphan']],
  ['เเสงทอง', ['woraphan']],
  ['JOSE\u0301', ['jose']],
  ['สมศักดิ์ มั่นคง', ['officer']],
  ['ນໍ້າໃຈ', ['lao']],
])('%j', (typed, expected) => {
  it('among the members', async () => expect(await find(typed)).toEqual(expected))
  it('among the conversations', async () => expect(await findChats(typed)).toEqual(expected))
})

describe('among what waits', () => {
  const waiting = async (queue: 'withdrawal' | 'bank-transfer', q: string) => {
    const { body } = await app.call('GET /api/console/desk/:queue', {
      token: cashier.token,
      params: { queue },
      query: { q },
    })
    return body.items.map(({ id }) => id).sort()
  }
  let transfers: string[]
  beforeAll(async () => {
    for (const [id, key] of [
      ['wdnamjai', 'namjai'],
      ['wdbeside', 'beside'],
      ['wdlao', 'lao'],
    ] as const) {
      await putWithdrawal(app, { id, memberId: members[key]?.id ?? '', amount: 6000 })
    }
    await openAccounts(app)
    const at = app.clock.now()
    const sender = { id: '', accountNo: 'xxx-x-x4321-x' }
    await reportByFeed(app, sender, { reference: 'REFTHAI', amount: 100, fromName: 'นายสมปอง  นํ้า​ทอง', at })
    await reportByFeed(app, sender, { reference: 'REFLAO', amount: 200, fromName: 'ທ້າວ ສົມ ນໍ້າທອງ', at })
    await reportByFeed(app, sender, { reference: 'REFAE', amount: 300, fromName: 'MR JOSÉ เเก้ว', at })
    const { body } = await app.call('GET /api/console/desk/:queue', {
      token: cashier.token,
      params: { queue: 'bank-transfer' },
      query: {},
    })
    const idOf = (reference: string) =>
      body.items.find(({ evidence }) => evidence.some(({ value }) => value === reference))?.id ?? reference
    transfers = ['REFTHAI', 'REFLAO', 'REFAE'].map(idOf)
  })

  it.each([
    ['น้ำใจ', ['wdnamjai']],
    ['นํ้าใจ', ['wdnamjai']],
    ['น้ําใจ', ['wdnamjai']],
    ['นายสมชาย น้ำใจ', ['wdnamjai']],
    ['ສົມ', []],
    ['ນໍ້າໃຈ', ['wdlao']],
    ['+66 92 700 0124', ['wdnamjai']],
    ['๐๙๒๗๐๐๐๑๒๔', ['wdnamjai']],
    ['2700 0124', ['wdnamjai']],
    ['xxx-x-x4839-x', ['wdnamjai']],
    ['6,000', ['wdbeside', 'wdlao', 'wdnamjai']],
    ['฿6000.00', ['wdbeside', 'wdlao', 'wdnamjai']],
    ['6000.01', []],
    ['###-#-#4839-#', ['wdnamjai']],
    ['●●●-●-●4839-●', ['wdnamjai']],
    ['···-·-·4839-·', ['wdnamjai']],
    ['×××.×.×๔๘๓๙.×', ['wdnamjai']],
    ['719.0.44839.0', ['wdnamjai']],
    ['4839', ['wdbeside']],
    ['๔๘๓๙', ['wdbeside']],
    ['(', []],
  ])('a withdrawal by %j', async (q, ids) => expect(await waiting('withdrawal', q)).toEqual(ids))

  it.each([
    ['น้ำทอง', 0],
    ['สมปอง น้ำทอง', 0],
    ['นํ้าทอง', 0],
    ['ນ້ຳທອງ', 1],
    ['แก้ว', 2],
    ['JOSÉ', 2],
  ])('a transfer by its sender %j', async (q, at) =>
    expect(await waiting('bank-transfer', q)).toEqual([transfers[at]]),
  )
  it.each([
    ['REFLAO', [['bank-transfer', 200]]],
    ['200.00', [['bank-transfer', 200]]],
    ['น้ำใจ', [['withdrawal', 6000]]],
    ['REFNONE', []],
  ])('all queues by %j', async (search, found) => {
    const { body } = await app.call('GET /api/console/items', { token: cashier.token, query: { search } })
    expect(body.items.map(({ queue, amount }) => [queue, amount])).toEqual(found)
  })
  it('a transfer by the number that its bank masked', async () => {
    for (const mask of ['Xxx-x-x4321-x', '###-#-#4321-#', '●●●-●-●4321-●', '···-·-·4321-·', '×××.×.×4321.×'])
      expect(await waiting('bank-transfer', mask), mask).toEqual(transfers.sort())
    expect(await waiting('bank-transfer', 'xxx-x-x4322-x')).toEqual([])
  })
})

it('a new name is found at once, and the one before no longer', async () => {
  const member = await app.registerMember({ name: 'ก่อนหน้า เดิม' })
  await app.call('PUT /api/account/profile', { token: member.token, body: { name: 'ท่ีหนึ่ง ใหม่' } })
  expect(await find('ที่หนึ่ง')).toEqual([member.id])
  expect(await find('ก่อนหน้า')).toEqual([])
})
