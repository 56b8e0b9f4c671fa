import type { Currency } from '@krapao/contract/money.ts'
import type { Journal, Ledger, Posting } from '../../ledger/public.ts'
import type { Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { keepBankAccounts } from '../account/public.ts'
import { refuseCondition } from '../bonus/public.ts'
import { firstState, holdKey, type Limits, legsOf, masked, requireWithin, type State } from './rules.ts'
import { insertWithdrawals, type NewWithdrawal, readDayUsage } from './store.ts'

/** A withdrawal that the member was allowed to make when it was requested. Amounts in satang or att. */
export interface Permitted {
  id: string
  memberId: string
  currency: Currency
  amountMinor: number
  limits: Limits
  /** The limit of the member's withdrawals in 24 hours up to which they are paid automatically. */
  autoLimitMinor: number
  /** The claim of the key under which it was requested (platform/claims.ts). */
  claim: object
}

/**
 * Its present state; or `superseded`: another withdrawal of this member is being written, and this one has to be
 * checked again.
 */
export type Begun = State | 'superseded'

/**
 * Begins withdrawals of several members in one transaction (rules.md §6.3): the money is held, then the member's
 * withdrawals are counted, then the row is inserted. In this order no other withdrawal can come in between, because the
 * hold keeps the member's wallet locked until the commit; and the day is that of the hold's journal, whatever this
 * node's clock says.
 * @returns one outcome per withdrawal, in order; `MONEY_NOT_ENOUGH`, `IDEMPOTENCY_CONFLICT` and `NO_BANK` as results
 * @throws Refusal `WITHDRAW_DAILY_COUNT`, `WITHDRAW_DAILY_SUM`, `BONUS_CONDITION` for any of them: then nothing is begun
 */
export async function beginIn(ledger: Ledger, tx: Tx, asked: Permitted[]): Promise<(Begun | Error)[]> {
  const outcomes = new Map<string, Begun | Error>()
  const first = firstOfEachMember(asked)
  const accounts = await keepBankAccounts(
    tx,
    first.map(({ memberId }) => memberId),
  )
  const due = first.flatMap((permitted) => {
    const account = accounts.get(permitted.memberId)
    if (account) return { permitted, account }
    outcomes.set(permitted.id, new Refusal('NO_BANK'))
    return []
  })
  const journals = await ledger.postAllIn(
    tx,
    due.map(({ permitted, account }) => holdOf(permitted, account)),
  )
  const held = due.flatMap(({ permitted, account }, i) => {
    const journal = journals[i] as Journal | Error
    if (!(journal instanceof Error)) return { permitted, account, journal }
    outcomes.set(permitted.id, journal)
    return []
  })
  const usages = await readDayUsage(
    tx,
    held.map(({ permitted: { id, memberId }, journal }) => ({ id, memberId, at: journal.postedAt })),
  )
  const fresh = held.filter((_, i) => !usages[i]?.begun)
  await refuseCondition(
    ledger,
    tx,
    fresh.map(({ permitted: { memberId, amountMinor }, journal: { postedAt: at } }) => ({
      memberId,
      amountMinor,
      at,
    })),
  )
  const rows: NewWithdrawal[] = []
  for (const [i, { permitted, account, journal }] of held.entries()) {
    const { id, memberId, currency, amountMinor, limits, autoLimitMinor } = permitted
    const { begun, today, recentMinor } = usages[i] as (typeof usages)[number]
    if (begun) {
      outcomes.set(id, begun.state)
      continue
    }
    if (journal.replayed) throw new Error(`withdrawal ${id} is held, but has no row`)
    requireWithin(amountMinor, limits, today)
    const state = firstState(amountMinor, { recentMinor, autoLimitMinor })
    rows.push({ id, memberId, currency, amountMinor, ...account, state, createdAt: journal.postedAt })
    outcomes.set(id, state)
  }
  await insertWithdrawals(tx, rows)
  return asked.map((one) => (first.includes(one) ? (outcomes.get(one.id) as Begun | Error) : 'superseded'))
}

/** Withdrawals of one member are written one at a time: the next is counted once the row of the one before exists. */
function firstOfEachMember(asked: Permitted[]): Permitted[] {
  const first = new Map<string, Permitted>()
  for (const one of asked) if (!first.has(one.memberId)) first.set(one.memberId, one)
  return [...first.values()]
}

function holdOf(
  { id, memberId, currency, amountMinor, claim }: Permitted,
  { bankCode, accountNo }: { bankCode: string; accountNo: string },
): Posting {
  return {
    key: holdKey(id),
    kind: 'withdraw',
    phase: 'pending',
    memberId,
    legs: legsOf('pending', { memberId, currency, amountMinor }),
    meta: { withdrawalId: id, bankCode, accountNo: masked(accountNo), ...claim },
  }
}
