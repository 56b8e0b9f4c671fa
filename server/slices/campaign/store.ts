import { languages } from '@krapao/contract/languages.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { CampaignContent, ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import { type Kind, kinds, type VersionState } from '@krapao/contract/slices/campaign/kinds.ts'
import type { Desk } from '../../desk/items.ts'
import type { Waiting } from '../../desk/queue.ts'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import type { VersionFacts } from './rules.ts'

/** Names a campaign. */
export interface CampaignKey {
  kind: Kind
  code: string
}

export interface CampaignRow extends CampaignKey {
  currency: Currency
  stoppedThrough: number | null
  stoppedAt: Date | null
  stoppedBy: string | null
}

export interface VersionRow extends CampaignKey, VersionFacts {
  content: CampaignContent
  reason: string
  madeBy: string
  madeAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  decidedReason: string | null
}

const campaignColumns = `kind, code, currency, stopped_through as "stoppedThrough", stopped_at as "stoppedAt",
  stopped_by as "stoppedBy"`
const factColumns = `kind, code, version, state, starts_at as "startsAt", ends_at as "endsAt"`
const versionColumns = `${factColumns}, content, reason, made_by as "madeBy", made_at as "madeAt",
  decided_by as "decidedBy", decided_at as "decidedAt", decided_reason as "decidedReason"`

export const selectCampaigns = (db: Db, kind: Kind): Promise<CampaignRow[]> =>
  rawQuery(db, `select ${campaignColumns} from campaigns where kind = $1 order by created_at desc, code`, [
    kind,
  ])

/**
 * The newest campaigns that a text is a part of, by their codes and by the titles of their latest versions. A
 * house has some hundreds of them in all.
 * @param text in lower case
 */
export const searchCampaigns = (
  db: Db,
  text: string,
  limit: number,
): Promise<(CampaignKey & Pick<VersionRow, 'content'> & { currency: Currency })[]> =>
  rawQuery(
    db,
    `select c.kind, c.code, c.currency, v.content from campaigns c
     join lateral (
       select content from campaign_versions v
       where v.kind = c.kind and v.code = c.code order by version desc limit 1) v on true
     where strpos(lower(c.code), $1) > 0
       or exists (
         select from jsonb_each_text(coalesce(v.content -> 'title', v.content -> 'name')) as words (language, text)
         where strpos(lower(words.text), $1) > 0)
     order by c.created_at desc, c.code limit $2`,
    [text, limit],
  )

/**
 * The versions of bonuses in a currency that members have, may have later, or would have once they are
 * approved.
 */
export const selectOfferedBonuses = (
  handle: Db | Tx,
  currency: Currency,
  now: Date,
): Promise<{ code: string; content: Pick<ContentOf<'bonus'>, 'credit' | 'budget'> }[]> =>
  rawQuery(
    handle,
    `select v.code, jsonb_build_object('credit', v.content -> 'credit', 'budget', v.content -> 'budget') as content
     from campaign_versions v join campaigns c using (kind, code)
     where v.kind = 'bonus' and c.currency = $1
       and (v.state = 'WAITING'
         or v.state = 'APPROVED' and v.version > coalesce(c.stopped_through, 0)
           and (v.ends_at is null or v.ends_at > $2))
     order by v.code, v.version`,
    [currency, now],
  )

export async function findCampaign(
  handle: Db | Tx,
  { kind, code }: CampaignKey,
): Promise<CampaignRow | undefined> {
  const [row] = await rawQuery<CampaignRow>(
    handle,
    `select ${campaignColumns} from campaigns where kind = $1 and code = $2`,
    [kind, code],
  )
  return row
}

/**
 * The same, locked until the transaction ends: versions of a campaign are made and decided one after the
 * other.
 */
export async function lockCampaign(tx: Tx, { kind, code }: CampaignKey): Promise<CampaignRow | undefined> {
  const [row] = await rawQuery<CampaignRow>(
    tx,
    `select ${campaignColumns} from campaigns where kind = $1 and code = $2 for update`,
    [kind, code],
  )
  return row
}

/** Makes a campaign that has no version yet; one that exists stays as it is. */
export async function insertCampaign(
  tx: Tx,
  { kind, code, currency }: CampaignKey & { currency: Currency },
  now: Date,
): Promise<void> {
  await rawQuery(
    tx,
    'insert into campaigns (kind, code, currency, created_at) values ($1, $2, $3, $4) on conflict do nothing',
    [kind, code, currency, now],
  )
}

/** All versions of a kind, or of one campaign, without their contents. */
export const selectVersionFacts = (
  handle: Db | Tx,
  kind: Kind,
  code: string | null = null,
): Promise<(CampaignKey & VersionFacts)[]> =>
  rawQuery(
    handle,
    `select ${factColumns} from campaign_versions where kind = $1 and ($2::text is null or code = $2)`,
    [kind, code],
  )

/** The newest versions of a campaign. */
export const selectVersions = (db: Db, { kind, code }: CampaignKey, limit: number): Promise<VersionRow[]> =>
  rawQuery(
    db,
    `select ${versionColumns} from campaign_versions where kind = $1 and code = $2 order by version desc limit $3`,
    [kind, code, limit],
  )

/** The versions that wait for a second person, the oldest first; by the partial index of them. */
export const selectWaitingVersions = (
  db: Db,
  limit: number,
): Promise<(VersionRow & { currency: Currency })[]> =>
  rawQuery(
    db,
    `select v.*, c.currency
     from (select ${versionColumns} from campaign_versions where state = 'WAITING') v
     join campaigns c on c.kind = v.kind and c.code = v.code
     order by "madeAt", v.kind, v.code limit $1`,
    [limit],
  )

/** These versions, in no order. */
export const selectVersionsByKey = (
  handle: Db | Tx,
  keys: (CampaignKey & { version: number })[],
): Promise<VersionRow[]> =>
  rawQuery(
    handle,
    `select ${versionColumns} from campaign_versions
     where (kind, code, version) in (select * from unnest($1::text[], $2::text[], $3::int[]))`,
    [keys.map(({ kind }) => kind), keys.map(({ code }) => code), keys.map(({ version }) => version)],
  )

/** The version that was approved last before another one. */
export async function findApprovedBefore(
  tx: Tx,
  { kind, code }: CampaignKey,
  version: number,
): Promise<VersionRow | undefined> {
  const [row] = await rawQuery<VersionRow>(
    tx,
    `select ${versionColumns} from campaign_versions
     where kind = $1 and code = $2 and version < $3 and state = 'APPROVED' order by version desc limit 1`,
    [kind, code, version],
  )
  return row
}

/** A version's item at the desk: `bonus-WELCOME-3`. */
export const itemIdOf = ({ kind, code, version }: CampaignKey & { version: number }): string =>
  `${kind}-${code}-${version}`

/** The version that an id of `itemIdOf` names. A code may have hyphens of its own. */
export function keyIn(id: string): (CampaignKey & { version: number }) | undefined {
  const [, kind, code, version] = /^([a-z]+)-([A-Z0-9][A-Z0-9-]*)-([1-9]\d{0,5})$/.exec(id) ?? []
  if (!kind || !code || !version || !(kinds as readonly string[]).includes(kind)) return undefined
  return { kind: kind as Kind, code, version: Number(version) }
}

const itemId = `v.kind || '-' || v.code || '-' || v.version`

/** By the partial index of waiting versions, of which a campaign has at most one. */
export const waitingVersions: Waiting = {
  subject: 'campaign',
  key: `(${itemId})`,
  keyType: 'text',
  at: 'v.made_at',
  memberId: 'null::text',
  amountMinor: 'null::bigint',
  currency: 'c.currency',
  words: `concat_ws(' ', v.code, ${['title', 'name']
    .flatMap((part) => languages.map((language) => `v.content #>> '{${part},${language}}'`))
    .join()})`,
  from: 'campaign_versions v join campaigns c on c.kind = v.kind and c.code = v.code',
  where: `v.state = 'WAITING'`,
}

export type WaitingVersion = VersionRow & { currency: Currency }

/** Those of these items' versions that wait, in no order. */
export const selectWaitingByIds = (db: Db, ids: string[]): Promise<WaitingVersion[]> =>
  rawQuery(
    db,
    `select v.kind, v.code, v.version, v.state, v.starts_at as "startsAt", v.ends_at as "endsAt", v.content, v.reason,
       v.made_by as "madeBy", v.made_at as "madeAt", v.decided_by as "decidedBy", v.decided_at as "decidedAt",
       v.decided_reason as "decidedReason", c.currency
     from ${waitingVersions.from} where ${waitingVersions.where} and ${itemId} = any($1::text[])`,
    [ids],
  )

export async function insertVersion(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  version: Pick<
    VersionRow,
    'kind' | 'code' | 'version' | 'content' | 'startsAt' | 'endsAt' | 'reason' | 'madeBy' | 'madeAt'
  >,
): Promise<void> {
  await rawQuery(
    tx,
    `insert into campaign_versions (kind, code, version, content, starts_at, ends_at, reason, made_by, made_at)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9)`,
    [
      version.kind,
      version.code,
      version.version,
      JSON.stringify(version.content),
      version.startsAt,
      version.endsAt,
      version.reason,
      version.madeBy,
      version.madeAt,
    ],
  )
  desk.changed(tx, 'campaign', [itemIdOf(version)])
}

/** @returns whether the version still waited */
export async function decideVersion(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  { kind, code, version }: CampaignKey & { version: number },
  end: { state: Exclude<VersionState, 'WAITING'>; by: string; at: Date; reason: string },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `update campaign_versions set state = $4, decided_by = $5, decided_at = $6, decided_reason = $7
     where kind = $1 and code = $2 and version = $3 and state = 'WAITING' returning version`,
    [kind, code, version, end.state, end.by, end.at, end.reason],
  )
  if (rows.length === 0) return false
  desk.changed(tx, 'campaign', [itemIdOf({ kind, code, version })])
  return true
}

export async function stopThrough(
  tx: Tx,
  { kind, code }: CampaignKey,
  { version, by, at }: { version: number; by: string; at: Date },
): Promise<void> {
  await rawQuery(
    tx,
    `with stop as (insert into campaign_stops (kind, code, through, stopped_at) values ($1, $2, $3, $5))
     update campaigns set stopped_through = $3, stopped_by = $4, stopped_at = $5 where kind = $1 and code = $2`,
    [kind, code, version, by, at],
  )
}

/** The version that was active at an instant that is past; undefined: none was. */
export async function findActiveAt(
  db: Db,
  { kind, code }: CampaignKey,
  at: Date,
): Promise<{ version: number; content: CampaignContent } | undefined> {
  const [row] = await rawQuery<{ version: number; content: CampaignContent }>(
    db,
    `select version, content from campaign_versions v
     where kind = $1 and code = $2 and state = 'APPROVED' and decided_at <= $3
       and (starts_at is null or starts_at <= $3) and (ends_at is null or ends_at > $3)
       and not exists (
         select from campaign_stops s
         where s.kind = $1 and s.code = $2 and s.through >= v.version and s.stopped_at <= $3)
     order by version desc limit 1`,
    [kind, code, at],
  )
  return row
}

/** When a version of a kind was active for the first time; null: none was approved yet. */
export async function findFirstActive(db: Db, kind: Kind): Promise<Date | null> {
  const [row] = await rawQuery<{ at: Date | null }>(
    db,
    `select min(greatest(decided_at, starts_at)) as at from campaign_versions where kind = $1 and state = 'APPROVED'`,
    [kind],
  )
  return row?.at ?? null
}

/** A version without its content, and what it has of its campaign. */
export type LiveVersion = CampaignKey & VersionFacts & { currency: Currency; createdAt: Date }

/** SQL: approved versions that may be active at $1 or later, of each campaign the latest first. */
const live = (campaigns: string): string =>
  `select v.kind, v.code, v.version, v.state, v.starts_at as "startsAt", v.ends_at as "endsAt", c.currency,
     c.created_at as "createdAt"
   from ${campaigns} c join campaign_versions v on v.kind = c.kind and v.code = c.code
   where v.state = 'APPROVED' and v.version > coalesce(c.stopped_through, 0) and (v.ends_at is null or v.ends_at > $1)
   order by v.version desc`

export const selectLive = (db: Db, now: Date): Promise<LiveVersion[]> =>
  rawQuery(db, live('campaigns'), [now])

/** The same, of these campaigns. */
export const selectLiveOf = (handle: Db | Tx, keys: CampaignKey[], now: Date): Promise<LiveVersion[]> =>
  rawQuery(
    handle,
    live(`unnest($2::text[], $3::text[]) given (kind, code), lateral (
     select kind, code, currency, created_at, stopped_through from campaigns
     where kind = given.kind and code = given.code offset 0)`),
    [now, keys.map(({ kind }) => kind), keys.map(({ code }) => code)],
  )

/** The number of the latest change of what campaigns offer. */
export async function selectRevision(db: Db): Promise<number> {
  const [row] = await rawQuery<{ revision: number }>(
    db,
    'select coalesce(max(revision), 0) as revision from campaign_changes',
  )
  return row?.revision ?? 0
}

/** The campaigns whose offer has changed since. */
export const selectChanges = (db: Db, revision: number): Promise<(CampaignKey & { revision: number })[]> =>
  rawQuery(db, 'select kind, code, revision from campaign_changes where revision > $1', [revision])
