import * as contract from '@krapao/contract/endpoints.ts'
import { roles as everybody, type Role } from '@krapao/contract/slices/operator/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOperator } from '../slices/operator/testing.ts'
import { type TestApp, testApp } from '../testing/app.ts'

/**
 * Which role may make which call of the console, written out again and apart from the contract, so that a
 * mistake there is noticed.
 */
const mayCall: Record<string, readonly Role[]> = {
  'GET /api/console/me': everybody,
  'POST /api/console/logout': everybody,
  'PUT /api/console/password': everybody,
  'POST /api/console/second-factor': everybody,
  'PUT /api/console/second-factor': everybody,
  'GET /api/console/passkeys': everybody,
  'POST /api/console/passkeys/options': everybody,
  'POST /api/console/passkeys': everybody,
  'DELETE /api/console/passkeys/:id': everybody,
  'POST /api/console/confirm/options': everybody,
  'POST /api/console/confirm': everybody,
  'GET /api/console/sessions': everybody,
  'DELETE /api/console/sessions/:id': everybody,
  'DELETE /api/console/sessions': everybody,
  'GET /api/console/audit': ['owner', 'auditor'],
  'GET /api/console/staff': ['owner'],
  'POST /api/console/staff': ['owner'],
  'PUT /api/console/staff/:id': ['owner'],
  'POST /api/console/staff/:id/password': ['owner'],
  'GET /api/console/staff/requests': ['owner'],
  'POST /api/console/staff/requests/:id/approve': ['owner'],
  'POST /api/console/staff/requests/:id/refuse': ['owner'],
  'GET /api/console/members': everybody,
  'GET /api/console/suspense': everybody,
  'GET /api/console/suspense/:account': everybody,
  'GET /api/console/bet-days': everybody,
  'POST /api/console/bet-days/:day/close': ['owner', 'cashier'],
  'GET /api/console/campaigns': everybody,
  'GET /api/console/items': everybody,
  'GET /api/console/decisions': everybody,
  'GET /api/console/campaigns/:kind': everybody,
  'GET /api/console/campaigns/:kind/:code': everybody,
  'POST /api/console/campaigns/:kind/:code/versions': ['owner'],
  'POST /api/console/campaigns/:kind/:code/versions/:version/approve': ['owner', 'cashier'],
  'POST /api/console/campaigns/:kind/:code/versions/:version/refuse': ['owner', 'cashier'],
  'POST /api/console/campaigns/:kind/:code/stop': ['owner', 'cashier'],
  'POST /api/console/campaigns/:kind/:code/what-if': ['owner', 'cashier'],
  'POST /api/console/campaigns/pictures': ['owner'],
  'GET /api/console/members/:id/bonus/end': ['owner', 'cashier'],
  'POST /api/console/members/:id/bonus/end': ['owner', 'cashier'],
  'GET /api/console/members/:id/payers': everybody,
  'GET /api/console/members/:id/summary': everybody,
  'POST /api/console/members/:id/numbers': everybody,
  'GET /api/console/chat-bot': everybody,
  'GET /api/console/chat-bot/versions': everybody,
  'PUT /api/console/chat-bot': ['owner', 'support'],
  'POST /api/console/chat-bot/versions/:version/approve': ['owner', 'cashier'],
  'POST /api/console/chat-bot/versions/:version/refuse': ['owner', 'cashier'],
  'POST /api/console/chat-bot/pictures': ['owner', 'support'],
  'GET /api/console/chat-replies': ['owner', 'cashier', 'support'],
  'POST /api/console/chat-replies': ['owner', 'support'],
  'PUT /api/console/chat-replies/:id': ['owner', 'support'],
  'POST /api/console/chat-replies/:id/approve': ['owner', 'cashier'],
  'POST /api/console/chat-replies/:id/refuse': ['owner', 'cashier'],
  'DELETE /api/console/chat-replies/:id': ['owner', 'support'],
  'GET /api/console/chats': everybody,
  'GET /api/console/chats/waiting': everybody,
  'GET /api/console/chats/find': everybody,
  'GET /api/console/chats/operators': everybody,
  'GET /api/console/chats/report': ['owner', 'support', 'auditor'],
  'GET /api/console/chats/:id': everybody,
  'POST /api/console/chats/:id/messages': ['owner', 'cashier', 'support'],
  'PUT /api/console/chats/:id/operator': ['owner', 'cashier', 'support'],
  'POST /api/console/members/:id/chat': ['owner', 'cashier', 'support'],
  'POST /api/console/chats/:id/end': ['owner', 'cashier', 'support'],
  'PUT /api/console/chats/:id/read': ['owner', 'cashier', 'support'],
  'POST /api/console/chats/upload-image': ['owner', 'cashier', 'support'],
  'POST /api/console/chats/upload-video': ['owner', 'cashier', 'support'],
  'GET /api/console/desk': everybody,
  'GET /api/console/desk/:queue': everybody,
  'GET /api/console/desk/:queue/:id': everybody,
  'GET /api/console/desk/:queue/banks': everybody,
  'GET /api/console/desk/:queue/decided': everybody,
  'GET /api/console/decided': everybody,
  'POST /api/console/decided/export': ['owner', 'cashier', 'auditor'],
  'POST /api/console/audit/export': ['owner', 'auditor'],
  'GET /api/console/campaigns/find': everybody,
  'GET /api/console/campaigns/ceilings': everybody,
  'GET /api/console/desk/:queue/:id/evidence': everybody,
  'POST /api/console/desk/:queue/:id/numbers': everybody,
  'POST /api/console/desk/:queue/:id/ask': ['owner', 'cashier', 'support'],
  'POST /api/console/desk/:queue/:id/approve': ['owner', 'cashier'],
  'POST /api/console/desk/approve-clear': ['owner', 'cashier'],
  'POST /api/console/desk/:queue/:id/refuse': ['owner', 'cashier'],
  'POST /api/console/desk/:queue/:id/reverse': ['owner', 'cashier'],
  'POST /api/console/payers/:id/forget': ['owner', 'cashier'],
  'POST /api/console/desk/:queue/:id/notes': ['owner', 'cashier', 'support'],
  'PUT /api/console/desk/:queue/:id/assignment': ['owner', 'cashier'],
  'PUT /api/console/desk/:queue/:id/claim': ['owner', 'cashier', 'support'],
  'POST /api/console/shift/close': ['owner', 'cashier', 'support'],
  'GET /api/console/work/oldest': everybody,
  'GET /api/console/shift': everybody,
  'GET /api/console/work': everybody,
  'GET /api/console/desk/claims': everybody,
  'GET /api/console/work/colleagues': everybody,
  'GET /api/console/work/mentions': everybody,
  'GET /api/console/desk/:queue/:id/notes': everybody,
  'GET /api/console/shifts': ['owner', 'auditor'],
  'GET /api/console/work/items': everybody,
  'POST /api/console/shift': ['owner', 'cashier', 'support'],
  'PUT /api/console/work/mentions': everybody,
  'DELETE /api/console/desk/:queue/:id/claim': ['owner', 'cashier', 'support'],
  'PUT /api/console/desk/:queue/:id/snooze': ['owner', 'cashier', 'support'],
  'POST /api/console/desk/:queue/next': ['owner', 'cashier', 'support'],
  'DELETE /api/console/desk/:queue/:id/snooze': ['owner', 'cashier', 'support'],
}

let app: TestApp
let tokens: Map<Role, string>
let memberToken: string
beforeAll(async () => {
  app = await testApp()
  memberToken = (await app.registerMember()).token
  tokens = new Map()
})
afterAll(() => app.close())

test('every call of the console is in the table, and no other', () => {
  const declared = Object.values(contract).filter(({ access }) => access === 'operator')
  expect(declared.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(mayCall).sort())
})

/** Calls without content: permitted callers get a plain success. */
async function knock(name: string, token: string | undefined): Promise<string> {
  const [method = '', path = ''] = name.split(' ')
  const answer = await fetch(app.address + path.replace(/:\w+/g, '0'), {
    method,
    headers: {
      'x-requested-with': 'wallet-user',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: '{}' }),
  })
  const { message } = answer.status === 200 ? { message: '' } : ((await answer.json()) as { message: string })
  if (answer.status === 401) return 'not known'
  return message === 'FORBIDDEN' ? 'forbidden' : 'let in'
}

// A logout ends the session that it is tested with.
const last = (name: string): number => (name.endsWith('/logout') ? 1 : 0)
const inOrder = Object.entries(mayCall).sort(([call], [other]) => last(call) - last(other))

test.each(inOrder)('%s is permitted to %j', async (name, roles) => {
  for (const role of everybody) {
    const token = tokens.get(role) ?? (await newOperator(app, role)).token
    tokens.set(role, token)
    expect(await knock(name, token), role).toBe(roles.includes(role) ? 'let in' : 'forbidden')
  }
  for (const token of [undefined, 'x'.repeat(43), memberToken])
    expect(await knock(name, token), token).toBe('not known')
})
