import type { Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { type Ending, recordEndings } from '../../outcome/public.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { creditedEnding } from '../posting.ts'
import { closeLink, keepOpen, selectOpenLinks } from './open-link-store.ts'
import { endOthers, failSlip, parkSlip, type SlipPlace, succeedSlip } from './slip-end.ts'
import { waitsForPerson } from './states.ts'
import { type Payment, type Report, selectReports, type Transfer } from './store.ts'

/**
 * How a slip or a payment of a code ends for its member, where it was found to be money that is known already
 * (rules.md §21). Nothing has ended while that money may still be sent back or be credited: the end comes
 * with the money's own.
 */

/** A payment whose member is known. */
export type OwnPayment = Payment & { memberId: string }

type Needs = Pick<Context, 'clock' | 'sockets' | 'desk'>

/** The outcome of money that a member waits for: their own credit, where that is one. */
type Became =
  | { isCredited: true; amountMinor: number; journalKey: string }
  | 'open'
  | 'returned'
  | 'elsewhere'

function becameOf(memberId: string, moneys: readonly Report[]): Became {
  const own = moneys.find((report) => report.memberId === memberId && report.journalKey)
  if (own?.journalKey) return { isCredited: true, amountMinor: own.amountMinor, journalKey: own.journalKey }
  // Somebody has still to say whose it is, or whether it was sent back.
  if (moneys.some(({ state }) => waitsForPerson(state))) return 'open'
  return moneys.every(({ state }) => state === 'returned') ? 'returned' : 'elsewhere'
}

const idsOf = (moneys: readonly Report[]): number[] => moneys.map(({ id }) => id)

/**
 * Ends a payment whose money is one of these, or keeps its end open.
 * @param codeId of the code that it pays
 */
export async function endPayment(
  { clock }: Needs,
  tx: Tx,
  { id, memberId, amountMinor, currency, place: from }: OwnPayment,
  moneys: readonly Report[],
  codeId?: string,
): Promise<void> {
  const became = becameOf(memberId, moneys)
  if (became === 'open') return keepOpen(tx, { reportId: id }, { memberId, sameAs: idsOf(moneys) })
  await closeLink(tx, { reportId: id })
  const at = clock.now()
  const awaited = { kind: 'qr', source: codeId ?? `payment-${id}`, from } as const
  const ending: Ending =
    typeof became === 'object'
      ? creditedEnding(
          { memberId, currency, amountMinor: became.amountMinor, key: became.journalKey, postedAt: at },
          awaited,
        )
      : {
          key: `linked:payment-${id}`,
          memberId,
          result: became === 'returned' ? 'RETURNED' : 'REFUSED',
          reason: became === 'returned' ? null : 'CREDITED_ELSEWHERE',
          amountMinor,
          currency,
          at,
          ...awaited,
        }
  await recordEndings(tx, [ending])
}

/**
 * Ends the slip of a matched transfer, or keeps its end open: a success where its member was credited.
 * @param slip its id, and whose it is
 */
export async function endSlip(
  needs: Needs,
  tx: Tx,
  row: Transfer,
  slip: { id: string; memberId: string; operatorId?: string | undefined },
  moneys: readonly Report[],
): Promise<void> {
  const { id, memberId, operatorId } = slip
  const became = becameOf(memberId, moneys)
  if (typeof became === 'object') return succeed(needs, tx, id, { ...placeOf(row, operatorId), ...became })
  if (became === 'open') {
    await parkSlip(needs, tx, id, placeOf(row, operatorId))
    return keepOpen(tx, { slipId: id }, { memberId, sameAs: idsOf(moneys) })
  }
  const note = became === 'returned' ? 'RETURNED' : 'SLIP_REFNO_DUPLICATED'
  await failSlip(needs, tx, id, note, operatorId)
}

/**
 * Ends the things that waited for the end of a report, in the transaction that decides about it; also
 * notifies its members, because what is under way is shown by that. Run it under `lockAmount`, when the
 * decision is stored.
 * @param same the reports whose money it has turned out to be
 */
export async function endLinked(
  needs: Needs,
  tx: Tx,
  decided: Report,
  same: readonly Report[] = [],
): Promise<void> {
  for (const { linked, memberId, sameAs } of await selectOpenLinks(tx, decided.id)) {
    const left = sameAs.filter((id) => same.length === 0 || id !== decided.id)
    const moneys = [...(await selectReports(tx, 't.id = any($1::bigint[])', [left])), ...same]
    const matched = 'reportId' in linked ? ['t.id', linked.reportId] : ['t.slip_id', linked.slipId]
    // A slip that shows the very transfer that was decided has no report of its own.
    const [row = decided] = await selectReports(tx, `t.state = 'matched' and ${matched[0]} = $1`, [
      matched[1],
    ])
    if ('slipId' in linked && row.kind === 'transfer')
      await endSlip(needs, tx, row, { id: linked.slipId, memberId }, moneys)
    else if ('reportId' in linked && row.kind === 'payment' && row.id === linked.reportId)
      await endPayment(needs, tx, { ...row, memberId }, moneys)
    notifyDepositsChanged(needs, [memberId], tx)
  }
}

/**
 * Ends a slip as a success, and other slips of the same transfer with it.
 * @param credited the credit; its amount is shown to the member
 */
export async function succeed(
  needs: Needs,
  tx: Tx,
  slipId: string,
  credited: SlipPlace & { journalKey: string },
): Promise<void> {
  await succeedSlip(needs, tx, slipId, credited)
  notifyDepositsChanged(needs, await endOthers(needs, tx, slipId), tx)
}

export const placeOf = (row: Transfer, operatorId: string | undefined): SlipPlace => ({
  amountMinor: row.amountMinor,
  currency: row.currency,
  houseBankCode: row.houseBankCode,
  houseAccountNo: row.place,
  operatorId,
})
