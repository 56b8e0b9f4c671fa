import type { AnswerOf } from '@krapao/contract/client.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { changesOf } from '@krapao/contract/slices/campaign/changes.ts'
import { budgetOf, exposureOf } from '@krapao/contract/slices/campaign/cost.ts'
import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { selectOperators } from '../operator/public.ts'
import { readCeilings } from './ceilings.ts'
import { type Status, statusOf, titleOf, withCleanHtml } from './rules.ts'
import {
  type CampaignKey,
  type CampaignRow,
  findCampaign,
  searchCampaigns,
  selectCampaigns,
  selectVersionFacts,
  selectVersions,
  selectVersionsByKey,
  selectWaitingVersions,
  type VersionRow,
} from './store.ts'

/** Campaigns as the console shows them. */

type Answer = AnswerOf<'GET /api/console/campaigns/:kind/:code'>

/** Versions that one page shows. */
const shownVersions = 50

export async function listCampaigns(
  context: Context,
  kind: Kind,
): Promise<AnswerOf<'GET /api/console/campaigns/:kind'>> {
  return { campaigns: await shown(context, kind, await selectCampaigns(context.db, kind)) }
}

/** Of what is looked up at most. */
const shownFound = 20

/** Campaigns of every kind by a part of their codes or titles, the newest first. */
export async function findCampaigns(
  { db }: Context,
  search: string,
): Promise<AnswerOf<'GET /api/console/campaigns/find'>> {
  const text = search.trim().toLowerCase()
  const rows = text.length < 3 ? [] : await searchCampaigns(db, text, shownFound)
  return {
    campaigns: rows.map(({ kind, code, currency, content }) => ({
      ...{ kind, code, currency },
      title: titleOf(content),
    })),
  }
}

/** Most waiting versions that one answer lists. */
const shownWaiting = 100

/** The versions of every kind that wait for a second person. */
export async function listWaiting(
  context: Context,
  { operatorId }: OperatorCaller,
): Promise<AnswerOf<'GET /api/console/campaigns'>> {
  const rows = await selectWaitingVersions(context.db, shownWaiting)
  const names = await namesOf(
    context,
    rows.map(({ madeBy }) => madeBy),
  )
  return {
    versions: rows.map(({ kind, code, currency, content, version, madeBy, madeAt }) => ({
      kind,
      code,
      currency,
      title: titleOf(content),
      version,
      madeBy: { _id: madeBy, name: names.get(madeBy) ?? '' },
      madeAt: madeAt.toISOString(),
      isYours: madeBy === operatorId,
    })),
  }
}

/** @throws Refusal `NO_DATA` */
export async function readCampaign(context: Context, key: CampaignKey): Promise<Answer> {
  const row = await findCampaign(context.db, key)
  const [campaign] = row ? await shown(context, key.kind, [row]) : []
  if (!campaign) throw new Refusal('NO_DATA')
  // One more, to be compared with.
  const rows = await selectVersions(context.db, key, shownVersions + 1)
  const names = await namesOf(
    context,
    rows.flatMap(({ madeBy, decidedBy }) => [madeBy, decidedBy]),
  )
  const ceilings = await readCeilings(context.db, campaign.currency, context.clock.now())
  const person = (id: string) => ({ _id: id, name: names.get(id) ?? '' })
  return {
    campaign,
    versions: rows.slice(0, shownVersions).map((version) => {
      const before = rows.find((row) => row.version < version.version && row.state === 'APPROVED')
      return {
        version: version.version,
        state: version.state,
        content: withCleanHtml(version.content),
        startsAt: version.startsAt?.toISOString() ?? null,
        endsAt: version.endsAt?.toISOString() ?? null,
        reason: version.reason,
        madeBy: person(version.madeBy),
        madeAt: version.madeAt.toISOString(),
        decidedBy: version.decidedBy === null ? null : person(version.decidedBy),
        decidedAt: version.decidedAt?.toISOString() ?? null,
        decidedReason: version.decidedReason,
        comparedWith: before?.version ?? null,
        changes: before ? changesOf(before.content, version.content) : [],
        exposure: exposureOf(version.content, ceilings),
      }
    }),
  }
}

async function shown(context: Context, kind: Kind, rows: CampaignRow[]): Promise<Answer['campaign'][]> {
  const { db, clock, campaigns } = context
  const [only] = rows.length === 1 ? rows : []
  const facts = Map.groupBy(await selectVersionFacts(db, kind, only?.code), ({ code }) => code)
  const described = rows.map((row) => {
    const status = statusOf(facts.get(row.code) ?? [], row.stoppedThrough, clock.now())
    return { row, status, version: versionToShow(status) }
  })
  const versions = await selectVersionsByKey(
    db,
    described.map(({ row, version }) => ({ kind, code: row.code, version })),
  )
  const byCode = new Map(versions.map((version) => [version.code, version]))
  const costs = await campaigns.costOf(kind)(rows.map(({ code }) => code))
  const names = await namesOf(
    context,
    rows.map(({ stoppedBy }) => stoppedBy),
  )
  return described.flatMap(({ row, status }) => {
    const version = byCode.get(row.code)
    return version ? [toCampaign(row, status, version, costs.get(row.code) ?? 0, names)] : []
  })
}

/** By which version a campaign is described. */
const versionToShow = ({ active, scheduled, waiting, latest }: Status): number =>
  active ?? scheduled ?? waiting ?? latest

function toCampaign(
  { kind, code, currency, stoppedAt, stoppedBy }: CampaignRow,
  status: Status,
  { content, startsAt, endsAt }: VersionRow,
  costMinor: number,
  names: ReadonlyMap<string, string>,
): Answer['campaign'] {
  return {
    kind,
    code,
    currency,
    title: titleOf(content),
    ...status,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    budget: budgetOf(content),
    cost: fromMinor(costMinor),
    stopped:
      stoppedAt === null ? null : { at: stoppedAt.toISOString(), by: names.get(stoppedBy ?? '') ?? '' },
  }
}

async function namesOf({ db }: Context, ids: (string | null)[]): Promise<Map<string, string>> {
  const people = await selectOperators(db, [...new Set(ids.filter((id) => id !== null))])
  return new Map(people.map(({ id, name }) => [id, name]))
}
