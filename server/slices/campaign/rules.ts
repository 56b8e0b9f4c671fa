import { inEachLanguage, type Words } from '@krapao/contract/languages.ts'
import type { CampaignContent } from '@krapao/contract/slices/campaign/content.ts'
import type { CampaignState, VersionState } from '@krapao/contract/slices/campaign/kinds.ts'
import { sanitise } from '../../platform/sanitise.ts'

/** The state of a campaign at a moment (rules.md §19), without database, clock or network. */

/** A version without its content. */
export interface VersionFacts {
  version: number
  state: VersionState
  startsAt: Date | null
  endsAt: Date | null
}

/** Whether an instant lies in the time of a version. */
export const isWithin = (
  { startsAt, endsAt }: Pick<VersionFacts, 'startsAt' | 'endsAt'>,
  now: Date,
): boolean => (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)

export interface Status {
  state: CampaignState
  active: number | null
  scheduled: number | null
  waiting: number | null
  latest: number
}

/**
 * Which version members have: the latest approved one whose time it is. So a version for a festival ends by
 * itself, and the one before it is there again. @param stoppedThrough versions up to this one are over for
 * good
 */
export function statusOf(
  versions: readonly VersionFacts[],
  stoppedThrough: number | null,
  now: Date,
): Status {
  const newest = versions.toSorted((version, other) => other.version - version.version)
  const approved = newest.filter(
    ({ state, version }) => state === 'APPROVED' && version > (stoppedThrough ?? 0),
  )
  const active = approved.find((version) => isWithin(version, now))?.version ?? null
  const scheduled = approved.find(({ startsAt }) => startsAt !== null && startsAt > now)?.version ?? null
  const waiting = newest.find(({ state }) => state === 'WAITING')?.version ?? null
  const state: CampaignState =
    active !== null
      ? 'ACTIVE'
      : scheduled !== null
        ? 'SCHEDULED'
        : waiting !== null
          ? 'WAITING'
          : approved.length > 0
            ? 'ENDED'
            : stoppedThrough !== null
              ? 'STOPPED'
              : 'REFUSED'
  return { state, active, scheduled, waiting, latest: newest[0]?.version ?? 0 }
}

/** The name of a campaign in lists. */
export function titleOf(content: CampaignContent): Words {
  if (content.kind === 'wheel') return content.name
  if (content.kind === 'bonus' || content.kind === 'promotion') return content.title
  return inEachLanguage(() => '')
}

/** Fields that hold HTML, in any part of a content. */
const htmlFields = ['description', 'htmlDescription', 'info', 'html']

/** A content with its HTML sanitised: before it is stored, and again whenever it is read (rules.md §14). */
export function withCleanHtml(content: CampaignContent): CampaignContent {
  return clean(content, false) as CampaignContent
}

function clean(value: unknown, isHtml: boolean): unknown {
  // Half of a character pair is no text to PostgreSQL.
  if (typeof value === 'string') return (isHtml ? sanitise(value) : value).toWellFormed()
  if (Array.isArray(value)) return value.map((element) => clean(element, isHtml))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, clean(inner, isHtml || htmlFields.includes(name))]),
  )
}
