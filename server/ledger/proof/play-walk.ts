import { rawQuery, type Tx } from '../../platform/database.ts'
import type { Complain } from './defect.ts'
import type { BookedJournal } from './line.ts'

interface Sum {
  amountMinor: number
  lastMicros: number
}

const pageSize = 5000

/** Adds up the play results of each account along the journals, and compares them with the stored sums. */
export class PlayWalk {
  readonly #sums = new Map<number, Sum & { lastId: number }>()
  readonly #complain: Complain

  constructor(complain: Complain) {
    this.#complain = complain
  }

  see({ id, kind, postedAtMicros, entries }: BookedJournal): void {
    if (kind !== 'play') return
    for (const { accountId, balanceAfterMinor, amountMinor } of entries) {
      if (balanceAfterMinor === null) continue
      const before = this.#sums.get(accountId)
      this.#sums.set(accountId, {
        amountMinor: (before?.amountMinor ?? 0) + amountMinor,
        lastMicros: Math.max(before?.lastMicros ?? postedAtMicros, postedAtMicros),
        lastId: id,
      })
    }
  }

  async end(tx: Tx): Promise<void> {
    for (let after = 0; ; ) {
      const page = await rawQuery<Sum & { accountId: number }>(
        tx,
        `select account_id as "accountId", amount_minor as "amountMinor",
           (extract(epoch from last_at) * 1000000)::bigint as "lastMicros"
         from play_sums where account_id > $1 order by account_id limit $2`,
        [after, pageSize],
      )
      for (const stored of page) this.#compare(stored)
      const last = page.at(-1)
      if (!last) break
      after = last.accountId
    }
    for (const [accountId, { lastId }] of this.#sums)
      this.#complain(lastId, `is play on account ${accountId}, of which no sum is stored`)
  }

  #compare({ accountId, amountMinor, lastMicros }: Sum & { accountId: number }): void {
    const made = this.#sums.get(accountId)
    this.#sums.delete(accountId)
    if (made?.amountMinor !== amountMinor) {
      const says = `${amountMinor} stored, its entries make ${made?.amountMinor ?? 'none'}`
      this.#complain(made?.lastId ?? null, `the play on account ${accountId} has ${says}`)
    } else if (made.lastMicros !== lastMicros)
      this.#complain(made.lastId, `is not the time that is stored as the last play on account ${accountId}`)
  }
}
