import type { HouseAccountName } from '@krapao/contract/ledger-accounts.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { Facts } from '../../journals/kinds.ts'
import type { PostingOf } from '../../journals/posting.ts'
import { type Journal, type Leg, own } from '../../ledger/public.ts'
import type { Tx } from '../../platform/database.ts'
import { createListeners, type Listeners } from '../../platform/listeners.ts'
import type { Context } from '../context.ts'
import { type Ending, recordEndings } from '../outcome/public.ts'

/**
 * The amount that one account of the house gives, in minor units; negative where it takes, because another
 * one gives more than arrives.
 */
export interface Source {
  house: HouseAccountName
  amountMinor: number
}

/** The legs that bring the sum of all sources into one account. A source that gives nothing has no leg. */
export const legsInto = (account: Leg['account'], asset: Leg['asset'], sources: readonly Source[]): Leg[] =>
  [
    ...sources.map(({ house, amountMinor }) => ({ account: { house }, asset, amountMinor: -amountMinor })),
    { account, asset, amountMinor: sources.reduce((sum, { amountMinor }) => sum + amountMinor, 0) },
  ].filter(({ amountMinor }) => amountMinor !== 0)

/** A deposit: money of the house's accounts that becomes a member's, in the wallet. */
export interface Deposit {
  /** The key of the fact that is credited, so that it is credited once (see `creditKey`). */
  key: string
  memberId: string
  /** The member's, and that of every source. */
  currency: Currency
  /** Their sum is what the member gets. */
  sources: readonly Source[]
  meta: Facts<'deposit', 'single'>
}

/** The journal of a deposit, the same for every way that money comes in (rules.md §1, §5). */
export const depositPosting = ({
  key,
  memberId,
  currency,
  sources,
  meta,
}: Deposit): PostingOf<'deposit'> => ({
  key,
  kind: 'deposit',
  memberId,
  legs: legsInto({ member: memberId, name: own.wallet }, currency, sources),
  meta,
})

/**
 * The key of a credit: the key of the fact for the first one, and another one after each reversal, because a
 * journal's key is used once. The count comes first, as in the ledger, because a reference may end in
 * anything.
 * @param fact e.g. `bank:0012345678:FT1`;
 * @param reversals how many credits of it were reversed
 */
export const creditKey = (fact: string, reversals: number): string =>
  reversals === 0 ? fact : `again:${reversals + 1}:${fact}`

/**
 * Called once for each deposit in the transaction that credits it or takes it back, while the member's wallet
 * is locked. When a listener throws, the deposit is neither credited nor taken back.
 */
export type DepositListener = (tx: Tx, deposit: CreditedDeposit) => Promise<void>
type DepositListeners = Listeners<Parameters<DepositListener>>

/** A deposit in a member's wallet. `key`: of its journal; `amountMinor`: in minor units of `currency`. */
export interface CreditedDeposit {
  key: string
  memberId: string
  currency: Currency
  amountMinor: number
  postedAt: Date
}

declare module '../context.ts' {
  interface Services {
    depositCredited: DepositListeners
    depositReversed: DepositListeners
  }
}

/** Things for credits that are made once. */
export const creditServices = () => ({
  depositCredited: createListeners() as DepositListeners,
  depositReversed: createListeners() as DepositListeners,
})

export const onDepositCredited = (
  { services }: Pick<Context, 'services'>,
  ...listeners: DepositListener[]
): void => services.depositCredited.add(...listeners)

export const onDepositReversed = (
  { services }: Pick<Context, 'services'>,
  ...listeners: DepositListener[]
): void => services.depositReversed.add(...listeners)

type Needs = Pick<Context, 'ledger' | 'services'>

/** The thing that a credit ends for its member, as it is recorded (rules.md §21). */
export type Awaited = Pick<Ending, 'kind' | 'from'> & Partial<Pick<Ending, 'source' | 'isAnswer'>>

/** Credits a deposit that `depositPosting` made. */
export async function creditDeposit(
  { ledger, services }: Needs,
  tx: Tx,
  posting: PostingOf<'deposit'>,
  awaited: Awaited = { kind: 'bank' },
): Promise<void> {
  const journal = await ledger.postIn(tx, posting)
  if (journal.replayed) return
  const deposit = depositOf(posting.legs, journal)
  await recordEndings(tx, [creditedEnding(deposit, awaited)])
  await services.depositCredited.notify(tx, deposit)
}

/** The ending that a credit is; one of a credit, whatever turns out to have waited for it. */
export const creditedEnding = (
  { key, memberId, currency, amountMinor, postedAt }: CreditedDeposit,
  awaited: Awaited,
): Ending => ({
  key: `credited:${key}`,
  memberId,
  result: 'DONE',
  amountMinor,
  currency,
  to: 'WALLET',
  at: postedAt,
  ...awaited,
})

/** Takes a deposit back that is in a member's wallet. @throws as `Ledger.reverseIn` */
export async function reverseDeposit(
  { ledger, services }: Needs,
  tx: Tx,
  journalKey: string,
  reason: string,
): Promise<Journal & { legs: Leg[] }> {
  const reversal = await ledger.reverseIn(tx, journalKey, reason)
  if (!reversal.replayed) {
    const { amountMinor, ...deposit } = depositOf(reversal.legs, reversal)
    const { memberId, currency, postedAt: at } = deposit
    await recordEndings(tx, [
      {
        key: `taken-back:${journalKey}`,
        memberId,
        kind: 'bank',
        result: 'TAKEN_BACK',
        reason: 'REVERSED',
        amountMinor: -amountMinor,
        currency,
        from: 'WALLET',
        at,
      },
    ])
    await services.depositReversed.notify(tx, { ...deposit, key: journalKey, amountMinor: -amountMinor })
  }
  return reversal
}

function depositOf(legs: readonly Leg[], { key, memberId, postedAt }: Journal): CreditedDeposit {
  const leg = legs.find(({ account }) => 'member' in account && account.name === own.wallet)
  if (!leg || !memberId) throw new Error(`journal ${key} is no deposit`)
  return { key, memberId, currency: leg.asset as Currency, amountMinor: leg.amountMinor, postedAt }
}
