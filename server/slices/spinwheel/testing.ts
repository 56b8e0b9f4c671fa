import { inEachLanguage } from '@krapao/contract/languages.ts'
import type { ContentOf, WheelSlice } from '@krapao/contract/slices/campaign/content.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'
import { freeBudget } from '../bonus/testing.ts'
import { approved, testContent } from '../campaign/testing.ts'
import type { TestOperator } from '../operator/testing.ts'

/** What tests of the wheel share. */

type Wheel = ContentOf<'wheel'>
type Caller = Pick<TestApp, 'call'>
type Queries = Pick<TestApp['database'], 'query'>
type Member = Pick<TestMember, 'id' | 'token'>

const words = (text: string) => ({ ...inEachLanguage(() => text), th: `${text} ไทย`, la: `${text} ລາວ` })

export const slice = (code: string, weight: number, more: Partial<WheelSlice> = {}): WheelSlice => ({
  code,
  label: words(code),
  bgColor: '#1f1b4d',
  textColor: '#ffffff',
  htmlDescription: words(`about ${code}`),
  weight,
  stock: null,
  prize: { kind: 'NONE' },
  ...more,
})

export const wheelOf = (...slices: WheelSlice[]): Wheel => ({
  ...testContent.wheel,
  slices,
  fallback: slices[0]?.code ?? '',
})

/** A wheel that gives this prize, all but one time in a million. */
export const wheelWith = (prize: WheelSlice['prize']): Wheel =>
  wheelOf(slice('NONE', 1), slice('PRIZE', 999_999, { prize }))

/** Makes wheels one after the other; each takes the place of the one before. */
export function publisher(app: TestApp, people: { author: TestOperator; second: TestOperator }) {
  let latest = 0
  return async (content: Wheel): Promise<number> => {
    latest = await approved(app, people, content, { basedOn: latest })
    return latest
  }
}

/** Gives a member coins, as many as the wheel's house has. */
export async function giveCoins(app: TestApp, { id }: Pick<Member, 'id'>, coins: number): Promise<void> {
  await app.context.ledger.post({
    key: `test-coins:${id}:${Math.random()}`,
    kind: 'coin',
    memberId: id,
    legs: [
      { account: { house: 'coin' }, asset: 'COIN', amountMinor: -coins },
      { account: { member: id, name: 'coin' }, asset: 'COIN', amountMinor: coins },
    ],
  })
}

/** A bet is counted on a member's days as by a node that died before it credited the coins. */
export const stakeUnseen = (database: Queries, memberId: string, minor: number) =>
  database.query('update coin_days set valid_minor = valid_minor + $2 where member_id = $1', [
    memberId,
    minor,
  ])

export async function memberWithCoins(app: TestApp, coins: number): Promise<TestMember> {
  const member = await app.registerMember()
  if (coins > 0) await giveCoins(app, member, coins)
  return member
}

export const coinsOf = async (app: TestApp, { id }: Pick<Member, 'id'>): Promise<number> =>
  (await app.context.ledger.balances(id)).get('coin')?.amountMinor ?? 0

export const setup = async (app: Caller, { token }: Pick<Member, 'token'>, language = 'en') =>
  (await app.call('GET /api/spinwheel/setup', { token, headers: { 'accept-language': language } })).body

const keyed = (key: string | undefined) => ({
  headers: { 'accept-language': 'en', ...(key !== undefined && { 'idempotency-key': key }) },
})

export const spin = (
  app: Caller,
  { token }: Pick<Member, 'token'>,
  body: { clientSeed?: string; version?: number } = {},
  key?: string,
) => app.call('POST /api/spinwheel/spin', { token, body, ...keyed(key) })

/** Spins, and expects a result. */
export async function won(app: Caller, member: Member, body: { clientSeed?: string } = {}) {
  const { body: answer } = await spin(app, member, body)
  if (!answer.success) throw new Error(`not spun: ${answer.error}`)
  return answer.result
}

export const claim = (app: Caller, { token }: Pick<Member, 'token'>, coupon: string, key?: string) =>
  app.call('POST /api/spinwheel/coupon/claim', { token, body: { coupon }, ...keyed(key) })

export const coupons = async (app: Caller, { token }: Pick<Member, 'token'>) =>
  (await app.call('GET /api/spinwheel/coupon', { token, headers: { 'accept-language': 'en' } })).body

export const spins = async (app: Caller, { token }: Pick<Member, 'token'>, page = 1, limit = 10) =>
  (
    await app.call('POST /api/spinwheel/spins', {
      token,
      body: { page, limit },
      headers: { 'accept-language': 'en' },
    })
  ).body

export const rotate = (app: Caller, { token }: Pick<Member, 'token'>) =>
  app.call('POST /api/spinwheel/seed/rotate', { token })

/** A coupon that the member has just won. */
export async function couponOf(app: Caller, member: Member): Promise<string> {
  await won(app, member)
  const [coupon] = await coupons(app, member)
  if (!coupon) throw new Error('no coupon')
  return coupon._id
}

/** A coupon is as if it had been won before bonuses were reserved at the draw. */
export async function unreserve({ database }: { database: Queries }, coupon: string): Promise<void> {
  const [reserved] = await database.query<{ code: string | null; minor: number }>(
    'select bonus_code as code, reserved_minor as minor from spin_coupons where id = $1',
    [coupon],
  )
  if (reserved?.code) await freeBudget(database, reserved.code, reserved.minor)
  await database.query(
    'update spin_coupons set bonus_code = null, bonus_version = null, reserved_minor = 0 where id = $1',
    [coupon],
  )
}

/** A coupon was won so many days earlier. */
export const ageCoupon = ({ database }: { database: Queries }, coupon: string, days: number) =>
  database.query(
    `update spin_coupons set created_at = created_at - make_interval(days => $2::int),
       expires_at = expires_at - make_interval(days => $2::int) where id = $1`,
    [coupon, days],
  )

/** A coupon is claimed as by a node of the version before, which knows of no reservation. */
export const claimAsBefore = ({ database }: { database: Queries }, coupon: string) =>
  database.query(
    `update spin_coupons set state = 'CLAIMED', claim_id = 'before', settled_at = now() where id = $1`,
    [coupon],
  )

/** Changes the slice that a spin has hit; the database refuses it. */
export const overwriteSpin = (database: Queries, id: string, code: string) =>
  database.query('update spins set code = $2 where id = $1', [id, code])

/** The same by somebody who owns the table and can put away what refuses it. */
export async function forgeSpin(database: Queries, id: string, code: string): Promise<void> {
  await database.query('alter table spins disable trigger spins_append_only')
  await overwriteSpin(database, id, code)
  await database.query('alter table spins enable trigger spins_append_only')
}
