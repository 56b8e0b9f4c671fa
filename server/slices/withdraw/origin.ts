import { fromMinor } from '@krapao/contract/money.ts'
import type { Evidence } from '../../desk/queue.ts'
import { depositsBefore, flowsOf } from '../../ledger/public.ts'
import { addSeconds, bangkokDay } from '../../platform/clock.ts'
import { selectLoginsOf, standingsOf } from '../account/public.ts'
import { givenMoneyOf } from '../bonus/public.ts'
import type { Context } from '../context.ts'
import { selectTies } from '../deposit/public.ts'
import { betDaysOf, listProviders, stakesSince } from '../game/public.ts'
import {
  type ClearTerms,
  clearAccountDays,
  clearBonusDays,
  clearDepositDays,
  clearLoginHours,
  clearTurnover,
  type Judged,
  judgeOrigin,
  type OriginFacts,
  turnoverOf,
} from './origin-rules.ts'
import type { Withdrawal } from './store.ts'

/**
 * Where the money of withdrawals comes from (rules.md §17.12): a fixed number of queries, however many
 * withdrawals.
 */

type Asked = Pick<Withdrawal, 'memberId' | 'createdAt' | 'currency'>

/** Most deposits and bets of a member that are looked at, and rows of each list that are shown. */
const mostDeposits = 100
const mostBets = 5000
const shown = 5
const shownTies = 10
const playDays = 30

async function termsOf({ settings }: Context): Promise<ClearTerms> {
  const [turnover, depositDays, bonusDays, accountDays, loginHours] = await Promise.all([
    settings.get(clearTurnover),
    settings.get(clearDepositDays),
    settings.get(clearBonusDays),
    settings.get(clearAccountDays),
    settings.get(clearLoginHours),
  ])
  return { turnover, depositDays, bonusDays, accountDays, loginHours }
}

async function readFacts({ db }: Context, asked: Asked[], { bonusDays }: ClearTerms): Promise<OriginFacts[]> {
  const memberIds = [...new Set(asked.map(({ memberId }) => memberId))]
  const before = asked.map(({ memberId, createdAt }) => ({ memberId, until: createdAt }))
  const [deposits, given, standings, ties] = await Promise.all([
    depositsBefore(db, before, mostDeposits),
    givenMoneyOf(
      db,
      before.map((request) => ({ ...request, since: addSeconds(request.until, -bonusDays * 86_400) })),
    ),
    standingsOf(db, memberIds),
    selectTies(db, memberIds),
  ])
  const stakes = await stakesSince(
    db,
    asked.map(({ memberId }, i) => ({
      memberId,
      since: (deposits[i] ?? []).map(({ postedAt }) => postedAt),
    })),
    mostBets,
  )
  return asked.map(({ memberId, createdAt }, i) => ({
    at: createdAt,
    deposits: (deposits[i] ?? []).map((deposit, n) => ({ ...deposit, stakedMinor: stakes[i]?.[n] ?? 0 })),
    given: given[i] ?? [],
    // A member without a bank account is as new as can be.
    ...(standings.get(memberId) ?? { memberSince: createdAt, bankAccountSince: createdAt, newLoginAt: null }),
    ties: ties.get(memberId) ?? [],
  }))
}

/** The signs against each of these withdrawals, in order. */
export async function judgeAll(context: Context, asked: Asked[]): Promise<Judged[]> {
  if (asked.length === 0) return []
  const terms = await termsOf(context)
  return (await readFacts(context, asked, terms)).map((facts) => judgeOrigin(facts, terms))
}

/** Where the money of a withdrawal comes from, as the desk shows it. */
export async function originOf(context: Context, asked: Asked): Promise<NonNullable<Evidence['origin']>> {
  const { db } = context
  const { memberId, currency } = asked
  const terms = await termsOf(context)
  const [[facts], play, logins, [flows = []]] = await Promise.all([
    readFacts(context, [asked], terms),
    playOf(context, asked),
    selectLoginsOf(db, memberId, { succeeded: shown, refused: shown }),
    flowsOf(db, memberId, [{}]),
  ])
  if (!facts) throw new Error('a withdrawal has facts')
  const turnover = turnoverOf(facts, terms)
  const { inMinor = 0, outMinor = 0 } = flows.find(({ asset }) => asset === currency) ?? {}
  return {
    ...judgeOrigin(facts, terms),
    deposits: facts.deposits
      .slice(-shown)
      .reverse()
      .map(({ postedAt, amountMinor }) => ({ at: postedAt.toISOString(), amount: fromMinor(amountMinor) })),
    turnover: turnover && {
      since: turnover.since.toISOString(),
      staked: fromMinor(turnover.stakedMinor),
      required: fromMinor(turnover.requiredMinor),
    },
    play,
    bonuses: facts.given.slice(0, shown).map(({ source, campaign, bonusMinor, creditedAt, endedAt }) => ({
      source,
      campaign,
      amount: fromMinor(bonusMinor),
      creditedAt: creditedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    memberSince: facts.memberSince.toISOString(),
    bankAccountSince: facts.bankAccountSince.toISOString(),
    ties: facts.ties.slice(0, shownTies),
    logins: logins.map(({ at, way, succeeded, browser, system, address, is_new: isNew }) => ({
      at: at.toISOString(),
      way,
      succeeded,
      browser,
      system,
      address,
      isNew,
    })),
    ever: { in: fromMinor(inMinor), out: fromMinor(outMinor) },
  }
}

/** The settled bets of the days before a withdrawal, and until now, by game; the most staked first. */
async function playOf(context: Context, { memberId, createdAt }: Asked) {
  const [from, to] = [bangkokDay(addSeconds(createdAt, -playDays * 86_400)), bangkokDay(context.clock.now())]
  const [rows, providers] = await Promise.all([
    betDaysOf(context.db, memberId, from, to),
    listProviders(context),
  ])
  return [...Map.groupBy(rows, ({ game }) => game)]
    .map(([game, of]) => {
      const sum = (pick: (row: (typeof of)[number]) => number) => of.reduce((all, row) => all + pick(row), 0)
      return {
        game,
        name: providers.find(({ code }) => code === game)?.name ?? game,
        bets: sum(({ bets }) => bets),
        stake: fromMinor(sum(({ stakeMinor }) => stakeMinor)),
        win: fromMinor(sum(({ winMinor }) => winMinor)),
      }
    })
    .sort((provider, other) => other.stake - provider.stake)
}
