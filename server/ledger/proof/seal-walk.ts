import { rawQuery, type Tx } from '../../platform/database.ts'
import type { Complain } from './defect.ts'
import type { Line } from './line.ts'
import { auditMark, digestOf, noSeal, type Seal, sealHash } from './seal.ts'

const pageSize = 50

/** Recomputes the chain of seals along the journals. */
export class SealWalk {
  readonly seen = { count: 0, throughJournalId: 0, sha256: noSeal }
  readonly #tx: Tx
  readonly #complain: Complain
  #page: Seal[] = []
  #seal: Seal | undefined
  #hash = sealHash(noSeal)
  /** The walk's position in the current seal's digests. */
  #place = 0
  #isNamed = false
  #isGap = false
  #isOver = false

  constructor(tx: Tx, complain: Complain) {
    this.#tx = tx
    this.#complain = complain
  }

  async see(line: Line): Promise<void> {
    while (!this.#isOver && (this.#seal === undefined || line.id > this.#seal.to)) await this.#turn()
    if (this.#seal === undefined) return
    // These journals come before a seal that does not follow its predecessor: their own seal is missing,
    // which is already reported.
    if (this.#isGap && line.id < this.#seal.from) return
    this.#hash.add(line.line)
    this.#missing(line.id)
    const digests = this.#seal.digests
    const digest = digestOf(line)
    if (idAt(digests, this.#place) !== line.id) {
      this.#name(line.id, 'was slipped in after its range was sealed')
      return
    }
    if (!digest.equals(digests.subarray(this.#place, this.#place + 16))) {
      this.#name(line.id, 'was changed after it was sealed')
    }
    this.#place += 16
  }

  async end(): Promise<void> {
    while (!this.#isOver) await this.#turn()
  }

  /** Closes the current seal and opens the next. */
  async #turn(): Promise<void> {
    const before = this.#seal
    if (before) {
      this.#missing(Number.POSITIVE_INFINITY)
      if (this.#hash.done() !== before.sha256 && !this.#isNamed) {
        this.#complain(before.from, `the seal of journals ${before.from} to ${before.to} was changed`)
      }
      this.seen.count++
      this.seen.throughJournalId = before.to
      this.seen.sha256 = before.sha256
    }
    if (this.#page.length === 0) await this.#readPage()
    const next = this.#page.shift()
    this.#seal = next
    if (!next) {
      this.#isOver = true
      return
    }
    const { from, previous, audit } = next
    this.#isGap = from !== this.seen.throughJournalId + 1 || previous !== this.seen.sha256
    if (this.#isGap) {
      this.#complain(
        from,
        `the seal that starts at ${from} does not follow the one before: a seal is gone or changed`,
      )
    }
    this.#hash = sealHash(previous, audit)
    this.#place = 0
    this.#isNamed = false
  }

  async #readPage(): Promise<void> {
    const last = this.#seal?.id ?? 0
    this.#page = await rawQuery<Seal>(
      this.#tx,
      `select id, from_journal_id as "from", to_journal_id as "to", sha256, previous_sha256 as previous, digests,
         ${auditMark} as audit
       from seals where id > $1 order by id limit $2`,
      [last, pageSize],
    )
  }

  /** Reports sealed journals before `id` that the walk has not met. */
  #missing(id: number): void {
    const digests = this.#seal?.digests ?? new Uint8Array()
    for (; this.#place < digests.length; this.#place += 16) {
      const sealed = idAt(digests, this.#place) as number
      if (sealed >= id) return
      this.#name(sealed, 'was sealed, but is gone')
    }
  }

  #name(id: number, what: string): void {
    this.#isNamed = true
    this.#complain(id, what)
  }
}

function idAt(digests: Uint8Array, place: number): number | undefined {
  if (place >= digests.length) return undefined
  return Number(new DataView(digests.buffer, digests.byteOffset).getBigInt64(place))
}
