import type { Currency } from '@krapao/contract/money.ts'
import type { CampaignContent } from '@krapao/contract/slices/campaign/content.ts'
import { type Kind, onePerCurrency } from '@krapao/contract/slices/campaign/kinds.ts'
import { emptyContent } from './empty-content.ts'
import type { CampaignAnswer, Version } from './queries.ts'

/** A version while it is written. */
export interface Draft {
  code: string
  content: CampaignContent
  startsAt: string | null
  endsAt: string | null
  reason: string
  /** The latest version that its author saw; 0: there is none yet. */
  basedOn: number
}

/**
 * By which version a new one begins: what waits, else what was approved last. One that was refused is the
 * beginning only where nothing else is there.
 */
export function versionToBegin({ versions }: Pick<CampaignAnswer, 'versions'>): Version | undefined {
  const [latest] = versions
  if (latest?.state === 'WAITING') return latest
  return versions.find(({ state }) => state === 'APPROVED') ?? latest
}

/** What the form begins with: a version that is there, or nothing. */
export function firstDraft(kind: Kind, before: CampaignAnswer | undefined, currency: Currency): Draft {
  const version = before && versionToBegin(before)
  const code = before?.campaign.code ?? (onePerCurrency.includes(kind) ? currency : '')
  const content = version?.content ?? emptyContent(kind, currency)
  // Times of another version are seldom those of this one.
  return {
    code,
    content,
    startsAt: null,
    endsAt: null,
    reason: '',
    basedOn: before?.versions[0]?.version ?? 0,
  }
}

/** Replaces NaN, a number that is not typed in yet, because JSON has no NaN. */
const missing = 'no number'

export const toText = (draft: Draft): string =>
  JSON.stringify(draft, (_, value) => (Number.isNaN(value) ? missing : value))

/** What was kept of a draft; undefined where nothing was, or it is of another version of this app. */
export function fromText(text: string): Draft | undefined {
  try {
    return text === '' ? undefined : JSON.parse(text, (_, value) => (value === missing ? Number.NaN : value))
  } catch {
    return undefined
  }
}

/** Whether a reason says something: three visible characters at least, as the server asks. */
export const isReason = (text: string): boolean => text.replace(/\s/g, '').length >= 3
