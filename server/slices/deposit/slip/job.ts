import { readAccountNo } from '@krapao/contract/sender.ts'
import type { SlipNote } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import { type Attempt, ask } from '../../../outside/attempts.ts'
import { type Held, orLater } from '../../../outside/follow-up.ts'
import { type Claim, claim, claimDue, finishSlip, postpone, release } from '../../../outside/work.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Tx, transaction } from '../../../platform/database.ts'
import { PoolClosed } from '../../../platform/process-pool.ts'
import { findMember, type MemberAccount, selectMemberAccounts } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { type HouseAccount, selectHouses, selectOwnSources } from '../../house/public.ts'
import { readSlipLimits } from '../limits.ts'
import { notifyDepositsChanged, notifyRefused } from '../notify.ts'
import { visibleDigits } from '../payers/sender-rules.ts'
import { failSlip } from '../reports/slip-end.ts'
import { claimTransfer, creditSlip, openSlip, type ReadSlip, type Settlement } from './credit.ts'
import { selectLastEnds } from './list-store.ts'
import { kindOf } from './mini-qr.ts'
import { ReaderBusy, ReaderLate, type SlipReader } from './reader.ts'
import {
  doubtOf,
  evaluate,
  nextAttempt,
  type Party,
  type SenderDoubt,
  type SlipDeskReason,
  slipPendingMinutes,
  slipSilentMinutes,
  standingOf,
} from './rules.ts'
import {
  findSlip,
  isUnderWay,
  keepDeskReason,
  keepEvidence,
  keepReading,
  leaveToDesk,
  type SlipRow,
} from './store.ts'

/**
 * Seconds that a node has a slip to itself: longer than the hardest picture and the slowest verifier
 * together.
 */
const heldSeconds = 60
/** Seconds until a slip is taken up again whose turn did not come. */
const busySeconds = 2
/** Slips that one node works on at once. */
const atOnce = 4
/** Slips looked at in one sweep. */
const batchSize = 20
/**
 * Times that a picture may be missing, or its reading fail, before that is taken for an answer: a shared
 * folder may be slow.
 */
const maxReadings = 3
/**
 * The same where the machine was too busy for it or the folder could not be read, each time somewhat later.
 */
const maxLate = 10

/** The outcome of a look at a slip. */
type Step =
  | { to: 'fail'; note: SlipNote }
  /** `house`: where it most likely went; null where nothing says so. */
  | { to: 'desk'; reason: SlipDeskReason; house: HouseAccount | null }
  | { to: 'later'; reason: string; deskReason: SlipDeskReason | null }
  /** Credited, or somebody else has settled it. */
  | { to: 'nothing' }

const fail = (note: SlipNote): Step => ({ to: 'fail', note })
const later = (reason: string, deskReason: SlipDeskReason | null = null): Step => ({
  to: 'later',
  reason,
  deskReason,
})

/**
 * The job that takes slips from their picture to the money (rules.md §5.1). Each step is kept, so any node
 * may go on.
 */
export interface SlipJob {
  /** Takes up a slip that has just come in. */
  kick(id: string): void
  /** Takes up what is due. */
  sweep(): Promise<void>
  /** Waits for what was kicked. */
  settled(): Promise<void>
}

export function createSlipJob(context: Context, reader: SlipReader): SlipJob {
  const kicked = new Set<Promise<void>>()
  const work = (claimed: Claim) =>
    workOn(context, reader, claimed).catch((error) =>
      context.log.error({ err: error, slip: claimed.key }, 'slip not taken on'),
    )
  return {
    kick(id) {
      const working = claim(context, { kind: 'slip', key: id }, heldSeconds)
        .then((claimed) => claimed && work(claimed))
        .catch((error) => context.log.error({ err: error, slip: id }, 'slip not taken up'))
        .finally(() => kicked.delete(working))
      kicked.add(working)
    },
    async sweep() {
      let left = batchSize
      // One by one: a claim must not run out while its slip waits for the one before.
      const worker = async () => {
        while (left-- > 0) {
          const [claimed] = await claimDue(context, 'slip', { seconds: heldSeconds, limit: 1 })
          if (!claimed) return
          await work(claimed)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
    },
    async settled() {
      await Promise.all(kicked)
    },
  }
}

async function workOn(context: Context, reader: SlipReader, claimed: Claim): Promise<void> {
  const { db, log } = context
  const slip = await findSlip(db, claimed.key)
  // A person, the feed or another slip of the transfer has ended it.
  if (!slip || !isUnderWay(slip)) return finishSlip(db, claimed.key)
  const held = { claim: claimed, attempts: [] }
  await orLater(
    log,
    held,
    () => takeOn(context, reader, slip, held),
    async (reason) => wait(context, slip, held, { reason, deskReason: await silentReason(context, slip) }),
  )
  notifyDepositsChanged(context, [slip.memberId])
}

async function takeOn(context: Context, reader: SlipReader, slip: SlipRow, held: Held): Promise<void> {
  const { db } = context
  const { claim, attempts } = held
  let step: Step
  try {
    step = await look(context, reader, slip, claim.attempts, attempts)
  } catch (error) {
    // Any node may take it again.
    if (error instanceof PoolClosed) return release(context, claim)
    if (error instanceof ReaderBusy) return release(context, claim, busySeconds)
    throw error
  }
  if (step.to === 'later') return wait(context, slip, held, step)
  if (step.to === 'fail') await end(context, slip, step.note)
  if (step.to === 'desk') await leaveToDesk(context, slip.id, step.reason, step.house)
  context.attempts.note(claim, attempts)
  const after = await findSlip(db, slip.id)
  if (!after || !isUnderWay(after)) await finishSlip(db, slip.id)
}

const end = (context: Context, slip: SlipRow, note: SlipNote): Promise<void> =>
  transaction(context.db, async (tx) => {
    if (await failSlip(context, tx, slip.id, note)) notifyRefused(context, slip, tx)
  })

/** Lets a slip wait for its next look. */
async function wait(
  context: Context,
  slip: SlipRow,
  { claim, attempts }: Held,
  { reason, deskReason }: { reason: string; deskReason: SlipDeskReason | null },
): Promise<void> {
  const seconds = nextAttempt(claim.attempts, deskReason !== null)
  const isHeld = await postpone(context, claim, { seconds, reason, inReview: false }, attempts)
  if (isHeld && deskReason !== slip.deskReason) await keepDeskReason(context, slip.id, deskReason)
}

/** @param asked takes the question to the verifier and its answer */
async function look(
  context: Context,
  reader: SlipReader,
  slip: SlipRow,
  attempts: number,
  asked: Attempt[],
): Promise<Step> {
  const read =
    slip.reference === null ? await readPicture(context, reader, slip, attempts) : (slip as ReadSlip)
  if ('to' in read) return read
  if (!read.claims) {
    const claim = await transaction(context.db, (tx) => claimTransfer(tx, read))
    if (claim === 'duplicate') return fail('SLIP_REFNO_DUPLICATED')
    if (claim === 'wait') return later('CLAIMED_BY_ANOTHER')
  }
  return lookUp(context, read, asked)
}

async function readPicture(
  { db, files, log }: Context,
  reader: SlipReader,
  slip: SlipRow,
  attempts: number,
): Promise<ReadSlip | Step> {
  const isLast = attempts + 1 >= maxReadings
  let jpeg: Buffer | undefined
  try {
    jpeg = slip.file === null ? undefined : await files.read(slip.file)
  } catch (error) {
    // The folder is out of reach, or refuses: a person who looks at the log may mend it, and nobody waits for
    // it for ever.
    log.error({ err: error, slip: slip.id }, 'picture of a slip not read')
    return attempts + 1 >= maxLate ? fail('UPLOADED_FILE_NOT_EXIST') : later('READER_FAILED')
  }
  if (!jpeg) return isLast ? fail('UPLOADED_FILE_NOT_EXIST') : later('FILE_MISSING')
  const standing = standingOf(await selectLastEnds(db, slip.memberId, 1))
  let scan: Awaited<ReturnType<SlipReader['scan']>>
  try {
    scan = await reader.scan({ ...slip, standing }, jpeg)
  } catch (error) {
    if (error instanceof PoolClosed || error instanceof ReaderBusy) throw error
    log.error({ err: error, slip: slip.id }, 'slip not read')
    const isEnd = error instanceof ReaderLate ? attempts + 1 >= maxLate : isLast
    return isEnd ? fail('CANNOT_READ_CROPPED_IMAGE') : later('READER_FAILED')
  }
  if (scan.outcome === 'none') return fail('CANNOT_READ_CROPPED_IMAGE')
  if (scan.outcome === 'unstable') return fail('UNSTABLE_REFNO_ON_SLIP')
  await keepReading(db, slip.id, scan)
  return { ...slip, bankCode: scan.bankCode, reference: scan.reference }
}

/** Asks the verifier; nobody but it knows more than the reference (rules.md §5.1). */
async function lookUp(context: Context, slip: ReadSlip, asked: Attempt[]): Promise<Step> {
  const { clock, settings, slips } = context
  const { bankCode, reference } = slip
  const answer = await ask(clock, 'inspect', asked, () =>
    slips.lookUp({ kind: kindOf(bankCode), bankCode, reference }),
  )
  switch (answer.outcome) {
    case 'unknown':
      return fail('INVALID_SLIP')
    case 'unsupported':
      return { to: 'desk', reason: 'NOT_VERIFIABLE', house: null }
    case 'pending':
      return minutesSince(clock, slip) >= (await settings.get(slipPendingMinutes))
        ? fail('INVALID_SLIP')
        : later('PENDING')
    case 'uncertain':
      return later(answer.reason, await silentReason(context, slip))
    case 'found':
      return decide(context, slip, answer.transfer)
  }
}

/**
 * The review reason of a slip that the verifier cannot decide; null until it has waited long enough, or while
 * its reference is unknown.
 */
async function silentReason({ clock, settings }: Context, slip: SlipRow): Promise<SlipDeskReason | null> {
  const waitedMinutes = minutesSince(clock, slip)
  const isSilent = slip.reference !== null && waitedMinutes >= (await settings.get(slipSilentMinutes))
  return isSilent ? 'VERIFIER_SILENT' : slip.deskReason
}

const minutesSince = (clock: Clock, { createdAt }: SlipRow): number =>
  (clock.now().getTime() - createdAt.getTime()) / 60_000

/** Members' accounts that the sender's number can be; they stay as they are until the transaction ends. */
async function accountsLike(tx: Tx, { bank, accountNo }: Party): Promise<MemberAccount[]> {
  const shown = readAccountNo(accountNo, 0)
  return shown ? selectMemberAccounts(tx, bank, shown) : []
}

async function decide(
  context: Context,
  slip: ReadSlip,
  transfer: Parameters<typeof keepEvidence>[2],
): Promise<Step> {
  const { db, settings } = context
  const payer = await findMember(context, slip.memberId)
  if (!payer) return fail('UNKNOW_ERROR')
  await keepEvidence(context, slip, transfer)
  const [houses, ownSources] = [await selectHouses(db), await selectOwnSources(db)]
  const { uploadWithinMinutes: uploadMinutes } = await readSlipLimits(context)
  const minDigits = await settings.get(visibleDigits)
  const evaluation = evaluate(
    transfer,
    { uploadedAt: slip.createdAt, payer, houses, ownSources },
    { minDigits, uploadMinutes },
  )
  if (evaluation.outcome === 'reject') return fail(evaluation.note)
  if (evaluation.outcome === 'desk') return { to: 'desk', reason: evaluation.reason, house: evaluation.house }

  const { house } = evaluation
  const settlement = await transaction(
    db,
    async (tx): Promise<Settlement | { outcome: SenderDoubt } | undefined> => {
      const open = await openSlip(tx, slip.id)
      if (open?.status !== 'PENDING') return undefined
      const doubt = doubtOf(transfer.from, slip.memberId, await accountsLike(tx, transfer.from), minDigits)
      if (doubt) return { outcome: doubt }
      return creditSlip(context, tx, open, { house, amountMinor: transfer.amountMinor })
    },
  )
  switch (settlement?.outcome) {
    case 'account-changed':
      return later('ACCOUNT_CHANGED')
    case 'several-senders':
      return { to: 'desk', reason: 'NAME_UNCLEAR', house }
    case 'reject':
      return fail(settlement.note)
    case 'wait':
      return later('CLAIMED_BY_ANOTHER')
    case 'receiver-differs':
      return { to: 'desk', reason: 'RECEIVER_UNCLEAR', house }
    case 'amount-differs':
      return { to: 'desk', reason: 'AMOUNT_DIFFERS', house }
    case 'was-reversed':
      return { to: 'desk', reason: 'REVERSED', house }
    default:
      return { to: 'nothing' }
  }
}
