import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { livingInOrder } from '../session-store.ts'
import type { DeviceNames } from './user-agent.ts'

/** The history of logins, and sessions as members see them (rules.md §2.9). */

export type Way = 'password' | 'passkey' | 'reset'

export interface LoginFacts extends DeviceNames {
  way: Way
  at: Date
  address: string
}

export interface StoredLogin extends LoginFacts {
  id: string
}

/**
 * Whether anybody has logged in to an account: as its history knows, or a device from before there was one.
 */
export async function hasLogins(db: Db, memberId: string, account: string): Promise<boolean> {
  const [row] = await rawQuery<{ found: boolean }>(
    db,
    `select exists (select from logins where member_id = $1 and session_hash is not null)
       or exists (select from known_devices where account = $2) as found`,
    [memberId, account],
  )
  return row?.found ?? false
}

/** Whether a device has logged in to an account before, also under a password of before. */
export async function hasSeen(db: Db, memberId: string, deviceHash: string): Promise<boolean> {
  const rows = await rawQuery(db, 'select from logins where member_id = $1 and device_hash = $2 limit 1', [
    memberId,
    deviceHash,
  ])
  return rows.length > 0
}

export async function insertLogin(
  db: Db,
  login: LoginFacts & { memberId: string; sessionHash: string; deviceHash: string; isNew: boolean },
): Promise<string> {
  const [row] = await rawQuery<{ id: string }>(
    db,
    `insert into logins (member_id, at, way, session_hash, browser, system, address, device_hash, is_new)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id::text`,
    [
      login.memberId,
      login.at,
      login.way,
      login.sessionHash,
      login.browser,
      login.system,
      login.address,
      login.deviceHash,
      login.isNew,
    ],
  )
  return row?.id ?? ''
}

/** Stores a refused login, if the phone is a member's. */
export async function insertRefusal(db: Db, phone: string, login: LoginFacts): Promise<void> {
  await rawQuery(
    db,
    `insert into logins (member_id, at, way, browser, system, address, is_new)
     select id, $2, $3, $4, $5, $6, false from members where phone = $1`,
    [phone, login.at, login.way, login.browser, login.system, login.address],
  )
}

/** The public name of a session: a part of its hash, which reveals nothing about the token. */
const idOf = (hash: string) => `left(${hash}, 16)`

export interface ShownSession extends DeviceNames {
  id: string
  address: string | null
  created_at: Date
  last_used_at: Date
  is_own: boolean
}

export const selectSessionsOf = (db: Db, memberId: string, own: string, now: Date): Promise<ShownSession[]> =>
  rawQuery(
    db,
    `select ${idOf('s.hash')} as id, l.browser, l.system, l.address, s.created_at, s.last_used_at,
       s.hash = $2 as is_own
     from sessions s left join logins l on l.session_hash = s.hash
     where s.member_id = $1 and s.revoked_at is null and s.expires_at > $3
     order by is_own desc, s.last_used_at desc limit 50`,
    [memberId, own, now],
  )

/** The latest logins, and beside them refused ones: many of these must not hide a login that succeeded. */
export const selectLoginsOf = (
  db: Db,
  memberId: string,
  most: { succeeded: number; refused: number },
): Promise<(StoredLogin & { succeeded: boolean; is_new: boolean })[]> =>
  rawQuery(
    db,
    `select id::text, at, way, browser, system, address, is_new, session_hash is not null as succeeded from (
       (select * from logins where member_id = $1 and session_hash is not null order by id desc limit $2)
       union all
       (select * from logins where member_id = $1 and session_hash is null order by id desc limit $3)
     ) as latest order by latest.id desc`,
    [memberId, most.succeeded, most.refused],
  )

/**
 * @returns the hash of the session if it was alive, null if it had ended; undefined if the member has no such
 *   session
 */
export async function revokeOne(
  db: Db,
  memberId: string,
  id: string,
  now: Date,
): Promise<string | null | undefined> {
  const [row] = await rawQuery<{ hash: string; ended: boolean }>(
    db,
    `with ended as (
       update sessions set revoked_at = $3
       where member_id = $1 and ${idOf('hash')} = $2 and revoked_at is null returning hash)
     select s.hash, exists (select from ended) as ended
     from sessions s where s.member_id = $1 and ${idOf('s.hash')} = $2`,
    [memberId, id, now],
  )
  return row && (row.ended ? row.hash : null)
}

/** The session that asks about new logins, and the time from which it and they count. */
export interface Asker {
  memberId: string
  sessionHash: string
  /** Logins before it are not asked about. */
  since: Date
  /**
   * A new device that logged in before it may answer for others, unless somebody has said that it is a
   * stranger's.
   */
  trustedBefore: Date
}

/**
 * Logins that a session may answer. Not those of its own device; and a device that is new itself may not say
 * that another one is the member's.
 */
const asked = `
  l.member_id = $1 and l.is_new and l.session_hash is not null and l.answered_at is null and l.at > $3
  and not exists (
    select from logins own where own.session_hash = $2
      and (own.device_hash = l.device_hash
        or exists (
          select from logins first where first.member_id = $1 and first.device_hash = own.device_hash
            and first.is_new and first.answered_at is null and first.at > $4)))`

const valuesOf = ({ memberId, sessionHash, since, trustedBefore }: Asker) => [
  memberId,
  sessionHash,
  since,
  trustedBefore,
]

export const selectAsked = (db: Db, asker: Asker): Promise<StoredLogin[]> =>
  rawQuery(
    db,
    `select l.id::text, l.at, l.way, l.browser, l.system, l.address from logins l
     where ${asked} order by l.id desc limit 5`,
    valuesOf(asker),
  )

/** @returns the device of the login; undefined if it is not one that this session is asked about */
export async function answerLogin(
  handle: Db | Tx,
  asker: Asker,
  id: string,
  now: Date,
): Promise<{ device_hash: string } | undefined> {
  const [row] = await rawQuery<{ device_hash: string }>(
    handle,
    `update logins l set answered_at = $6 where l.id = $5::bigint and ${asked} returning l.device_hash`,
    [...valuesOf(asker), id, now],
  )
  return row
}

/**
 * Ends every session of a device that is a stranger's, and forgets that it has logged in.
 * @returns the hashes of the sessions
 */
export async function expelDevice(
  handle: Db | Tx,
  device: { memberId: string; account: string; hash: string; now: Date },
): Promise<string[]> {
  const rows = await rawQuery<{ hash: string }>(
    handle,
    `with forgotten as (delete from known_devices where account = $3 and device_hash = $2),
       unknown as (
         update logins set device_hash = null where member_id = $1 and device_hash = $2
         returning session_hash)
     update sessions set revoked_at = $4
     where hash in ${livingInOrder('member_id = $1 and hash in (select session_hash from unknown)')}
     returning hash`,
    [device.memberId, device.hash, device.account, device.now],
  )
  return rows.map(({ hash }) => hash)
}

export async function deleteLoginsBefore(db: Db, moment: Date): Promise<void> {
  await rawQuery(db, 'delete from logins where at < $1', [moment])
}
