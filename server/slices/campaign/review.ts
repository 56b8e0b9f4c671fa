import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import type { Ceilings } from '@krapao/contract/slices/campaign/ceilings.ts'
import { type Exposure, exposureOf, mostAtOnce } from '@krapao/contract/slices/campaign/cost.ts'
import type { DeskLabel } from '@krapao/contract/slices/desk/desk-labels.ts'
import { type DeskEntry, type DeskQueue, evidenceOf } from '../../desk/queue.ts'
import type { Context } from '../context.ts'
import { selectOperators } from '../operator/public.ts'
import { readCeilings } from './ceilings.ts'
import { announceChange, decideIn } from './make.ts'
import { titleOf } from './rules.ts'
import {
  findCampaign,
  itemIdOf,
  keyIn,
  selectVersionsByKey,
  selectWaitingByIds,
  type WaitingVersion,
  waitingVersions,
} from './store.ts'

/**
 * Versions of campaigns that wait for their second person (rules.md §19.2), as they are decided on the
 * campaign's own page: the first person is their author, so that one approval is enough, and nobody approves
 * what they made.
 */
export function campaignDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    name: 'campaign',
    refusalInDoubt: false,
    referenceNeeded: false,
    ownerless: true,
    waiting: [waitingVersions],
    entries: async (ids) => entriesOf(context, await selectWaitingByIds(db, ids)),
    async ended(id) {
      const key = keyIn(id)
      const campaign = key && (await findCampaign(db, key))
      const [row] = key ? await selectVersionsByKey(db, [key]) : []
      if (!campaign || !row) return undefined
      const { state, decidedAt: at, decidedBy: operatorId } = row
      const facts = { at, memberId: null, amountMinor: null, currency: campaign.currency }
      if (state === 'WAITING') return { ...facts, choice: null }
      if (state === 'WITHDRAWN') return { ...facts, choice: 'refuse', superseded: 'WITHDRAWN' }
      const [by] = operatorId === null ? [] : await selectOperators(db, [operatorId])
      const choice = state === 'APPROVED' ? 'approve' : 'refuse'
      return {
        ...facts,
        choice,
        ...(by && { by: { id: by.id, name: by.name } }),
        reason: row.decidedReason ?? '',
      }
    },
    async decide(tx, id, { choice: verdict, caller, reason }) {
      const key = keyIn(id)
      if (!key || !caller) throw new TypeError('a version is decided by its id and by an operator who calls')
      announceChange(context, tx)
      await decideIn(context, tx, caller, key, { verdict, reason })
      return undefined
    },
  }
}

async function entriesOf(context: Context, versions: WaitingVersion[]): Promise<DeskEntry[]> {
  const kinds = [...Map.groupBy(versions, ({ kind }) => kind)]
  const [people, ...costs] = await Promise.all([
    selectOperators(context.db, [...new Set(versions.map(({ madeBy }) => madeBy))]),
    ...kinds.map(async ([kind, of]) => {
      const given = await context.campaigns.costOf(kind)(of.map(({ code }) => code))
      return [kind, given] as const
    }),
  ])
  const givenOf = new Map(costs)
  const ceilings = await ceilingsOf(context)
  return versions.map((version) => {
    const { kind, code, currency, content, startsAt, endsAt, madeBy, madeAt, reason } = version
    const most = mostAtOnce(content)
    const { th, en } = titleOf(content)
    return {
      id: itemIdOf(version),
      createdAt: madeAt.toISOString(),
      memberId: null,
      // No money moves.
      amount: 0,
      currency,
      reason: 'CAMPAIGN_MADE',
      evidence: evidenceOf([
        ['campaignKind', kind],
        ['offerCode', code],
        ['offerTitle', th && `${th} / ${en}`],
        ['mostAmount', most === null ? null : String(most)],
        ...exposureFacts(exposureOf(content, ceilings[currency])),
        ['costAmount', String(fromMinor(givenOf.get(kind)?.get(code) ?? 0))],
        ['version', String(version.version)],
        ['madeBy', people.find(({ id }) => id === madeBy)?.name],
        ['madeBecause', reason],
        ['startsAt', startsAt?.toISOString()],
        ['endsAt', endsAt?.toISOString()],
      ]),
      picture: null,
      madeBy,
    }
  })
}

/** By currency, for what their cost is worked out from. */
async function ceilingsOf({ db, clock }: Context): Promise<Record<Currency, Ceilings>> {
  const now = clock.now()
  const [THB, LAK] = await Promise.all([readCeilings(db, 'THB', now), readCeilings(db, 'LAK', now)])
  return { THB, LAK }
}

/** What a version may cost, in the words of the desk. */
const exposureFacts = ({ inAll, member, spin }: Exposure): [DeskLabel, string | null | undefined][] => [
  ['budgetAmount', inAll === null ? 'NO_LIMIT' : String(inAll)],
  ['memberAmount', member && String(member.amount)],
  ['memberSpan', member?.per],
  ['spinAmount', spin && (spin.cost === null ? 'NO_LIMIT' : String(spin.cost))],
  ['spinPercent', spin?.percent?.toString()],
]
