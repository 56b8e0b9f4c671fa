import { createHash } from 'node:crypto'
import { keyedQueue } from '../../platform/keyed-queue.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { clearHits, consumeLimits, type Limit, minuteLimit } from '../../platform/limits/limiter.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { accountOf, type Circle, type Device, isKnownDevice } from './devices.ts'

/** The limits of password attempts (rules.md §2.3). */
const failuresPerAccount = defineSetting(
  'login.failuresPerAccount',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  5,
  'Wrong passwords for one account from one address, or from one known device, before it must wait',
)
const failuresPerAddress = defineSetting(
  'login.failuresPerAddress',
  Type.Integer({ minimum: 1, maximum: 10_000 }),
  20,
  'Wrong passwords from one address before devices there that have never logged in must wait',
)
const failuresAnywhere = defineSetting(
  'login.failuresAnywhere',
  Type.Integer({ minimum: 1, maximum: 10_000 }),
  20,
  'Wrong passwords for one account from all addresses before devices that have never logged in must wait',
)
const failuresPerPassword = defineSetting(
  'login.failuresPerPassword',
  Type.Integer({ minimum: 1, maximum: 10_000 }),
  20,
  'Failures of one and the same password over all accounts before devices that have never logged in must wait',
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

const pass = keyedQueue(4)

/** One try at a password. */
export interface Guess {
  circle: Circle
  /** The phone or email as it is stored. */
  name: string
  password: string
  ip: string
  device: Device
}

/**
 * Checks a password at a login and counts it as one guess. A device that has logged in to the account has
 * guesses of its own, which strangers cannot use up; every other device shares them by account and address,
 * by address, by account and by password. A burst of calls from one address is refused first.
 * @param check returns whether the password was right
 * @throws Refusal `REQUEST_LIMIT` or `REQUEST_LIMIT_1MIN` with `retryAfter` in seconds, before `check` is
 *   called
 */
export async function attemptLogin<T>(
  context: Context,
  guess: Guess,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const account = accountOf(guess)
  const isKnown = await isKnownDevice(context, account, guess.device)
  const address = addressKey(guess.ip)
  const own = isKnown ? `${account}:device:${guess.device.hash}` : `${account}:${address}`
  const calls = minuteLimit(
    `burst:${guess.circle}-login:${isKnown ? digest(own) : address}`,
    await context.settings.get(callsPerMinute),
  )
  await consumeLimits(context.database, context.clock.now(), [calls])
  const limits = [
    await limitOf(context, own, failuresPerAccount),
    ...(isKnown
      ? []
      : [
          await limitOf(context, `${guess.circle}:address:${address}`, failuresPerAddress),
          await limitOf(context, `${account}:anywhere`, failuresAnywhere),
          await limitOf(
            context,
            `${guess.circle}:password:${fewBitsOf(guess.password)}`,
            failuresPerPassword,
          ),
        ]),
  ]
  return countedCheck(context, account, limits, check)
}

/**
 * Checks a password that a logged-in member enters again, as one of the account's few guesses.
 * @throws Refusal `REQUEST_LIMIT` with `retryAfter` in seconds, before `check` is called
 */
export async function attemptAgain<T>(
  context: Context,
  memberId: string,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const account = `change:${memberId}`
  return countedCheck(context, account, [await limitOf(context, account, failuresPerAccount)], check)
}

/** Forgets an account's failures here: its owner has proved in another way to be the owner. */
export async function forgiveGuesses(
  { database }: Context,
  { circle, name, ip, device }: Omit<Guess, 'password'>,
): Promise<void> {
  const account = accountOf({ circle, name })
  const own = [addressKey(ip), ...(device.hash ? [`device:${device.hash}`] : [])]
  for (const key of own) await clearHits(database, `failure:${digest(`${account}:${key}`)}`)
}

/** Counts a failure before the result is known, so that simultaneous guesses are counted as well. */
function countedCheck<T>(
  context: Context,
  account: string,
  limits: Limit[],
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  return pass(account, async () => {
    const hits = await consumeLimits(context.database, context.clock.now(), limits)
    try {
      const right = await check()
      if (right === undefined) return undefined
      // Only the own guesses are given back: the owner of one account must not gain guesses at others.
      await hits.giveBack()
      if (limits[0]) await clearHits(context.database, limits[0].key)
      return right
    } catch (error) {
      // The login failed for another reason than the password, or by an error of ours, so it is not a guess.
      await hits.giveBack().catch(() => {})
      throw error
    }
  })
}

async function limitOf(context: Context, key: string, max: typeof failuresPerAccount): Promise<Limit> {
  return {
    // Hashed because of its length: an email may be longer than a limit's key.
    key: `failure:${digest(key)}`,
    max: await context.settings.get(max),
    within: (await context.settings.get(failureMinutes)) * 60,
    code: 'REQUEST_LIMIT',
  }
}

/**
 * 20 bits of the password's hash: enough to count a password, and too few to find it; stored beside no
 * account, for a quarter of an hour. One password that is tried at many accounts is counted however many
 * addresses it comes from.
 */
const fewBitsOf = (password: string): string => digest(`guess\n${password}`).slice(0, 5)

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
