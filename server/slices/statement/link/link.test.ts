import type { Receipt } from '@krapao/contract/slices/statement/get-receipt.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { journalsOf } from '../../../ledger/testing/asked.ts'
import type { TestApp, TestMember } from '../../../testing/app.ts'
import { makeTransfer, newSender, settle, slipApp } from '../../deposit/slip/testing/slip.ts'
import { askCode, deskOf, openAccounts, pay } from '../../deposit/testing/money-in.ts'
import { newReference, reportByFeed } from '../../deposit/testing/reports.ts'
import { removeHouseAccounts } from '../../house/testing.ts'
import { buildMember, changeWithdrawal, withdraw } from '../../withdraw/testing.ts'
import { publicReceipt } from './links.ts'

/** Links by which anybody can check a receipt (rules.md §22). */

const daySeconds = 86_400
let app: TestApp
beforeAll(async () => {
  app = await slipApp({ config: { TRUST_PROXY: ['loopback'] } })
  await removeHouseAccounts(app.database)
  await openAccounts(app)
})
afterAll(() => app.close())

/** Each test looks from an address of its own, as other people would. */
let address = ''
let addresses = 0
beforeEach(() => {
  address = `198.51.100.${++addresses}`
})

const make = ({ token }: Pick<TestMember, 'token'>, id: string) =>
  app.call('POST /api/statement/receipt/:id/link', { token, params: { id } })
const end = ({ token }: Pick<TestMember, 'token'>, id: string) =>
  app.call('DELETE /api/statement/receipt/:id/link', { token, params: { id } })
const untilOf = async ({ token }: Pick<TestMember, 'token'>, id: string) =>
  (await app.call('GET /api/statement/receipt/:id', { token, params: { id } })).body.linkUntil

async function made(member: Pick<TestMember, 'token'>, id: string): Promise<string> {
  const { status, body } = await make(member, id)
  expect(status).toBe(200)
  return new URL(body.url).pathname
}
async function look(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.address}${path}`, {
    headers: { 'accept-language': 'en', 'x-forwarded-for': address, ...headers },
  })
  return { status: response.status, headers: response.headers, page: await response.text() }
}

/** A member with a withdrawal that waits for an operator. */
async function withWithdrawal() {
  const member = await buildMember(app, 40_000)
  const { withdrawalId } = (await withdraw(app, member, 30_000)).body
  return { member, id: withdrawalId }
}

describe('a link', () => {
  it('shows the receipt to anybody, as it is at that moment', async () => {
    const { member, id } = await withWithdrawal()
    const path = await made(member, id)
    const before = await look(path)
    expect(before.status).toBe(200)
    expect(before.page).toContain('Withdrawal in progress')
    expect(before.page).toMatch(/Started<\/dt><dd>\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d /)
    expect(before.page).toContain('฿30,000.00')
    expect(before.page).toContain(id.slice(0, 14).toUpperCase())
    await deskOf(app, 'withdrawal').decide(id, 'approve')
    await expect.poll(async () => (await look(path)).page).toContain('Withdrawal done')
  })

  it('names nobody and no account, and says where a search engine and a next page are to know nothing', async () => {
    const { member, id } = await withWithdrawal()
    const { bankAccount, profile } = (await app.call('GET /api/wallet', { token: member.token })).body
    const { page, headers } = await look(await made(member, id))
    for (const secret of [
      ...bankAccount.bankAccountName.split(' '),
      ...profile.name.split(' '),
      bankAccount.bankAccountNo,
      bankAccount.bankAccountNo.slice(0, 4),
      member.username,
      member.id,
    ]) {
      expect(page).not.toContain(secret)
    }
    expect(page).toContain(bankAccount.bankAccountNo.slice(-4))
    expect(page).toContain('•••')
    expect(page).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(Object.fromEntries(headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
    })
    expect(page).not.toMatch(/<script|<form/)
    expect(page).not.toContain('is a demo')
  })

  it('is in the language of whoever looks', async () => {
    const { member, id } = await withWithdrawal()
    const path = await made(member, id)
    const languages = [
      ['th-TH,th;q=0.9', '', 'lang="th"', 'กำลังดำเนินการถอนเงิน'],
      ['lo-LA', '', 'lang="lo"', 'ກຳລັງດຳເນີນການຖອນເງິນ'],
      ['en-GB', '', 'lang="en"', 'Withdrawal in progress'],
      ['en-GB', '?lang=la', 'lang="lo"', 'ກຳລັງດຳເນີນການຖອນເງິນ'],
      ['lo-LA', '?lang=xx', 'lang="lo"', 'ກຳລັງດຳເນີນການຖອນເງິນ'],
    ] as const
    for (const [accepted, query, tag, text] of languages) {
      const { page } = await look(`${path}${query}`, { 'accept-language': accepted })
      expect(page).toContain(`<html ${tag}>`)
      expect(page).toContain(text)
    }
  })

  it('loads letters of this server only, and those are there', async () => {
    const { member, id } = await withWithdrawal()
    const { page } = await look(await made(member, id))
    const paths = [...page.matchAll(/url\("([^"]+)"\)/g)].map(([, path = '']) => path)
    expect(paths).toHaveLength(2)
    for (const path of paths) {
      const { status, headers } = await look(path)
      expect([status, headers.get('content-type')]).toEqual([200, 'font/woff2'])
    }
  })

  it('of a deposit that was taken back says so', async () => {
    const member = await newSender(app)
    await reportByFeed(app, member, { reference: newReference(), at: app.clock.now(), to: '0000000011' })
    const { statements } = (
      await app.call('POST /api/statement', { token: member.token, body: { page: 1, limit: 10 } })
    ).body
    const row = statements[0]?._id ?? ''
    const path = await made(member, row)
    expect((await look(path)).page).toContain('Deposit done')
    const [journal] = await journalsOf(app.database, { id: Number(row) })
    await app.context.ledger.reverse(journal?.key ?? '', 'credited by mistake')
    const { status, page } = await look(path)
    expect(status).toBe(200)
    expect(page).toContain('Deposit taken back')
    expect(page).not.toContain('Deposit done')
  })

  it('of a withdrawal that came back says so', async () => {
    const { member, id } = await withWithdrawal()
    const path = await made(member, id)
    await deskOf(app, 'withdrawal').decide(id, 'approve')
    await expect.poll(async () => (await look(path)).page).toContain('Withdrawal done')
    const reversible = await deskOf(app, 'payout').queue.reversible?.(id)
    await app.context.ledger.reverse(reversible?.journalKey ?? '', 'came back')
    await changeWithdrawal(app, id, { state: 'FAILED', reason: 'REVERSED' })
    expect((await look(path)).page).toContain('Withdrawal taken back')
  })

  it('of a slip that was refused tells nothing of its sender, nor why', async () => {
    const [member, other] = [await newSender(app), await newSender(app, 'SOMCHAI DEEMAK')]
    const { png } = await makeTransfer(app, other, { fromName: 'SOMCHAI DEEMAK' })
    const slip = await settle(app, member.token, png)
    expect(slip.status).toBe('FAILED')
    const { page } = await look(await made(member, slip._id))
    expect(page).toContain('Deposit failed')
    for (const secret of [other.accountNo, other.accountNo.slice(-4), 'SOMCHAI', String(slip.note)]) {
      expect(page).not.toContain(secret)
    }
  })

  it('of a code that was paid shows the gateway as what it is', async () => {
    const member = await app.registerMember()
    const qrcodeId = (await askCode(app, member, 'WW', 100)).body.qrcodeId ?? ''
    await pay(app, { qrcodeId })
    await expect.poll(async () => (await make(member, qrcodeId)).status).toBe(200)
    expect((await look(await made(member, qrcodeId))).page).toContain('QR payment')
  })
})

it('masks a number by itself, also one that a receipt would have whole', () => {
  const receipt: Receipt = {
    number: 'TX1',
    kind: 'deposit',
    method: 'BANK',
    status: 'SUCCESS',
    reason: null,
    amount: 1,
    currency: 'THB',
    createdAt: '2026-11-27T00:00:00.000Z',
    settledAt: null,
    from: { code: 'SCB', account: '1234567890' },
    to: { code: 'WALLET', account: null },
    reference: '20261127REFERENCE',
  }
  const shown = publicReceipt(receipt, { holder: 'SOMYING JAIDEE', expiresAt: new Date() })
  expect(shown).toMatchObject({ from: { code: 'SCB', account: '•••••• 7890' }, holder: 'SO••• J•••' })
  expect(JSON.stringify(shown)).not.toContain(receipt.reference)
})

describe('nothing is answered', () => {
  /** What is answered to an address that nobody was ever given. */
  const unknown = () => look('/r/AAAAAAAAAAAAAAAAAAAAAA')

  test.each([
    '/r/short',
    '/r/AAAAAAAAAAAAAAAAAAAAAAA',
    '/r/AAAAAAAAAAAAAAAAAAAAA%00',
    "/r/'%20or%201=1--AAAAAAAAA",
  ])('to %s, as to any unknown link', async (path) => {
    const { status, page } = await look(path)
    expect([status, page]).toEqual([404, (await unknown()).page])
  })

  it('after the link has expired', async () => {
    const { member, id } = await withWithdrawal()
    const path = await made(member, id)
    const until = await untilOf(member, id)
    expect(until).not.toBeNull()
    app.clock.advance(7 * daySeconds - 60)
    expect((await look(path)).status).toBe(200)
    app.clock.advance(2 * 60)
    const { status, page } = await look(path)
    expect([status, page]).toEqual([404, (await unknown()).page])
  })

  it('after its member has ended it, and all others of this receipt', async () => {
    const { member, id } = await withWithdrawal()
    const paths = [await made(member, id), await made(member, id)]
    expect(await untilOf(member, id)).not.toBeNull()
    expect((await end(member, id)).status).toBe(200)
    for (const path of paths) {
      const { status, page } = await look(path)
      expect([status, page]).toEqual([404, (await unknown()).page])
    }
    expect(await untilOf(member, id)).toBeNull()
    // Twice has one effect, and a new one may be made.
    expect((await end(member, id)).status).toBe(200)
    expect((await look(await made(member, id))).status).toBe(200)
  })

  it('also where it was made by the other number of the receipt: a slip sent after the bank’s report', async () => {
    const member = await newSender(app)
    const { png, reference } = await makeTransfer(app, member)
    await reportByFeed(app, member, { reference, at: app.clock.now() })
    const slip = await settle(app, member.token, png)
    const { body } = await app.call('POST /api/statement', {
      token: member.token,
      body: { page: 1, limit: 5 },
    })
    const row = body.statements[0]?._id ?? ''
    for (const [id, other] of [
      [slip._id, row],
      [row, slip._id],
    ] as const) {
      const path = await made(member, id)
      expect(await untilOf(member, other)).not.toBeNull()
      expect((await end(member, other)).status).toBe(200)
      expect((await look(path)).status).toBe(404)
    }
  })
})

describe('the link is its member’s', () => {
  it('nobody else makes or ends one', async () => {
    const { member, id } = await withWithdrawal()
    const other = await app.registerMember()
    const path = await made(member, id)
    expect((await make(other, id)).body).toEqual({ message: 'NO_DATA' })
    expect((await end(other, id)).body).toEqual({ message: 'NO_DATA' })
    const nobody = await app.call('POST /api/statement/receipt/:id/link', { params: { id } })
    expect(nobody.status).toBe(401)
    expect((await look(path)).status).toBe(200)
  })

  it('ending it ends those of no other receipt', async () => {
    const { member, id } = await withWithdrawal()
    const second = (await withdraw(app, member, 200)).body.withdrawalId
    const [path, kept] = [await made(member, id), await made(member, second)]
    await end(member, id)
    expect([(await look(path)).status, (await look(kept)).status]).toEqual([404, 200])
  })

  it('its secret has 128 bits, differs each time and is nowhere in the database', async () => {
    const { member, id } = await withWithdrawal()
    const secrets = [await made(member, id), await made(member, id)].map((path) => path.slice('/r/'.length))
    expect(new Set(secrets).size).toBe(2)
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(16)
    const rows = await app.database.query('select * from receipt_links')
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('leads to the address at which the member is, and as a QR code too', async () => {
    const { member, id } = await withWithdrawal()
    const { body } = await make(member, id)
    expect(body.url).toMatch(new RegExp(`^${app.address}/r/[\\w-]{22}$`))
    expect(body.qr.length).toBeGreaterThan(20)
    for (const row of body.qr) expect(row).toHaveLength(body.qr.length)
  })
})

describe('limits', () => {
  it('an address opens 30 in a minute, right or wrong, and another address as many', async () => {
    const { member, id } = await withWithdrawal()
    const path = await made(member, id)
    for (let at = 0; at < 30; at++) expect((await look(`/r/${'B'.repeat(22)}`)).status).toBe(404)
    const { status, headers, page } = await look(path)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(page).not.toContain('฿30,000.00')
    expect((await look(path, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)
    app.clock.advance(61)
    expect((await look(path)).status).toBe(200)
  })

  it('a member makes 20 on a day, also at once', async () => {
    const { member, id } = await withWithdrawal()
    const answers = await Promise.all(Array.from({ length: 22 }, () => make(member, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ body }) => 'message' in body).map(({ body }) => body)).toEqual(
      Array(2).fill(expect.objectContaining({ message: 'REQUEST_LIMIT' })),
    )
  })
})
