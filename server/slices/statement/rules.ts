import type { Answer } from '@krapao/contract/endpoint.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { listStatement } from '@krapao/contract/slices/statement/list-statement.ts'
import type { listStatementEntries } from '@krapao/contract/slices/statement/list-statement-entries.ts'

/** What a journal of the ledger says in a member's statement (spec.md §3, §4), without database or clock. */

export type StatementRow = Answer<typeof listStatement>['statements'][number]
export type StatementType = StatementRow['statementType']
export type Entry = Answer<typeof listStatementEntries>['entries'][number]

export interface Filter {
  type?: StatementType
  /** A Bangkok month, YYYY-MM. */
  month?: string
}

/** One leg of a journal; `member` is empty where the account is the house's. */
export interface StoredLeg {
  member: string
  name: string
  asset: string
  amountMinor: number
}

/** A journal that begins something, with what became of it. */
export interface Beginning {
  id: number
  kind: StatementType
  phase: 'single' | 'pending'
  meta: Record<string, unknown>
  postedAt: Date
  legs: StoredLeg[]
  /** How a hold was resolved, null while it is open. */
  resolvedAs: 'posted' | 'voided' | null
  resolvedMeta: Record<string, unknown> | null
  /** Whether an operator took it back by a reversal. */
  isReversed: boolean
}

const wallet = 'WALLET'
/** Where a journal's `meta` names what is behind it. A QR code is its gateway's payment. */
const sourceIds = ['withdrawalId', 'paymentId', 'slipId', 'giftId', 'depositId', 'transferId']
const sources = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const

/** A row of the statement. Coins are no money: what a journal moves of them does not count here. */
export function toStatement(memberId: string, journal: Beginning): StatementRow {
  const { id, kind, meta, postedAt } = journal
  const money = journal.legs.filter(({ asset }) => asset !== 'COIN')
  const own = money.filter(({ member }) => member === memberId)
  const into = own.reduce((sum, { amountMinor }) => sum + Math.max(amountMinor, 0), 0)
  const outOf = own.reduce((sum, { amountMinor }) => sum + Math.max(-amountMinor, 0), 0)
  const source = sources.find((name) => name === meta.source)
  return {
    _id: String(id),
    statementType: kind,
    ...statusOf(journal),
    sourceId: sourceIds.map((name) => text(meta[name])).find((sourceId) => sourceId !== '') ?? null,
    ...endsOf(kind, meta, own, money),
    amount: fromMinor(into || outOf),
    currency: own[0]?.asset === 'LAK' ? 'LAK' : 'THB',
    createdAt: postedAt.toISOString(),
    ...(source && typeof meta.description === 'string' && { [source]: { description: meta.description } }),
  }
}

/**
 * A reversed movement counts as failed: the money is not where the row says [decided].
 */
function statusOf({
  phase,
  resolvedAs,
  resolvedMeta,
  isReversed,
}: Beginning): Pick<StatementRow, 'status' | 'reason'> {
  if (isReversed) return { status: 'FAILED', reason: 'REVERSED' }
  if (phase === 'single' || resolvedAs === 'posted') return { status: 'SUCCESS', reason: null }
  if (resolvedAs === null) return { status: 'PENDING', reason: null }
  const reason = resolvedMeta?.reason
  // A code, for which the member's app has a text; free words of others stay inside.
  const isCode = typeof reason === 'string' && /^[A-Z][A-Z0-9_]{0,59}$/.test(reason)
  return { status: 'FAILED', reason: isCode ? reason : null }
}

function endsOf(
  kind: StatementType,
  meta: Record<string, unknown>,
  own: StoredLeg[],
  money: StoredLeg[],
): { from: string; to: string } {
  switch (kind) {
    case 'deposit':
      return { from: depositSource(meta, money), to: wallet }
    case 'withdraw':
      return { from: wallet, to: text(meta.bankCode) || text(meta.toBank) }
    case 'transfer':
      return transferEnds(own)
    case 'bonus':
      return { from: '', to: wallet }
    case 'finish_bonus':
      return { from: '', to: '' }
  }
}

/** What the money came by: GIFT, a gateway's code, the sender's bank, or ours where that is not known. */
function depositSource(meta: Record<string, unknown>, money: StoredLeg[]): string {
  const [kind = '', name = ''] = money.find(({ member }) => member === '')?.name.split(':') ?? []
  if (kind === 'gift') return 'GIFT'
  if (kind === 'gateway') return name
  return text(meta.fromBank) || text(meta.bankCode)
}

/** A step moves between the wallet and one game, and holds what it moves in that game's transit account. */
function transferEnds(own: StoredLeg[]): { from: string; to: string } {
  const [source, target] = [own.find((leg) => leg.amountMinor < 0), own.find((leg) => leg.amountMinor > 0)]
  const from = endOf(source?.name)
  if (!target?.name.startsWith('in-transit:')) return { from, to: endOf(target?.name) }
  return { from, to: from === wallet ? codeOf(target.name) : wallet }
}

const endOf = (name = ''): string => (name === 'wallet' ? wallet : codeOf(name))
const codeOf = (name: string): string => name.split(':')[1] ?? ''
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An entry as it is stored, with the account it stands on. */
export interface StoredEntry extends StoredLeg {
  journalId: number
  postedAt: Date
  /** Null on house accounts. */
  balanceAfterMinor: number | null
}

/** What moved on the member's own accounts, in order; house accounts are named by their kind only. */
export function toEntries(memberId: string, stored: StoredEntry[]): Entry[] {
  const money = stored.filter(({ asset }) => asset !== 'COIN')
  return money
    .filter(({ member }) => member === memberId)
    .map((entry) => ({
      at: entry.postedAt.toISOString(),
      account: entry.name,
      amount: fromMinor(entry.amountMinor),
      balanceAfter: fromMinor(entry.balanceAfterMinor ?? 0),
      counterpart: counterpartOf(memberId, entry, money),
    }))
}

function counterpartOf(memberId: string, entry: StoredEntry, all: StoredEntry[]): string {
  const other = all.find(
    (leg) =>
      leg.journalId === entry.journalId &&
      leg.asset === entry.asset &&
      leg.amountMinor > 0 !== entry.amountMinor > 0,
  )
  if (!other) return ''
  if (other.member === memberId) return other.name
  return other.member === '' ? (other.name.split(':')[0] ?? '') : 'member'
}

/** First instant of a Bangkok month and of the next (YYYY-MM; Thailand has no summer time). */
export function monthBounds(month: string): { from: Date; until: Date } {
  const [year = 0, index = 1] = month.split('-').map(Number)
  const start = (monthIndex: number) => new Date(Date.UTC(year, monthIndex, 1, -7))
  return { from: start(index - 1), until: start(index) }
}
