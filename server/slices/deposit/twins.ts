import { memberRoom } from '@krapao/contract/events.ts'
import { type Tx, whenCommitted } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { endOthers, failSlip, parkSlip, succeedSlip } from './slip-store.ts'
import { areTwins, type TwinLimits } from './twin-rules.ts'
import {
  inOrder,
  keepState,
  lockTransfer,
  selectDoubtfulNear,
  selectTwins,
  type Transfer,
  toldOf,
} from './twin-store.ts'

/**
 * One transfer is one credit, also when slip and feed tell of it under different references (rules.md §5.2,
 * docs/decisions/0011). What keeps the sum right: no two transfers are ever credited of which a slip told one and the feed
 * the other and which may be the same, except by a person. Of two slips, or two reports, each is a transfer of its own.
 * Everything here runs under `lockAmount`.
 */

export type Settled = 'credited' | 'linked' | 'doubtful'

type Needs = Pick<Context, 'ledger' | 'clock' | 'sockets'>

/** Who pays whom by whose decision; `amountMinor` where it is another than the transfer's. */
export interface Settlement {
  memberId: string
  operatorId?: string | undefined
  amountMinor?: number
}

/**
 * Settles a transfer whose member is known: credits it, unless it may be one that was credited by the other way. If it
 * certainly is, it is linked to that; else it waits for a person.
 */
export async function settle(
  needs: Needs,
  tx: Tx,
  transfer: Transfer,
  settlement: Settlement,
  limits: TwinLimits,
): Promise<Settled> {
  const { memberId, operatorId } = settlement
  const row = { ...transfer, memberId }
  const twins = (await selectTwins(tx, [row], limits)).get(row.id) ?? []
  if (twins.length === 0) {
    await credit(needs, tx, row, settlement, limits)
    return 'credited'
  }
  const certain = twins.filter((twin) => {
    const [feed, slip] = inOrder(row, twin)
    return areTwins(toldOf(feed), toldOf(slip))
  })
  const [twin, another] = certain
  if (twin && !another) {
    await link(needs, tx, row, [twin], settlement, limits)
    return 'linked'
  }
  if (transfer.state !== 'doubtful') {
    await keepState(tx, row.id, { state: 'doubtful', memberId, operatorId })
    if (row.slipId) await parkSlip(tx, row.slipId, placeOf(row, operatorId))
  }
  return 'doubtful'
}

/** Credits a transfer, once: its row says so for good. */
export async function credit(
  needs: Needs,
  tx: Tx,
  row: Transfer,
  { memberId, operatorId, amountMinor = row.amountMinor }: Settlement,
  limits: TwinLimits,
): Promise<void> {
  const { houseBankCode: bankCode, houseAccountNo: accountNo, reference, currency: asset, slipId } = row
  const key = slipId ? `slip:${row.slipBankCode}:${reference}` : `bank:${accountNo}:${reference}`
  await keepState(tx, row.id, { state: 'credited', memberId, journalKey: key, operatorId })
  if (slipId) await succeed(needs, tx, slipId, { ...placeOf(row, operatorId), amountMinor, journalKey: key })
  const sentAt = slipId ? row.slipSentAt : row.sentAt
  await needs.ledger.postIn(tx, {
    key,
    kind: 'deposit',
    memberId,
    legs: [
      { account: { house: `bank:${accountNo}` }, asset, amountMinor: -amountMinor },
      { account: { member: memberId, name: 'wallet' }, asset, amountMinor },
    ],
    meta: {
      source: slipId ? 'slip' : 'bank-feed',
      bankCode,
      accountNo,
      reference,
      ...(slipId && { slipId }),
      ...(row.fromBank && { fromBank: row.fromBank }),
      ...(sentAt && { sentAt: sentAt.toISOString() }),
      ...(operatorId && { operatorId }),
    },
  })
  await tell(needs, tx, [memberId])
  await settleAround(needs, tx, row, limits)
}

/**
 * Links a transfer to the one that it is: nothing is credited, and its slip is a success where the money is its member's.
 * @param twins nearest first. Of several it is not known which one it is, so that each may still be the same as another.
 */
export async function link(
  needs: Needs,
  tx: Tx,
  row: Transfer,
  twins: [Transfer, ...Transfer[]],
  { memberId, operatorId }: Settlement,
  limits: TwinLimits,
): Promise<void> {
  const [twin, another] = twins
  await keepState(tx, row.id, { state: 'linked', memberId, operatorId, ...(!another && { twinId: twin.id }) })
  const { slipId } = row
  const own = twins.find((one) => one.memberId === memberId)
  if (slipId && own?.journalKey) {
    const { amountMinor, journalKey } = own
    await succeed(needs, tx, slipId, { ...placeOf(row, operatorId), amountMinor, journalKey })
  } else if (slipId) {
    await failSlip(tx, slipId, 'SLIP_REFNO_DUPLICATED', needs.clock.now(), operatorId)
  }
  await tell(needs, tx, [memberId])
  if (!another) await settleAround(needs, tx, twin, limits)
}

/**
 * Looks again at what waits around a transfer that was credited, or has been found to be told by slip and feed: some of it
 * may be certain now.
 */
export async function settleAround(
  needs: Needs,
  tx: Tx,
  around: Transfer,
  limits: TwinLimits,
): Promise<void> {
  for (const id of await selectDoubtfulNear(tx, around, limits)) {
    const row = await lockTransfer(tx, id)
    // One that was settled with another of them has left.
    if (row?.state !== 'doubtful' || !row.memberId) continue
    await settle(needs, tx, row, { memberId: row.memberId }, limits)
  }
}

/** Ends a slip well, and its rivals with it. @param credited the credit; its amount is what the member is shown */
export async function succeed(
  needs: Needs,
  tx: Tx,
  slipId: string,
  credited: Parameters<typeof succeedSlip>[2],
): Promise<void> {
  const now = needs.clock.now()
  await succeedSlip(tx, slipId, credited, now)
  await tell(needs, tx, await endOthers(tx, slipId, now))
}

export const placeOf = (row: Transfer, operatorId: string | undefined) => ({
  amountMinor: row.amountMinor,
  currency: row.currency,
  houseBankCode: row.houseBankCode,
  houseAccountNo: row.houseAccountNo,
  operatorId,
})

const tell = ({ sockets }: Needs, tx: Tx, memberIds: string[]): Promise<void> =>
  whenCommitted(tx, () => {
    for (const memberId of memberIds) sockets.emit(memberRoom(memberId), 'deposits-changed')
  })
