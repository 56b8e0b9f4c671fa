import { afterAll, beforeAll, expect, it } from 'vitest'
import { mendItems } from '../../desk/items.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { byDepth } from '../../testing/depth.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { testQueue } from './testing.ts'
import { forgetEnded } from './work/put-aside.ts'

/** A vote ends with the item that it is about (docs/decisions/0065), on PostgreSQL. */

let app: TestApp
let parcels: Awaited<ReturnType<typeof testQueue>>
let cashier: TestOperator
let owner: TestOperator
let memberId: string
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  parcels = await testQueue(app)
  cashier = await newOperator(app, 'cashier')
  owner = await newOperator(app, 'owner')
  memberId = (await app.registerMember()).id
})
afterAll(() => app.close())

const put = () => parcels.put({ memberId, amount: 50_000 })
const approve = async ({ token }: TestOperator, id: string) => {
  const { body, error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
    token,
    params: { queue: 'slip', id },
    body: { reason: 'looked at it' },
  })
  return error?.message ?? body.status
}
const votes = (id: string) => app.database.query('select from desk_votes where item_id = $1', [id])

it('the first of two is forgotten when the item leaves, and does not count when it comes again', async () => {
  const id = await put()
  expect(await approve(cashier, id)).toBe('SECOND_OPERATOR_NEEDED')
  expect(await votes(id)).toHaveLength(1)
  await parcels.change(`state = 'gone'`, `id = ${id}`)
  expect(await votes(id)).toEqual([])
  await parcels.change(`state = 'waiting'`, `id = ${id}`)
  expect(await approve(owner, id)).toBe('SECOND_OPERATOR_NEEDED')
  expect(await parcels.outcome(id)).toMatchObject({ state: 'waiting', effects: 0 })
})

it('it stays where the item was not taken away after all, and where only its facts change', async () => {
  const id = await put()
  await approve(cashier, id)
  await expect(
    transaction(app.database.db, async (tx) => {
      await rawQuery(tx, `update parcels set state = 'gone' where id = $1`, [Number(id)])
      app.context.desk.changed(tx, 'slip', [id])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await parcels.change(`from_name = 'SOMEBODY ELSE'`, `id = ${id}`)
  expect(await votes(id)).toHaveLength(1)
})

it('a vote and the end of its item at once leave no vote about nothing', async () => {
  const answers = new Set<string>()
  for (let n = 0; n < byDepth({ usual: 30, deep: 300 }); n++) {
    const id = await put()
    const [answer] = await Promise.all([
      approve(cashier, id),
      new Promise((resolve) => setTimeout(resolve, n % 15)).then(() =>
        parcels.change(`state = 'settled'`, `id = ${id}`),
      ),
    ])
    answers.add(answer ?? '')
    expect(await votes(id)).toEqual([])
    expect(await parcels.outcome(id)).toMatchObject({ state: 'settled', effects: 0 })
  }
  expect(
    [...answers].filter((answer) => !['SECOND_OPERATOR_NEEDED', 'ALREADY_DECIDED'].includes(answer)),
  ).toEqual([])
})

it('a vote from before the list stays if its item waits, and is forgotten if not', async () => {
  const [kept, gone] = [await put(), await put()]
  await approve(cashier, kept)
  await approve(cashier, gone)
  // As the first start of this version finds it: votes, and no list.
  await app.database.query(
    'set session_replication_role = replica; delete from desk_items; set session_replication_role = origin',
  )
  await app.database.query(`update parcels set state = 'gone' where id = $1`, [Number(gone)])
  await mendItems(app.database, app.context.desk)
  await forgetEnded(app.context)
  expect(await votes(kept)).toHaveLength(1)
  expect(await votes(gone)).toEqual([])
  expect(await approve(owner, kept)).toBe('DONE')
})
