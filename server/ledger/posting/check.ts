import { type Asset, assets } from '@krapao/contract/money.ts'
import type { AccountRef, Journal, Leg, Posting } from '../ledger.ts'

/** A posting that the database may be asked to write. */
export interface Checked {
  key: string
  kind: string
  phase: Journal['phase']
  memberId: string | null
  meta: Record<string, unknown>
  /** `meta` as JSON, with the claim beside it, which the database takes out again. */
  metaText: string
  pendingKey: string | null
  reversesId: number | null
  /** JSON, or null if nothing is expected. */
  expectText: string | null
  legs: Leg[]
}

/** Keys of reversals; no other posting may take one. */
export const reversalKey = (originalKey: string): string => `reverse:${originalKey}`

const maxLegs = 20

/**
 * Checks a posting's form before any SQL, so that nothing in it can make a whole batch fail: safe integers,
 * no zero leg, legs that add up to zero per asset, known assets, valid texts. Legs on the same account become
 * one.
 * @throws TypeError a mistake in the calling code
 */
export function checkPosting(posting: Posting, reversesId: number | null = null): Checked {
  const {
    key,
    kind,
    memberId = null,
    meta = {},
    claim,
    phase = 'single',
    pendingKey = null,
    expect,
  } = posting
  const refuse = (why: string): never => {
    throw new TypeError(`posting ${JSON.stringify(key)}: ${why}`)
  }
  const text = (value: unknown, what: string, max: number): void => {
    // PostgreSQL cannot store a NUL, and half a surrogate pair cannot be encoded.
    const sound = typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
    if (!sound || value.length === 0 || value.length > max)
      refuse(`${what} must be text of 1 to ${max} characters`)
  }

  text(key, 'key', reversesId === null ? 200 : 210)
  if (reversesId === null && key.startsWith(reversalKey(''))) refuse('the key belongs to a reversal')
  text(kind, 'kind', 60)
  if (memberId !== null) text(memberId, 'memberId', 60)
  if (!['single', 'pending', 'posted', 'voided'].includes(phase)) refuse(`no such phase: ${phase}`)
  if (claim && phase !== 'pending') refuse('a claim belongs to a hold')
  const resolves = phase === 'posted' || phase === 'voided'
  if (resolves !== (pendingKey !== null)) refuse('pendingKey belongs to posted and voided, and only there')
  if (pendingKey !== null) text(pendingKey, 'pendingKey', 200)

  const checkAccount = ({ account, asset }: { account: AccountRef; asset: Asset }): void => {
    if ('member' in account) {
      text(account.member, 'member', 60)
      text(account.name, 'account name', 60)
    } else text(account.house, 'house account', 60)
    if (!Object.hasOwn(assets, asset)) refuse(`no such asset: ${asset}`)
  }
  for (const leg of posting.legs) checkAccount(leg)
  for (const expected of expect ?? []) {
    checkAccount(expected)
    if (!Number.isSafeInteger(expected.version) || expected.version < 0)
      refuse('an expected version is a count')
  }

  const legs = mergeLegs(posting.legs)
  if (legs.length < 2 || legs.length > maxLegs)
    refuse(`${legs.length} legs on distinct accounts; 2 to ${maxLegs} go`)
  const sums = new Map<Asset, bigint>()
  for (const { asset, amountMinor } of legs) {
    if (!Number.isSafeInteger(amountMinor)) refuse(`${amountMinor} is no whole number of minor units`)
    if (amountMinor === 0) refuse('a leg moves nothing')
    sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(amountMinor))
  }
  for (const [asset, sum] of sums) if (sum !== 0n) refuse(`${asset} legs add to ${sum}, not to zero`)

  return {
    key,
    kind,
    phase,
    memberId,
    meta,
    metaText: metaJson(claim ? { ...meta, claim } : meta) ?? refuse('meta must be plain JSON without NUL'),
    pendingKey,
    reversesId,
    expectText: expect?.length
      ? JSON.stringify(expect.map(({ account, asset, version }) => ({ ...account, asset, version })))
      : null,
    legs,
  }
}

/** The identity of an account within a posting. */
const accountKey = ({ account, asset }: Leg): string =>
  'member' in account ? `${asset} ${account.member}\0${account.name}` : `${asset} ${account.house}`

/** Joins legs on one account into one leg, in the place of the first. */
function mergeLegs(legs: Leg[]): Leg[] {
  const merged = new Map<string, Leg>()
  for (const leg of legs) {
    const known = merged.get(accountKey(leg))
    if (known) known.amountMinor += leg.amountMinor
    else merged.set(accountKey(leg), { ...leg })
  }
  return merged.size === legs.length ? legs : [...merged.values()]
}

/** JSON that jsonb accepts: without an escaped NUL or half a surrogate pair. */
function metaJson(meta: Record<string, unknown>): string | undefined {
  const json = JSON.stringify(meta)
  if (!json?.startsWith('{')) return undefined
  return /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json) ? undefined : json
}

/** The members whose accounts a posting moves. */
export function membersOf({ legs }: Pick<Checked, 'legs'>): string[] {
  return legs.flatMap(({ account }) => ('member' in account ? [account.member] : []))
}
