import { type TieReason, tieReasons } from '@krapao/contract/slices/desk/ties.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { accountTies, askedMembers, ownersOfAccount, tiedMember } from '../../account/public.ts'
import { type Payer, payersOf } from './paid-store.ts'
import { isSamePayer, isSamePerson, isStrong } from './tie-rules.ts'

/** A member who has something in common with another one. */
export interface Tie {
  memberId: string
  /** Whether the member may log in; false: suspended. */
  isActive: boolean
  /** In the order of `tieReasons`. */
  reasons: TieReason[]
  /** Whether one of the reasons is hardly ever chance. */
  isStrong: boolean
}

/** Most members by reason. */
const most = 50

/** SQL: the digits of a payer's number, without leading zeros, as the index has them. */
const digitsOf = (column: string): string => `ltrim(regexp_replace(${column}, '\\D', '', 'g'), '0')`

/**
 * SQL: rows as those of `accountTies`, by the payers of deposits: of one bank and with the same digits, with
 * what the bank shows of both, which is still to be compared. A payer whose number is whole may also be a
 * member's own account, and the reverse.
 */
const payerTies = `
  select m.id as member_id, o.member_id as other_id, 'PAYER' as reason,
    array[p.from_bank, p.from_account_no, p.from_name] as own_names,
    array[o.from_bank, o.from_account_no, o.from_name] as other_names
  from asked m, lateral ${payersOf('m.id')} p, lateral (
    select member_id, from_bank, from_account_no, from_name from deposit_reports
    where from_bank = p.from_bank and ${digitsOf('from_account_no')} = ${digitsOf('p.from_account_no')}
      and member_id <> m.id and state in ('credited', 'matched')
    limit ${most}) o
  union all
  select m.id, o.member_id, 'PAYER', null, null
  from asked m, lateral ${payersOf('m.id')} p,
    lateral ${ownersOfAccount('p.from_bank', digitsOf('p.from_account_no'))} o
  where p.from_account_no ~ '^[0-9 -]+$' and o.member_id <> m.id
  union all
  select m.id, o.member_id, 'PAYER', null, null
  from asked m, lateral (
    select member_id from deposit_reports
    where from_bank = m.bank_code and ${digitsOf('from_account_no')} = ltrim(m.account_no, '0')
      and from_account_no ~ '^[0-9 -]+$' and member_id <> m.id and state in ('credited', 'matched')
    limit ${most}) o`

interface Row {
  memberId: string
  otherId: string
  isActive: boolean
  reason: TieReason
  ownNames: string[] | null
  otherNames: string[] | null
}

/**
 * The members with whom each of these has something in common (rules.md §2.10): one query, whose cost is
 * bounded. Members without any have no entry.
 */
export async function selectTies(handle: Db | Tx, memberIds: string[]): Promise<Map<string, Tie[]>> {
  if (memberIds.length === 0) return new Map()
  const rows = await rawQuery<Row>(
    handle,
    `with ${askedMembers}
     select distinct tie.member_id as "memberId", tie.other_id as "otherId", tie.reason, other.is_active as "isActive",
       tie.own_names as "ownNames", tie.other_names as "otherNames"
     from (${accountTies(most)} union all ${payerTies}) tie ${tiedMember}`,
    [memberIds],
  )
  const ties = new Map<string, Map<string, Tie>>()
  for (const row of rows.filter(isTie)) {
    const ofMember = ties.get(row.memberId) ?? new Map<string, Tie>()
    ties.set(row.memberId, ofMember)
    const { otherId: memberId, isActive } = row
    const tie = ofMember.get(memberId) ?? { memberId, isActive, reasons: [], isStrong: false }
    ofMember.set(memberId, tie)
    if (!tie.reasons.includes(row.reason)) tie.reasons.push(row.reason)
  }
  return new Map(
    [...ties].map(([memberId, others]) => [memberId, [...others.values()].map(finished).sort(inOrder)]),
  )
}

/** The ties of one member. */
export const tiesOf = async (handle: Db | Tx, memberId: string): Promise<Tie[]> =>
  (await selectTies(handle, [memberId])).get(memberId) ?? []

/**
 * Whether there may be more ties than are named: of a reason that is hardly ever chance as many were found as
 * are looked for. Dozens of accounts of one device are such a case.
 */
export const mayHaveMore = (ties: readonly Tie[]): boolean =>
  tieReasons.some(
    (reason) => isStrong([reason]) && ties.filter(({ reasons }) => reasons.includes(reason)).length >= most,
  )

const payerIn = ([bankCode = '', accountNo = '', accountName = '']: string[]): Payer => ({
  bankCode,
  accountNo,
  accountName,
})

/** Whether what was only looked up by its digits or its birth date is a tie. */
function isTie({ reason, ownNames: own, otherNames: others }: Row): boolean {
  if (!own || !others) return true
  if (reason === 'PERSON') return isSamePerson(own.filter(Boolean), others.filter(Boolean))
  return isSamePayer(payerIn(own), payerIn(others))
}

const finished = (tie: Tie): Tie => ({
  ...tie,
  reasons: tieReasons.filter((reason) => tie.reasons.includes(reason)),
  isStrong: isStrong(tie.reasons),
})

/** Suspended ones first, then the strong ones, then those with the most in common. */
const inOrder = (tie: Tie, other: Tie): number =>
  Number(tie.isActive) - Number(other.isActive) ||
  Number(other.isStrong) - Number(tie.isStrong) ||
  other.reasons.length - tie.reasons.length ||
  (tie.memberId < other.memberId ? -1 : 1)
