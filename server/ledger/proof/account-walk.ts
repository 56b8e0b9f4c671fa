import { rawQuery, type Tx } from '../../platform/database.ts'
import { partsOf } from '../accounts.ts'
import type { Complain } from './defect.ts'
import type { BookedEntry, BookedJournal } from './line.ts'

interface Snapshot {
  accountId: number
  throughJournalId: number
  balanceMinor: number
}

interface StoredAccount {
  id: number
  member: string
  name: string
  asset: string
  balanceMinor: number
  version: number
}

const pageSize = 5000

/** Recomputes every account along the journals. Account ids are dense, so plain arrays hold them. */
export class AccountWalk {
  readonly totals = new Map<string, { members: number; house: number }>()
  count = 0
  readonly #balances: Float64Array
  readonly #versions: Float64Array
  /** Last journal that moved the account. */
  readonly #lastSeen: Float64Array
  readonly #snapshots: Snapshot[]
  /** Balances of the house's suspense accounts, by name and asset. */
  readonly #suspense = new Map<string, number>()
  readonly #complain: Complain
  #snapshotsDue: boolean

  static async begin(tx: Tx, complain: Complain): Promise<AccountWalk> {
    const [row] = await rawQuery<{ highest: number }>(
      tx,
      'select coalesce(max(id), 0) as highest from accounts',
    )
    const snapshots = await rawQuery<Snapshot>(
      tx,
      `select account_id as "accountId", through_journal_id as "throughJournalId",
         balance_minor as "balanceMinor" from house_snapshots`,
    )
    return new AccountWalk(row?.highest ?? 0, snapshots, complain)
  }

  private constructor(highestId: number, snapshots: Snapshot[], complain: Complain) {
    this.#balances = new Float64Array(highestId + 1)
    this.#versions = new Float64Array(highestId + 1)
    this.#lastSeen = new Float64Array(highestId + 1)
    this.#snapshots = snapshots
    this.#snapshotsDue = snapshots.length > 0
    this.#complain = complain
    if (new Set(snapshots.map((snapshot) => snapshot.throughJournalId)).size > 1) {
      complain(null, 'house snapshots stand at different journals')
    }
  }

  see(journal: BookedJournal): void {
    if (this.#snapshotsDue && journal.id > (this.#snapshots[0]?.throughJournalId ?? 0)) this.#checkSnapshots()
    if (journal.entries.length < 2) this.#complain(journal.id, 'has fewer than two entries')
    const sums = new Map<string | null, number>()
    for (const { asset, amountMinor } of journal.entries)
      sums.set(asset, (sums.get(asset) ?? 0) + amountMinor)
    for (const [asset, sum] of sums) {
      if (sum !== 0) this.#complain(journal.id, `its ${asset} entries add to ${sum}, not to zero`)
    }
    for (const entry of journal.entries) this.#move(journal.id, entry)
  }

  #move(journalId: number, entry: BookedEntry): void {
    const { accountId: id, amountMinor, balanceAfterMinor } = entry
    const before = this.#balances[id]
    if (before === undefined || entry.member === null) {
      this.#complain(journalId, `an entry names account ${id}, which does not exist`)
      return
    }
    let after = before + amountMinor
    if (entry.member === '') {
      if (balanceAfterMinor !== null) this.#complain(journalId, `${title(entry)} keeps no running balance`)
    } else if (balanceAfterMinor === null || balanceAfterMinor !== after) {
      const says = `${before} + ${amountMinor} = ${after}, but the entry says ${balanceAfterMinor}`
      this.#complain(journalId, `${title(entry)}: ${says}`)
      // Continues with the stored value, so that one change is not reported again at every later journal.
      after = balanceAfterMinor ?? after
    } else if (after < 0) this.#complain(journalId, `${title(entry)} goes below zero: ${after}`)
    this.#balances[id] = after
    this.#versions[id] = (this.#versions[id] ?? 0) + 1
    this.#lastSeen[id] = journalId
  }

  #checkSnapshots(): void {
    this.#snapshotsDue = false
    for (const { accountId, balanceMinor, throughJournalId } of this.#snapshots) {
      const is = this.#balances[accountId] ?? 0
      if (is !== balanceMinor) {
        const says = `says ${balanceMinor}, the entries say ${is}`
        this.#complain(
          null,
          `the snapshot of house account ${accountId} at journal ${throughJournalId} ${says}`,
        )
      }
    }
  }

  /** Compares the result with the stored accounts, one by one. */
  async end(tx: Tx): Promise<void> {
    if (this.#snapshotsDue) this.#checkSnapshots()
    for (let after = 0; ; ) {
      const page = await rawQuery<StoredAccount>(
        tx,
        `select id, member_id as member, name, asset, balance_minor as "balanceMinor", version
         from accounts where id > $1 order by id limit $2`,
        [after, pageSize],
      )
      for (const account of page) this.#close(account)
      const last = page.at(-1)
      if (!last) break
      after = last.id
    }
    await this.#compareSuspense(tx)
    for (const [asset, { members, house }] of this.totals) {
      if (members + house !== 0)
        this.#complain(null, `${asset}: members ${members} and house ${house} are not zero`)
    }
  }

  /** The balance of suspense equals the sum of the reports that wait (rules.md §18). */
  async #compareSuspense(tx: Tx): Promise<void> {
    const owed = await rawQuery<{ account: string; amountMinor: number }>(
      tx,
      `select name || ' ' || asset as account, sum(amount_minor)::bigint as "amountMinor"
       from suspense_owed group by name, asset`,
      [],
    )
    const waiting = new Map(owed.map(({ account, amountMinor }) => [account, amountMinor]))
    for (const account of new Set([...this.#suspense.keys(), ...waiting.keys()])) {
      const [has, waits] = [this.#suspense.get(account) ?? 0, waiting.get(account) ?? 0]
      if (has !== waits)
        this.#complain(null, `house ${account} has ${has}, the reports that wait add up to ${waits}`)
    }
  }

  #close(account: StoredAccount): void {
    this.count++
    const { id, member, asset } = account
    const balance = this.#balances[id] ?? 0
    const total = this.totals.get(asset) ?? { members: 0, house: 0 }
    this.totals.set(asset, total)
    if (member === '') {
      total.house += balance
      if (partsOf(account.name).kind === 'suspense') this.#suspense.set(`${account.name} ${asset}`, balance)
      return
    }
    // The stored balance counts, because it is what the member can spend.
    total.members += account.balanceMinor
    const at = this.#lastSeen[id] || null
    if (account.balanceMinor < 0)
      this.#complain(at, `${title(account)} is below zero: ${account.balanceMinor}`)
    if (account.balanceMinor !== balance) {
      this.#complain(at, `${title(account)} has ${account.balanceMinor} stored, its entries make ${balance}`)
    }
    const entries = this.#versions[id] ?? 0
    if (account.version !== entries) {
      this.#complain(at, `${title(account)} has version ${account.version}, but ${entries} entries`)
    }
  }
}

const title = ({ member, name, asset }: Pick<BookedEntry, 'member' | 'name' | 'asset'>): string =>
  member === '' ? `house ${name} ${asset}` : `${name} ${asset} of member ${member}`
