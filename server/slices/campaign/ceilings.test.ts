import type { CampaignContent, ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { settingNamed } from '../../platform/settings.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import type { TestOperator } from '../operator/testing.ts'
import { budgetCeiling, creditCeiling, spinCeiling } from './ceilings.ts'
import {
  approved,
  campaignPeople,
  codeOf,
  decide,
  make,
  read,
  testCondition,
  testContent,
} from './testing.ts'

/** What the house lets campaigns cost (rules.md §19.7): when a version is sent, and when it is approved. */

let app: TestApp
let author: TestOperator
let second: TestOperator
beforeAll(async () => {
  app = await testApp()
  ;({ author, second } = await campaignPeople(app))
})
afterAll(() => app.close())
afterEach(() =>
  Promise.all([
    app.context.settings.set(creditCeiling.THB, creditCeiling.THB.default),
    app.context.settings.set(budgetCeiling.THB, budgetCeiling.THB.default),
    app.context.settings.set(spinCeiling, spinCeiling.default),
  ]),
)

const { bonus, promotion, refund, wheel } = testContent
const free = (amount: number) => ({ kind: 'free' as const, amount })
const spins = (prize: ContentOf<'wheel'>['slices'][number]['prize']): ContentOf<'wheel'> => ({
  ...wheel,
  slices: wheel.slices.map((slice) => (slice.code === 'B' ? { ...slice, prize } : slice)),
})
const credit = (amount: number) => ({ kind: 'CREDIT' as const, amount, condition: testCondition })

const refused = async (content: CampaignContent, code = codeOf(content)) => {
  const { status, error } = await make(app, author, content, { code })
  return [status, error?.message, error?.fields]
}

it.each<[string, CampaignContent, string, string, number]>([
  ['a code of ฿50,000', { ...promotion, amount: 50_000, uses: 10 }, 'amount', 'ABOVE_CREDIT', 10_000],
  ['a code of ฿5,000,000 in all', { ...promotion, uses: 100_000 }, 'uses', 'ABOVE_BUDGET', 1_000_000],
  [
    'free credit without a budget',
    { ...bonus, credit: free(50), budget: null },
    'budget',
    'NO_BUDGET',
    1_000_000,
  ],
  ['cashback of ฿50,000 a day', { ...refund, max: 50_000 }, 'max', 'ABOVE_CREDIT', 10_000],
  ['a wheel that gives ฿100 every other spin and more', spins(credit(130)), 'slices', 'SPIN_COST', 60],
  ['a code of the floor', { ...promotion, amount: 5 }, 'amount', 'REACHES_FLOOR', 5],
])('%s is refused when it is sent, with field and ceiling', async (_what, content, field, reason, bound) => {
  expect(await refused(content)).toEqual([
    422,
    'INVALID_CAMPAIGN',
    [{ field: `content/${field}`, reason, bound }],
  ])
})

it('kip have ceilings of their own', async () => {
  const kip = { ...promotion, currency: 'LAK' as const, amount: 3000 }
  expect(await refused(kip)).toEqual([
    422,
    'INVALID_CAMPAIGN',
    [{ field: 'content/amount', reason: 'REACHES_FLOOR', bound: 3000 }],
  ])
  expect((await make(app, author, { ...kip, amount: 6_000_000 }, { code: 'KIP' })).status).toBe(200)
})

it('a ceiling that was lowered meanwhile refuses the approval, on the page and at the desk', async () => {
  const code = 'LOWERED'
  await make(app, author, { ...promotion, amount: 900 }, { code })
  await app.context.settings.set(creditCeiling.THB, 500)
  const version = { kind: 'promotion', code, version: 1 } as const
  expect(await decide(app, second, 'approve', version)).toBe('422 INVALID_CAMPAIGN')
  const onDesk = await app.call('POST /api/console/desk/:queue/:id/approve', {
    token: second.token,
    params: { queue: 'campaign', id: `promotion-${code}-1` },
    body: { reason: 'looked at it' },
  })
  expect([onDesk.status, onDesk.error?.message, onDesk.error?.fields]).toEqual([
    422,
    'INVALID_CAMPAIGN',
    [{ field: 'content/amount', reason: 'ABOVE_CREDIT', bound: 500 }],
  ])
  expect((await read(app, second, 'promotion', code)).campaign).toMatchObject({ state: 'WAITING' })
  // Refusing needs no ceiling, nor does what is in force already.
  await app.context.settings.set(creditCeiling.THB, 1000)
  expect(await decide(app, second, 'approve', version)).toBe('OK')
  await app.context.settings.set(creditCeiling.THB, 500)
  expect(await app.context.campaigns.findActive('promotion', code)).toMatchObject({ version: 1 })
  await make(app, author, { ...promotion, amount: 400 }, { code, basedOn: 1 })
  await app.context.settings.set(creditCeiling.THB, 300)
  expect(await decide(app, second, 'refuse', { ...version, version: 2 })).toBe('OK')
})

it('a budget and the cost of a spin that were lowered do the same', async () => {
  await make(app, author, bonus, { code: 'BUDGET' })
  await app.context.settings.set(budgetCeiling.THB, 9999)
  expect(await decide(app, second, 'approve', { kind: 'bonus', code: 'BUDGET', version: 1 })).toBe(
    '422 INVALID_CAMPAIGN',
  )
  const { body } = await make(app, author, spins(credit(40)))
  await app.context.settings.set(spinCeiling, 19.99)
  const version = { kind: 'wheel', code: 'THB', version: body.version } as const
  expect(await decide(app, second, 'approve', version)).toBe('422 INVALID_CAMPAIGN')
  await app.context.settings.set(spinCeiling, 20)
  expect(await decide(app, second, 'approve', version)).toBe('OK')
})

it('a bonus that a wheel gives counts at the most that any version of it brings', async () => {
  const code = 'WON'
  const gives = async () => {
    const { token } = second
    const { body } = await app.call('GET /api/console/campaigns/ceilings', {
      token,
      query: { currency: 'THB' },
    })
    return body.bonuses.find((bonus) => bonus.code === code)
  }
  await approved(app, { author, second }, { ...bonus, credit: free(40) }, { code })
  expect(await gives()).toEqual({ code, most: 40, budget: 10_000 })
  await make(app, author, { ...bonus, credit: free(90), budget: 20_000 }, { code, basedOn: 1 })
  expect(await gives()).toEqual({ code, most: 90, budget: 20_000 })
  await make(app, author, { ...bonus, budget: null }, { code, basedOn: 2 })
  expect(await gives()).toEqual({ code, most: 500, budget: null })
  await app.call('POST /api/console/campaigns/:kind/:code/stop', {
    token: second.token,
    params: { kind: 'bonus', code },
    body: { reason: 'too dear' },
  })
  expect(await gives()).toBeUndefined()
})

it('the ceilings are those of the currency, with the price of a coin and the floor', async () => {
  const { body } = await app.call('GET /api/console/campaigns/ceilings', {
    token: second.token,
    query: { currency: 'LAK' },
  })
  expect(body).toEqual({
    credit: 6_000_000,
    budget: 600_000_000,
    spinPercent: 60,
    coinPrice: 60_000,
    leastFloor: 3000,
    bonuses: [],
  })
  expect(settingNamed('campaign.maxCreditKip').default).toBe(6_000_000)
})

it('a version says what it may cost, to whoever reads it on its page and at the desk', async () => {
  const code = 'COSTS'
  await make(app, author, { ...bonus, type: 'day', maxReceived: 2, credit: free(50) }, { code })
  const { versions } = await read(app, second, 'bonus', code)
  expect(versions[0]?.exposure).toEqual({ inAll: 10_000, member: { amount: 100, per: 'day' }, spin: null })
  const { latest } = await read(app, second, 'wheel', 'THB').then(({ campaign }) => campaign)
  await make(app, author, spins(credit(40)), { basedOn: latest })
  const shown = await read(app, second, 'wheel', 'THB')
  expect(shown.versions[0]?.exposure).toEqual({
    inAll: null,
    member: { amount: 40, per: 'spin' },
    spin: { cost: 20, percent: 20 },
  })
  const { body } = await app.call('GET /api/console/desk/:queue', {
    token: second.token,
    params: { queue: 'campaign' },
  })
  const facts = (id: string) =>
    Object.fromEntries(
      body.items.find((item) => item.id === id)?.evidence.map(({ label, value }) => [label, value]) ?? [],
    )
  expect(facts(`bonus-${code}-1`)).toMatchObject({
    budgetAmount: '10000',
    memberAmount: '100',
    memberSpan: 'day',
  })
  expect(facts(`wheel-THB-${latest + 1}`)).toMatchObject({
    budgetAmount: 'NO_LIMIT',
    memberAmount: '40',
    memberSpan: 'spin',
    spinAmount: '20',
    spinPercent: '20',
  })
})
