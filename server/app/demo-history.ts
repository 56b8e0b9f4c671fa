import type { GameCode } from '@krapao/contract/game.ts'
import { createLedger } from '../ledger/kernel.ts'
import type { Leg, Posting } from '../ledger/ledger.ts'
import { addSeconds } from '../platform/clock.ts'
import type { Context } from '../slices/context.ts'

/**
 * The demo member's year before today: deposits, play, withdrawals, a few that failed. The same at every seeding, and
 * it ends with empty accounts, so that today's figures are what `demo.ts` makes of them.
 */

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
export async function postHistory({ database, clock }: Context, memberId: string): Promise<void> {
  const today = clock.now()
  let now = today
  const past = createLedger(database, { clock: { now: () => now } })
  for (const { secondsAgo, postings } of yearOf(memberId)) {
    now = addSeconds(today, -secondsAgo)
    await Promise.all(postings.map((posting) => past.post(posting)))
  }
  await past.close()
}

function yearOf(memberId: string): Moment[] {
  const draw = dice(20_251_120)
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(draw() * choices.length)] as T
  const moments: Moment[] = []
  let wallet = 0
  let ago = firstDay * day
  let number = 0

  const own = (name: string, amountMinor: number): Leg => ({
    account: { member: memberId, name },
    asset: 'THB',
    amountMinor,
  })
  const house = (name: string, amountMinor: number): Leg => ({
    account: { house: name },
    asset: 'THB',
    amountMinor,
  })
  const happen = (...postings: Omit<Posting, 'memberId'>[]) => {
    moments.push({ secondsAgo: ago, postings: postings.map((posting) => ({ ...posting, memberId })) })
    ago -= Math.round((2 + draw() * 40) * minute)
  }
  const nextKey = (kind: string): string => `demo:history:${kind}:${++number}`

  function deposit(amountMinor: number): void {
    const [from, meta] = pick([
      ['bank:0000000011', { fromBank: 'KBANK' }],
      ['bank:0000000011', { fromBank: 'KBANK' }],
      ['gateway:WW', {}],
      ['gift', {}],
    ] as const)
    happen({
      key: nextKey('deposit'),
      kind: 'deposit',
      legs: [house(from, -amountMinor), own('wallet', amountMinor)],
      meta,
    })
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
      { key, kind, phase: 'pending', legs: [own(from, -amountMinor), own(via, amountMinor)], meta },
      {
        key: `${reason ? 'voided' : 'posted'}:${key}`,
        kind,
        phase: reason ? 'voided' : 'posted',
        pendingKey: key,
        legs: [own(via, -amountMinor), reason ? own(from, amountMinor) : to],
        ...(reason && { meta: { reason } }),
      },
    )
  }

  function playSession(): void {
    const code = pick(favourites)
    const game = `game:${code}`
    const stake = draw() < 0.5 ? Math.min(wallet, 100_000) : Math.floor(wallet / 20_000) * 10_000 || wallet
    const goIn = (reason?: string) =>
      held(
        'transfer',
        ['wallet', `in-transit:${code}`, own(game, stake)],
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
        legs: [own(game, left - stake), house(`provider:${code}`, stake - left)],
        meta: { code },
      })
    }
    wallet += left - stake
    if (left > 0) {
      held('transfer', [game, `in-transit:${code}`, own('wallet', left)], {
        code,
        direction: 'out',
        from: code,
        to: 'WALLET',
      })
    }
  }

  function withdraw(amountMinor: number, reason?: string): void {
    held('withdraw', ['wallet', 'withdrawing', house('payout', amountMinor)], { bankCode: 'KBANK' }, reason)
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
