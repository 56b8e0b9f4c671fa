import type { GameCode } from '@krapao/contract/game.ts'
import { expect } from 'vitest'
import { mendItems } from '../../desk/items.ts'
import { storeUncertain } from '../../outside/testing.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'
import { usernameOf } from '../game/rules.ts'

/** Helpers for tests of the wallet. Amounts in baht. */

/** A member with money in the wallet and opened games. */
export async function player(app: TestApp, amount: number, ...codes: GameCode[]): Promise<TestMember> {
  const member = await app.registerMember()
  if (amount > 0) await app.fund(member.id, amount)
  for (const code of codes) await open(app, member, code)
  return member
}

export async function open(app: TestApp, { token }: TestMember, code: GameCode): Promise<void> {
  expect((await app.call('GET /api/wallet/activate/:code', { token, params: { code } })).status).toBe(200)
}

export function transfer(
  app: Pick<TestApp, 'call'>,
  { token }: Pick<TestMember, 'token'>,
  from: string,
  to: string,
  amount: number,
  key?: string,
) {
  return app.call('POST /api/wallet/transfer', {
    token,
    body: { from, to, amount },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
}

export const refresh = (app: Pick<TestApp, 'call'>, { token }: Pick<TestMember, 'token'>) =>
  app.call('GET /api/wallet/refresh/slot', { token })

/** A member's balances in the ledger: wallet, one game, in transit to or from it. */
export async function holdings(app: TestApp, { id }: Pick<TestMember, 'id'>, code: GameCode) {
  const balances = await app.context.ledger.balances(id)
  const baht = (name: string) => (balances.get(name)?.amountMinor ?? 0) / 100
  return { wallet: baht('wallet'), game: baht(`game:${code}`), inTransit: baht(`in-transit:${code}`) }
}

/** The provider's own balance. */
export const atProvider = (app: TestApp, { id }: Pick<TestMember, 'id'>, code: GameCode) =>
  app.sandbox.accountBalance(code, usernameOf(id))

/** Plays one round at the provider. */
export const play = (
  app: TestApp,
  { id }: Pick<TestMember, 'id'>,
  code: GameCode,
  round: { stake: number; win: number },
) => app.sandbox.play(code, usernameOf(id), round)

/** Puts an unanswered transfer in review, as after an hour of silence; `key` of its hold. */
export async function leaveToReview(
  app: Pick<TestApp, 'database' | 'clock' | 'context'>,
  key: string,
): Promise<void> {
  await storeUncertain(app.database, { kind: 'transfer', key }, app.clock.now())
  await mendItems(app.database, app.context.desk)
}

/** Waits until `check` holds, asking every 50 ms. */
export async function eventually(check: () => Promise<boolean>, seconds = 60): Promise<void> {
  const until = Date.now() + seconds * 1000
  while (!(await check())) {
    if (Date.now() > until) throw new Error(`not within ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
