import type { BodyOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import { changesOf } from '@krapao/contract/slices/campaign/changes.ts'
import type { CampaignContent } from '@krapao/contract/slices/campaign/content.ts'
import { type Problem, problemsOf } from '@krapao/contract/slices/campaign/problems.ts'
import type { AuditAction, AuditDetails } from '@krapao/contract/slices/operator/audit-actions.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { untilAlone } from '../../platform/until-alone.ts'
import type { Context } from '../context.ts'
import { audit, type Colleague, lockActing, requireChecked, requireUntied } from '../operator/public.ts'
import { problemsAbove } from './ceilings.ts'
import { bannerPictures } from './picture.ts'
import { withCleanHtml } from './rules.ts'
import {
  type CampaignKey,
  decideVersion,
  findApprovedBefore,
  findCampaign,
  insertCampaign,
  insertVersion,
  lockCampaign,
  selectVersionFacts,
  selectVersionsByKey,
  stopThrough,
  type VersionRow,
} from './store.ts'

/**
 * Versions of campaigns: made by one person, approved or refused by another, stopped by one (rules.md §19).
 * All of it is audited.
 */

type Made = BodyOf<'POST /api/console/campaigns/:kind/:code/versions'>
type VersionKey = CampaignKey & { version: number }

/**
 * Makes a version, which takes the place of one that waits.
 * @returns its number
 * @throws Refusal `INVALID_CAMPAIGN`, `CAMPAIGN_CHANGED`, `INACTIVE_USER`, `FORBIDDEN`
 */
export async function makeVersion(
  context: Context,
  caller: OperatorCaller,
  key: CampaignKey,
  given: Made,
): Promise<number> {
  const now = context.clock.now()
  const { startsAt, endsAt } = given
  const content = await requireSound(context, key, given)
  return changing(context, async (tx) => {
    // The people are locked before the campaign, as at the desk.
    await requireStill(tx, caller, 'makeCampaigns')
    await insertCampaign(tx, { ...key, currency: content.currency }, now)
    const campaign = await lockCampaign(tx, key)
    if (campaign?.currency !== content.currency) {
      throw invalid([{ field: 'content/currency', problem: 'CURRENCY' }])
    }
    const before = await selectVersionFacts(tx, key.kind, key.code)
    const latest = Math.max(0, ...before.map((version) => version.version))
    if (latest !== given.basedOn) throw new Refusal('CAMPAIGN_CHANGED', { latest })
    await requireBelow(tx, content, now)
    const withdrawn = await withdrawWaiting(context, tx, caller, key, before, given.reason)
    const version = latest + 1
    const made = {
      ...key,
      version,
      content,
      startsAt: startsAt === null ? null : new Date(startsAt),
      endsAt: endsAt === null ? null : new Date(endsAt),
    }
    await insertVersion(context.desk, tx, {
      ...made,
      reason: given.reason.trim(),
      madeBy: caller.operatorId,
      madeAt: now,
    })
    const changes = await changesIn(tx, made)
    await note(context, tx, caller, 'campaign.made', key, given.reason, {
      version,
      startsAt,
      endsAt,
      ...(withdrawn !== null && { withdrawn }),
      changes,
    })
    return version
  })
}

/**
 * Approves a version that another person made, or refuses one. Of several at once one takes effect.
 * @throws Refusal as `decideIn`
 */
export async function decideOn(
  context: Context,
  caller: OperatorCaller,
  key: VersionKey,
  said: { verdict: 'approve' | 'refuse'; reason: string },
): Promise<void> {
  await changing(context, (tx) => decideIn(context, tx, caller, key, said))
}

/**
 * The same in a transaction of the caller, on the campaign's page and at the desk alike.
 * @throws Refusal `NO_DATA`, `ALREADY_DECIDED` (with `decidedBy`, `verdict` and `at`), `SECOND_OPERATOR`,
 *   `OPERATORS_TIED`, `CONFIRM_IDENTITY`, `AUTHOR_INACTIVE`, `INVALID_CAMPAIGN` it is above a ceiling,
 *   `INACTIVE_USER`, `FORBIDDEN`
 */
export async function decideIn(
  context: Context,
  tx: Tx,
  caller: OperatorCaller,
  key: VersionKey,
  { verdict, reason }: { verdict: 'approve' | 'refuse'; reason: string },
): Promise<void> {
  // The author never changes, so it is read without a lock.
  const [made] = await selectVersionsByKey(tx, [key])
  if (!made) throw new Refusal('NO_DATA')
  const people = await requireStill(tx, caller, 'decideCampaigns', made.madeBy)
  await lockCampaign(tx, key)
  const [row = made] = await selectVersionsByKey(tx, [key])
  if (row.state !== 'WAITING') throw alreadyDecided(row, people)
  if (verdict === 'approve') {
    if (row.madeBy === caller.operatorId) throw new Refusal('SECOND_OPERATOR')
    const author = people.find(({ id }) => id === row.madeBy)
    if (!author?.isActive || !may(author.role, 'makeCampaigns')) throw new Refusal('AUTHOR_INACTIVE')
    await requireUntied(context, tx, caller.operatorId, [row.madeBy])
    await requireChecked(context, tx, caller)
    await requireBelow(tx, row.content, context.clock.now())
  }
  const state = verdict === 'approve' ? 'APPROVED' : 'REFUSED'
  const end = { state, by: caller.operatorId, at: context.clock.now(), reason: reason.trim() } as const
  if (!(await decideVersion(context.desk, tx, key, end))) throw new Refusal('ALREADY_DECIDED')
  const action = verdict === 'approve' ? 'campaign.approved' : 'campaign.refused'
  await note(context, tx, caller, action, key, reason, {
    version: key.version,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    changes: await changesIn(tx, row),
  })
}

/**
 * Ends a campaign for good: no version that there is becomes active again. Stopping again changes nothing.
 * @throws Refusal `NO_DATA`, `INACTIVE_USER`, `FORBIDDEN`
 */
export async function stop(
  context: Context,
  caller: OperatorCaller,
  key: CampaignKey,
  reason: string,
): Promise<void> {
  await changing(context, async (tx) => {
    await requireStill(tx, caller, 'decideCampaigns')
    const campaign = await lockCampaign(tx, key)
    if (!campaign) throw new Refusal('NO_DATA')
    const versions = await selectVersionFacts(tx, key.kind, key.code)
    const latest = Math.max(...versions.map((version) => version.version))
    if (campaign.stoppedThrough === latest) return
    const withdrawn = await withdrawWaiting(context, tx, caller, key, versions, reason)
    await stopThrough(tx, key, { version: latest, by: caller.operatorId, at: context.clock.now() })
    await note(context, tx, caller, 'campaign.stopped', key, reason, {
      version: latest,
      ...(withdrawn !== null && { withdrawn }),
    })
  })
}

/**
 * A transaction after which members and consoles see another state; repeated where another one is in its way.
 */
const changing = <Result>(context: Context, act: (tx: Tx) => Promise<Result>): Promise<Result> =>
  untilAlone(() => change(context, act))

async function change<Result>(context: Context, act: (tx: Tx) => Promise<Result>): Promise<Result> {
  return transaction(context.db, async (tx) => {
    announceChange(context, tx)
    return act(tx)
  })
}

/** Once the transaction has committed, members and consoles are shown what the campaigns are then. */
export function announceChange({ campaigns, sockets }: Context, tx: Tx): void {
  tx.afterCommit(() => {
    campaigns.forget()
    sockets.emit(consoleRoom, 'campaigns-changed')
  })
}

const invalid = (problems: Problem[]): Refusal =>
  new Refusal('INVALID_CAMPAIGN', {
    fields: problems.map(({ field, problem, bound }) => ({
      field,
      reason: problem,
      ...(bound !== undefined && { bound }),
    })),
  })

/**
 * The content of a version as it is stored, with its HTML sanitised.
 * @throws Refusal `INVALID_CAMPAIGN`
 */
export async function requireSound(
  context: Context,
  key: CampaignKey,
  given: Pick<Made, 'content' | 'startsAt' | 'endsAt'>,
): Promise<CampaignContent> {
  const content = withCleanHtml(given.content)
  if (content.kind !== key.kind) throw invalid([{ field: 'content/kind', problem: 'CODE' }])
  const problems = problemsOf({ ...key, ...given, content }, context.clock.now())
  if (problems.length === 0) problems.push(...(await problemsOutside(context, content)))
  if (problems.length > 0) throw invalid(problems)
  return content
}

/**
 * Whether a content is below the ceilings of now, which may have been lowered since it was sent.
 * @throws Refusal `INVALID_CAMPAIGN`
 */
async function requireBelow(tx: Tx, content: CampaignContent, now: Date): Promise<void> {
  const problems = await problemsAbove(tx, content, now)
  if (problems.length > 0) throw invalid(problems)
}

/** Checks that only the server can make: whether pictures and bonuses that a content names are there. */
async function problemsOutside(context: Context, content: CampaignContent): Promise<Problem[]> {
  const found: Problem[] = []
  for (const [at, { image }] of ('banners' in content ? content.banners : []).entries()) {
    if (!(await bannerPictures(context).has(image))) {
      found.push({ field: `content/banners/${at}/image`, problem: 'NO_PICTURE' })
    }
  }
  for (const [at, { prize }] of (content.kind === 'wheel' ? content.slices : []).entries()) {
    if (prize.kind !== 'BONUS') continue
    const bonus = await findCampaign(context.db, { kind: 'bonus', code: prize.code })
    if (bonus?.currency !== content.currency) {
      found.push({ field: `content/slices/${at}/prize/code`, problem: 'NO_BONUS' })
    }
  }
  return found
}

/**
 * Locks the caller, and the author of what is decided, until the transaction ends: nobody is shut out or
 * demoted meanwhile.
 * @throws Refusal `INACTIVE_USER`, `invalid-token`, `FORBIDDEN` the caller may no longer
 */
const requireStill = (
  tx: Tx,
  caller: OperatorCaller,
  right: 'makeCampaigns' | 'decideCampaigns',
  author = caller.operatorId,
): Promise<Colleague[]> => lockActing(tx, caller, right, [author])

/** @returns the version that waited; null: none did */
async function withdrawWaiting(
  { clock, desk }: Context,
  tx: Tx,
  { operatorId }: OperatorCaller,
  key: CampaignKey,
  versions: { version: number; state: VersionRow['state'] }[],
  reason: string,
): Promise<number | null> {
  const waiting = versions.find(({ state }) => state === 'WAITING')
  if (!waiting) return null
  const end = { state: 'WITHDRAWN', by: operatorId, at: clock.now(), reason: reason.trim() } as const
  await decideVersion(desk, tx, { ...key, version: waiting.version }, end)
  return waiting.version
}

/** The changes of a version against the one that was approved last before it; none where it is the first. */
async function changesIn(tx: Tx, version: VersionKey & Pick<VersionRow, 'content'>) {
  const before = await findApprovedBefore(tx, version, version.version)
  return before ? changesOf(before.content, version.content) : []
}

function alreadyDecided({ state, decidedBy, decidedAt }: VersionRow, people: Colleague[]): Refusal {
  return new Refusal('ALREADY_DECIDED', {
    decidedBy: people.find(({ id }) => id === decidedBy)?.name ?? null,
    verdict: state === 'APPROVED' ? 'approve' : 'refuse',
    at: decidedAt,
  })
}

const note = (
  context: Context,
  tx: Tx,
  { operatorId }: OperatorCaller,
  action: AuditAction,
  { kind, code }: CampaignKey,
  reason: string,
  details: AuditDetails,
): Promise<void> =>
  audit(context, tx, {
    operatorId,
    action,
    subject: `campaign:${kind}/${code}`,
    reason: reason.trim(),
    details,
  })
