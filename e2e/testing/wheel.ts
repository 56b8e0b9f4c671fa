// The prize wheel: members with coins, and a wheel that gives what a journey needs.

import { expect, type Locator, type Response } from '@playwright/test'
import type { Member } from './member.ts'
import type { Sandbox } from './sandbox.ts'

/** The active wheel, as the setup answers it. */
export interface Wheel {
  slices: { code: string; label: string; prize: string; bgColor: string }[]
}

/**
 * Coins of a day on which that much was paid in: every hundred baht bring one, once as much was staked. It is
 * won back to the last baht, so the wallet stays as it is.
 */
export async function playForCoins(member: Member, sandbox: Sandbox, coins: number): Promise<void> {
  await member.activate('PG')
  const account = await member.gameAccount('PG')
  await sandbox.tellBet('PG', { ...account, stake: coins * 100, win: coins * 100 })
  const headers = await member.headers()
  await expect
    .poll(async () => {
      const answer = await member.page.request.get('/api/spinwheel/setup', { headers })
      return ((await answer.json()) as { userCoin: number }).userCoin
    })
    .toBe(coins)
}

/** A new member with coins, on the page of the wheel. */
export async function joinWithCoins(member: Member, sandbox: Sandbox, coins: number): Promise<Wheel> {
  const person = await member.join(sandbox)
  if (coins > 0) {
    await member.payIn(sandbox, person, coins * 100 + 50)
    await member.expectTotal(`฿${(coins * 100 + 50).toLocaleString('en-US')}.00`)
    await playForCoins(member, sandbox, coins)
  }
  const setup = member.page.waitForResponse(isCall('setup'))
  await member.page.goto('/user/spin')
  return ((await (await setup).json()) as { activeSpinwheel: Wheel }).activeSpinwheel
}

export const isCall = (name: string) => (response: Response) =>
  response.url().endsWith(`/api/spinwheel/${name}`)

/** The button in the middle of the wheel. */
export const hub = (member: Member, coins: number): Locator =>
  member.page.getByRole('button', {
    name: member.t(coins === 1 ? 'spin.button_one' : 'spin.button_other', { count: coins }),
    exact: true,
  })
