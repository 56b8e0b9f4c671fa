import type { Answer } from '@krapao/contract/endpoint.ts'
import { paymentWallet } from '@krapao/contract/limits.ts'
import { asCurrency, fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { listStatement } from '@krapao/contract/slices/statement/list-statement.ts'
import type { listStatementEntries } from '@krapao/contract/slices/statement/list-statement-entries.ts'
import { statementReasons } from '@krapao/contract/slices/statement/statement.ts'
import {
  own,
  partsOf,
  type StatementEntry,
  type StatementFilter,
  type StatementJournal,
  type StatementLeg,
} from '../../ledger/public.ts'
import type { Language } from '../../platform/http.ts'

/** A journal of the ledger as a row of the member's statement (product.md §3, §4), without database or clock. */

export type StatementRow = Answer<typeof listStatement>['statements'][number]
export type StatementType = StatementRow['statementType']
export type Entry = Answer<typeof listStatementEntries>['entries'][number]

export interface Period {
  /** A Bangkok month, YYYY-MM. */
  month?: string
  /** Bangkok days, YYYY-MM-DD, both of them part of it. */
  from?: string
  until?: string
}
export interface Filter extends Period {
  type?: StatementType
  search?: string
}

const wallet = 'WALLET'
/** Where a journal's `meta` has the id of what is behind it. A QR code is known by its gateway's payment. */
const sourceIds = [
  'withdrawalId',
  'paymentId',
  'slipId',
  'giftId',
  'depositId',
  'announcementId',
  'transferId',
]
const sources = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw'] as const

/**
 * A row of the statement in the caller's language. Coins are not money, so amounts leave them out. The end of a bonus that
 * took nothing back has entries of the house only, and the amount 0.
 */
export function toStatement(memberId: string, journal: StatementJournal, language: Language): StatementRow {
  const { id, kind, meta, postedAt } = journal
  const money = journal.legs.filter(({ asset }) => asset !== 'COIN')
  const ownLegs = money.filter(({ member }) => member === memberId)
  const into = ownLegs.reduce((sum, { amountMinor }) => sum + Math.max(amountMinor, 0), 0)
  const outOf = ownLegs.reduce((sum, { amountMinor }) => sum + Math.max(-amountMinor, 0), 0)
  const source = sources.find((name) => name === meta.source)
  const description = wordsOf(meta.description, language)
  return {
    _id: String(id),
    statementType: kind,
    ...statusOf(journal),
    sourceId: sourceIds.map((name) => text(meta[name])).find((sourceId) => sourceId !== '') ?? null,
    ...endsOf(kind, meta, ownLegs, money),
    method: kind === 'deposit' ? methodOf(meta, money) : null,
    amount: fromMinor(into || outOf),
    currency: asCurrency((ownLegs[0] ?? money[0])?.asset),
    createdAt: postedAt.toISOString(),
    ...(source && description !== '' && { [source]: { description } }),
  }
}

/** A text of a journal: {th, la, en}, or one for all languages; empty where there is none. */
function wordsOf(description: unknown, language: Language): string {
  if (typeof description !== 'object' || description === null) return text(description)
  return text((description as Record<string, unknown>)[language])
}

/** A reversed movement counts as failed, because the money is no longer where the row says. */
function statusOf({
  phase,
  resolvedAs,
  resolvedMeta,
  isReversed,
}: StatementJournal): Pick<StatementRow, 'status' | 'reason'> {
  if (isReversed) return { status: 'FAILED', reason: 'REVERSED' }
  if (phase === 'single' || resolvedAs === 'posted') return { status: 'SUCCESS', reason: null }
  if (resolvedAs === null) return { status: 'PENDING', reason: null }
  const reason = resolvedMeta?.reason
  // Codes that the member's app has a text for; other codes and texts of the other side are not shown.
  return { status: 'FAILED', reason: statementReasons.find((known) => known === reason) ?? null }
}

function endsOf(
  kind: StatementType,
  meta: Record<string, unknown>,
  ownLegs: StatementLeg[],
  money: StatementLeg[],
): { from: string; to: string } {
  switch (kind) {
    case 'deposit':
      return { from: depositSource(meta, money), to: wallet }
    case 'withdraw':
      return { from: wallet, to: text(meta.bankCode) || text(meta.toBank) }
    case 'transfer':
      return transferEnds(ownLegs)
    case 'bonus':
      return { from: '', to: wallet }
    case 'finish_bonus':
      return { from: '', to: '' }
  }
}

/** The source of the money: GIFT, a gateway's code, the sender's bank, or our own bank if that is not known. */
function depositSource(meta: Record<string, unknown>, money: StatementLeg[]): string {
  const { kind, of } = houseEnd(money)
  if (kind === 'gift') return 'GIFT'
  // A payment that a person credits comes from suspense, but its source is the gateway.
  if (kind === 'gateway' || isPayment(meta)) return of
  return text(meta.fromBank) || text(meta.bankCode)
}

const isPayment = ({ source }: Record<string, unknown>): boolean => source === 'qr'

/** The house's account that a deposit came in by. */
const houseEnd = (money: StatementLeg[]) => partsOf(money.find(({ member }) => member === '')?.name ?? '')

function methodOf(meta: Record<string, unknown>, money: StatementLeg[]): NonNullable<StatementRow['method']> {
  const { kind } = houseEnd(money)
  if (kind === 'gift') return 'GIFT'
  if (meta.bankCode === paymentWallet) return 'WALLET'
  return kind === 'gateway' || isPayment(meta) ? 'QR' : 'BANK'
}

/** A step moves between the wallet and one game, and holds the amount in that game's in-transit account. */
function transferEnds(ownLegs: StatementLeg[]): { from: string; to: string } {
  const source = ownLegs.find(({ amountMinor }) => amountMinor < 0)
  const target = ownLegs.find(({ amountMinor }) => amountMinor > 0)
  const from = endOf(source?.name)
  const to = partsOf(target?.name ?? '')
  if (to.kind !== 'in-transit') return { from, to: endOf(target?.name) }
  return { from, to: from === wallet ? to.of : wallet }
}

const endOf = (name = ''): string => (name === own.wallet ? wallet : partsOf(name).of)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The movements on the member's own accounts, in order; house accounts are named by their kind only. */
export function toEntries(memberId: string, stored: StatementEntry[]): Entry[] {
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

function counterpartOf(memberId: string, entry: StatementEntry, all: StatementEntry[]): string {
  const other = all.find(
    (leg) =>
      leg.journalId === entry.journalId &&
      leg.asset === entry.asset &&
      leg.amountMinor > 0 !== entry.amountMinor > 0,
  )
  if (!other) return ''
  if (other.member === memberId) return other.name
  return other.member === '' ? partsOf(other.name).kind : 'member'
}

/**
 * The ledger's filter for a filter of the statement.
 * @param codesLike the codes of banks and games whose names have these letters
 */
export function journalsOf(
  { type, search, ...period }: Filter,
  codesLike: (letters: string) => string[] = () => [],
): StatementFilter {
  const wanted = search?.trim() ?? ''
  return {
    ...(type && { kind: type }),
    ...boundsOf(period),
    ...(wanted !== '' && { having: { ...figuresOf(wanted), codes: codesLike(wanted.toLowerCase()) } }),
  }
}

/** A number that may be an amount or the number of a row: "1,250.50", "฿100", "๑๐๐". */
function figuresOf(search: string): { id?: number; amountMinor?: number } {
  const figures = search
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/[໐-໙]/g, (digit) => String(digit.charCodeAt(0) - 0x0ed0))
    .replace(/[฿₭,\s−+-]/g, '')
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(figures)) return {}
  return { amountMinor: toMinor(Number(figures)), ...(!figures.includes('.') && { id: Number(figures) }) }
}

/**
 * First instant of a time and of what follows it; Thailand has no summer time. Days narrow a month, and a day that its
 * month does not have counts on into the next.
 */
export function boundsOf({ month, from, until }: Period): { from?: Date; until?: Date } {
  const ofMonth = month === undefined ? undefined : monthBounds(month)
  const starts = [ofMonth?.from, from === undefined ? undefined : startOf(from)]
  const ends = [ofMonth?.until, until === undefined ? undefined : startOf(until, 1)]
  const known = (times: (Date | undefined)[]) => times.flatMap((time) => time?.getTime() ?? [])
  return {
    ...(known(starts).length > 0 && { from: new Date(Math.max(...known(starts))) }),
    ...(known(ends).length > 0 && { until: new Date(Math.min(...known(ends))) }),
  }
}

/** The first instant of a Bangkok day, or of a day after it. */
function startOf(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + later, -7))
}

/** First instant of a Bangkok month and of the next (YYYY-MM). */
function monthBounds(month: string): { from: Date; until: Date } {
  const [year = 0, index = 1] = month.split('-').map(Number)
  const start = (monthIndex: number) => new Date(Date.UTC(year, monthIndex, 1, -7))
  return { from: start(index - 1), until: start(index) }
}
