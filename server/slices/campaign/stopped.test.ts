import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { house, own, verifyBooks } from '../../ledger/public.ts'
import { anyLedger, type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { activate, bonusesOf, campaigns, free, outcomeOf, usePromotion, walletOf } from '../bonus/testing.ts'
import type { TestOperator } from '../operator/testing.ts'
import { claim, couponOf, giveCoins, publisher, unreserve, wheelWith } from '../spinwheel/testing.ts'
import { player } from '../wallet/testing.ts'
import { approved, campaignPeople, codeOf, testContent } from './testing.ts'

/**
 * A campaign that is stopped while the games of a member who wants its money are read pays nothing (rules.md
 * §19.3).
 */

let app: TestApp
let people: { author: TestOperator; second: TestOperator }
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await testApp()
  people = await campaignPeople(app)
  make = campaigns(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const stop = (kind: Kind, code: string) =>
  app.call('POST /api/console/campaigns/:kind/:code/stop', {
    token: people.second.token,
    params: { kind, code },
    body: { reason: 'too dear' },
  })

/** Runs `act` once, when the provider is asked for the next balance. */
function whileRead(act: () => Promise<unknown>): { isDone: () => boolean } {
  const { games } = app.context
  const { balance } = games
  let isDone = false
  games.balance = async (...args) => {
    games.balance = balance
    await act()
    isDone = true
    return balance(...args)
  }
  return { isDone: () => isDone }
}

/** Ten baht of the member's own that a campaign moves to the wallet. */
const put = (account: typeof own.invite | typeof own.refund, { id: memberId }: TestMember) =>
  anyLedger(app.context).post({
    key: `test:${account}:${memberId}`,
    kind: 'adjustment',
    memberId,
    legs: [
      { account: { house: house.bonus }, asset: 'THB', amountMinor: -1000 },
      { account: { member: memberId, name: account }, asset: 'THB', amountMinor: 1000 },
    ],
  })

/** A way to money: its campaign, and the call by which a member asks for the money. */
interface Way {
  kind: Kind
  code: string
  ask(): Promise<string>
}

const ways: Record<string, { refusal: string; of(member: TestMember): Promise<Way> }> = {
  'free credit': {
    refusal: '404 NO_DATA',
    async of(member) {
      const code = await make.bonus({ credit: free(10) })
      return { kind: 'bonus', code, ask: async () => outcomeOf(await activate(app, member, code)) }
    },
  },
  'a bonus of a deposit': {
    refusal: '404 NO_DATA',
    async of(member) {
      const code = await make.bonus()
      return { kind: 'bonus', code, ask: async () => outcomeOf(await activate(app, member, code)) }
    },
  },
  'a promotion code': {
    refusal: '404 NO_PROMOTION',
    async of(member) {
      const code = await make.promotion()
      return { kind: 'promotion', code, ask: async () => outcomeOf(await usePromotion(app, member, code)) }
    },
  },
  'invite money': {
    refusal: '422 INVITE_INACTIVE',
    async of(member) {
      await approved(app, people, testContent.invite)
      await put(own.invite, member)
      const { token } = member
      const ask = async () => outcomeOf(await app.call('GET /api/invite/bonus', { token }))
      return { kind: 'invite', code: codeOf(testContent.invite), ask }
    },
  },
  cashback: {
    refusal: '422 REFUND_INACTIVE',
    async of(member) {
      await approved(app, people, testContent.refund)
      await put(own.refund, member)
      const { token } = member
      const ask = async () => outcomeOf(await app.call('GET /api/refund/addWallet', { token }))
      return { kind: 'refund', code: codeOf(testContent.refund), ask }
    },
  },
  'a coupon of the wheel for a bonus, of before bonuses were reserved': {
    refusal: 'INVALID_CODE',
    async of(member) {
      const code = await make.bonus({ credit: free(10) })
      await publisher(app, people)(wheelWith({ kind: 'BONUS', code }))
      await giveCoins(app, member, 1)
      const coupon = await couponOf(app, member)
      await unreserve(app, coupon)
      const ask = async () => {
        const { body } = await claim(app, member, coupon)
        return body.success ? 'OK' : body.error
      }
      return { kind: 'bonus', code, ask }
    },
  },
}

it.each(Object.keys(ways))('stopped while games are read, it pays nothing: %s', async (name) => {
  const way = ways[name]
  if (!way) throw new Error(`no way is called ${name}`)
  const member = await player(app, 0, 'PG')
  const { kind, code, ask } = await way.of(member)
  const reading = whileRead(() => stop(kind, code))
  expect(await ask()).toBe(way.refusal)
  expect(reading.isDone()).toBe(true)
  expect(await walletOf(app, member)).toBe(0)
  expect(await bonusesOf(app, member)).toEqual([])
})

it('a version that is approved while games are read is the one that pays', async () => {
  const member = await player(app, 0, 'PG')
  const code = await make.bonus({ credit: free(10) })
  const reading = whileRead(() =>
    approved(app, people, { ...testContent.bonus, credit: free(20) }, { code, basedOn: 1 }),
  )
  expect(outcomeOf(await activate(app, member, code))).toBe('OK')
  expect(reading.isDone()).toBe(true)
  expect(await walletOf(app, member)).toBe(20)
  expect(await bonusesOf(app, member)).toMatchObject([{ version: 2 }])
})
