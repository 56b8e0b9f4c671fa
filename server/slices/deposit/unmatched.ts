import { fromMinor } from '@krapao/contract/money.ts'
import { type DeskEntry, type DeskQueue, evidenceOf } from '../../platform/desk.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { findOwner } from './manual-store.ts'
import { keepState, readTwinLimits, selectTwins, type Transfer } from './twin-store.ts'
import { credit, link, settle } from './twins.ts'
import { countWaiting, findWaiting, lockWaiting, selectWaiting } from './unmatched-store.ts'

/**
 * Transfers of the bank's feed that nobody is recognised by (rules.md §5.2). Approving credits the member that the
 * operator names, under the key that the feed itself would have used, unless that member may have been credited for it
 * by a slip: then it waits in the queue of `twinDesk`. Refusing says that the money goes back to its sender outside the
 * ledger.
 */
export function unmatchedDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    name: 'bank-transfer',
    refusalInDoubt: false,
    count: () => countWaiting(db, 'unmatched'),
    async list({ after, limit }) {
      const rows = await selectWaiting(db, 'unmatched', readId(after) ?? 0, limit)
      return entriesOf(context, rows, toUnmatched)
    },
    async find(id) {
      const number = readId(id)
      const row = number === undefined ? undefined : await findWaiting(db, 'unmatched', number)
      return row && (await entriesOf(context, [row], toUnmatched))[0]
    },
    async decide(tx, id, { verdict, operatorId, memberId: named }) {
      const number = readId(id)
      if (number === undefined) throw new Refusal('NO_DATA')
      const row = await lockWaiting(tx, 'unmatched', number)
      if (verdict === 'refuse') {
        await keepState(tx, row.id, { state: 'returned', operatorId })
        return undefined
      }
      const memberId = await findOwner(tx, named, row.currency)
      const settled = await settle(context, tx, row, { memberId, operatorId }, await readTwinLimits(tx))
      return settled === 'credited' ? undefined : settled === 'linked' ? 'CREDITED' : 'IN_DOUBT'
    },
  }
}

/**
 * Transfers that may have been credited already: slip and feed tell of an equal amount at nearly the same time, under
 * different references (rules.md §5.2). Approving says that it is another transfer, and credits it; refusing says that it
 * is the same: it is linked, and nothing is credited.
 */
export function twinDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    name: 'bank-twin',
    refusalInDoubt: false,
    count: () => countWaiting(db, 'doubtful'),
    async list({ after, limit }) {
      const rows = await selectWaiting(db, 'doubtful', readTwinId(after) ?? 0, limit)
      return entriesOf(context, rows, toDoubtful)
    },
    async find(id) {
      const number = readTwinId(id)
      const row = number === undefined ? undefined : await findWaiting(db, 'doubtful', number)
      const [entry] = row ? await entriesOf(context, [row], toDoubtful) : []
      return entry?.id === id ? entry : undefined
    },
    async decide(tx, id, { verdict, operatorId }) {
      const number = readTwinId(id)
      if (number === undefined) throw new Refusal('NO_DATA')
      const row = await lockWaiting(tx, 'doubtful', number)
      const limits = await readTwinLimits(tx)
      const twins = (await selectTwins(tx, [row], limits)).get(row.id) ?? []
      const [twin, ...others] = twins
      // The operator saw others, and may have meant another.
      if (!row.memberId || twinIdOf(row, twins) !== id) throw new Refusal('NO_DATA')
      const settlement = { memberId: row.memberId, operatorId }
      if (verdict === 'approve') await credit(context, tx, row, settlement, limits)
      else if (twin) await link(context, tx, row, [twin, ...others], settlement, limits)
      // The setting was made smaller meanwhile: there is nothing left that it may be the same as.
      else throw new Refusal('NO_DATA')
      return undefined
    },
  }
}

const readId = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** What is asked: whether the transfer is one of these. With other ones it is another question. */
const twinIdOf = (row: Transfer, twins: Transfer[]): string => [row, ...twins].map(({ id }) => id).join('-')
const readTwinId = (text: string | undefined): number | undefined =>
  readId(/^(\d+)(?:-\d+)*$/.exec(text ?? '')?.[1])

type ToEntry = (row: Transfer, twins: Transfer[]) => Omit<DeskEntry, 'picture'>

/** What operators see of transfers, each beside those that may be the same: two statements, however many there are. */
async function entriesOf({ db, files }: Context, rows: Transfer[], toEntry: ToEntry): Promise<DeskEntry[]> {
  if (rows.length === 0) return []
  const twins = await selectTwins(db, rows, await readTwinLimits(db))
  return rows.map((row) => {
    const others = twins.get(row.id) ?? []
    const file = row.slipFile ?? others.find(({ slipFile }) => slipFile !== null)?.slipFile
    return { ...toEntry(row, others), picture: file ? files.link(file) : null }
  })
}

const factsOf: ToEntry = (row, twins) => ({
  id: String(row.id),
  createdAt: row.receivedAt.toISOString(),
  memberId: row.memberId,
  amount: fromMinor(row.amountMinor),
  currency: row.currency,
  reason: row.contradictsId === null ? 'UNMATCHED' : 'CONTRADICTION',
  evidence: evidenceOf([
    ['bankCode', row.houseBankCode],
    ['accountNo', row.houseAccountNo],
    ['reference', row.reference],
    ['fromBank', row.fromBank],
    ['fromAccountNo', row.fromAccountNo],
    ['fromName', row.fromName],
    ['sentAt', row.sentAt.toISOString()],
    ['twinReference', twins.map(({ reference }) => reference).join(', ')],
    ['twinSentAt', twins[0]?.sentAt.toISOString()],
    ['twinName', [...new Set(twins.map(({ fromName }) => fromName))].filter(Boolean).join(', ')],
  ]),
})
const toUnmatched: ToEntry = factsOf
const toDoubtful: ToEntry = (row, twins) => ({
  ...factsOf(row, twins),
  id: twinIdOf(row, twins),
  reason: 'MAYBE_CREDITED',
})
