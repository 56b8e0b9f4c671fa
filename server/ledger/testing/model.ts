import type { Posting } from '../ledger.ts'
import { legOf, type Outcome } from './table.ts'

interface BookedPosting {
  posting: Posting
  key: string
  resolvedBy?: string
  reversedBy?: string
}

/**
 * The expected behaviour of the ledger, without any database: balances, versions and journals in plain maps,
 * one posting at a time. Accounts are named `member.name` or `house`, as in the table of postings; everything
 * is in THB.
 */
export class Model {
  readonly balances = new Map<string, number>()
  readonly versions = new Map<string, number>()
  readonly journals = new Map<string, BookedPosting>()

  balance = (account: string): number => this.balances.get(account) ?? 0
  version = (account: string): number => this.versions.get(account) ?? 0

  /** Posts as `Ledger.post` should. */
  post(posting: Posting): Outcome {
    const moved = movedBy(posting)
    if (moved.size < 2 || [...moved.values()].includes(0)) return 'MALFORMED'
    const known = this.journals.get(posting.key)
    if (known) return sameMoney(known.posting, posting, true) ? 'replayed' : 'IDEMPOTENCY_CONFLICT'
    const hold = posting.pendingKey === undefined ? undefined : this.journals.get(posting.pendingKey)
    if (posting.pendingKey !== undefined) {
      if (hold?.posting.phase !== 'pending') return 'MALFORMED'
      const resolution = hold.resolvedBy && this.journals.get(hold.resolvedBy)
      if (resolution) return sameMoney(resolution.posting, posting, false) ? 'replayed' : 'HOLD_RESOLVED'
      if (!takesOff(moved, movedBy(hold.posting))) return 'MALFORMED'
    }
    for (const { account, version } of posting.expect ?? []) {
      if (this.version(`${account.member}.${account.name}`) !== version) return 'STALE'
    }
    for (const [account, amount] of moved) {
      if (isMember(account) && this.balance(account) + amount < 0) return 'MONEY_NOT_ENOUGH'
    }
    for (const [account, amount] of moved) {
      this.balances.set(account, this.balance(account) + amount)
      this.versions.set(account, this.version(account) + 1)
    }
    this.journals.set(posting.key, { posting, key: posting.key })
    if (hold) hold.resolvedBy = posting.key
    return 'ok'
  }

  /** Reverses as `Ledger.reverse` should. */
  reverse(key: string): Outcome {
    const original = this.journals.get(key)
    if (!original) return 'NO_DATA'
    const { posting } = original
    if (posting.phase === 'pending' || posting.phase === 'voided') return 'MALFORMED'
    if (posting.key.startsWith('reverse:')) return 'MALFORMED'
    const held = posting.pendingKey ? (this.journals.get(posting.pendingKey)?.posting.legs ?? []) : []
    const moved = movedBy({ ...posting, legs: [...posting.legs, ...held] })
    const legs = [...moved]
      .filter(([, amount]) => amount !== 0)
      .map(([account, amount]) => legOf(account, -amount))
    return this.post({ key: `reverse:${key}`, kind: 'reverse', legs })
  }

  /** Keys of open holds, oldest first. */
  openHolds(): string[] {
    return [...this.journals.values()]
      .filter(({ posting, resolvedBy }) => posting.phase === 'pending' && !resolvedBy)
      .map(({ key }) => key)
  }
}

export const isMember = (account: string): boolean => account.includes('.')

function movedBy(posting: Posting): Map<string, number> {
  const moved = new Map<string, number>()
  for (const { account, amountMinor } of posting.legs) {
    const name = 'member' in account ? `${account.member}.${account.name}` : account.house
    moved.set(name, (moved.get(name) ?? 0) + amountMinor)
  }
  return moved
}

/**
 * Whether two postings are the same business fact; a resolution under another key may name another member.
 */
function sameMoney(a: Posting, b: Posting, withMember: boolean): boolean {
  const facts = (posting: Posting) =>
    JSON.stringify([
      posting.kind,
      posting.phase ?? 'single',
      posting.pendingKey ?? null,
      withMember ? (posting.memberId ?? null) : null,
      [...movedBy(posting)].sort(),
    ])
  return facts(a) === facts(b)
}

/** Whether the end of a hold takes from the accounts that the hold filled exactly what it put there. */
function takesOff(moved: Map<string, number>, held: Map<string, number>): boolean {
  const filled = [...held].filter(([, amount]) => amount > 0)
  const taken = [...moved].filter(([, amount]) => amount < 0)
  return filled.length === taken.length && filled.every(([account, amount]) => moved.get(account) === -amount)
}
