import type { MemberBonus } from './store.ts'

/** The sum that went back to the house at the end of a bonus whose deposit stayed, in minor units. */
export function returnedBy({ state, endedBy }: Pick<MemberBonus, 'state' | 'endedBy'>): number {
  if (!endedBy) return 0
  if (state === 'FORFEITED' || state === 'EXPIRED') return endedBy.forfeit.returnedMinor
  return state === 'FINISHED' ? endedBy.removedMinor : 0
}
