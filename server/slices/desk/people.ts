import { differs } from '@krapao/contract/comparison.ts'
import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import type { Choice, DeskEntry, DeskQueue } from '../../desk/queue.ts'
import { bangkokDay } from '../../platform/clock.ts'
import type { Member } from '../account/public.ts'
import type { Context } from '../context.ts'
import type { Colleague } from '../operator/public.ts'
import { aloneDailySum, type SecondBecause, secondBecause, secondOperatorFrom } from './rules.ts'
import { readAlone } from './store.ts'

/**
 * The number of operators that a decision takes, by the settings, the item and what the asking operator
 * approved alone today.
 */

/** The facts besides the item itself; amounts in the currency's major unit. */
export interface People {
  /** Above it two people decide. */
  second: number
  /** The sum that the asking operator has approved alone on this Bangkok day, and the limit for that. */
  alone: { sum: number; limit: number }
}

/** The limits of each currency, and what an operator has approved alone today. */
export async function readPeople(context: Context, operatorId: string): Promise<Record<Currency, People>> {
  const of = async (currency: Currency) => {
    const limits = await readLimits(context, currency)
    return withAlone(limits, await readAlone(context.db, operatorId, today(context), currency))
  }
  const [THB, LAK] = await Promise.all([of('THB'), of('LAK')])
  return { THB, LAK }
}

/** Both limits of a currency. */
export async function readLimits({ settings }: Context, currency: Currency) {
  const [second, alone] = await Promise.all([
    settings.get(secondOperatorFrom[currency]),
    settings.get(aloneDailySum[currency]),
  ])
  return { second, alone }
}

/** @param sumMinor the sum that the operator has approved alone today, satang or att */
export const withAlone = (
  { second, alone }: Awaited<ReturnType<typeof readLimits>>,
  sumMinor: number,
): People => ({ second, alone: { sum: fromMinor(sumMinor), limit: alone } })

/** Whether an operator may decide at this moment. */
export const mayStillDecide = (operator: Colleague | undefined): boolean =>
  operator?.isActive === true && may(operator.role, 'decide')

export const today = ({ clock }: Context): string => bangkokDay(clock.now())

/**
 * Why a choice about an item takes a second person; null where one suffices.
 * @param entry with the member and amount that the choice is about
 */
export function reasonForSecond(
  queue: DeskQueue,
  choice: Choice,
  entry: Pick<DeskEntry, 'amount' | 'sum' | 'evidence' | 'reason'> & {
    member: Member | undefined
    rivalled: boolean
  },
  { second, alone }: People,
): SecondBecause | null {
  // Where the other side contradicts what is settled, a decision only notes it.
  const isNote = queue.refusalByTwo === 'NOT_CARRIED_OUT' && entry.reason === 'CONTRADICTION'
  if (choice === 'refuse' && queue.refusalByTwo && !isNote) return queue.refusalByTwo
  if (choice === 'approve' && queue.approvalByTwo) return queue.approvalByTwo
  return secondBecause(choice, {
    amount: entry.amount,
    sum: entry.sum,
    limit: second,
    alone,
    differs:
      entry.member !== undefined && differs({ queue: queue.name, evidence: entry.evidence }, entry.member),
    rivalled: entry.rivalled,
    refusalInDoubt: queue.refusalInDoubt,
  })
}
