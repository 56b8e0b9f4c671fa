import { fromMinor } from '@krapao/contract/money.ts'
import { type DeskEntry, type DeskQueue, evidenceOf } from '../../../desk/queue.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { endHeld, findHeld, type HeldBet, selectWaiting, waitingBets } from './held-store.ts'
import { recordBets } from './record.ts'

/**
 * Reported bets that no honest report is likely to have (rules.md §4.6). Approving says that one counts: it
 * is recorded as if it were reported now. Refusing says that it does not, whatever is reported under its id
 * later. No money moves.
 */
export function betDesk(context: Context): DeskQueue {
  const { db, clock, desk } = context
  return {
    name: 'bet-review',
    refusalInDoubt: false,
    referenceNeeded: false,
    waiting: [waitingBets],
    entries: async (ids) =>
      (
        await selectWaiting(
          db,
          ids.flatMap((id) => readId(id) ?? []),
        )
      ).map(entryOf),
    async ended(id) {
      const bet = await findById(context, id)
      if (!bet) return undefined
      const { memberId, currency, state, stakeMinor, decidedAt } = bet
      const choice = { waiting: null, counted: 'approve', refused: 'refuse' } as const
      return { choice: choice[state], at: decidedAt, memberId, amountMinor: stakeMinor, currency }
    },
    async decide(tx, id, { choice, operatorId }) {
      const number = readId(id)
      if (number === undefined) throw new Refusal('NO_DATA')
      const state = choice === 'approve' ? 'counted' : 'refused'
      const ended = await endHeld(desk, tx, number, { state, operatorId, at: clock.now() })
      if (!ended) throw new Refusal('ALREADY_DECIDED')
      if (choice === 'refuse') return undefined
      const { contradicted } = await recordBets(context, tx, [ended.bet], ended.source)
      // Two reports of one id came at the same moment, and the other one counts.
      return contradicted > 0 ? 'CREDITED' : undefined
    },
  }
}

const findById = async ({ db }: Context, id: string): Promise<HeldBet | undefined> => {
  const number = readId(id)
  return number === undefined ? undefined : findHeld(db, number)
}

const readId = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

const amount = (minor: number | null): string | null => (minor === null ? null : String(fromMinor(minor)))

const entryOf = (bet: HeldBet): DeskEntry => ({
  id: String(bet.number),
  createdAt: bet.receivedAt.toISOString(),
  memberId: bet.memberId,
  amount: fromMinor(bet.stakeMinor),
  currency: bet.currency,
  reason: bet.reason === 'stake' ? 'STAKE_UNLIKELY' : 'TIME_UNLIKELY',
  evidence: evidenceOf([
    ['gameCode', bet.game],
    ['providerUsername', bet.username],
    ['betId', bet.id],
    ['correctedBetId', bet.corrects],
    ['product', bet.product],
    ['stakeAmount', amount(bet.stakeMinor)],
    ['winAmount', amount(bet.winMinor)],
    ['placedAt', bet.placedAt?.toISOString()],
    ['settledAt', bet.settledAt.toISOString()],
    ['toldBy', bet.source],
    ['otherAt', bet.otherAt?.toISOString()],
    ['otherStakeAmount', amount(bet.otherStakeMinor)],
    ['otherWinAmount', amount(bet.otherWinMinor)],
    ['otherSettledAt', bet.otherSettledAt?.toISOString()],
  ]),
  picture: null,
})
