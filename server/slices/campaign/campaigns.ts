import type { ErrorCode } from '@krapao/contract/errors.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { MemberBanner, MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import type { WhatIf } from '@krapao/contract/slices/campaign/campaign.ts'
import {
  type Banner,
  type Condition,
  type ContentOf,
  type Words,
  wholeStake,
} from '@krapao/contract/slices/campaign/content.ts'
import type { Kind } from '@krapao/contract/slices/campaign/kinds.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createLiveVersions } from './live.ts'
import { isWithin, withCleanHtml } from './rules.ts'
import {
  findActiveAt,
  findFirstActive,
  type LiveVersion,
  selectLiveOf,
  selectVersionsByKey,
} from './store.ts'

/**
 * The calls by which other slices read campaigns and register with them, `context.campaigns` (rules.md §19).
 */

/** A campaign as members have it. Amounts of the content are in its currency, as on the wire. */
export interface ActiveCampaign<K extends Kind = Kind> {
  kind: K
  code: string
  currency: Currency
  version: number
  endsAt: Date | null
  /** With its HTML sanitised. */
  content: ContentOf<K>
}

/**
 * The sum that each campaign has given so far, in minor units of its currency, by code; one that is absent
 * gave nothing.
 */
export type CostOf = (codes: readonly string[]) => Promise<ReadonlyMap<string, number>>
/** Tries a content that is not in force on the days of `triedDays`. */
export type WhatIfOf<K extends Kind = Kind> = (content: ContentOf<K>) => Promise<WhatIf>

export interface Campaigns {
  /** The active campaigns of a kind, the oldest first; a change is seen within two seconds. */
  listActive<K extends Kind>(kind: K): Promise<ActiveCampaign<K>[]>
  /** The active campaign with this code; undefined: there is none now. */
  findActive<K extends Kind>(kind: K, code: string): Promise<ActiveCampaign<K> | undefined>
  /**
   * The active version of a campaign that was found before the caller's transaction, by what is committed
   * now: between the two the member's games were read, and the campaign may have been stopped or changed
   * meanwhile, on any node (rules.md §19.3).
   * @throws Refusal `refusal` none of its versions is active any more: the transaction must roll back
   */
  requireActive<K extends Kind>(
    tx: Tx,
    found: Pick<ActiveCampaign<K>, 'kind' | 'code'>,
    refusal: ErrorCode,
  ): Promise<ActiveCampaign<K>>
  /**
   * The content of any version, also of one that is over: what was credited names its version.
   * @param handle the caller's transaction, where it has one
   */
  findVersion<K extends Kind>(
    kind: K,
    code: string,
    version: number,
    handle?: Db | Tx,
  ): Promise<ContentOf<K> | undefined>
  /**
   * The version that was active at an instant that is past, whatever was decided since; undefined: none was.
   */
  findActiveAt<K extends Kind>(
    kind: K,
    code: string,
    at: Date,
  ): Promise<{ version: number; content: ContentOf<K> } | undefined>
  /** When a campaign of this kind was active for the first time; null: none was yet. */
  firstActive(kind: Kind): Promise<Date | null>
  /** Registers what a kind cost so far, for the console; by the slice that gives it, when it is mounted. */
  onCost(kind: Kind, costOf: CostOf): void
  /** Registers the what-if of a kind; by the same slice. */
  onWhatIf<K extends Kind>(kind: K, whatIf: WhatIfOf<K>): void
  costOf(kind: Kind): CostOf
  whatIfOf(kind: Kind): WhatIfOf
  /** What has changed of the kept campaigns is read at once, because a decision was made here. */
  forget(): void
}

/** Banners in one language, with the addresses of their pictures. */
export const bannersIn = (banners: readonly Banner[], language: keyof Words): MemberBanner[] =>
  banners.map(({ image, html }) => ({ image: `/files/campaign/${image}`, html: html[language] }))

/** The condition of a campaign as members see it. */
export const shownCondition = (condition: Condition): MemberCondition => {
  const { mode, percentFail, maxCashOut, mayForfeit, days } = condition
  return {
    mode,
    percent: condition.mode === 'turnover' ? condition.multiplePercent : condition.percentSuccess,
    basis: 'credit',
    weights: condition.mode === 'turnover' ? { ...condition.weights } : {},
    otherWeight: condition.mode === 'turnover' ? (condition.otherWeight ?? wholeStake) : wholeStake,
    percentFail,
    maxCashOut,
    mayForfeit,
    days,
  }
}

const activeBy = <K extends Kind>(
  { code, currency, version, endsAt }: LiveVersion,
  content: ContentOf<K>,
): ActiveCampaign<K> => ({ kind: content.kind as K, code, currency, version, endsAt, content })

/** The function that the slice of a kind has registered for it when it was mounted. */
function registered<Of>(of: ReadonlyMap<Kind, Of>, kind: Kind, what: string): Of {
  const found = of.get(kind)
  if (!found) throw new TypeError(`no slice has registered the ${what} of ${kind} campaigns`)
  return found
}

export function createCampaigns({ db, clock }: { db: Db; clock: Clock }): Campaigns {
  const costs = new Map<Kind, CostOf>()
  const whatIfs = new Map<Kind, WhatIfOf>()
  const live = createLiveVersions({ db, clock })

  async function contentOf<K extends Kind>(
    handle: Db | Tx,
    version: { kind: K; code: string; version: number },
  ): Promise<ContentOf<K> | undefined> {
    const known = live.known(version)
    if (known) return known
    const [row] = await selectVersionsByKey(handle, [version])
    return row && (withCleanHtml(row.content) as ContentOf<K>)
  }

  return {
    async listActive(kind) {
      return (await live.list(kind)).map((version) => activeBy(version, version.content))
    },
    async findActive(kind, code) {
      const version = await live.find(kind, code)
      return version && activeBy(version, version.content)
    },
    async requireActive<K extends Kind>(
      tx: Tx,
      { kind, code }: Pick<ActiveCampaign<K>, 'kind' | 'code'>,
      refusal: ErrorCode,
    ) {
      const now = clock.now()
      const version = (await selectLiveOf(tx, [{ kind, code }], now)).find((found) => isWithin(found, now))
      const content = version && (await contentOf(tx, { kind, code, version: version.version }))
      if (!content) throw new Refusal(refusal)
      return activeBy(version, content)
    },
    findVersion: (kind, code, version, handle = db) => contentOf(handle, { kind, code, version }),
    async findActiveAt<K extends Kind>(kind: K, code: string, at: Date) {
      const row = await findActiveAt(db, { kind, code }, at)
      return row && { version: row.version, content: withCleanHtml(row.content) as ContentOf<K> }
    },
    firstActive: (kind) => findFirstActive(db, kind),
    onCost(kind, costOf) {
      if (costs.has(kind)) throw new TypeError(`the cost of ${kind} campaigns is registered twice`)
      costs.set(kind, costOf)
    },
    onWhatIf(kind, whatIf) {
      if (whatIfs.has(kind)) throw new TypeError(`the what-if of ${kind} campaigns is registered twice`)
      whatIfs.set(kind, whatIf as unknown as WhatIfOf)
    },
    costOf: (kind) => registered(costs, kind, 'cost'),
    whatIfOf: (kind) => registered(whatIfs, kind, 'what-if'),
    forget: live.forget,
  }
}
