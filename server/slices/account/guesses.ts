import { addressKey, clearTurns, type Limit, takeTurnOfMinute, takeTurns } from '../../platform/limiter.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { turnstile } from './turnstile.ts'

/** How often passwords may be tried (rules.md §2.3). */
const failuresPerAccount = defineSetting(
  'login.failuresPerAccount',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  5,
  'Wrong passwords for one account before it must wait',
)
const failuresPerAddress = defineSetting(
  'login.failuresPerAddress',
  Type.Integer({ minimum: 1, maximum: 10_000 }),
  20,
  'Wrong passwords from one address before it must wait',
)
const failureMinutes = defineSetting(
  'login.failureMinutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  15,
  'Minutes that a wrong password counts',
)
const callsPerMinute = defineSetting(
  'account.callsPerMinute',
  Type.Integer({ minimum: 1, maximum: 100_000 }),
  60,
  'Calls of one kind (login, registration, code) from one address in a minute; many people may share an address',
)

const pass = turnstile(4)

/**
 * Checks a password as one guess among the few that an account and an address have.
 * @param account whose password it is, e.g. `login:0812345678`
 * @param check answers whether the password was right
 * @throws Refusal `REQUEST_LIMIT` with `retryAfter` in seconds, before `check` is asked
 */
export async function guess<T>(
  context: Context,
  who: { account: string; ip: string },
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const within = (await context.settings.get(failureMinutes)) * 60
  const limits: Limit[] = [
    {
      key: `failure:${who.account}`,
      max: await context.settings.get(failuresPerAccount),
      within,
      code: 'REQUEST_LIMIT',
    },
    {
      key: `failure:address:${addressKey(who.ip)}`,
      max: await context.settings.get(failuresPerAddress),
      within,
      code: 'REQUEST_LIMIT',
    },
  ]
  return pass(who.account, async () => {
    const turns = await takeTurns(context.database, context.clock.now(), limits)
    try {
      const right = await check()
      if (right === undefined) return undefined
      // Nothing to forgive for the address: who owns one account must not win guesses at others.
      await turns.giveBack()
      await clearTurns(context.database, `failure:${who.account}`)
      return right
    } catch (error) {
      // Refused for another reason than the password, or our own trouble: no guess.
      await turns.giveBack().catch(() => {})
      throw error
    }
  })
}

/** @throws Refusal `REQUEST_LIMIT_1MIN` when one address makes too many calls of a kind in a minute */
export async function refuseBurst(context: Context, kind: string, ip: string): Promise<void> {
  const max = await context.settings.get(callsPerMinute)
  await takeTurnOfMinute(context.database, context.clock.now(), `burst:${kind}:${addressKey(ip)}`, max)
}
