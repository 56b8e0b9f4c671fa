import { fromMinor } from '@krapao/contract/money.ts'
import type { SlipNote } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import type { ReasonCode } from '@krapao/contract/slices/desk/reason-codes.ts'
import { type DeskEntry, type DeskQueue, evidenceOf, type Superseded } from '../../../desk/queue.ts'
import { makeDue } from '../../../outside/work.ts'
import { rawQuery, type Tx } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { type HouseAccount, selectHouses } from '../../house/public.ts'
import { notifyDepositsChanged, notifyRefused } from '../notify.ts'
import { counterpartOf } from '../reports/entries.ts'
import { readMatchLimits, selectSlipPayments } from '../reports/match-store.ts'
import { reversesReports } from '../reports/reversal.ts'
import { slipEnd } from '../reports/review-ends.ts'
import { failSlip } from '../reports/slip-end.ts'
import { type Credit, creditSlip, openSlip, type ReadSlip } from './credit.ts'
import { mayAskVerifier, slipEvidence } from './evidence.ts'
import { type DeskSlip, selectDeskSlips, waitingSlips } from './list-store.ts'
import type { SlipDeskReason } from './rules.ts'
import { lockSlip, type SlipRow } from './store.ts'

/**
 * Slips that a person decides about (rules.md §5.1): the transfer's owner is unclear, or the verifier does
 * not answer. Approving credits the member who uploaded; refusing ends the slip and gives its claim back, and
 * nothing was credited.
 */
export function slipDesk(context: Context): DeskQueue {
  const { db, files } = context
  return {
    ...reversesReports(context, 'slip'),
    name: 'slip',
    refusalInDoubt: false,
    referenceNeeded: false,
    waiting: [waitingSlips],
    async entries(ids) {
      const slips = await selectDeskSlips(db, ids)
      const asked = slips.map((slip) => ({ ...slip, amountsMinor: amountsOf(slip) }))
      const payments = await selectSlipPayments(db, asked, await readMatchLimits(db))
      return slips.map((slip) => ({
        ...toEntry(slip, slip.file && files.link(slip.file)),
        counterparts: (payments.get(slip.id) ?? []).map(counterpartOf),
      }))
    },
    evidence: (entry) => slipEvidence(context, entry),
    async askOutside(tx, entry, clock) {
      if (!mayAskVerifier(entry)) throw new Refusal('NO_DATA')
      return makeDue(tx, { kind: 'slip', key: entry.id }, clock)
    },
    ended: (id) => slipEnd(db, id),
    async decide(tx, id, { choice, operatorId, reasonCode, amountMinor: named }) {
      const slip = await openSlip(tx, id)
      if (!slip) throw new Refusal('NO_DATA')
      if (slip.status !== 'PENDING') throw new Refusal('ALREADY_DECIDED')
      if (slip.deskReason === null) throw new Refusal('NO_DATA')
      notifyDepositsChanged(context, [slip.memberId], tx)
      if (choice === 'refuse') {
        await failSlip(context, tx, id, refusalOf(slip, reasonCode), operatorId)
        notifyRefused(context, slip, tx)
        return undefined
      }
      const known = knownAmount(slip)
      // The verifier has answered while the operator looked, and the amount decides who may approve.
      if (named !== undefined && known !== null && known !== named) throw new Refusal('ALREADY_DECIDED')
      const amountMinor = known ?? named
      if (!amountMinor) throw new Refusal('INVALID_AMOUNT')
      return approve(context, tx, slip, { house: await houseOf(tx, slip), amountMinor, operatorId })
    },
  }
}

/**
 * Credits a slip. If its transfer was credited or sent back meanwhile, the slip ends accordingly and the
 * operator is shown that.
 */
async function approve(
  context: Context,
  tx: Tx,
  slip: ReadSlip,
  credit: Credit,
): Promise<Superseded | undefined> {
  const settlement = await creditSlip(context, tx, slip, credit)
  // Something else has to be decided first, and this one waits on.
  if (settlement.outcome === 'wait') throw new Refusal('ALREADY_DECIDED')
  if (settlement.outcome === 'in-doubt') return 'IN_DOUBT'
  if (settlement.outcome === 'sent-back') return 'SENT_BACK'
  if (settlement.outcome === 'reject') {
    await failSlip(context, tx, slip.id, settlement.note)
    return settlement.note === 'SLIP_REFNO_DUPLICATED' ? 'CREDITED' : 'SENT_BACK'
  }
  // The bank's feed had credited the member, with an amount of its own: the slip is matched to that.
  const ended = await lockSlip(tx, slip.id)
  return ended?.amountMinor === credit.amountMinor ? undefined : 'CREDITED'
}

/** The amount that nobody doubts. */
const knownAmount = ({ amountMinor, deskReason }: SlipRow): number | null =>
  deskReason === 'AMOUNT_DIFFERS' ? null : amountMinor

/** The amounts that it may be of, each once. */
const amountsOf = ({ amountMinor, feedAmountMinor, statedAmountMinor }: DeskSlip): number[] => [
  ...new Set([amountMinor, feedAmountMinor, statedAmountMinor].filter((amount) => amount !== null)),
]

/** Why the member's slip failed: what the operator said; without a code, what the slip waited for. */
const refusalOf = ({ deskReason }: SlipRow, code?: ReasonCode): SlipNote =>
  (code && said[code]) ?? (deskReason && refusals[deskReason]) ?? 'UNKNOW_ERROR'

/**
 * The reasons that members are given for the codes of the desk. No slip is called forged to the face of the
 * person who sent it.
 */
const said: Partial<Record<ReasonCode, SlipNote>> = {
  NOT_ARRIVED: 'NOT_ARRIVED',
  NOT_OUR_ACCOUNT: 'DEST_ACC_INVALID',
  ALREADY_CREDITED: 'SLIP_REFNO_DUPLICATED',
  UNREADABLE: 'INVALID_SLIP',
  OTHERS_MONEY: 'NOT_MATCH',
  FORGED: 'INVALID_SLIP',
}

const refusals: Partial<Record<SlipDeskReason, SlipNote>> = {
  NAME_UNCLEAR: 'NOT_MATCH',
  RECEIVER_UNCLEAR: 'DEST_ACC_INVALID',
  MAYBE_QR: 'SLIP_REFNO_DUPLICATED',
}

/**
 * Where the money is. Of a slip that the verifier is silent about: where the bank's feed saw its reference,
 * else where the member said, else the first account of the house in the member's currency.
 */
async function houseOf(tx: Tx, slip: ReadSlip): Promise<HouseAccount> {
  const houses = await selectHouses(tx)
  const [reported] = await rawQuery<{ accountNo: string }>(
    tx,
    `select place as "accountNo" from deposit_reports
     where kind = 'transfer' and place = any($1::text[]) and reference = $2 order by id limit 1`,
    [houses.map(({ accountNo }) => accountNo), slip.reference],
  )
  const own = houses.filter(({ currency }) => currency === slip.currency)
  const house =
    own.find(({ accountNo }) => accountNo === slip.houseAccountNo) ??
    own.find(({ accountNo }) => accountNo === reported?.accountNo) ??
    own.find(({ bankCode }) => bankCode === slip.statedBank) ??
    own[0]
  if (!house) throw new Refusal('NO_BANK')
  return house
}

const shown = (amountMinor: number | null): string | null =>
  amountMinor === null ? null : fromMinor(amountMinor).toFixed(2)

const toEntry = (slip: DeskSlip, picture: string | null): DeskEntry => {
  const amountMinor = knownAmount(slip)
  const evidence = evidenceOf([
    ['amount', shown(slip.amountMinor)],
    ['feedAmount', shown(slip.feedAmountMinor)],
    ['statedAmount', shown(slip.statedAmountMinor)],
    ['statedBank', slip.statedBank],
    ['fromBank', slip.fromBank],
    ['fromAccountNo', slip.fromAccountNo],
    ['fromName', slip.fromName],
    ['toBank', slip.toBank],
    ['toAccountNo', slip.toAccountNo],
    ['toName', slip.toName],
    ['bankCode', slip.houseBankCode],
    ['accountNo', slip.houseAccountNo],
    ['sendingBank', slip.bankCode],
    ['reference', slip.reference],
    ['sentAt', slip.sentAt?.toISOString()],
    ['uploadedAt', slip.createdAt.toISOString()],
    ['verifierAnswer', slip.deskReason === 'VERIFIER_SILENT' ? slip.lastReason : null],
  ])
  return {
    id: slip.id,
    createdAt: slip.createdAt.toISOString(),
    memberId: slip.memberId,
    amount: amountMinor === null ? null : fromMinor(amountMinor),
    currency: slip.currency,
    reason: slip.deskReason ?? 'VERIFIER_SILENT',
    evidence,
    reportedBy: ['SLIP'],
    picture,
  }
}
