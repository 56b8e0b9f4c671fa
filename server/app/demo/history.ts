import { type GameCode, walletEnd } from '@krapao/contract/game.ts'
import type { HouseAccountName } from '@krapao/contract/ledger-accounts.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { maxReportedBets } from '@krapao/contract/slices/game/bets/report-bets.ts'
import type { Ledger, Posting } from '../../journals/posting.ts'
import { createLedger, house, type Leg, own } from '../../ledger/public.ts'
import { addSeconds } from '../../platform/clock.ts'
import { transaction } from '../../platform/database.ts'
import type { Context } from '../../slices/context.ts'
import { depositPosting } from '../../slices/deposit/public.ts'
import { type Bet, listProviders, partsOf, recordBets, settledBet } from '../../slices/game/public.ts'
import { insertPast, masked, type PastWithdrawal } from '../../slices/withdraw/public.ts'

/**
 * The past of the demo world's people: deposits, play, withdrawals, some of them failed. It is the same at
 * every seeding and ends with empty accounts, so that today's balances are those that `demo.ts` makes.
 */

/** The currency of the demo: every amount here is baht, times `rate` minor units of that currency. */
export interface DemoMoney {
  currency: Currency
  rate: number
  /** Code of the member's bank. */
  bank: string
  /** Number of the house's account that deposits go to. */
  house: string
  gateway: string
}

/** One person's history: from how many days ago on, until how many days ago. */
export interface Past {
  memberId: string
  firstDay: number
  lastDay: number
  /** The member's own account, to which withdrawals went. */
  account: { accountNo: string; accountName: string }
  /** Of the dice: another seed makes another history. */
  seed: number
  /** In baht, what is lost on the last day; absent: nothing. */
  lastLoss?: number
}

/** Movements of one moment; they are posted together. */
interface Moment {
  memberId: string
  secondsAgo: number
  postings: Posting[]
  withdrawal?: Omit<PastWithdrawal, 'at'>
  /** The bets, where a play result is posted. */
  played?: { code: GameCode; rounds: Round[] }
}

/** Amounts as in the postings. */
interface Round {
  stakeMinor: number
  winMinor: number
}

const day = 86_400
const minute = 60
const favourites: GameCode[] = ['PG', 'PG', 'JOKER', 'UFABET', 'SUPERSLOT', 'SEXYGAME', 'HUAYHD']
/** The results of a game session, in percent of the stake. */
const luck = [0, 0, 0, 12, 30, 60, 85, 110, 145, 210]
/** Deposits in baht. */
const usual = [100, 200, 200, 300, 300, 500, 500, 1000, 1500]

/** Posts the histories together, oldest first; what was interrupted is continued. */
export async function postHistory(context: Context, pasts: readonly Past[], money: DemoMoney): Promise<void> {
  const { database, db, clock } = context
  const today = clock.now()
  let now = today
  const books = createLedger(database, { clock: { now: () => now } })
  const ledger: Ledger = books
  const providers = new Map((await listProviders(context)).map((provider) => [provider.code, provider]))
  const bets: Bet[] = []
  const moments = pasts.flatMap((past) => momentsOf(past, money)).sort((a, b) => b.secondsAgo - a.secondsAgo)
  for (const { memberId, secondsAgo, postings, withdrawal, played } of moments) {
    now = addSeconds(today, -secondsAgo)
    const journals = await transaction(db, async (tx) => {
      if (withdrawal) await insertPast(tx, { ...withdrawal, at: now })
      return ledger.postAllIn(tx, postings)
    })
    const failed = journals.find((journal) => journal instanceof Error)
    if (failed) throw failed
    const [journal] = journals
    if (!journal || journal instanceof Error || !played) continue
    const provider = providers.get(played.code)
    // If the provider reports no bets, the play result that was posted takes their place.
    if (!provider?.reportsBets) continue
    const { length } = played.rounds
    bets.push(
      ...played.rounds.map((round, at) =>
        settledBet({
          ...round,
          game: provider.code,
          id: `${journal.key}:${at + 1}`,
          memberId,
          product: provider.category,
          currency: money.currency,
          // By the journal, so that it is the same in a start that goes on after one that was cut off.
          settledAt: addSeconds(journal.postedAt, (at - length) * 10),
        }),
      ),
    )
  }
  await books.close()
  for (let at = 0; at < bets.length; at += maxReportedBets) {
    for (const part of partsOf(bets.slice(at, at + maxReportedBets)))
      await transaction(db, (tx) => recordBets(context, tx, part, 'report'))
  }
}

function momentsOf(
  { memberId, firstDay, lastDay, account, seed, lastLoss = 0 }: Past,
  { currency, rate, bank, house: bankAccount, gateway }: DemoMoney,
): Moment[] {
  const draw = dice(seed)
  const drawRounds = dice(seed + 1)
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(draw() * choices.length)] as T
  const moments: Moment[] = []
  let wallet = 0
  let ago = firstDay * day
  let number = 0

  const ownLeg = (name: string, amountMinor: number): Leg => ({
    account: { member: memberId, name },
    asset: currency,
    amountMinor,
  })
  const houseLeg = (name: HouseAccountName, amountMinor: number): Leg => ({
    account: { house: name },
    asset: currency,
    amountMinor,
  })
  const happen = (...postings: Posting[]): Moment => {
    const scale = (leg: Leg): Leg => ({ ...leg, amountMinor: leg.amountMinor * rate })
    const scaled = postings.map((posting) => ({ ...posting, memberId, legs: posting.legs.map(scale) }))
    const moment: Moment = { memberId, secondsAgo: ago, postings: scaled }
    moments.push(moment)
    ago -= Math.round((2 + draw() * 40) * minute)
    return moment
  }
  const nextKey = (kind: string): string => `demo:history:${memberId}:${kind}:${++number}`

  function deposit(amountMinor: number): void {
    const [from, meta] = pick([
      [house.bank(bankAccount), { fromBank: bank }],
      [house.bank(bankAccount), { fromBank: bank }],
      [house.gateway(gateway), {}],
      [house.gift, {}],
    ] as const)
    const sources = [{ house: from, amountMinor }]
    happen(depositPosting({ key: nextKey('deposit'), memberId, currency, sources, meta }))
    wallet += amountMinor
  }

  /** Held and ended in the same second, as most are; with `reason` the money comes back. */
  function transfer(direction: 'in' | 'out', code: GameCode, amountMinor: number, reason?: string): void {
    const [from, to] = direction === 'in' ? [own.wallet, own.game(code)] : [own.game(code), own.wallet]
    const via = own.inTransit(code)
    const key = nextKey('transfer')
    const end = { key: `${reason ? 'voided' : 'posted'}:${key}`, kind: 'transfer', pendingKey: key } as const
    const transferId = key
    const back = ownLeg(via, -amountMinor)
    happen(
      {
        key,
        kind: 'transfer',
        phase: 'pending',
        legs: [ownLeg(from, -amountMinor), ownLeg(via, amountMinor)],
        meta: {
          transferId,
          code,
          direction,
          from: direction === 'in' ? walletEnd : code,
          to: direction === 'in' ? code : walletEnd,
          amountMinor: amountMinor * rate,
          providerUsername: memberId,
        },
      },
      reason
        ? { ...end, phase: 'voided', legs: [back, ownLeg(from, amountMinor)], meta: { transferId, reason } }
        : { ...end, phase: 'posted', legs: [back, ownLeg(to, amountMinor)], meta: { transferId } },
    )
  }

  function playSession(): void {
    const code = pick(favourites)
    const stake = draw() < 0.5 ? Math.min(wallet, 100_000) : Math.floor(wallet / 20_000) * 10_000 || wallet
    if (draw() < 0.07) transfer('in', code, stake, 'PROVIDER_REFUSED')
    play(code, stake, () => pick(luck))
  }

  /** @param result percent of the stake that are left, drawn once it is brought in */
  function play(code: GameCode, stake: number, result: () => number): void {
    transfer('in', code, stake)
    const left = Math.floor((stake * result()) / 100)
    if (left !== stake) {
      const moment = happen({
        key: nextKey('play'),
        kind: 'play',
        legs: [ownLeg(own.game(code), left - stake), houseLeg(house.provider(code), stake - left)],
        meta: { code },
      })
      moment.played = { code, rounds: roundsOf(drawRounds, stake * rate, left * rate) }
    }
    wallet += left - stake
    if (left > 0) transfer('out', code, left)
  }

  function withdraw(amountMinor: number, reason?: string): void {
    const key = nextKey('withdraw')
    const withdrawalId = key.replaceAll(':', '-')
    const end = { key: `${reason ? 'voided' : 'posted'}:${key}`, kind: 'withdraw', pendingKey: key } as const
    const back = ownLeg(own.withdrawing, -amountMinor)
    const moment = happen(
      {
        key,
        kind: 'withdraw',
        phase: 'pending',
        legs: [ownLeg(own.wallet, -amountMinor), ownLeg(own.withdrawing, amountMinor)],
        meta: { withdrawalId, bankCode: bank, accountNo: masked(account.accountNo) },
      },
      reason
        ? {
            ...end,
            phase: 'voided',
            legs: [back, ownLeg(own.wallet, amountMinor)],
            meta: { withdrawalId, reason },
          }
        : {
            ...end,
            phase: 'posted',
            legs: [back, houseLeg(house.payout, amountMinor)],
            meta: { withdrawalId },
          },
    )
    moment.withdrawal = {
      id: withdrawalId,
      memberId,
      currency,
      amountMinor: amountMinor * rate,
      bankCode: bank,
      ...account,
      reason: reason ?? null,
    }
    if (!reason) wallet -= amountMinor
  }

  while (ago > lastDay * day) {
    if (wallet < 15_000 || draw() < 0.25) deposit(pick(usual) * 100)
    playSession()
    if (wallet > 60_000 && draw() < 0.55) {
      const amountMinor = Math.floor((wallet * pick([0.5, 0.8, 1])) / 10_000) * 10_000
      if (draw() < 0.15) withdraw(amountMinor, 'BANK_REFUSED')
      withdraw(amountMinor)
    }
    ago -= Math.round((1.2 + draw() * 3.6) * day)
  }
  ago = (lastDay - 0.5) * day
  if (lastLoss > 0) {
    deposit(lastLoss * 100)
    play('PG', lastLoss * 100, () => 0)
  }
  if (wallet > 0) withdraw(wallet)
  return moments
}

/**
 * Rounds that stake and win so much together: what was brought in is staked once, two of them win what is
 * left.
 */
function roundsOf(draw: () => number, stakeMinor: number, leftMinor: number): Round[] {
  const count = 3 + Math.floor(draw() * 6)
  const each = Math.floor(stakeMinor / count)
  const half = Math.floor(leftMinor / 2)
  const winner = Math.floor(draw() * (count - 1))
  return Array.from({ length: count }, (_, at) => ({
    stakeMinor: at < count - 1 ? each : stakeMinor - each * (count - 1),
    winMinor: at === winner ? half : at === count - 1 ? leftMinor - half : 0,
  }))
}

/** Fractions of 0 to 1 that are the same at every run (mulberry32). */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
