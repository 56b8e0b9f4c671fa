import type { Answer } from '@krapao/contract/endpoint.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { paymentWallet } from '@krapao/contract/limits.ts'
import { asCurrency, fromMinor, toMinor } from '@krapao/contract/money.ts'
import { bonusSources } from '@krapao/contract/slices/bonus/bonus.ts'
import type { listStatement } from '@krapao/contract/slices/statement/list-statement.ts'
import type { listStatementEntries } from '@krapao/contract/slices/statement/list-statement-entries.ts'
import { statementReasons } from '@krapao/contract/slices/statement/statement.ts'
import { readable } from '../../journals/facts.ts'
import type { Facts, PhaseOf } from '../../journals/kinds.ts'
import { own, partsOf, type Row, type RowEntry, type RowFilter, type RowLeg } from '../../ledger/public.ts'

/**
 * A journal of the ledger as a row of the member's statement (product.md §3, §4), without database or clock.
 */

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
/** The kinds of journals that are rows of a statement, and by which phase they begin one. */
const begins = {
  deposit: 'single',
  bonus: 'single',
  finish_bonus: 'single',
  withdraw: 'pending',
  transfer: 'pending',
} as const satisfies { [K in StatementType]: PhaseOf<K> }
export const statementTypes = Object.keys(begins) as StatementType[]

/**
 * A row of the statement in the caller's language. Coins are not money, so amounts leave them out. The end of
 * a bonus that took nothing back has entries of the house only, and the amount 0.
 */
export function toStatement(memberId: string, journal: Row, language: Language): StatementRow {
  const { id, postedAt } = journal
  const kind = journal.kind as StatementType
  const money = journal.legs.filter(({ asset }) => asset !== 'COIN')
  const ownLegs = money.filter(({ member }) => member === memberId)
  const into = ownLegs.reduce((sum, { amountMinor }) => sum + Math.max(amountMinor, 0), 0)
  const outOf = ownLegs.reduce((sum, { amountMinor }) => sum + Math.max(-amountMinor, 0), 0)
  return {
    _id: String(id),
    statementType: kind,
    ...statusOf(journal),
    sourceId: null,
    method: null,
    ...aboutOf(kind, journal, { ownLegs, money, language }),
    amount: fromMinor(into || outOf),
    currency: asCurrency((ownLegs[0] ?? money[0])?.asset),
    createdAt: postedAt.toISOString(),
  }
}

type About = Pick<StatementRow, 'from' | 'to'> & Partial<StatementRow>

/** The facts of a row beside amount and status, by the facts of its journal. */
function aboutOf(
  kind: StatementType,
  { meta }: Row,
  { ownLegs, money, language }: { ownLegs: RowLeg[]; money: RowLeg[]; language: Language },
): About {
  switch (kind) {
    case 'deposit': {
      const facts = readable(kind, begins[kind], meta)
      const { paymentId, slipId, giftId, announcementId } = facts
      // A QR code is known by its gateway's payment.
      const sourceId = paymentId || slipId || giftId || announcementId || null
      return { sourceId, from: depositSource(facts, money), to: wallet, method: methodOf(facts, money) }
    }
    case 'withdraw': {
      const { withdrawalId, bankCode = '' } = readable(kind, begins[kind], meta)
      return { sourceId: withdrawalId || null, from: wallet, to: bankCode }
    }
    case 'transfer': {
      const { transferId } = readable(kind, begins[kind], meta)
      return { sourceId: transferId || null, ...transferEnds(ownLegs) }
    }
    case 'bonus':
    case 'finish_bonus': {
      const { source, description } = readable(kind, begins[kind], meta)
      const words = typeof description === 'object' ? description[language] : (description ?? '')
      const known = bonusSources.find((name) => name === source)
      return {
        from: '',
        to: kind === 'bonus' ? wallet : '',
        ...(known && words !== '' && { [known]: { description: words } }),
      }
    }
  }
}

/** A reversed movement counts as failed, because the money is no longer where the row says. */
function statusOf({
  kind,
  phase,
  resolvedAs,
  resolvedMeta,
  isReversed,
}: Row): Pick<StatementRow, 'status' | 'reason'> {
  if (isReversed) return { status: 'FAILED', reason: 'REVERSED' }
  if (phase === 'single' || resolvedAs === 'posted') return { status: 'SUCCESS', reason: null }
  if (resolvedAs === null) return { status: 'PENDING', reason: null }
  const { reason } = readable(kind === 'withdraw' ? kind : 'transfer', 'voided', resolvedMeta ?? {})
  // Codes that the member's app has a text for; other codes and texts of the other side are not shown.
  return { status: 'FAILED', reason: statementReasons.find((known) => known === reason) ?? null }
}

type DepositFacts = Partial<Facts<'deposit', 'single'>>

/**
 * The source of the money: GIFT, a gateway's code, the sender's bank, or our own bank if that is not known.
 */
function depositSource(facts: DepositFacts, money: RowLeg[]): string {
  const { kind, of } = houseEnd(money)
  if (kind === 'gift') return 'GIFT'
  // A payment that a person credits comes from suspense, but its source is the gateway.
  if (kind === 'gateway' || facts.source === 'qr') return of
  return facts.fromBank || facts.bankCode || ''
}

/** The house's account that a deposit came in by. */
const houseEnd = (money: RowLeg[]) => partsOf(money.find(({ member }) => member === '')?.name ?? '')

function methodOf(facts: DepositFacts, money: RowLeg[]): NonNullable<StatementRow['method']> {
  const { kind } = houseEnd(money)
  if (kind === 'gift') return 'GIFT'
  if (facts.bankCode === paymentWallet) return 'WALLET'
  return kind === 'gateway' || facts.source === 'qr' ? 'QR' : 'BANK'
}

/** A step moves between the wallet and one game, and holds the amount in that game's in-transit account. */
function transferEnds(ownLegs: RowLeg[]): { from: string; to: string } {
  const source = ownLegs.find(({ amountMinor }) => amountMinor < 0)
  const target = ownLegs.find(({ amountMinor }) => amountMinor > 0)
  const from = endOf(source?.name)
  const to = partsOf(target?.name ?? '')
  if (to.kind !== 'in-transit') return { from, to: endOf(target?.name) }
  return { from, to: from === wallet ? to.of : wallet }
}

const endOf = (name = ''): string => (name === own.wallet ? wallet : partsOf(name).of)

/** The movements on the member's own accounts, in order; house accounts are named by their kind only. */
export function toEntries(memberId: string, stored: RowEntry[]): Entry[] {
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

function counterpartOf(memberId: string, entry: RowEntry, all: RowEntry[]): string {
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

/** The facts that name a bank where money came from or went to. */
const namingBanks = ['fromBank', 'bankCode'] as const satisfies (
  | keyof Facts<'deposit', 'single'>
  | keyof Facts<'withdraw', 'pending'>
)[]

/**
 * The ledger's filter for a filter of the statement.
 * @param codesLike the codes of banks and games whose names have these letters
 */
export function journalsOf(
  { type, search, ...period }: Filter,
  codesLike: (letters: string) => string[] = () => [],
): RowFilter {
  const wanted = search?.trim() ?? ''
  return {
    kinds: type ? [type] : statementTypes,
    ...boundsOf(period),
    ...(wanted !== '' && {
      having: { ...figuresOf(wanted), codes: codesLike(wanted.toLowerCase()), facts: namingBanks },
    }),
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
 * First instant of a time and of what follows it; Thailand has no summer time. Days narrow a month, and a day
 * that its month does not have counts on into the next.
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
