import { memberRoom } from '@krapao/contract/events.ts'
import { rawQuery, type Tx, whenCommitted } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import type { Receiver, SlipNote } from './slip-rules.ts'
import { lockSlip, type SlipRow } from './slip-store.ts'

/** A slip whose mini-QR was read. */
export type ReadSlip = SlipRow & { bankCode: string; reference: string }

/** What became of a slip that was to be credited. */
export type Settlement =
  | { outcome: 'credited' }
  | { outcome: 'reject'; note: SlipNote }
  /** Another slip of the same transfer is being looked at. */
  | { outcome: 'wait' }
  /** The bank's feed told another amount. */
  | { outcome: 'amount-differs' }

export interface Credit {
  house: Receiver
  amountMinor: number
  /** The operator who decided it, where one did. */
  operatorId?: string
}

/** Makes everything that concerns the slips of one transfer come one after the other, over all nodes. */
const inTurn = (tx: Tx, bankCode: string, reference: string): Promise<unknown> =>
  rawQuery(tx, `select pg_advisory_xact_lock(hashtextextended($1, 7201010))`, [`${bankCode} ${reference}`])

/**
 * Locks a slip until the transaction ends, the turn before the row, as everybody here does.
 * @returns undefined where there is none, or its mini-QR was not read
 */
export async function openSlip(tx: Tx, id: string): Promise<ReadSlip | undefined> {
  const [told] = await rawQuery<{ bankCode: string | null; reference: string | null }>(
    tx,
    'select bank_code as "bankCode", reference from slips where id = $1',
    [id],
  )
  if (!told?.bankCode || !told.reference) return undefined
  await inTurn(tx, told.bankCode, told.reference)
  return (await lockSlip(tx, id)) as ReadSlip | undefined
}

/**
 * Claims the slip's transfer (rules.md §5.1): of several slips of it one goes on. One that is credited keeps the claim for
 * good; so does the member's own. While somebody else's is being looked at, this one waits: a stolen picture must not burn its
 * owner's deposit. One that only waits for a person loses the claim to another member's.
 */
export async function claimTransfer(tx: Tx, slip: ReadSlip): Promise<'claimed' | 'duplicate' | 'wait'> {
  await inTurn(tx, slip.bankCode, slip.reference)
  const holders = await rawQuery<Pick<SlipRow, 'memberId' | 'status' | 'deskReason'>>(
    tx,
    `select member_id as "memberId", status, desk_reason as "deskReason" from slips
     where bank_code = $1 and reference = $2 and id <> $3
       and (claims or (member_id = $4 and status = 'PENDING' and desk_reason is not null))`,
    [slip.bankCode, slip.reference, slip.id, slip.memberId],
  )
  if (holders.some(({ status, memberId }) => status === 'SUCCESS' || memberId === slip.memberId))
    return 'duplicate'
  if (holders.some(({ deskReason }) => deskReason === null)) return 'wait'
  if (holders.length > 0) {
    await rawQuery(tx, 'update slips set claims = false where bank_code = $1 and reference = $2 and claims', [
      slip.bankCode,
      slip.reference,
    ])
  }
  await rawQuery(
    tx,
    `update slips set claims = true, step = case step when 'read' then 'look-up' else step end
     where id = $1 and status = 'PENDING'`,
    [slip.id],
  )
  return 'claimed'
}

/**
 * Credits a slip in the caller's transaction, with its claim's final state; at most once, whatever comes at the same
 * moment. The bank's feed may know the transfer: both meet in the row of `bank_transfers` under the account of the house
 * and the reference. Whichever is second finds the credit and is linked to it (rules.md §5.2).
 * @param slip of `openSlip`, and still open
 */
export async function creditSlip(
  { ledger, clock, sockets }: Pick<Context, 'ledger' | 'clock' | 'sockets'>,
  tx: Tx,
  slip: ReadSlip,
  credit: Credit,
): Promise<Settlement> {
  const claim = await claimTransfer(tx, slip)
  if (claim === 'wait') return { outcome: 'wait' }
  if (claim === 'duplicate') return { outcome: 'reject', note: 'SLIP_REFNO_DUPLICATED' }
  const { id, memberId, bankCode, reference } = slip
  const { house, amountMinor, operatorId } = credit
  const key = `slip:${bankCode}:${reference}`
  const known = await meetFeed(tx, slip, credit, key, clock.now())
  if (known?.state === 'returned') return { outcome: 'reject', note: 'UNKNOW_ERROR' }
  if (known?.state === 'credited' && known.memberId !== memberId) {
    return { outcome: 'reject', note: 'SLIP_REFNO_DUPLICATED' }
  }
  if (known && known.amountMinor !== amountMinor && operatorId === undefined)
    return { outcome: 'amount-differs' }

  const journalKey = known?.state === 'credited' ? known.journalKey : key
  await rawQuery(
    tx,
    `update slips set status = 'SUCCESS', settled_at = $2, step = 'none', claimed_until = null, amount_minor = $3,
       currency = $4, house_bank_code = $5, house_account_no = $6, journal_key = $7, operator_id = $8
     where id = $1`,
    [
      id,
      clock.now(),
      known?.state === 'credited' ? known.amountMinor : amountMinor,
      house.currency,
      house.bankCode,
      house.accountNo,
      journalKey,
      operatorId ?? null,
    ],
  )
  await endOthers({ clock, sockets }, tx, slip)
  if (known?.state === 'credited') {
    await rawQuery(tx, 'update bank_transfers set slip_id = $2 where id = $1', [known.id, id])
    return { outcome: 'credited' }
  }
  if (known) {
    await rawQuery(
      tx,
      `update bank_transfers set state = 'credited', member_id = $2, journal_key = $3, slip_id = $4 where id = $1`,
      [known.id, memberId, key, id],
    )
  }
  const asset = house.currency
  await ledger.postIn(tx, {
    key,
    kind: 'deposit',
    memberId,
    legs: [
      { account: { house: `bank:${house.bankCode}` }, asset, amountMinor: -amountMinor },
      { account: { member: memberId, name: 'wallet' }, asset, amountMinor },
    ],
    meta: {
      source: 'slip',
      bankCode: house.bankCode,
      accountNo: house.accountNo,
      reference,
      slipId: id,
      ...(slip.fromBank && { fromBank: slip.fromBank }),
      ...(slip.sentAt && { sentAt: slip.sentAt.toISOString() }),
      ...(operatorId && { operatorId }),
    },
  })
  return { outcome: 'credited' }
}

interface Known {
  id: number
  state: 'credited' | 'unmatched' | 'returned'
  amountMinor: number
  memberId: string | null
  journalKey: string | null
}

/**
 * Writes the transfer where the feed would write it, as credited by this slip. The feed's own report in another
 * transaction waits here for this one's end, or this one for the feed's.
 * @returns what the feed wrote before; undefined when the slip is first
 */
async function meetFeed(
  tx: Tx,
  slip: ReadSlip,
  { house, amountMinor }: Credit,
  journalKey: string,
  now: Date,
): Promise<Known | undefined> {
  const [made] = await rawQuery(
    tx,
    `insert into bank_transfers (house_bank_code, house_account_no, currency, reference, amount_minor, sent_at, from_bank,
       from_account_no, from_name, state, member_id, journal_key, received_at, slip_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'credited', $10, $11, $12, $13)
     on conflict (house_account_no, reference) do nothing returning id`,
    [
      house.bankCode,
      house.accountNo,
      house.currency,
      slip.reference,
      amountMinor,
      slip.sentAt ?? slip.createdAt,
      slip.fromBank ?? '',
      slip.fromAccountNo ?? '',
      slip.fromName ?? '',
      slip.memberId,
      journalKey,
      now,
      slip.id,
    ],
  )
  if (made) return undefined
  const [known] = await rawQuery<Known>(
    tx,
    `select id, state, amount_minor as "amountMinor", member_id as "memberId", journal_key as "journalKey"
     from bank_transfers where house_account_no = $1 and reference = $2 for update`,
    [house.accountNo, slip.reference],
  )
  return known
}

/** Other slips of the transfer that still wait have come too late, and their members are told. */
async function endOthers(
  { clock, sockets }: Pick<Context, 'clock' | 'sockets'>,
  tx: Tx,
  { id, bankCode, reference }: ReadSlip,
): Promise<void> {
  const ended = await rawQuery<{ memberId: string }>(
    tx,
    `update slips set status = 'FAILED', note = 'SLIP_REFNO_DUPLICATED', settled_at = $4, step = 'none',
       claims = false, claimed_until = null
     where bank_code = $1 and reference = $2 and id <> $3 and status = 'PENDING' returning member_id as "memberId"`,
    [bankCode, reference, id, clock.now()],
  )
  await whenCommitted(tx, () => {
    for (const { memberId } of ended) sockets.emit(memberRoom(memberId), 'deposits-changed')
  })
}
