/**
 * The ties between members that this slice knows (rules.md §2.10), as SQL that the query of all ties is put
 * together from.
 */

/** SQL of a table `asked`: the members whose ties are read, `$1` being their ids. */
export const askedMembers = `asked as materialized (
  select m.id, m.phone, m.name, m.birth_date, m.invited_by, a.bank_code, a.account_no, a.account_name
  from members m left join member_bank_accounts a on a.member_id = m.id where m.id = any($1::text[]))`

/** How much of one kind is looked at for a member: devices, logins, and members of one birth date. */
const mostDevices = 50
const mostLogins = 200
const latestLogins = 20
const mostBorn = 300

/**
 * SQL: rows (member_id, other_id, reason, own_names, other_names) of `asked`: devices, bank accounts,
 * inviters, networks within an hour. Of members of one birth date also the names, which are still to be
 * compared. At most `most` by reason.
 */
export const accountTies = (most: number): string => `
  select m.id as member_id, o.id as other_id, 'DEVICE' as reason, null::text[] as own_names, null::text[] as other_names
  from asked m, lateral (
    select device_hash from known_devices where account = 'member:' || m.phone
    union
    select device_hash from (
      select device_hash from logins where member_id = m.id and device_hash is not null
      order by id desc limit ${mostLogins}) l
    limit ${mostDevices}) d, lateral (
    (select p.id from known_devices k join members p on p.phone = substr(k.account, 8)
     where k.device_hash = d.device_hash and k.account like 'member:%' and p.id <> m.id limit ${most})
    union
    (select l.member_id from (
       select member_id from logins where device_hash = d.device_hash and member_id <> m.id limit ${mostLogins}) l)
    limit ${most}) o
  union all
  select m.id, o.member_id, 'BANK_ACCOUNT', null, null
  from asked m, lateral (
    select member_id from member_bank_accounts
    where bank_code = m.bank_code and ltrim(account_no, '0') = ltrim(m.account_no, '0') and member_id <> m.id
    limit ${most}) o
  union all
  select m.id, m.invited_by, 'INVITER', null, null from asked m where m.invited_by is not null
  union all
  select m.id, o.id, 'INVITER', null, null
  from asked m, lateral (select id from members where invited_by = m.id limit ${most}) o
  union all
  select m.id, o.member_id, 'ADDRESS', null, null
  from asked m, lateral (
    select address, at from logins
    where member_id = m.id and session_hash is not null order by id desc limit ${latestLogins}) l, lateral (
    select member_id from logins
    where address = l.address and session_hash is not null and member_id <> m.id and l.address <> '…'
      and at between l.at - interval '1 hour' and l.at + interval '1 hour'
    limit ${latestLogins}) o
  union all
  select m.id, o.id, 'PERSON', array[m.name, m.account_name], array[o.name, a.account_name]
  from asked m, lateral (
    (select id, name from members
     where birth_date = m.birth_date and lower(name) = lower(m.name) and id <> m.id limit ${most})
    union
    (select id, name from members where birth_date = m.birth_date and id <> m.id limit ${mostBorn})) o
    left join member_bank_accounts a on a.member_id = o.id`

/**
 * SQL: joins `other`, whether the member `tie.other_id` may log in: `is_active`. One by one, each by its key.
 */
export const tiedMember =
  'join lateral (select is_active from members where id = tie.other_id limit 1) other on true'

/**
 * SQL: a member's registered account by the digits of a payer, without leading zeros; one member at most but
 * for numbers that were registered before there was a rule.
 */
export const ownersOfAccount = (bank: string, digits: string): string =>
  `(select member_id from member_bank_accounts where bank_code = ${bank} and ltrim(account_no, '0') = ${digits} limit 5)`
