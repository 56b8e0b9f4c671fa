import { chat } from '@krapao/contract/limits.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawQuery, transaction } from '../../platform/database.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { insertDemoReplies } from './demo-replies.ts'

/** Canned replies through the real app: the roles that write them, and that nothing is overwritten. */

let app: TestApp
let owner: TestOperator
let support: TestOperator
beforeAll(async () => {
  app = await testApp({})
  owner = await newOperator(app, 'owner')
  support = await newOperator(app, 'support')
})
afterAll(() => app.close())

const saying = (th: string, en = '') => ({ th, la: '', en })
const add = (shortcut: string, texts = saying('x'), { token }: TestOperator = support) =>
  app.call('POST /api/console/chat-replies', { token, body: { shortcut, texts } })
const list = async ({ token }: TestOperator = support) =>
  (await app.call('GET /api/console/chat-replies', { token })).body.replies
const change = (
  { _id }: { _id: string },
  body: { basedOn: number; shortcut: string; texts: ReturnType<typeof saying> },
  { token }: TestOperator = support,
) => app.call('PUT /api/console/chat-replies/:id', { token, params: { id: _id }, body })
const remove = ({ _id }: { _id: string }, version: number) =>
  app.call('DELETE /api/console/chat-replies/:id', {
    token: support.token,
    params: { id: _id },
    query: { version: String(version) },
  })

it('are written by support, read by who answers, and are in the audit log', async () => {
  const { body } = await add('hello', saying('  สวัสดี {name}  '))
  expect(body).toMatchObject({ shortcut: 'hello', version: 1, operator: { _id: support.id } })
  expect(body.texts.th).toBe('สวัสดี {name}')
  const cashier = await newOperator(app, 'cashier')
  expect((await list(cashier)).map(({ shortcut }) => shortcut)).toEqual(['hello'])
  expect((await add('mine', saying('x'), cashier)).error).toMatchObject({ message: 'FORBIDDEN' })
  const auditor = await newOperator(app, 'auditor')
  const refused = await app.call('GET /api/console/chat-replies', { token: auditor.token })
  expect(refused.error).toMatchObject({ message: 'FORBIDDEN' })
  const log = await app.call('GET /api/console/audit', { token: owner.token })
  expect(log.body.entries.find(({ action }) => action === 'chat.reply-added')).toMatchObject({
    action: 'chat.reply-added',
    subject: 'chat-reply:hello',
    details: { to: '/hello\nสวัสดี {name}' },
  })
})

it('are not overwritten: the second of two editors is given what the first wrote', async () => {
  const { body: reply } = await add('twice', saying('first'))
  const answers = await Promise.all([
    change(reply, { basedOn: 1, shortcut: 'twice', texts: saying('of the owner') }, owner),
    change(reply, { basedOn: 1, shortcut: 'twice', texts: saying('of support') }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const won = answers.find(({ status }) => status === 200)?.body
  const lost = answers.find(({ status }) => status === 409)?.error
  expect(lost).toMatchObject({ message: 'CHAT_REPLY_CHANGED', latest: { version: 2, texts: won?.texts } })
  expect((await remove(reply, 1)).error).toMatchObject({ message: 'CHAT_REPLY_CHANGED' })
  expect((await list()).find(({ _id }) => _id === reply._id)?.texts).toEqual(won?.texts)
  expect((await remove(reply, 2)).body).toEqual({ message: 'OK' })
  expect((await remove(reply, 2)).error).toMatchObject({ message: 'NO_DATA' })
  const late = await change(reply, { basedOn: 2, shortcut: 'twice', texts: saying('late') })
  expect(late.error).toMatchObject({ message: 'NO_DATA' })
})

it('have a shortcut of their own, and say something', async () => {
  const both = await Promise.all([add('same', saying('a')), add('same', saying('b'), owner)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.error).toMatchObject({ message: 'CHAT_REPLY_TAKEN' })
  const { body: other } = await add('other')
  expect((await change(other, { basedOn: 1, shortcut: 'same', texts: saying('x') })).error).toMatchObject({
    message: 'CHAT_REPLY_TAKEN',
  })
  expect((await add('empty', saying(' \n'))).error).toMatchObject({ message: 'CHAT_REPLY_EMPTY' })
  expect((await add('ฝากเงิน')).status).toBe(200)
})

it.each(['', 'Upper', 'a b', 'a/b', 'a'.repeat(25), 'a\u0000'])(
  'the shortcut %j is refused',
  async (shortcut) => {
    expect((await add(shortcut)).error).toMatchObject({ message: 'INVALID_REQUEST' })
  },
)

it('a text that is too long, or has a zero byte, is refused', async () => {
  for (const words of ['x'.repeat(chat.text + 1), 'a\u0000b']) {
    expect((await add('bad', saying(words))).error).toMatchObject({ message: 'INVALID_REQUEST' })
  }
})

it('are at most 200, also when several are added at once', async () => {
  await insertDemoReplies(app.context)
  await insertDemoReplies(app.context)
  for (let n = (await list()).length; n < chat.replies - 1; n++) await add(`n-${n}`)
  const editors = await Promise.all([support, owner, newOperator(app, 'support')])
  // One operator's calls follow each other anyway. These are of several, and none is written before all have
  // begun.
  const adding = await transaction(app.context.db, async (tx) => {
    await rawQuery(tx, 'lock table chat_replies in share mode')
    const calls = editors.map((editor, i) => add(`x-${i}`, saying('x'), editor))
    await expect.poll(() => waitingForLocks(app.database)).toBe(editors.length)
    return { calls }
  })
  const last = await Promise.all(adding.calls)
  expect(last.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect(last.find(({ status }) => status === 422)?.error).toMatchObject({ message: 'CHAT_REPLIES_FULL' })
  expect(await list()).toHaveLength(chat.replies)
})
