import { rawQuery, type Tx } from '../../platform/database.ts'
import type { Complain } from './defect.ts'
import type { BookedJournal } from './line.ts'

/**
 * Follows holds along the journals: each is resolved at most once, and the table of open holds has exactly
 * the open ones.
 */
export class HoldWalk {
  count = 0
  readonly #open = new Set<number>()
  readonly #complain: Complain

  constructor(complain: Complain) {
    this.#complain = complain
  }

  see({ id, phase, pendingId, reversesId }: BookedJournal): void {
    if (phase === 'pending') this.#open.add(id)
    if (pendingId !== null && !this.#open.delete(pendingId)) {
      this.#complain(id, `resolves ${pendingId}, which is no open hold`)
    }
    if (reversesId !== null && reversesId >= id)
      this.#complain(id, `reverses ${reversesId}, which is not earlier`)
  }

  async end(tx: Tx): Promise<void> {
    const listed = await rawQuery<{ id: number }>(
      tx,
      'select journal_id as id from open_holds order by journal_id',
    )
    this.count = this.#open.size
    for (const { id } of listed) {
      if (!this.#open.delete(id)) this.#complain(id, 'is listed as an open hold, but is none')
    }
    for (const id of this.#open) this.#complain(id, 'is an open hold, but is not listed')
  }
}
