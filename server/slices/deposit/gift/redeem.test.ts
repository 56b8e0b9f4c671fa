import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { wholeJournals } from '../../../ledger/testing/asked.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { inWallet, makeGift, openAccounts, sealGift, sendGift, walletName } from '../testing/money-in.ts'

/** Gift links through the real server and the real sandbox (rules.md §5.4). */

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  await openAccounts(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const invalid = { status: 422, error: { message: 'TRUELINK_INVALID' } }
const because = (reason: string) => ({ status: 422, error: { message: 'TRUELINK_INVALID', reason } })
const duplicate = { status: 409, error: { message: 'TRUELINK_DUPLICATE' } }
const rowsOf = (memberId: string) =>
  app.database.query('select * from gifts where member_id = $1 order by created_at', [memberId])

describe('a gift link', () => {
  it('is credited once, under its hash, and kept nowhere', async () => {
    const member = await app.registerMember()
    const link = await makeGift(app, member.username, 40.37)
    expect(await sendGift(app, member, link)).toMatchObject({
      status: 200,
      body: { status: 'SUCCESS', amount: 40.37 },
    })
    expect(await sendGift(app, member, link)).toMatchObject(duplicate)
    expect(await sendGift(app, await app.registerMember(), `${link}#again`)).toMatchObject(duplicate)
    expect(await inWallet(app, member)).toBe(40.37)
    const [gift] = await rowsOf(member.id)
    expect(gift).toMatchObject({
      state: 'CREDITED',
      sealed_link: null,
      journal_key: `gift:${gift?.link_hash}`,
    })
    const gifts = JSON.stringify(await app.database.query('select * from gifts'))
    const code = new URL(link).searchParams.get('v') ?? ''
    expect(gifts + (await wholeJournals(app.database))).not.toContain(code)
  })

  it.each([
    [
      'from another phone',
      async (phone: string) => makeGift(app, `${phone.slice(0, 9)}x`, 50),
      because('OTHER_PHONE'),
    ],
    ['of less than two baht', async (phone: string) => makeGift(app, phone, 1.99), because('MINIMUM')],
    ['that nobody made', async () => 'https://gift.wallet.example/campaign/?v=nothing', invalid],
  ])('%s is refused, and free again', async (_, make, refused) => {
    const member = await app.registerMember()
    const link = await make(member.username)
    expect(await sendGift(app, member, link)).toMatchObject(refused)
    expect(await sendGift(app, member, link)).toMatchObject(refused)
    expect(await inWallet(app, member)).toBe(0)
    expect(await rowsOf(member.id)).toMatchObject([
      { state: 'REFUSED', sealed_link: null },
      { state: 'REFUSED', sealed_link: null },
    ])
  })

  it('that somebody else sends first is still its owner’s', async () => {
    const [owner, thief] = [await app.registerMember(), await app.registerMember()]
    const link = await makeGift(app, owner.username, 2)
    expect(await sendGift(app, thief, link)).toMatchObject(invalid)
    expect(await sendGift(app, owner, link)).toMatchObject({ body: { status: 'SUCCESS', amount: 2 } })
    expect(await inWallet(app, thief)).toBe(0)
  })

  it('cannot be guessed: ten in a minute, and the eleventh asks the wallet nothing', async () => {
    const [member, other] = [await app.registerMember(), await app.registerMember()]
    const guess = (by: TestMember) => sendGift(app, by, 'https://gift.wallet.example/campaign/?v=guess')
    for (let n = 0; n < 10; n++) expect(await guess(member)).toMatchObject(invalid)
    const link = await makeGift(app, member.username, 10)
    const stopped = await sendGift(app, member, link)
    expect(stopped).toMatchObject({ status: 429, error: { message: 'REQUEST_LIMIT_1MIN' } })
    expect(await rowsOf(member.id)).toHaveLength(10)
    expect(await guess(other)).toMatchObject(invalid)
    app.clock.advance(61)
    expect(await sendGift(app, member, link)).toMatchObject({ body: { status: 'SUCCESS' } })
    app.clock.advance(-61)
  })

  it.each(['nobody', 'CLOSED', 'KRAPAO'])('for %s, no wallet of the house, is refused', async (name) => {
    const member = await app.registerMember()
    const link = await makeGift(app, member.username, 10)
    expect(await sendGift(app, member, link, name)).toMatchObject({ error: { message: 'NO_WALLET' } })
    expect(await sendGift(app, member, link)).toMatchObject({ body: { status: 'SUCCESS' } })
  })

  it('of baht is none for a member who keeps kip', async () => {
    const member = await app.registerMember({ currency: 'LAK' })
    const link = await makeGift(app, member.username, 10)
    expect(await sendGift(app, member, link)).toMatchObject({ error: { message: 'NO_WALLET' } })
  })

  it.each([
    ['nothing', ''],
    ['no cipher', Buffer.from('https://gift.wallet.example/?v=1::KRAPAO GIFTS').toString('base64')],
    ['another secret', sealGift(`https://gift.wallet.example/?v=1::${walletName}`, 'another secret')],
    ['no wallet', sealGift('https://gift.wallet.example/?v=1')],
    ['http', sealGift(`http://gift.wallet.example/?v=1::${walletName}`)],
    ['a word', sealGift(`gift::${walletName}`)],
    ['no text', sealGift(`\u0000::${walletName}`)],
  ])('made of %s is refused', async (_, link) => {
    const { token } = await app.registerMember()
    expect(await app.call('POST /api/wallet/truelink', { token, body: { link } })).toMatchObject(invalid)
  })
})
