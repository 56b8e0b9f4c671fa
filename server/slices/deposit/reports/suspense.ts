import { house, type Ledger, type Leg, type Posting } from '../../../ledger/public.ts'
import { rawQuery, type Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import type { Source } from '../posting.ts'
import { selectTransfers, type Transfer } from './store.ts'

/**
 * Money that the bank reported and that is nobody's yet (rules.md §18, docs/decisions/0013): in `suspense:{account}` from the
 * report on. The database refuses a commit that leaves a report which waits outside of it, or another one in it.
 */

type Needs = { ledger: Pick<Ledger, 'postIn'> }

const bankOf = (row: Transfer) => ({ house: house.bank(row.houseAccountNo) })
const suspenseOf = (row: Transfer) => ({ house: house.suspense(row.houseAccountNo) })

/** The facts in every journal about a transfer that is nobody's. */
const factsOf = ({ houseAccountNo: accountNo, reference }: Transfer) => ({ accountNo, reference })

/**
 * Reports that the transaction has stored or reopened and not yet put into suspense: no other transaction can leave
 * any.
 */
const toSuspend = `not t.in_suspense and (t.state = 'returning' or (t.state in ('unmatched', 'in-doubt') and t.feed_reported_at is not null))`

/**
 * Puts the money of every report into suspense that waits since this transaction, and brings it to the desk. The last step of whatever stores or
 * reopens reports: until here they may still be credited.
 */
export async function suspendWaiting({ ledger, desk }: Needs & Pick<Context, 'desk'>, tx: Tx): Promise<void> {
  for (const row of await selectTransfers(tx, `${toSuspend} order by t.id`, [])) {
    const [kept] = await rawQuery<{ turn: number }>(
      tx,
      `update bank_transfers set in_suspense = true, suspense_turn = suspense_turn + 1 where id = $1
       returning suspense_turn as turn`,
      [row.id],
    )
    await ledger.postIn(tx, {
      key: `suspense:bank:${row.id}:${kept?.turn}`,
      kind: 'suspense',
      legs: between(row, bankOf(row), suspenseOf(row)),
      meta: factsOf(row),
    })
    desk.changed(tx, 'bank-transfer', [row.id])
  }
}

/**
 * Where a transfer's money is: in suspense if it waits there, else at the bank.
 * @param amountMinor what arrived according to the person who decided, where the report has another amount: the bank's
 *   account makes up the difference
 */
export function sourcesOf(row: Transfer, amountMinor: number): Source[] {
  const suspendedMinor = row.inSuspense ? row.amountMinor : 0
  return [
    { ...suspenseOf(row), amountMinor: suspendedMinor },
    { ...bankOf(row), amountMinor: amountMinor - suspendedMinor },
  ]
}

/**
 * Takes a report out of suspense that is no money of its own. Where a gateway's payment was credited for the same
 * money, this clears the gateway's account: the bank has the money, whichever report came first.
 * @param facts the other report of the money; the gateway that it was booked at; who decided so
 */
export async function explain(
  { ledger }: Needs,
  tx: Tx,
  row: Transfer,
  {
    sameAs,
    bookedAt,
    operatorId,
  }: { sameAs: (number | string)[]; bookedAt?: string | undefined; operatorId?: string | undefined },
): Promise<void> {
  // What only a slip has reported is not in the books.
  const isBooked = row.inSuspense || (row.feedReportedAt !== null && bookedAt !== undefined)
  if (!isBooked) return
  await ledger.postIn(tx, {
    key: row.inSuspense ? `explained:bank:${row.id}:${row.suspenseTurn}` : `cleared:bank:${row.id}`,
    kind: 'suspense-explained',
    legs: between(
      row,
      row.inSuspense ? suspenseOf(row) : bankOf(row),
      bookedAt === undefined ? bankOf(row) : { house: house.gateway(bookedAt) },
    ),
    meta: { ...factsOf(row), sameAs, ...(operatorId && { operatorId }) },
  })
}

/** The journal of a return that the bank has sent to the sender of a transfer. */
export const returnOf = (row: Transfer, facts: { operatorId: string; returnReference: string }): Posting => ({
  key: `return:bank:${row.id}`,
  kind: 'suspense-return',
  legs: between(row, suspenseOf(row), bankOf(row)),
  meta: { ...factsOf(row), ...facts },
})

function between(row: Transfer, from: Leg['account'], to: Leg['account']): Leg[] {
  const { currency: asset, amountMinor } = row
  return [
    { account: from, asset, amountMinor: -amountMinor },
    { account: to, asset, amountMinor },
  ]
}
