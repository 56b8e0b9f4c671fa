import type { Language } from '@krapao/contract/languages.ts'
import type { PushKind } from '@krapao/contract/slices/push/kinds.ts'
import type { PushKeys } from '../../adapters/push/port.ts'
import { type Database, type Db, rawQuery, transaction } from '../../platform/database.ts'
import { takeLock } from '../../platform/locks.ts'
import { type Sealer, sealedColumn } from '../../platform/sealer.ts'
import { type Details, defaults, maxFailures, maxSubscriptions, type Settings } from './rules.ts'

/** The row that the sealed private key is bound to. */
const boundTo = sealedColumn(
  { what: 'keys of push messages', table: 'push_keys', column: 'private_key', key: ['public_key'] },
  (publicKey) => `push:${publicKey}`,
)

/** Keeps the keys if there are none yet. Of two nodes that start at once, one's are kept. */
export async function keepKeys(db: Db, { publicKey, privateKey }: PushKeys, sealer: Sealer): Promise<void> {
  await rawQuery(
    db,
    'insert into push_keys (public_key, private_key) values ($1, $2) on conflict do nothing',
    [publicKey, sealer.seal(privateKey, boundTo(publicKey))],
  )
}

/** The installation's keys; undefined before the first start has ended. */
export async function readKeys(db: Db, sealer: Sealer): Promise<PushKeys | undefined> {
  const [row] = await rawQuery<PushKeys>(
    db,
    'select public_key as "publicKey", private_key as "privateKey" from push_keys',
  )
  return row && { ...row, privateKey: sealer.open(row.privateKey, boundTo(row.publicKey)) }
}

/** A browser that takes the messages of a member. */
export interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
  memberId: string
  sessionHash: string
  language: Language
  hidesAmounts: boolean
}

/**
 * Stores a subscription. A browser has one member: what was on its way to another one is forgotten, because
 * nobody gets another's messages. The same member's goes on, under the new session.
 */
export async function saveSubscription(db: Db, given: Subscription, now: Date): Promise<void> {
  const { endpoint, p256dh, auth, memberId, sessionHash, language, hidesAmounts } = given
  await transaction(db, async (tx) => {
    // Two members' calls for one browser: the second one waits here, and finds the row of the first.
    await takeLock(tx, 'pushEndpoint', endpoint)
    await rawQuery(tx, 'delete from push_subscriptions where endpoint = $1 and member_id <> $2', [
      endpoint,
      memberId,
    ])
    await rawQuery(
      tx,
      `insert into push_subscriptions
         (endpoint, p256dh, auth, member_id, session_hash, language, hides_amounts, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth,
         session_hash = excluded.session_hash, language = excluded.language,
         hides_amounts = excluded.hides_amounts, failures = 0`,
      [endpoint, p256dh, auth, memberId, sessionHash, language, hidesAmounts, now],
    )
    await rawQuery(
      tx,
      `delete from push_subscriptions where id in (
         select id from push_subscriptions where member_id = $1 and endpoint <> $3
         order by coalesce(last_success_at, created_at) desc, id desc offset $2)`,
      [memberId, maxSubscriptions - 1, endpoint],
    )
  })
}

/** Only the member's own: a person who knows an address cannot switch off another's messages. */
export async function removeSubscription(db: Db, memberId: string, endpoint: string): Promise<void> {
  await rawQuery(db, 'delete from push_subscriptions where endpoint = $1 and member_id = $2', [
    endpoint,
    memberId,
  ])
}

export async function readSettings(db: Db, memberId: string): Promise<Settings> {
  const [row] = await rawQuery<Settings>(
    db,
    'select off, quiet_from as "quietFrom", quiet_until as "quietUntil" from push_settings where member_id = $1',
    [memberId],
  )
  return row ?? defaults
}

export async function saveSettings(
  db: Db,
  memberId: string,
  { off, quietFrom, quietUntil }: Settings,
): Promise<void> {
  await rawQuery(
    db,
    `insert into push_settings (member_id, off, quiet_from, quiet_until) values ($1, $2::text[], $3, $4)
     on conflict (member_id) do update
       set off = excluded.off, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until`,
    [memberId, off, quietFrom, quietUntil],
  )
}

/** An event of a member, as it is stored for each of the member's browsers. */
export interface Notice {
  memberId: string
  event: string
  kind: PushKind
  details: Details
  expiresAt: Date
}

/**
 * Stores a message about each event for each browser of its member, unless the member has switched its kind
 * off; none for an event that was stored before. @returns whether there is anything to send
 */
export async function insertDeliveries(database: Database, notices: Notice[], now: Date): Promise<boolean> {
  const rows = await database.query(
    `insert into push_deliveries (event, subscription_id, kind, details, created_at, expires_at, next_at)
     select t.event, s.id, t.kind, t.details::jsonb, $6, t.expires_at, $6
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
         t (member_id, event, kind, details, expires_at)
       join push_subscriptions s on s.member_id = t.member_id
       left join push_settings o on o.member_id = t.member_id
     where o.off is null or t.kind <> all (o.off)
     on conflict do nothing returning event`,
    [
      notices.map(({ memberId }) => memberId),
      notices.map(({ event }) => event),
      notices.map(({ kind }) => kind),
      notices.map(({ details }) => JSON.stringify(details)),
      notices.map(({ expiresAt }) => expiresAt),
      now,
    ],
  )
  return rows.length > 0
}

/** A message that this node has claimed, with the browser that it goes to. */
export interface Claimed extends Subscription, Settings {
  event: string
  subscriptionId: number
  kind: PushKind
  details: Details
  expiresAt: Date
  tries: number
}

/**
 * Claims due messages until a time, the longest waiting first. Nodes that do this at once get different ones.
 */
export async function claimDeliveries(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<Claimed[]> {
  return rawQuery<Claimed>(
    db,
    `with due as materialized (
       select event, subscription_id from push_deliveries
       where next_at <= $1 order by next_at limit $3 for update skip locked
     ), claimed as (
       update push_deliveries d set next_at = $2, tries = tries + 1 from due
       where d.event = due.event and d.subscription_id = due.subscription_id returning d.*
     )
     select c.event, c.subscription_id as "subscriptionId", c.kind, c.details, c.expires_at as "expiresAt", c.tries,
       s.endpoint, s.p256dh, s.auth, s.member_id as "memberId", s.session_hash as "sessionHash", s.language,
       s.hides_amounts as "hidesAmounts", coalesce(o.off, '{}') as off,
       coalesce(o.quiet_from, $4) as "quietFrom", coalesce(o.quiet_until, $5) as "quietUntil"
     from claimed c join push_subscriptions s on s.id = c.subscription_id
       left join push_settings o on o.member_id = s.member_id`,
    [now, until, limit, defaults.quietFrom, defaults.quietUntil],
  )
}

type Id = Pick<Claimed, 'event' | 'subscriptionId'>

/**
 * SQL that locks a message's subscription before the message, in the order in which a subscription is removed
 * with its messages.
 */
const holdingSubscription = 'select id from push_subscriptions where id = $2 for no key update'

/** The message has arrived; the row stays, so that it is not sent again. */
export async function markSent(db: Db, { event, subscriptionId }: Id, now: Date): Promise<void> {
  await rawQuery(
    db,
    `with held as materialized (${holdingSubscription}), sent as (
       update push_deliveries set next_at = null
       where event = $1 and subscription_id in (select id from held) returning subscription_id)
     update push_subscriptions set last_success_at = $3, failures = 0 where id in (select subscription_id from sent)`,
    [event, subscriptionId, now],
  )
}

/** The message is tried again at a time. */
export async function postponeDelivery(db: Db, { event, subscriptionId }: Id, at: Date): Promise<void> {
  await rawQuery(
    db,
    `update push_deliveries set next_at = $3
     where event = $1 and subscription_id = $2 and next_at is not null`,
    [event, subscriptionId, at],
  )
}

/** The message is not sent, for a reason that says nothing about the subscription. */
export async function drop(db: Db, { event, subscriptionId }: Id): Promise<void> {
  await rawQuery(db, 'delete from push_deliveries where event = $1 and subscription_id = $2', [
    event,
    subscriptionId,
  ])
}

/** The message will never arrive; too many of them in a row, and the subscription counts as dead. */
export async function giveUp(db: Db, { event, subscriptionId }: Id): Promise<void> {
  await rawQuery(
    db,
    `with held as materialized (${holdingSubscription}), given as (
       delete from push_deliveries where event = $1 and subscription_id in (select id from held)
       returning subscription_id)
     update push_subscriptions set failures = failures + 1 where id in (select subscription_id from given)`,
    [event, subscriptionId],
  )
  await rawQuery(db, 'delete from push_subscriptions where id = $1 and failures >= $2', [
    subscriptionId,
    maxFailures,
  ])
}

/**
 * The browser takes no more, or its session has ended. One that has subscribed anew meanwhile stays: its keys
 * or its session are others.
 */
export async function forget(db: Db, { subscriptionId, sessionHash, auth }: Claimed): Promise<void> {
  await rawQuery(db, 'delete from push_subscriptions where id = $1 and session_hash = $2 and auth = $3', [
    subscriptionId,
    sessionHash,
    auth,
  ])
}

/** Removes rows that nobody needs any more. */
export async function sweepDeliveries(db: Db, now: Date): Promise<void> {
  await rawQuery(db, 'delete from push_deliveries where expires_at < $1', [now])
}
