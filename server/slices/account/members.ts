import type { BankNames } from '@krapao/contract/bank-names.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { type Phone, phoneOf } from '@krapao/contract/phone.ts'
import { batcher } from '../../platform/batcher.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { bankNamesOf } from '../lookup/public.ts'
import { findCurrency, selectMembers } from './member-store.ts'
import { hashPassword, newMemberId } from './secrets.ts'
import { insertMember } from './store.ts'

/** A member as other slices need them. */
export interface Member {
  id: string
  name: string
  /** The phone number. */
  username: string
  createdAt: Date
  isActive: boolean
  currency: Currency
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
  bank: BankNames
}

declare module '../context.ts' {
  interface Services {
    findMember: ReturnType<typeof memberFinder>
  }
}

/** A member with the bank account; undefined if there is none. Calls that arrive together share one query. */
export const findMember = ({ services }: Context, memberId: string): Promise<Member | undefined> =>
  services.findMember(memberId)

/** `findMember` of a node, made once. */
export const memberFinder = ({ database }: Pick<Context, 'database'>) =>
  batcher((ids: string[]) => readMembers(database, ids), { inFlight: 2 })

async function readMembers(database: Database, ids: string[]): Promise<(Member | undefined)[]> {
  const rows = await selectMembers(database, ids)
  const members = new Map<string, Member>()
  for (const row of rows) {
    members.set(row.id, {
      id: row.id,
      name: row.name,
      username: row.phone,
      createdAt: row.created_at,
      isActive: row.is_active,
      currency: row.currency,
      bankCode: row.bank_code,
      bankAccountName: row.account_name,
      bankAccountNo: row.account_no,
      // A bank that the operator took off the list still has members.
      bank: bankNamesOf(row.names, row.bank_code),
    })
  }
  return ids.map((id) => members.get(id))
}

/**
 * The member to whom an operator's decision credits money: one that exists and keeps the same currency.
 * @throws Refusal `NO_USER`
 */
export async function findOwner(tx: Tx, memberId: string | undefined, currency: Currency): Promise<string> {
  const own = memberId && (await findCurrency(tx, memberId))
  if (!memberId || !own) throw new Refusal('NO_USER')
  if (own !== currency) throw new Refusal('NO_USER', { currency: own })
  return memberId
}

/** The data of a member who does not come from the register wizard: demo world and tests. */
export interface NewMember {
  /** 12 characters of a–z and 2–7; generated if absent. */
  id?: string
  phone: string
  name: string
  password: string
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
  /** Default THB. */
  currency?: Member['currency']
  /** YYYY-MM-DD; default 1990-01-01. */
  birthDate?: string
  sourceCode?: string
  /** Member id of the inviter. */
  invitedBy?: string
  /** Default: now. */
  createdAt?: Date
}

/**
 * Creates a member without the rules of registration; the caller guarantees valid data.
 * @returns the member's id
 * @throws Refusal `EXISTING_USER`, `EXISTING_BANK`
 */
export async function createMember(context: Context, member: NewMember): Promise<string> {
  const id = member.id ?? newMemberId()
  await insertMember(context.db, {
    id,
    phone: phoneOrThrow(member.phone, context),
    name: member.name,
    passwordHash: await hashPassword(member.password),
    sourceCode: member.sourceCode ?? null,
    invitedBy: member.invitedBy ?? null,
    birthDate: member.birthDate ?? '1990-01-01',
    currency: member.currency ?? 'THB',
    createdAt: member.createdAt ?? context.clock.now(),
    bankCode: member.bankCode,
    bankAccountNo: member.bankAccountNo,
    bankAccountName: member.bankAccountName,
  })
  return id
}

function phoneOrThrow(typed: string, { brand }: Context): Phone {
  const phone = phoneOf(typed, brand.variant)
  if (!phone) throw new Error(`${typed} is no phone number`)
  return phone
}

/** A member as operators see one. */
export const deskMember = (member: Member) => ({
  _id: member.id,
  name: member.name,
  username: member.username,
  bankCode: member.bankCode,
  bankAccountName: member.bankAccountName,
  bankAccountNo: member.bankAccountNo,
})
