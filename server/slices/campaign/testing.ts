import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { inEachLanguage } from '@krapao/contract/languages.ts'
import type { CampaignContent, Condition, ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import type { TestApp } from '../../testing/app.ts'
import type { Called } from '../../testing/call.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'

/** What tests of campaigns share; other slices make the campaigns of their tests by `approved`. */

const words = (text: string) => ({ ...inEachLanguage(() => text), th: `${text} ไทย`, la: `${text} ລາວ` })
const html = (text: string) => {
  const inside = words(text)
  return inEachLanguage((language) => `<p>${inside[language]}</p>`)
}

export const testCondition: Condition = {
  mode: 'balance',
  percentSuccess: 200,
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
}

/** A content of each kind, in baht, that is right as it is. */
export const testContent: { [K in Kind]: ContentOf<K> } = {
  bonus: {
    kind: 'bonus',
    currency: 'THB',
    title: words('Welcome'),
    description: html('Twenty percent'),
    banners: [],
    type: 'limit',
    maxReceived: 1,
    credit: { kind: 'deposit', minDeposit: 100, percent: 20, maxBonus: 500 },
    budget: 10_000,
    maxTotal: 50,
    condition: testCondition,
  },
  promotion: {
    kind: 'promotion',
    currency: 'THB',
    title: words('Fifty'),
    description: html('Fifty for you'),
    amount: 50,
    uses: 100,
    usesPerDay: 10,
    condition: testCondition,
  },
  invite: {
    kind: 'invite',
    currency: 'THB',
    percent: 5,
    min: 1,
    max: 1000,
    banners: [],
    info: html('Invite'),
    condition: testCondition,
  },
  refund: {
    kind: 'refund',
    currency: 'THB',
    percent: 5,
    min: 1,
    max: 1000,
    banners: [],
    info: html('Refund'),
    condition: testCondition,
  },
  wheel: {
    kind: 'wheel',
    currency: 'THB',
    name: words('Wheel'),
    description: html('Spin'),
    slices: (['A', 'B'] as const).map((code) => ({
      code,
      label: words(code),
      bgColor: '#1f1b4d',
      textColor: '#ffffff',
      htmlDescription: html(code),
      weight: 1,
      stock: null,
      prize: code === 'A' ? { kind: 'NONE' as const } : { kind: 'COIN' as const, coins: 1 },
    })),
    fallback: 'A',
    couponDays: 30,
  },
}

export const codeOf = (content: CampaignContent): string =>
  content.kind === 'bonus' || content.kind === 'promotion' ? 'WELCOME' : content.currency

/** An owner who makes versions, and a cashier who approves them. */
export async function campaignPeople(app: TestApp): Promise<{ author: TestOperator; second: TestOperator }> {
  return { author: await newOperator(app, 'owner'), second: await newOperator(app, 'cashier') }
}

type Version = Partial<BodyOf<'POST /api/console/campaigns/:kind/:code/versions'>>

export const make = (
  app: TestApp,
  { token }: TestOperator,
  content: CampaignContent,
  { code = codeOf(content), ...more }: Version & { code?: string } = {},
): Promise<Called<'POST /api/console/campaigns/:kind/:code/versions'>> =>
  app.call('POST /api/console/campaigns/:kind/:code/versions', {
    token,
    params: { kind: content.kind, code },
    body: { content, startsAt: null, endsAt: null, reason: 'for spring', basedOn: 0, ...more },
  })

/** Approves or refuses a version: OK, or status and code. */
export async function decide(
  app: TestApp,
  { token }: TestOperator,
  verdict: 'approve' | 'refuse',
  { kind, code, version }: { kind: Kind; code: string; version: number },
): Promise<string> {
  const { status, error } = await app.call(
    `POST /api/console/campaigns/:kind/:code/versions/:version/${verdict}`,
    { token, params: { kind, code, version: String(version) }, body: { reason: 'looked at it' } },
  )
  return error ? `${status} ${error.message}` : 'OK'
}

/** Makes a campaign, or its next version, and has it approved. @returns the version */
export async function approved(
  app: TestApp,
  people: { author: TestOperator; second: TestOperator },
  content: CampaignContent,
  more: Version & { code?: string } = {},
): Promise<number> {
  const { code = codeOf(content) } = more
  const { body, error } = await make(app, people.author, content, more)
  if (error) throw new Error(`not made: ${JSON.stringify(error)}`)
  const { version } = body
  const outcome = await decide(app, people.second, 'approve', { kind: content.kind, code, version })
  if (outcome !== 'OK') throw new Error(`not approved: ${outcome}`)
  return version
}

export const read = async (
  app: TestApp,
  { token }: TestOperator,
  kind: Kind,
  code: string,
): Promise<AnswerOf<'GET /api/console/campaigns/:kind/:code'>> =>
  (await app.call('GET /api/console/campaigns/:kind/:code', { token, params: { kind, code } })).body
