import { randomUUID } from 'node:crypto'
import type { Posting } from '@krapao/server/ledger/public.ts'

/** One measured stage. */
export interface Stage {
  /** Calls per second. */
  tps: number
  /** Milliseconds per call. */
  p50: number
  p99: number
}

export const members = 10_000

const memberIds = Array.from({ length: members }, (_, i) => `bench-${i + 1}`)
const anyMember = (): string => memberIds[Math.floor(Math.random() * members)] as string

/** So much that no stage can empty a wallet. */
export const funds = 1_000_000_000

/** From a member's wallet into another account of the same member: two members' balances change. */
export function movement(): Posting {
  const member = anyMember()
  const amountMinor = 1 + Math.floor(Math.random() * 100)
  return {
    key: `bench:${randomUUID()}`,
    kind: 'transfer',
    memberId: member,
    meta: { code: 'PG', transferId: 'kt0123456789' },
    legs: [
      { account: { member, name: 'wallet' }, asset: 'THB', amountMinor: -amountMinor },
      { account: { member, name: 'in-transit' }, asset: 'THB', amountMinor },
    ],
  }
}

/** From one house account, the same for every call, into a member's wallet. */
export function deposit(member = anyMember(), amountMinor = 1 + Math.floor(Math.random() * 100)): Posting {
  return {
    key: `bench:${randomUUID()}`,
    kind: 'deposit',
    memberId: member,
    meta: { code: 'PG', transferId: 'kt0123456789' },
    legs: [
      { account: { house: 'bank:bench' }, asset: 'THB', amountMinor: -amountMinor },
      { account: { member, name: 'wallet' }, asset: 'THB', amountMinor },
    ],
  }
}

export const fundings = (): Posting[] => memberIds.map((member) => deposit(member, funds))

/** `callers` loops, each of which calls again as soon as it is answered, for `seconds` after a warm-up. */
export async function measure(
  callers: number,
  seconds: number,
  call: () => Promise<unknown>,
): Promise<Stage> {
  const warmUp = Math.min(1, seconds / 4)
  const begin = performance.now() + warmUp * 1000
  const end = begin + seconds * 1000
  const times: number[] = []
  async function loop(): Promise<void> {
    for (;;) {
      const started = performance.now()
      if (started >= end) return
      await call()
      const answered = performance.now()
      if (started >= begin && answered <= end) times.push(answered - started)
    }
  }
  await Promise.all(Array.from({ length: callers }, loop))
  times.sort((a, b) => a - b)
  const at = (share: number) => round(times[Math.floor(times.length * share)] ?? Number.NaN)
  return { tps: Math.round(times.length / seconds), p50: at(0.5), p99: at(0.99) }
}

export const round = (value: number): number => Math.round(value * 100) / 100
