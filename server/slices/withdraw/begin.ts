import type { PostingOf } from '../../journals/posting.ts'
import { type Journal, own } from '../../ledger/public.ts'
import type { claimOfHold } from '../../platform/claims.ts'
import type { Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type KeptAccount, keepBankAccounts } from '../account/public.ts'
import type { Context } from '../context.ts'
import { type DayUsage, readDayUsage } from './day-usage-store.ts'
import { firstState, holdKey, judge, legsOf, masked, type State, type Terms } from './rules.ts'
import { insertingWithdrawals } from './store.ts'

/** A withdrawal that a member asks for. Amount in satang or att. */
export interface Asked {
  id: string
  memberId: string
  amountMinor: number
  /** The claim of the key under which it was requested (platform/claims.ts). */
  claim: ReturnType<typeof claimOfHold>
}

/**
 * Its present state; or why nothing was decided: another withdrawal of this member is written in the same
 * transaction (`superseded`), or a bonus is active that may end by being looked at (`has-bonus`).
 */
export type Begun = State | 'superseded' | 'has-bonus'

/** A withdrawal that is to be held, with the account that it goes to. */
type Due = Asked & KeptAccount & { state: 'APPROVED' | 'PENDING' }

/**
 * Begins withdrawals in one transaction (rules.md §6.3). The members' wallets are locked before anything
 * about them is read, and stay locked until the commit, so what is decided here stays true: nothing else is
 * withdrawn and no bonus is credited in between. The day is that of the hold's journal, whatever this node's
 * clock says. Each one that is refused is refused before anything is written, so that the others go on; the
 * money and the row are written by one statement.
 * @returns one outcome per withdrawal, in order; refusals as results: `NO_BANK`, `IDEMPOTENCY_CONFLICT`,
 *   `MONEY_NOT_ENOUGH`, and those of `judge`
 */
export async function beginIn(
  context: Pick<Context, 'ledger' | 'desk'>,
  tx: Tx,
  asked: Asked[],
  terms: Terms,
): Promise<(Begun | Error)[]> {
  const members = [...new Set(asked.map(({ memberId }) => memberId))]
  const accounts = await keepBankAccounts(tx, members)
  const { at, wallets } = await context.ledger.lockWalletsIn(tx, members, [own.withdrawing])
  const usages = await readDayUsage(
    tx,
    asked.map(({ id, memberId }) => ({ id, memberId, at })),
  )
  const due = new Map<string, Due>()
  const outcomes = asked.map((request, i) => {
    const { memberId } = request
    const decided = decide(
      request,
      usages[i] as DayUsage,
      terms,
      accounts.get(memberId),
      wallets.get(memberId),
    )
    if (decided instanceof Error || typeof decided === 'string') return decided
    // The next one of a member is counted once the row of the one before exists.
    if (due.has(memberId)) return 'superseded'
    due.set(memberId, decided)
    return decided
  })
  const written = await write(context, tx, [...due.values()], at)
  return outcomes.map((outcome) =>
    typeof outcome === 'string' || outcome instanceof Error
      ? outcome
      : (written.get(outcome) as State | Error),
  )
}

function decide(
  request: Asked,
  usage: DayUsage,
  terms: Terms,
  account: KeptAccount | undefined,
  wallet: 'locked' | Error | undefined,
): Due | Begun | Error {
  if (wallet instanceof Error) return wallet
  if (!account) return new Refusal('NO_BANK')
  try {
    const verdict = judge(request.amountMinor, account, usage, terms)
    if (verdict !== 'may') return verdict
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  // Nothing is locked of a member who never had a wallet; one that is made from now on waits for the next
  // request.
  if (!wallet) return new Refusal('MONEY_NOT_ENOUGH')
  const { autoLimitMinor } = terms.of[account.currency]
  const { recentMinor } = usage
  return { ...request, ...account, state: firstState(request.amountMinor, { recentMinor, autoLimitMinor }) }
}

/**
 * Holds the money of all, and inserts the rows of those that have it; what an operator has to approve comes
 * to the desk.
 * @returns the state or the refusal of each
 */
async function write(
  { ledger, desk }: Pick<Context, 'ledger' | 'desk'>,
  tx: Tx,
  due: Due[],
  at: string,
): Promise<Map<Due, State | Error>> {
  if (due.length === 0) return new Map()
  const beside = insertingWithdrawals(due, at)
  const journals = await ledger.postAllIn(tx, due.map(holdOf), { at, beside })
  desk.changed(
    tx,
    'withdrawal',
    due.flatMap(({ id, state }) => (state === 'PENDING' ? [id] : [])),
  )
  return new Map(
    due.map((withdrawal, i): [Due, State | Error] => {
      const journal = journals[i] as Journal | Error
      if (journal instanceof Error) return [withdrawal, journal]
      if (journal.replayed) throw new Error(`withdrawal ${withdrawal.id} is held, but has no row`)
      return [withdrawal, withdrawal.state]
    }),
  )
}

const holdOf = ({
  id,
  memberId,
  currency,
  amountMinor,
  claim,
  bankCode,
  accountNo,
}: Due): PostingOf<'withdraw'> => ({
  key: holdKey(id),
  kind: 'withdraw',
  phase: 'pending',
  memberId,
  legs: legsOf('pending', { memberId, currency, amountMinor }),
  meta: { withdrawalId: id, bankCode, accountNo: masked(accountNo) },
  ...claim,
})
