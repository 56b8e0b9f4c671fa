import { call } from './call.ts'

/**
 * What the demo member did with the demo's campaigns, by the server's own calls; each has a key, so that it
 * is done once.
 */

/** Bonuses and a promotion that were received and given back, and one that waits for the next deposit. */
export async function receiveRewards(address: string, token: string): Promise<void> {
  const move = (path: string) =>
    call(address, 'GET', path, {
      token,
      idempotencyKey: `demo-${path}`,
      unless: ['BONUS_MAX_CLAIMED', 'PROMOTION_RECEIVED', 'BONUS_ALREADY_ACTIVE'],
    })
  const giveBack = async (after: string) => {
    await move(after)
    const path = '/api/bonus/clear'
    await call(address, 'GET', path, { token, idempotencyKey: `demo-${path}-${after}`, unless: ['NO_DATA'] })
  }
  await giveBack('/api/bonus/activate/HELLO50')
  await giveBack('/api/promotion/activate/LUCKY88')
  await move('/api/bonus/activate/WELCOME20')
}

const wantedCoupons = 3
const mostSpins = 25

/** Spins until there are some coupons. */
export async function spinWheel(address: string, token: string): Promise<void> {
  for (let turn = 1; turn <= mostSpins; turn++) {
    const coupons = (await call(address, 'GET', '/api/spinwheel/coupon', { token })) as unknown[]
    if (coupons.length >= wantedCoupons) return
    await call(address, 'POST', '/api/spinwheel/spin', {
      token,
      idempotencyKey: `demo-spin-${turn}`,
      body: {},
    })
  }
}
