import { Refusal } from '../../platform/refusal.ts'
import type { Leg, Posting } from '../ledger.ts'
import type { StoredJournal } from './batch.ts'
import { reversalKey } from './check.ts'
import { legsOf, toLeg } from './holds.ts'

/** How the database is queried: by a pool, or inside a transaction. */
export type Ask = <Row>(text: string, values: unknown[]) => Promise<Row[]>

interface Original {
  journal: StoredJournal
  reversesId: number | null
  legs: Parameters<typeof toLeg>[0][]
  heldLegs: Parameters<typeof toLeg>[0][] | null
}

/**
 * The posting that reverses a journal. A settled hold is reversed by the key of its `posted` journal, hold
 * and settlement together, so that no money is left in between.
 * @throws Refusal `NO_DATA` no such journal
 * @throws TypeError a hold (void it), a voided one (nothing moved) or a reversal (post anew)
 */
export async function planReversal(
  ask: Ask,
  originalKey: string,
  reason: string,
): Promise<{ posting: Posting; originalId: number }> {
  const [original] = await ask<Original>(
    `select ledger_journal(j.id) as journal, j.reverses_id as "reversesId", ${legsOf('j.id')} as legs,
       case when j.phase = 'posted' then ${legsOf('j.pending_id')} end as "heldLegs"
     from journals j where j.key = $1`,
    [originalKey],
  )
  if (!original) throw new Refusal('NO_DATA')
  const { journal, reversesId, legs, heldLegs } = original
  if (reversesId !== null)
    throw new TypeError(`${originalKey} is a reversal: post anew instead of reversing it`)
  if (journal.phase === 'pending')
    throw new TypeError(`${originalKey} is a hold: void it, or reverse its settlement`)
  if (journal.phase === 'voided')
    throw new TypeError(`${originalKey} voided a hold: there is nothing to reverse`)
  return {
    originalId: journal.id,
    posting: {
      key: reversalKey(originalKey),
      kind: 'reverse',
      ...(journal.memberId !== null && { memberId: journal.memberId }),
      meta: { reverses: originalKey, kind: journal.kind, reason },
      legs: opposite([...legs, ...(heldLegs ?? [])].map(toLeg)),
    },
  }
}

/** Opposite legs, one per account; accounts with a sum of zero are left out. */
function opposite(legs: Leg[]): Leg[] {
  const sums = new Map<string, Leg>()
  for (const leg of legs) {
    const account = JSON.stringify([leg.asset, leg.account])
    const sum = sums.get(account)
    if (sum) sum.amountMinor -= leg.amountMinor
    else sums.set(account, { ...leg, amountMinor: -leg.amountMinor })
  }
  return [...sums.values()].filter((leg) => leg.amountMinor !== 0)
}
