import { randomInt } from 'node:crypto'
import type { BodyOf } from '@krapao/contract/client.ts'
import type { Database } from '../../platform/database.ts'
import type { TestApp } from '../../testing/app.ts'
import { withoutTable } from '../../testing/database.ts'

/** Helpers for the tests of this slice, and what those of others ask and prepare in its tables. */

let counter = randomInt(1000)

/** A phone number that no other test uses; two of them are seldom in one range of numbers. */
export const freshPhone = (): string => `06${String((++counter * 100_003) % 100_000_000).padStart(8, '0')}`

/** Headers of a caller with an address of its own, so that limits by address do not count tests together. */
export const fromAddress = (): { 'x-forwarded-for': string } => ({
  'x-forwarded-for': `198.18.${(++counter >> 8) & 255}.${counter & 255}`,
})

/** A valid registration. */
export const registration = (
  change: Partial<BodyOf<'POST /api/account'>> = {},
): BodyOf<'POST /api/account'> => ({
  name: 'สมหญิง ใจดี',
  username: freshPhone(),
  password: 'mango-tree-42',
  birthDate: '1990-05-17',
  bankCode: 'SCB',
  bankAccountName: 'สมหญิง ใจดี',
  bankAccountNo: String(4_000_000_000 + ++counter),
  ...change,
})

/** Registers; returns the error code, or OK with the note. */
export async function register(
  app: TestApp,
  body: BodyOf<'POST /api/account'>,
  headers = fromAddress(),
): Promise<string> {
  const { status, body: answer, error } = await app.call('POST /api/account', { body, headers })
  return status === 200 ? ['OK', answer.note].filter(Boolean).join(' ') : `${status} ${error?.message}`
}

/** Logs in; returns the token, or status and code. */
export async function logIn(
  app: TestApp,
  username: string,
  password: string,
  headers: Record<string, string> = fromAddress(),
  remember?: boolean,
): Promise<{ token?: string; refused?: string; retryAfter?: unknown; cookie?: string }> {
  const body = { username, password, ...(remember !== undefined && { remember }) }
  const answer = await app.call('POST /api/login', { body, headers })
  const cookie = answer.headers.get('set-cookie') ?? undefined
  if (answer.status === 200) return { token: answer.body.token, ...(cookie && { cookie }) }
  return { refused: `${answer.status} ${answer.error?.message}`, retryAfter: answer.error?.retryAfter }
}

/** The data of browser and phone after a code was requested. */
interface Sent {
  otpRef?: string
  otpToken?: string
  code?: string
  unconfirmed?: boolean
  sms?: { phone: string; text: string; otpRef: string; code: string } | undefined
  refused?: string
  retryAfter?: unknown
}

/** Requests a code. `otpToken`: the token that this browser has from before. */
export async function sendCode(
  app: TestApp,
  phone: string,
  headers: Record<string, string> = fromAddress(),
  otpToken?: string,
): Promise<Sent> {
  const body = { phoneNumber: phone, ...(otpToken !== undefined && { otpToken }) }
  const answer = await app.call('POST /api/otp/send', { body, headers })
  if (answer.status !== 200) {
    return { refused: `${answer.status} ${answer.error?.message}`, retryAfter: answer.error?.retryAfter }
  }
  const [sms] = answer.body.code === 'OK' ? await app.sandbox.sms(phone) : []
  return { ...answer.body, sms }
}

/** Verifies a code; returns the code of the outcome, with the remaining tries. */
export async function verifyCode(
  app: TestApp,
  otpToken: string,
  otpCode: string,
  headers = fromAddress(),
): Promise<string> {
  const answer = await app.call('POST /api/otp/verify', { body: { otpToken, otpCode }, headers })
  if (answer.status === 200) return answer.body.message
  return [answer.error?.message, answer.error?.triesLeft].filter((part) => part !== undefined).join(' ')
}

/** A code that differs from the given one. */
export const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Counts how often sessions are looked up. `stop` ends it and returns the count. */
export function countSessions({ context: { services } }: TestApp): { stop(): number } {
  const find = services.findSession
  let asked = 0
  const counting = (hash: string) => {
    asked++
    return find(hash)
  }
  services.findSession = Object.assign(counting, find)
  return {
    stop() {
      services.findSession = find
      return asked
    },
  }
}

type Queries = Pick<Database, 'query'>

/** A member as tests store one without a registration. */
export interface StoredMember {
  /** Twelve of a–z and 2–7. */
  id: string
  phone: string
  name?: string
  /** YYYY-MM-DD. */
  birthDate?: string
  createdAt?: Date
  invitedBy?: string | undefined
  isActive?: boolean
  /** At SCB and in the name of the member, unless it says otherwise. */
  account?: {
    accountNo: string
    bankCode?: string
    accountName?: string
    /** As from before one account was one member's. */
    isOfBefore?: boolean
  }
}

/** Stores members with a password that nobody knows, by one statement however many they are. */
export const storeMembers = (database: Queries, members: readonly StoredMember[]) =>
  database.query(
    `with given as (
       select id, phone, coalesce(name, 'Member') as name, coalesce("birthDate", '1990-01-01') as birth_date, account,
         coalesce("createdAt", now()) as created_at, "invitedBy" as invited_by, coalesce("isActive", true) as is_active
       from jsonb_to_recordset($1::jsonb) m (id text, phone text, name text, "birthDate" date, "createdAt" timestamptz,
         "invitedBy" text, "isActive" boolean, account jsonb)),
     made as (
       insert into members (id, phone, name, password_hash, birth_date, currency, created_at, invited_by, is_active)
       select id, phone, name, '-', birth_date, 'THB', created_at, invited_by, is_active from given)
     insert into member_bank_accounts (member_id, bank_code, account_no, account_name, updated_at, collision)
     select id, coalesce(account ->> 'bankCode', 'SCB'), account ->> 'accountNo',
       coalesce(account ->> 'accountName', upper(name)), created_at,
       case when (account ->> 'isOfBefore')::boolean then id else '' end
     from given where account is not null`,
    [JSON.stringify(members)],
  )

/** Eight letters that stand for a number, as ids of members may have. */
export const inLetters = (n: number): string =>
  String(n)
    .padStart(8, '0')
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

/** Members among whom a search is to find its own: First1 Last1, First2 Last2 …, each with an account. */
export const manyMembers = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const digits = String(i + 1).padStart(8, '0')
    return {
      id: `past${inLetters(i + 1)}`,
      phone: `09${digits}`,
      name: `First${i + 1} Last${i + 1}`,
      account: { accountNo: `79${digits}` },
    } satisfies StoredMember
  })

/** The member as it is stored. */
export async function storedMember(database: Queries, memberId: string) {
  const [row] = await database.query<{ currency: string; invited_by: string | null; is_active: boolean }>(
    'select currency, invited_by, is_active from members where id = $1',
    [memberId],
  )
  return row
}

/** Changes a member past all rules. */
export const changeMember = (
  database: Queries,
  memberId: string,
  { phone, createdAt }: { phone?: string; createdAt?: Date },
) =>
  database.query(
    'update members set phone = coalesce($2, phone), created_at = coalesce($3, created_at) where id = $1',
    [memberId, phone ?? null, createdAt ?? null],
  )

/** The first was born on the day of the second. */
export const shareBirthDate = (database: Queries, memberId: string, otherId: string) =>
  database.query(
    'update members set birth_date = (select birth_date from members where id = $2) where id = $1',
    [memberId, otherId],
  )

/** Suspends everybody. */
export const suspendAll = (database: Queries) => database.query('update members set is_active = false')

/** Suspends a member, or lets one in again. */
export const setMemberActive = (database: Queries, memberId: string, isActive: boolean) =>
  database.query('update members set is_active = $2 where id = $1', [memberId, isActive])

/** As if a member had come by another's link. */
export const setInviter = (database: Queries, memberId: string, inviterId: string) =>
  database.query('update members set invited_by = $2 where id = $1', [memberId, inviterId])

interface StoredAccount {
  bank_code: string
  account_no: string
  account_name: string
}

/** The member's bank account as it is stored. */
export async function bankAccountOf(database: Queries, memberId: string): Promise<StoredAccount | undefined> {
  const [row] = await database.query<StoredAccount>(
    'select bank_code, account_no, account_name from member_bank_accounts where member_id = $1',
    [memberId],
  )
  return row
}

/** The member has no bank account, unlike every member who has registered. */
export const removeBankAccount = (database: Queries, memberId: string) =>
  database.query('delete from member_bank_accounts where member_id = $1', [memberId])

/**
 * Changes the member's bank account, past all rules.
 * @param isOfBefore as from before one account was one member's
 */
export async function changeBankAccount(
  database: Queries,
  memberId: string,
  {
    bankCode,
    accountNo,
    accountName,
    updatedAt,
    isOfBefore = false,
  }: { bankCode?: string; accountNo?: string; accountName?: string; updatedAt?: Date; isOfBefore?: boolean },
): Promise<void> {
  await database.query(
    `update member_bank_accounts set bank_code = coalesce($2, bank_code), account_no = coalesce($3, account_no),
       account_name = coalesce($4, account_name), updated_at = coalesce($5, updated_at),
       collision = case when $6 then member_id else collision end
     where member_id = $1`,
    [memberId, bankCode ?? null, accountNo ?? null, accountName ?? null, updatedAt ?? null, isOfBefore],
  )
}

/** The member's sessions are over, as if their time had passed. */
export const endSessions = (database: Queries, memberId: string) =>
  database.query(`update sessions set expires_at = now() - interval '1 s' where member_id = $1`, [memberId])

/** Sessions as they are stored; of all members, unless one is named. */
export const storedSessions = (database: Queries, memberId?: string) =>
  database.query('select * from sessions where member_id = $1 or $1 is null', [memberId ?? null])

/** Nobody's session can be looked up while `act` runs. */
export const withoutSessions = <Result>(database: Queries, act: () => Promise<Result>) =>
  withoutTable(database, 'sessions', act)

/** Logins of the past. */
export const storeLogins = (
  database: Queries,
  logins: readonly {
    memberId: string
    at?: Date
    way?: string
    /** Shortened, as it is kept. */
    address: string
    /** The device's hash. */
    device?: string | null
    isNew?: boolean
    answeredAt?: Date | null
  }[],
) =>
  database.query(
    `insert into logins (member_id, at, way, session_hash, address, device_hash, is_new, answered_at)
     select "memberId", coalesce(at, now()), coalesce(way, 'password'), gen_random_uuid()::text, address, device,
       coalesce("isNew", false), "answeredAt"
     from jsonb_to_recordset($1::jsonb) l ("memberId" text, at timestamptz, way text, address text, device text,
       "isNew" boolean, "answeredAt" timestamptz)`,
    [JSON.stringify(logins)],
  )

/** Devices from which members have logged in; `device` is its hash, `phone` the member's. */
export const storeDevices = (
  database: Queries,
  devices: readonly { phone: string; device: string; at?: Date }[],
) =>
  database.query(
    `insert into known_devices (account, device_hash, last_login_at)
     select 'member:' || phone, device, coalesce(at, now())
     from jsonb_to_recordset($1::jsonb) d (phone text, device text, at timestamptz)`,
    [JSON.stringify(devices)],
  )

/** Challenges for a passkey that a member has not answered. */
export const openChallenges = (database: Queries, memberId: string) =>
  database.query('select from passkey_challenges where member_id = $1', [memberId])

/** Locks a member's bank account, so that a change of it waits. */
export const lockBankAccount = (tx: Queries, memberId: string) =>
  tx.query('select from member_bank_accounts where member_id = $1 for update', [memberId])

/** Whether a row may be stored at once that names the member. @throws if it would have to wait */
export const mayBeNamed = (database: Queries, memberId: string) =>
  database.query('select from members where id = $1 for key share nowait', [memberId])

/** What a statement contains that looks for the member of an account, for tests that kill a node there. */
export const findsAccount = 'where a.bank_code = $1'
