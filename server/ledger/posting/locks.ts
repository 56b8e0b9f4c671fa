import { DatabaseTrouble } from '../../platform/database-trouble.ts'
import { isLocked } from './batch.ts'

/**
 * Members whose accounts another transaction keeps locked, remembered for a while after a posting has waited
 * in vain.
 */
export interface Locks {
  /** Remembers the members of failed postings, if a lock was the reason. */
  note(memberIds: string[], error: unknown): void
  /**
   * Keeps a member's postings from waiting at the same time, each on a connection that others need.
   * @returns `database-busy` if one would wait for the lock, too
   */
  busy(memberId: string): DatabaseTrouble | undefined
}

/**
 * Milliseconds for which a member counts as locked; after that the next posting waits for the lock itself.
 */
const lockedFor = 2000

export function createLocks(): Locks {
  const until = new Map<string, number>()
  return {
    note(memberIds, error) {
      if (!isLocked(error)) return
      const now = performance.now()
      // Members who post no more would stay here for ever.
      for (const [member, end] of until) if (end <= now) until.delete(member)
      for (const member of memberIds) until.set(member, now + lockedFor)
    },
    busy(memberId) {
      const end = until.get(memberId)
      if (end === undefined) return undefined
      if (end > performance.now())
        return new DatabaseTrouble('database-busy', 'an account is locked', { code: '55P03' })
      until.delete(memberId)
      return undefined
    },
  }
}
