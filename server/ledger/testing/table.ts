import type { HouseAccountName } from '@krapao/contract/ledger-accounts.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  HoldResolved,
  type Journal,
  type Ledger,
  type Leg,
  type Posting,
  VersionConflict,
} from '../ledger.ts'

/** The outcome of a posting, in one word. */
export type Outcome =
  | 'ok'
  | 'replayed'
  | 'MONEY_NOT_ENOUGH'
  | 'IDEMPOTENCY_CONFLICT'
  | 'NO_DATA'
  | 'STALE'
  | 'HOLD_RESOLVED'
  | 'MALFORMED'

export async function outcomeOf(posting: Promise<Journal>): Promise<Outcome> {
  try {
    return (await posting).replayed ? 'replayed' : 'ok'
  } catch (error) {
    if (error instanceof Refusal) return error.code as Outcome
    if (error instanceof VersionConflict) return 'STALE'
    if (error instanceof HoldResolved) return 'HOLD_RESOLVED'
    if (error instanceof TypeError) return 'MALFORMED'
    throw error
  }
}

export interface Row {
  posting: Posting
  outcome: Outcome
}

/**
 * Reads a table of postings, one a line:
 *
 *     key | phase, and the hold it resolves | legs: from → to amount, … | outcome
 *
 * An account `1.wallet` is member 1's, one without a dot the house's; amounts are minor units of THB;
 * `@1.wallet=3` among the legs expects version 3.
 */
export function readTable(text: string): Row[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readRow)
}

function readRow(line: string): Row {
  const [key = '', phases = '', moves = '', outcome = ''] = line.split('|').map((cell) => cell.trim())
  const [phase = '', pendingKey] = phases.split(' ')
  const legs: Leg[] = []
  const expect: NonNullable<Posting['expect']> = []
  for (const move of moves.split(',').map((part) => part.trim())) {
    const expected = /^@(\S+)=(\d+)$/.exec(move)
    if (expected) {
      const { account } = legOf(expected[1] as string, 0) as { account: { member: string; name: string } }
      expect.push({ account, asset: 'THB', version: Number(expected[2]) })
      continue
    }
    const [, from = '', to = '', amount] = /^(\S+) → (\S+) (\d+)$/.exec(move) ?? []
    legs.push(legOf(from, -Number(amount)), legOf(to, Number(amount)))
  }
  const posting: Posting = {
    key,
    kind: 'test',
    legs,
    ...(phase !== 'single' && { phase: phase as 'pending' }),
    ...(pendingKey && { pendingKey }),
    ...(expect.length > 0 && { expect }),
  }
  return { posting, outcome: outcome as Outcome }
}

export function legOf(account: string, amountMinor: number): Leg {
  const [member = '', name] = account.split('.')
  return {
    account: name === undefined ? { house: member as HouseAccountName } : { member, name },
    asset: 'THB',
    amountMinor,
  }
}

/** A posting in short: `move('k', 'bank → 1.wallet 500')`. */
export function move(key: string, moves: string, more: Partial<Posting> = {}): Posting {
  return { ...readRow(`${key} | single | ${moves} | ok`).posting, ...more }
}

/** Balances in minor units: `{ '1.wallet': 500, bank: -500 }`. */
export async function balancesOf(ledger: Ledger, accounts: string[]): Promise<Record<string, number>> {
  const balances: Record<string, number> = {}
  for (const account of accounts) {
    const [member = '', name] = account.split('.')
    balances[account] =
      name === undefined
        ? await ledger.houseBalance(member, 'THB')
        : ((await ledger.balances(member)).get(name)?.amountMinor ?? 0)
  }
  return balances
}
