import type { Currency } from '@krapao/contract/money.ts'
import { batcher } from '../../platform/batcher.ts'
import type { Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
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
  bank: { nameTH: string; nameEN: string; nameLA: string }
}

const finders = new WeakMap<Context, (memberId: string) => Promise<Member | undefined>>()

/** A member with the bank account; undefined where there is none. Questions that arrive together are one query. */
export function findMember(context: Context, memberId: string): Promise<Member | undefined> {
  let find = finders.get(context)
  if (!find) {
    find = batcher((ids: string[]) => readMembers(context, ids), { inFlight: 2 })
    finders.set(context, find)
  }
  return find(memberId)
}

async function readMembers(context: Context, ids: string[]): Promise<(Member | undefined)[]> {
  const rows = await context.database.query<{
    id: string
    name: string
    phone: string
    created_at: Date
    is_active: boolean
    currency: Member['currency']
    bank_code: string
    account_name: string
    account_no: string
    name_th: string | null
    name_en: string | null
    name_la: string | null
  }>(
    `select m.id, m.name, m.phone, m.created_at, m.is_active, m.currency,
            a.bank_code, a.account_name, a.account_no, b.name_th, b.name_en, b.name_la
     from members m
     join member_bank_accounts a on a.member_id = m.id
     left join banks b on b.code = a.bank_code
     where m.id = any($1::text[])`,
    [ids],
  )
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
      bank: {
        nameTH: row.name_th ?? row.bank_code,
        nameEN: row.name_en ?? row.bank_code,
        nameLA: row.name_la ?? row.bank_code,
      },
    })
  }
  return ids.map((id) => members.get(id))
}

/**
 * The member whom money is credited to by an operator's decision: one that exists and keeps the same currency.
 * @throws Refusal `NO_USER`
 */
export async function findOwner(tx: Tx, memberId: string | undefined, currency: Currency): Promise<string> {
  const owner = await tx
    .selectFrom('members')
    .select(['id', 'currency'])
    .where('id', '=', memberId ?? '')
    .executeTakeFirst()
  if (!owner) throw new Refusal('NO_USER')
  if (owner.currency !== currency) throw new Refusal('NO_USER', { currency: owner.currency })
  return owner.id
}

/** What a member is made from without the register wizard: demo world and tests. */
export interface NewMember {
  /** 12 characters of a–z and 2–7; made up when absent. */
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
 * Makes a member who is trusted to be well-formed; the rules of registration are registration's.
 * @returns the member's id
 * @throws Refusal `EXISTING_USER`, `EXISTING_BANK`
 */
export async function createMember(context: Context, member: NewMember): Promise<string> {
  const id = member.id ?? newMemberId()
  await insertMember(context.db, {
    id,
    phone: member.phone,
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
