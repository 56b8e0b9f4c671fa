// The prize wheel: members with coins, and a wheel that gives what a journey needs.

import { expect, type Locator, type Response } from '@playwright/test'
import type { Member } from './member.ts'
import type { Sandbox } from './sandbox.ts'

/** The active wheel, as the setup answers it. */
export interface Wheel {
  slices: { code: string; label: string; prize: string; bgColor: string }[]
}

/**
 * A new member with coins, on the page of the wheel: every hundred baht of a day bring one, once as much was
 * staked.
 */
export async function joinWithCoins(member: Member, sandbox: Sandbox, coins: number): Promise<Wheel> {
  const person = await member.join(sandbox)
  if (coins > 0) {
    await member.payIn(sandbox, person, coins * 100 + 50)
    await member.expectTotal(`฿${(coins * 100 + 50).toLocaleString('en-US')}.00`)
    await member.activate('PG')
    // Won back to the last baht, so the wallet stays as it is.
    const bet = { ...(await member.gameAccount('PG')), stake: coins * 100, win: coins * 100 }
    await sandbox.tellBet('PG', bet)
    await expect
      .poll(async () => {
        const answer = await member.page.request.get('/api/spinwheel/setup', {
          headers: await member.headers(),
        })
        return ((await answer.json()) as { userCoin: number }).userCoin
      })
      .toBe(coins)
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
