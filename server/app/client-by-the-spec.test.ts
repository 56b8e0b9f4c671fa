import { requestedWith } from '@krapao/contract/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../ledger/public.ts'
import { storeSettings } from '../platform/testing.ts'
import { campaigns, free } from '../slices/bonus/testing.ts'
import { campaignPeople } from '../slices/campaign/testing.ts'
import { makeTransfer, slipApp } from '../slices/deposit/slip/testing/slip.ts'
import { makeGift, openAccounts, pay, sealGift, walletName } from '../slices/deposit/testing/money-in.ts'
import { removeHouseAccounts } from '../slices/house/testing.ts'
import { giveCoins, publisher, wheelWith } from '../slices/spinwheel/testing.ts'
import type { TestApp } from '../testing/app.ts'

/**
 * A client that knows the first specification of the calls only: it sends no birth date, no id of a chat
 * message and no Idempotency-Key. With three settings off it does all that a member does (rules.md §16).
 */

const settings = {
  'register.otp': false,
  'account.birthDate': false,
  'chat.clientId': false,
  'wallet.keyRequired': false,
}

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await slipApp({ settings })
  await removeHouseAccounts(app.database)
  await openAccounts(app)
  make = campaigns(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const phone = '0891230045'
const person = {
  name: 'สมหญิง ใจดี',
  username: phone,
  password: 'only-what-is-written',
  sourceCode: '',
  inviteCode: '',
  bankCode: 'KBANK',
  bankAccountName: 'SOMYING JAIDEE',
  bankAccountNo: '4561237890',
  currency: '',
}

let token = ''
/** A call with the token and the fixed header, and nothing else; the body of the answer is used as it is. */
async function call<Answer = Record<string, unknown>>(name: string, body?: object): Promise<Answer> {
  const [method = '', path = ''] = name.split(' ')
  const form = body instanceof FormData
  const response = await fetch(`${app.address}${path}`, {
    method,
    headers: {
      'x-requested-with': requestedWith,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !form && { 'content-type': 'application/json' }),
    },
    ...(body && { body: form ? body : JSON.stringify(body) }),
  })
  const answer = await response.json()
  expect([name, response.status, response.status === 200 ? '' : answer]).toEqual([name, 200, ''])
  return answer as Answer
}

const wallet = async () => (await call<{ wallet: { amount: number } }>('GET /api/wallet')).wallet.amount
const file = (bytes: Uint8Array, type: string) => {
  const form = new FormData()
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), 'picture.png')
  return form
}

test('it registers, logs in and reads what the pages show', async () => {
  const lookups = ['banks', 'conditions', 'agreements', 'info', 'notice', 'contact', 'sources', 'active']
  for (const name of [...lookups, 'registerOTP', 'enableChatWidget']) await call(`GET /api/lookup/${name}`)
  await call('POST /api/account/validate', person)
  await call('POST /api/account', person)
  token = (await call<{ token: string }>('POST /api/login', { username: phone, password: person.password }))
    .token
  for (const name of ['deposit', 'withdraw', 'slip']) await call(`GET /api/lookup/${name}`)
  expect(await call('GET /api/account/profile')).toMatchObject({ username: phone, name: person.name })
  await call('PUT /api/account/profile', {
    name: 'สมหญิง ใจดีมาก',
    bankCode: 'KBANK',
    bankAccountName: 'SOMYING JAIDEE',
    bankAccountNo: person.bankAccountNo,
  })
  expect(await wallet()).toBe(0)
})

test('it pays in by QR code, slip and gift', async () => {
  const { qrcodeId } = await call<{ qrcodeId: string }>('POST /api/qrcode/PAYTIMZ', { amount: 1000 })
  expect(await call('GET /api/qrcode/PAYTIMZ')).toMatchObject({ hasQrcode: true, amount: 1000 })
  await pay(app, { qrcodeId })
  expect(await wallet()).toBe(1000)
  const second = await call<{ qrcodeId: string }>('POST /api/qrcode/PAYTIMZ', { amount: 50 })
  await call(`DELETE /api/qrcode/${second.qrcodeId}`)

  const sender = { id: '', username: phone, password: '', token, accountNo: person.bankAccountNo }
  const { png } = await makeTransfer(app, sender)
  await call('POST /api/wallet/slip', file(png, 'image/png'))
  await expect.poll(wallet).toBe(1250.75)
  const { slips } = await call<{ slips: { reference: string; status: string }[] }>(
    'POST /api/statement/slip',
    {
      page: 1,
      limit: 10,
    },
  )
  expect(slips).toMatchObject([{ status: 'SUCCESS' }])
  await call(`GET /api/statement/slip/reference/${slips[0]?.reference}`)

  const link = await makeGift(app, phone, 20)
  await call('POST /api/wallet/truelink', { link: sealGift(`${link}::${walletName}`) })
  expect(await wallet()).toBe(1270.75)
})

test('it plays: opens an account, moves money there and back', async () => {
  await call('GET /api/wallet/activate/PG')
  const { username } = await call<{ username: string }>('GET /api/wallet/account/PG')
  await call('GET /api/wallet/resetpassword/PG')
  expect(await call(`GET /api/autoLogin/pg/${username}`)).toHaveProperty('link')
  await call('POST /api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 100 })
  // Without a key the same words are a second wish.
  await call('POST /api/wallet/transfer', { from: 'WALLET', to: 'PG', amount: 100 })
  expect(await wallet()).toBe(1070.75)
  await call('POST /api/wallet/transfer', { from: 'PG', to: 'WALLET', amount: 200 })
  await call('POST /api/wallet/transferAll', { to: 'PG' })
  expect(await wallet()).toBe(0)
  await call('GET /api/wallet/refresh/slot')
  await call('POST /api/wallet/transfer', { from: 'PG', to: 'WALLET', amount: 270.75 })
})

test('it withdraws, and reads the statement', async () => {
  await call('POST /api/wallet/withdraw', { amount: 100 })
  await call('POST /api/wallet/withdrawAll', { amount: 1170.75 })
  expect(await wallet()).toBe(0)
  const { statements } = await call<{ statements: { statementType: string }[] }>('POST /api/statement', {
    page: 1,
    limit: 50,
  })
  expect(new Set(statements.map(({ statementType }) => statementType))).toEqual(
    new Set(['deposit', 'withdraw', 'transfer']),
  )
})

test('it takes bonuses and codes, and reads invite money and cashback', async () => {
  const code = await make.promotion()
  await call(`GET /api/promotion/find/${code}`)
  await call(`GET /api/promotion/activate/${code}`)
  expect(await call('GET /api/bonus/check/active')).toMatchObject({ type: 'promotion' })
  await call('GET /api/bonus/clear')
  const bonus = await make.bonus({ credit: free(50) })
  await call('GET /api/bonus')
  await call(`GET /api/bonus/activate/${bonus}`)
  await call('GET /api/bonus/clear')
  await call('POST /api/invite', { page: 1, limit: 10 })
  await call('POST /api/refund', { page: 1, limit: 10 })
  await call('GET /api/refund/check')
  await call('GET /api/invite/banners')
  await call('GET /api/refund/banners')
})

test('it spins the wheel and claims the coupon', async () => {
  await publisher(app, await campaignPeople(app))(wheelWith({ kind: 'COIN', coins: 1 }))
  const { _id: id } = await call<{ _id: string }>('GET /api/account/profile')
  await giveCoins(app, { id }, 3)
  expect(await call('GET /api/spinwheel/active')).toEqual({ isActive: true })
  await call('GET /api/spinwheel/setup')
  // One time in a million the slice has no prize; three of them never have none.
  for (let i = 0; i < 3; i++) await call('POST /api/spinwheel/spin')
  const [first] = await call<{ _id: string }[]>('GET /api/spinwheel/coupon')
  await call('POST /api/spinwheel/coupon/claim', { coupon: first?._id })
})

test('it writes to the staff', async () => {
  const { _id: userId } = await call<{ _id: string }>('GET /api/account/profile')
  await call('GET /api/chat/config')
  const message = { message_type: 'text', payload: { message: 'สวัสดี' } }
  await call('POST /api/chat/send-message', { sender: 'customer', userId, message })
  await call('POST /api/chat/send-message', { sender: 'customer', userId, message })
  const history = await call<{ sender: string }[]>('POST /api/chat/history', { userId, limit: 20, skip: 0 })
  expect(history.filter(({ sender }) => sender === 'customer')).toHaveLength(2)
  await call('PUT /api/chat/read-customer/', { userId })
})

test.each([
  ['account.birthDate', 'POST /api/account', { ...person, username: '0891230046' }, 'INVALID_USER_INFO'],
  [
    'chat.clientId',
    'POST /api/chat/send-message',
    { message: { message_type: 'text', payload: { message: 'x' } } },
    'INVALID_REQUEST',
  ],
  ['wallet.keyRequired', 'POST /api/wallet/transferAll', { to: 'PG' }, 'INVALID_REQUEST'],
])('while %s is on, %s demands more', async (key, name, body, code) => {
  await storeSettings(app.database, { [key]: true })
  await expect
    .poll(
      async () => {
        const response = await fetch(`${app.address}${name.split(' ')[1]}`, {
          method: 'POST',
          headers: {
            'x-requested-with': requestedWith,
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        })
        return ((await response.json()) as { message: string }).message
      },
      // A setting takes effect within two seconds, and a customer may send 30 messages in a minute.
      { interval: 300 },
    )
    .toBe(code)
})
