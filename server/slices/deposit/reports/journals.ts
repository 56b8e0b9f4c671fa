import type { HouseAccountName } from '@krapao/contract/ledger-accounts.ts'
import type { Facts } from '../../../journals/kinds.ts'
import type { Ledger } from '../../../journals/posting.ts'
import { house, type Leg } from '../../../ledger/public.ts'
import { rawQuery, type Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import type { Source } from '../posting.ts'
import { type Report, selectReports, selectTransfers } from './store.ts'

/**
 * Postings about money that is nobody's yet (rules.md §18, docs/decisions/0013): it is in `suspense:{account
 * or gateway}` from its report on. The database refuses a commit that leaves a report which waits outside of
 * it, or another one in it.
 */

type Needs = { ledger: Pick<Ledger, 'postIn'> }

/** The account of the house at which a report says that money has arrived. */
const placeOf = ({ kind, place }: Report): HouseAccountName =>
  kind === 'transfer' ? house.bank(place) : house.gateway(place)
const suspenseOf = ({ place }: Report): HouseAccountName => house.suspense(place)

/** Journals name transfers and payments apart, as they did when each had numbers of its own. */
const keyOf = (what: string, { kind, id }: Report, turn?: number): string =>
  [what, kind === 'transfer' ? 'bank' : 'gateway', id, ...(turn === undefined ? [] : [turn])].join(':')

/** The facts in every journal about a report that is nobody's. */
const factsOf = (row: Report): Facts<'suspense', 'single'> =>
  row.kind === 'transfer'
    ? { accountNo: row.place, reference: row.reference }
    : { gateway: row.place, paymentId: row.paymentId, eventId: row.reference }

/**
 * The account of the house that has a report's money by the books: of a payment the bank's once the bank has
 * reported it, too (see `explain`), else the gateway's.
 */
async function holderOf(tx: Tx, row: Report): Promise<HouseAccountName> {
  if (row.kind === 'transfer') return placeOf(row)
  const [transfer] = await selectTransfers(
    tx,
    `t.same_as_id = $1 and t.state = 'matched' and t.reported_at is not null order by t.id limit 1`,
    [row.id],
  )
  return placeOf(transfer ?? row)
}

/**
 * Reports that the transaction has stored or reopened and not yet put into suspense: no other transaction can
 * leave any.
 */
const toSuspend = `not t.in_suspense and (t.state = 'returning' or (t.state in ('waiting', 'in-doubt') and t.reported_at is not null))`

/**
 * Puts the money of every report into suspense that waits since this transaction, and brings it to the desk.
 * The last step of whatever stores or reopens reports: until here they may still be credited.
 */
export async function suspendWaiting(needs: Needs & Pick<Context, 'desk'>, tx: Tx): Promise<void> {
  for (const row of await selectReports(tx, `${toSuspend} order by t.id`, [])) {
    await suspend(needs, tx, row, await holderOf(tx, row))
  }
}

/** @param from the account of the house that has the money */
async function suspend(
  { ledger, desk }: Needs & Pick<Context, 'desk'>,
  tx: Tx,
  row: Report,
  from: HouseAccountName,
): Promise<void> {
  const [kept] = await rawQuery<{ turn: number }>(
    tx,
    `update deposit_reports set in_suspense = true, suspense_turn = suspense_turn + 1 where id = $1
     returning suspense_turn as turn`,
    [row.id],
  )
  await ledger.postIn(tx, {
    key: keyOf('suspense', row, kept?.turn),
    kind: 'suspense',
    legs: between(row, from, suspenseOf(row)),
    meta: factsOf(row),
  })
  desk.changed(tx, 'report', [row.id])
}

/**
 * Puts the money of a report into suspense whose credit was taken back: it is where the reversal has brought
 * it. One that was in suspense before the credit is there again by the reversal itself.
 * @param legs of the reversal
 */
export async function suspendAgain(
  needs: Needs & Pick<Context, 'desk'>,
  tx: Tx,
  row: Report,
  legs: readonly Leg[],
): Promise<void> {
  const isBack = legs.some(({ account }) => 'house' in account && account.house === suspenseOf(row))
  if (isBack) await rawQuery(tx, 'update deposit_reports set in_suspense = true where id = $1', [row.id])
  else if (row.reportedAt !== null) await suspend(needs, tx, row, placeOf(row))
}

/**
 * Where a report's money is: in suspense if it waits there, else at its place.
 * @param amountMinor what arrived according to the person who decided, where the report has another amount:
 *   the place makes up the difference
 */
export function sourcesOf(row: Report, amountMinor: number): Source[] {
  const suspendedMinor = row.inSuspense ? row.amountMinor : 0
  return [
    { house: suspenseOf(row), amountMinor: suspendedMinor },
    { house: placeOf(row), amountMinor: amountMinor - suspendedMinor },
  ]
}

/**
 * Takes a report out of suspense that is no money of its own. Where a gateway's payment was booked for the
 * money of a transfer, this clears the gateway's account: the bank has the money, whichever report came
 * first.
 * @param facts the ids of the other reports of the money; the payment that it was booked as; the operator who
 *   decided so
 */
export async function explain(
  { ledger }: Needs,
  tx: Tx,
  row: Report,
  {
    sameAs,
    bookedAs,
    operatorId,
  }: { sameAs: number[]; bookedAs?: Report | undefined; operatorId?: string | undefined },
): Promise<void> {
  // A transfer that only a slip has reported is not in the books.
  const isBooked = row.inSuspense || (row.reportedAt !== null && bookedAs !== undefined)
  if (!isBooked) return
  await ledger.postIn(tx, {
    key: row.inSuspense ? keyOf('explained', row, row.suspenseTurn) : keyOf('cleared', row),
    kind: 'suspense-explained',
    legs: between(
      row,
      row.inSuspense ? suspenseOf(row) : placeOf(row),
      bookedAs ? placeOf(bookedAs) : await holderOf(tx, row),
    ),
    meta: { ...factsOf(row), sameAs, ...(operatorId && { operatorId }) },
  })
}

/** Posts a return that the bank or the gateway has sent to the sender. */
export async function postReturn(
  { ledger }: Needs,
  tx: Tx,
  row: Report,
  facts: { operatorId: string; returnReference: string },
): Promise<void> {
  await ledger.postIn(tx, {
    key: keyOf('return', row),
    kind: 'suspense-return',
    legs: between(row, suspenseOf(row), await holderOf(tx, row)),
    meta: { ...factsOf(row), ...facts },
  })
}

/** Whether a payment's money is in the books as its own: credited, or in suspense while it is nobody's. */
export const isBooked = ({ state, inSuspense }: Report): boolean => state === 'credited' || inSuspense

function between(
  { currency: asset, amountMinor }: Report,
  from: HouseAccountName,
  to: HouseAccountName,
): Leg[] {
  return [
    { account: { house: from }, asset, amountMinor: -amountMinor },
    { account: { house: to }, asset, amountMinor },
  ]
}
