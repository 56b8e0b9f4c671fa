import { compare } from '@krapao/contract/comparison.ts'
import type { WithdrawalSign } from '@krapao/contract/slices/desk/origin.ts'
import type { ReasonCode } from '@krapao/contract/slices/desk/reason-codes.ts'
import type { Evidence, Item, Member } from '../queries.ts'

/** What the evidence says against a usual reason; each is the key of a text. */
export const contradictions = ['differs', 'noReport', 'noSlip', 'notPlayed', 'isNew', 'otherwise'] as const
export type Contradiction = (typeof contradictions)[number]

/**
 * Whether a usual reason says what the evidence of the item does not (rules.md §17.3): it may still be right,
 * but then it is not given by one key.
 * @param member the chosen one, else the item's
 * @param known what is known of the item; undefined while it is loaded
 */
export function contradictionOf(
  code: ReasonCode,
  { item, member, known }: { item: Item; member: Member | null; known: Evidence | undefined },
): Contradiction | undefined {
  const has = (...signs: WithdrawalSign[]) =>
    known?.origin?.signs.some(({ sign }) => signs.includes(sign)) === true
  switch (code) {
    case 'NAME_FITS':
      return member && compare(item, member).some(({ result }) => result === 'differs')
        ? 'differs'
        : undefined
    case 'SEEN_AT_BANK':
      return item.queue === 'slip' && known?.reports?.length === 0 ? 'noReport' : undefined
    case 'SLIP_SHOWN':
      return known?.slips?.length === 0 ? 'noSlip' : undefined
    case 'OTHER_SIDE_CONFIRMED':
    case 'SEEN_AT_PROVIDER':
      return item.evidence.some(({ label }) => label === 'otherAt') ? 'otherwise' : undefined
    case 'PLAY_CHECKED':
      return has('NO_DEPOSIT', 'NOT_PLAYED') ? 'notPlayed' : undefined
    case 'KNOWN_MEMBER':
      return has('NEW_MEMBER') ? 'isNew' : undefined
    default:
      return undefined
  }
}
