import { DatabaseTrouble } from '../../platform/database-trouble.ts'
import { isLocked } from './batch.ts'
import { type Checked, membersOf } from './check.ts'

/**
 * Members whose accounts another transaction keeps locked, remembered for a while after a posting has waited in vain.
 */
export interface Locks {
  /** Remembers the members of failed postings, if a lock was the reason. */
  note(postings: Checked[], error: unknown): void
  /**
   * Keeps a member's postings from waiting at the same time, each on a connection that others need.
   * @throws DatabaseTrouble `database-busy` for a posting that would wait for the lock, too
   */
  refuse(posting: Checked): void
}

/** Milliseconds for which a member counts as locked; after that the next posting waits for the lock itself. */
const lockedFor = 2000

export function createLocks(): Locks {
  const until = new Map<string, number>()
  return {
    note(postings, error) {
      if (!isLocked(error)) return
      for (const member of postings.flatMap(membersOf)) until.set(member, performance.now() + lockedFor)
    },
    refuse(posting) {
      if (until.size === 0) return
      for (const member of membersOf(posting)) {
        const end = until.get(member)
        if (end === undefined) continue
        if (end > performance.now())
          throw new DatabaseTrouble('database-busy', 'an account is locked', { code: '55P03' })
        until.delete(member)
      }
    },
  }
}
