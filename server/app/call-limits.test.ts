import type { Endpoint } from '@krapao/contract/endpoint.ts'
import * as endpoints from '@krapao/contract/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOperator } from '../slices/operator/testing.ts'
import { type TestApp, testApp } from '../testing/app.ts'

/** Each rate limit in the contract is counted before the work of its call begins. */

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    settings: {
      'account.callsPerMinute': 1,
      'chat.guestsPerMinute': 1,
      'chat.messagesPerMinute': 1,
      'chat.uploadsPerMinute': 1,
      'game.entriesPerMinute': 1,
      'game.passwordsPerMinute': 1,
      'gift.perMinute': 1,
      'lookup.clientErrorsPerMinute': 1,
      'operator.looksPerMinute': 10,
      'operator.searchesPerMinute': 1,
      'operator.asksPerMinute': 1,
      'promotion.searchesPerMinute': 1,
      'push.perMinute': 1,
      'spinwheel.rotationsPerMinute': 1,
      'statement.pdfsPerMinute': 1,
      'wallet.refreshesPerMinute': 1,
    },
  })
})
afterAll(() => app.close())

const registration = { name: 'สมหญิง', username: '0812345678', password: 'long-enough-1' }
/**
 * Requests with a valid form; any other mistake in them is found by the work, which comes after the limit.
 */
const said: Record<
  string,
  {
    path?: string
    body?: object
    bodyOf?(turn: number): object
    max?: number
    /** Of the operator; support where nothing is said. */
    role?: 'cashier'
  }
> = {
  checkInviteCode: { body: { inviteCode: 'x' } },
  validateAccount: { body: registration },
  register: { body: registration },
  sendOtp: { body: { phoneNumber: '1' } },
  sendResetCode: { body: { phoneNumber: '1' } },
  resetPassword: { body: { otpToken: 'x', newPassword: 'long-enough-1' } },
  askPasskey: {},
  loginByPasskey: {
    body: {
      credential: { id: 'x', response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' } },
    },
  },
  verifyOtp: { body: { otpToken: 'x', otpCode: '123456' } },
  redeemGift: { body: { link: 'x' } },
  createGuest: {},
  reportClientError: { body: { release: 'x', page: '/', part: 'x', message: 'x', stack: 'x' } },
  sendMessage: {
    // Sent again under its id, a message does not count.
    bodyOf: (turn) => ({
      clientId: `message-${turn}`,
      message: { message_type: 'text', payload: { message: 'x' } },
    }),
  },
  exportStatementPdf: {},
  refreshGames: {},
  resetGamePassword: { path: '/api/wallet/resetpassword/NONE' },
  autoLogin: { path: '/api/autoLogin/none/none' },
  autoLoginWithPassword: { path: '/api/autoLogin/none/none/none' },
  uploadChatImage: {},
  uploadChatVideo: {},
  findPromotion: { path: '/api/promotion/find/NONE' },
  activatePromotion: { path: '/api/promotion/activate/NONE' },
  rotateSeed: {},
  subscribePush: {
    body: {
      endpoint: 'https://elsewhere.example/1',
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'A'.repeat(22),
      language: 'th',
      hidesAmounts: false,
    },
  },
  listDeskItems: { path: '/api/console/desk/slip', max: 10 },
  askOutside: { path: '/api/console/desk/payout/wd1/ask', max: 1 },
  getDeskEvidence: { path: '/api/console/desk/slip/sl1/evidence', max: 10 },
  listDeskBanks: { path: '/api/console/desk/slip/banks', max: 10 },
  listDecidedItems: { path: '/api/console/desk/slip/decided', max: 10 },
  getDeskItem: { path: '/api/console/desk/slip/sl1', max: 10 },
  listNotes: { path: '/api/console/desk/slip/sl1/notes', max: 10 },
  listWork: { path: '/api/console/work/items?view=mine', max: 10 },
  listChats: { path: '/api/console/chats?view=all', max: 10 },
  getChat: { path: '/api/console/chats/cvaaaaaaaaaaaaaaaa', max: 10 },
  listReplies: { max: 10 },
  countChats: { max: 10 },
  findChats: { path: '/api/console/chats/find?search=0812' },
  getChatReport: { path: '/api/console/chats/report?from=2026-11-01&to=2026-11-02', max: 10 },
  beginChat: { path: '/api/console/members/aaaaaaaaaaaa/chat', max: 10 },
  getBonusEnd: { path: '/api/console/members/aaaaaaaaaaaa/bonus/end', max: 10, role: 'cashier' },
  getMemberSummary: { path: '/api/console/members/aaaaaaaaaaaa/summary', max: 10 },
  listPayers: { path: '/api/console/members/aaaaaaaaaaaa/payers', max: 10 },
  showMemberNumbers: { path: '/api/console/members/aaaaaaaaaaaa/numbers', max: 10 },
  showItemNumbers: { path: '/api/console/desk/slip/sl1/numbers', max: 10 },
  listDecisions: { path: '/api/console/decided', max: 10 },
  findCampaigns: { path: '/api/console/campaigns/find?search=bonus' },
  findItems: { path: '/api/console/items?search=0812' },
  findMembers: { path: '/api/console/members?search=0812' },
}
const limited = Object.entries(endpoints as Record<string, Endpoint>).filter(([, { limit }]) => limit)

/** Makes a call as a permitted caller, from an address. @returns its error code, or OK */
async function caller(
  name: string,
  ip: string,
): Promise<(key?: string) => Promise<{ code: string; retryAfter?: number }>> {
  const { method, path, access } = (endpoints as Record<string, Endpoint>)[name] as Endpoint
  const given = said[name]
  const token =
    access === 'member' || access === 'customer'
      ? (await app.registerMember()).token
      : access === 'operator'
        ? (await newOperator(app, given?.role ?? 'support')).token
        : undefined
  let turns = 0
  return async (key) => {
    const body = given?.bodyOf?.(turns++) ?? given?.body
    const answer = await fetch(`${app.address}${given?.path ?? path}`, {
      method,
      headers: {
        'x-forwarded-for': ip,
        'x-requested-with': 'wallet-user',
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { message = 'OK', retryAfter } = (await answer.json()) as { message?: string; retryAfter?: number }
    return { code: message, ...(retryAfter !== undefined && { retryAfter }) }
  }
}

test('every call with a rate limit is tested here', () => {
  expect(limited.map(([name]) => name).sort()).toEqual(Object.keys(said).sort())
})

test.each(Object.keys(said))('%s is refused beyond its limit, and only for who reached it', async (name) => {
  const max = said[name]?.max ?? 1
  const call = await caller(name, '203.0.113.1')
  for (let turn = 0; turn < max; turn++) expect((await call()).code).not.toBe('REQUEST_LIMIT_1MIN')
  expect(await call()).toEqual({ code: 'REQUEST_LIMIT_1MIN', retryAfter: expect.any(Number) })
  const other = await caller(name, '203.0.113.2')
  expect((await other()).code).not.toBe('REQUEST_LIMIT_1MIN')
  app.clock.advance(61)
  expect((await call()).code).not.toBe('REQUEST_LIMIT_1MIN')
})

test('what a page searches together is counted apart, so that one search takes nothing from another', () => {
  const searches = [
    endpoints.findMembers,
    endpoints.findChats,
    endpoints.findItems,
    endpoints.findCampaigns,
  ] as Endpoint[]
  expect(new Set(searches.map(({ limit }) => limit?.name)).size).toBe(searches.length)
})

test('of calls of several callers that arrive together, each caller has as many as the limit allows', async () => {
  app.clock.advance(61)
  const callers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => caller('listReplies', `203.0.113.${20 + i}`)),
  )
  const codes = await Promise.all(
    callers.map(async (call) => {
      const answers = await Promise.all(Array.from({ length: 15 }, () => call()))
      return answers.map(({ code }) => code).sort()
    }),
  )
  const each = [...Array(10).fill('OK'), ...Array(5).fill('REQUEST_LIMIT_1MIN')]
  expect(codes).toEqual(callers.map(() => each))
})

test('a key whose answer is stored is answered beyond the limit', async () => {
  const call = await caller('redeemGift', '203.0.113.3')
  expect(await call('a-key')).toEqual({ code: 'TRUELINK_INVALID' })
  expect((await call('another')).code).toBe('REQUEST_LIMIT_1MIN')
  expect(await call('a-key')).toEqual({ code: 'TRUELINK_INVALID' })
})
