import type { GameCode } from '@krapao/contract/game.ts'
import type { HouseAccountName } from '@krapao/contract/ledger-accounts.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { createLedger, house, type Leg, own, type Posting } from '../ledger/public.ts'
import { addSeconds } from '../platform/clock.ts'
import type { Context } from '../slices/context.ts'
import { depositPosting } from '../slices/deposit/public.ts'

/**
 * The demo member's year before today: deposits, play, withdrawals, a few that failed. The same at every seeding, and
 * it ends with empty accounts, so that today's figures are what `demo.ts` makes of them.
 */

/** What the demo's money is: every amount here is baht, times `rate` minor units of the currency. */
export interface DemoMoney {
  currency: Currency
  rate: number
  /** Code of the member's bank. */
  bank: string
  /** Number of the house's account that is paid to. */
  house: string
  gateway: string
}

/** Something that happened at one moment: it posts together. */
interface Moment {
  secondsAgo: number
  postings: Posting[]
}

const day = 86_400
const minute = 60
const firstDay = 358
const lastDay = 3
const favourites: GameCode[] = ['PG', 'PG', 'JOKER', 'UFABET', 'SUPERSLOT', 'SEXYGAME', 'HUAYHD']
/** What a session makes of a stake, in percent. */
const luck = [0, 0, 0, 12, 30, 60, 85, 110, 145, 210]
/** Deposits in baht. */
const usual = [100, 200, 200, 300, 300, 500, 500, 1000, 1500]

/** Posts the history, oldest first; one that was cut off goes on where it stopped. */
export async function postHistory(
  { database, clock }: Context,
  memberId: string,
  money: DemoMoney,
): Promise<void> {
  const today = clock.now()
  let now = today
  const past = createLedger(database, { clock: { now: () => now } })
  for (const { secondsAgo, postings } of yearOf(memberId, money)) {
    now = addSeconds(today, -secondsAgo)
    await Promise.all(postings.map((posting) => past.post(posting)))
  }
  await past.close()
}

function yearOf(
  memberId: string,
  { currency, rate, bank, house: bankAccount, gateway }: DemoMoney,
): Moment[] {
  const draw = dice(20_251_120)
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
  const happen = (...postings: Omit<Posting, 'memberId'>[]) => {
    const scale = (leg: Leg): Leg => ({ ...leg, amountMinor: leg.amountMinor * rate })
    const scaled = postings.map((posting) => ({ ...posting, memberId, legs: posting.legs.map(scale) }))
    moments.push({ secondsAgo: ago, postings: scaled })
    ago -= Math.round((2 + draw() * 40) * minute)
  }
  const nextKey = (kind: string): string => `demo:history:${kind}:${++number}`

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

  /** Held and settled in the same second, as most are; `reason` where it comes back. */
  function held(
    kind: 'transfer' | 'withdraw',
    [from, via, to]: [string, string, Leg],
    meta: Record<string, unknown>,
    reason?: string,
  ): void {
    const { amountMinor } = to
    const key = nextKey(kind)
    happen(
      { key, kind, phase: 'pending', legs: [ownLeg(from, -amountMinor), ownLeg(via, amountMinor)], meta },
      {
        key: `${reason ? 'voided' : 'posted'}:${key}`,
        kind,
        phase: reason ? 'voided' : 'posted',
        pendingKey: key,
        legs: [ownLeg(via, -amountMinor), reason ? ownLeg(from, amountMinor) : to],
        ...(reason && { meta: { reason } }),
      },
    )
  }

  function playSession(): void {
    const code = pick(favourites)
    const game = own.game(code)
    const stake = draw() < 0.5 ? Math.min(wallet, 100_000) : Math.floor(wallet / 20_000) * 10_000 || wallet
    const goIn = (reason?: string) =>
      held(
        'transfer',
        [own.wallet, own.inTransit(code), ownLeg(game, stake)],
        { code, direction: 'in', from: 'WALLET', to: code },
        reason,
      )
    if (draw() < 0.07) goIn('PROVIDER_REFUSED')
    goIn()
    const left = Math.floor((stake * pick(luck)) / 100)
    if (left !== stake) {
      happen({
        key: nextKey('play'),
        kind: 'play',
        legs: [ownLeg(game, left - stake), houseLeg(house.provider(code), stake - left)],
        meta: { code },
      })
    }
    wallet += left - stake
    if (left > 0) {
      held('transfer', [game, own.inTransit(code), ownLeg(own.wallet, left)], {
        code,
        direction: 'out',
        from: code,
        to: 'WALLET',
      })
    }
  }

  function withdraw(amountMinor: number, reason?: string): void {
    held(
      'withdraw',
      [own.wallet, own.withdrawing, houseLeg(house.payout, amountMinor)],
      { bankCode: bank },
      reason,
    )
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
  ago = (lastDay - 1) * day
  if (wallet > 0) withdraw(wallet)
  return moments
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
