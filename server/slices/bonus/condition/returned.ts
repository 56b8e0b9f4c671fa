import type { MemberBonus } from './store.ts'

/**
 * The sum that went back to the house at the end of a bonus, in minor units; 0 where that is not known: ends
 * by a deposit that was taken back did not say it once.
 */
export function returnedBy({ state, endedBy }: Pick<MemberBonus, 'state' | 'endedBy'>): number {
  if (!endedBy) return 0
  const isForfeit = state === 'FORFEITED' || state === 'EXPIRED' || endedBy.state === 'reversed'
  if (isForfeit) return endedBy.forfeit.returnedMinor
  return state === 'FINISHED' ? endedBy.removedMinor : 0
}
