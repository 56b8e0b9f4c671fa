// Campaigns that a journey needs, made by one operator and approved by another, by calls.

import type { ContentOf, WheelSlice, Words } from '@krapao/contract/slices/campaign/content.ts'
import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import type { APIRequestContext } from '@playwright/test'
import { operatorHeaders } from './operator.ts'

/** The same text in each language, which says so where a journey looks for it. */
export const inEach = (text: string): Words => ({ th: `${text} th`, la: `${text} la`, en: `${text} en` })

/** A balance of twice the money, at which the condition of all bonuses here ends. */
const condition = {
  ...{ mode: 'balance' as const, percentSuccess: 200, percentFail: 5 },
  ...{ maxCashOut: null, mayForfeit: true, days: 30 },
}

/** Ten baht at once, for a journey that says what differs. */
export const freeBonus = (differs: Partial<ContentOf<'bonus'>>): ContentOf<'bonus'> => ({
  ...{ kind: 'bonus', currency: 'THB', title: inEach('Ten baht'), description: inEach('Ten baht') },
  ...{ banners: [], type: 'limit', maxReceived: 1, credit: { kind: 'free', amount: 10 }, budget: 10_000 },
  ...{ maxTotal: 1_000_000, condition },
  ...differs,
})

/** What a slice of a wheel gives, and how often; its code is its name in the journey. */
export type Given = Pick<WheelSlice, 'code' | 'prize' | 'stock'>

/** A wheel that gives these prizes while they last, and once in millions nothing. */
export const wheelOf = (...given: Given[]): ContentOf<'wheel'> => ({
  ...{ kind: 'wheel', currency: 'THB', name: inEach('Wheel'), description: inEach('Wheel') },
  slices: [...given, { code: 'NONE', prize: { kind: 'NONE' as const }, stock: null }].map((one) => ({
    ...one,
    label: inEach(one.code),
    ...{ bgColor: '#1f1b4d', textColor: '#ffffff', htmlDescription: { th: '', la: '', en: '' } },
    weight: one.code === 'NONE' ? 1 : 1_000_000,
  })),
  ...{ fallback: 'NONE', couponDays: 30 },
})

/** The owner, who makes campaigns, and the cashier, who approves and stops them. */
export async function campaignsOf(request: APIRequestContext) {
  const [owner, cashier] = [await logIn(request, 'owner'), await logIn(request, 'cashier')]
  /** Makes a version, which waits for a second person. @returns its number */
  const make = async (kind: Kind, code: string, content: ContentOf<Kind>): Promise<number> => {
    const path = `campaigns/${kind}/${code}`
    const known = await request.get(`/api/console/${path}`, { headers: owner.headers })
    const basedOn = known.ok() ? (await known.json()).campaign.latest : 0
    const made = { content, startsAt: null, endsAt: null, reason: 'for a journey', basedOn }
    return (await owner.post(`${path}/versions`, made)).version
  }
  return {
    /** Makes a version and approves it: members have it at once. */
    async publish(kind: Kind, code: string, content: ContentOf<Kind>): Promise<void> {
      const version = await make(kind, code, content)
      await cashier.post(`campaigns/${kind}/${code}/versions/${version}/approve`, { reason: 'agreed' })
    },
    make,
    stop: (kind: Kind, code: string) => cashier.post(`campaigns/${kind}/${code}/stop`, { reason: 'agreed' }),
  }
}

async function logIn(request: APIRequestContext, who: string) {
  const headers = await operatorHeaders(request, who)
  const post = async (path: string, data: object) => {
    const answer = await request.post(`/api/console/${path}`, { data, headers })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  return { headers, post }
}
