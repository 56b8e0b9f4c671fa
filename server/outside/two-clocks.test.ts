import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { payWithdrawals } from '../slices/withdraw/pay.ts'
import { buildMember, listPayouts, rowsOf, withdraw } from '../slices/withdraw/testing.ts'
import { anotherNode, testApp } from '../testing/app.ts'
import { travellingClock } from '../testing/clock.ts'
import { testHub } from '../testing/hub.ts'
import { testSandbox } from '../testing/sandbox.ts'

/** Two nodes, of which one has a wrong clock (rules.md §6.3). */
it.each([40, -40])(
  'a bank that takes long is asked once for each payout, though the second node is %s s off',
  async (seconds) => {
    const clock = travellingClock()
    const sandbox = await testSandbox(clock)
    const hub = await testHub(sandbox)
    const app = await testApp({ clock, sandbox, config: hub.config })
    try {
      // Only the calls below pay.
      await app.context.jobs.stop()
      const other = {
        ...anotherNode(app.context),
        clock: { now: () => new Date(Date.now() + seconds * 1000) },
      }
      let asked = 0
      hub.before = async (path) => {
        if (path === '/payouts/pay') {
          asked++
          // The bank has it after five seconds, and knows nothing of it before.
          await sleep(5000)
        }
        return undefined
      }
      const members = await Promise.all([1000, 1000, 1000, 1000].map((amount) => buildMember(app, amount)))
      for (const member of members) await withdraw(app, member, 300)
      const paying = payWithdrawals(app.context)
      await expect.poll(() => asked, { timeout: 20_000 }).toBe(4)
      for (let turn = 0; turn < 8; turn++) {
        await payWithdrawals(other)
        await sleep(400)
      }
      await paying
      for (const member of members) expect(await rowsOf(app, member)).toMatchObject([{ state: 'SUCCESS' }])
      const payouts = [...(await listPayouts(app)).values()]
      expect(payouts.map((payout) => payout.asked)).toEqual([1, 1, 1, 1])
      expect(asked).toBe(4)
    } finally {
      await app.close()
      hub.close()
      await sandbox.close()
    }
  },
)
