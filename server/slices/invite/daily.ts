import type { PostingOf } from '../../journals/posting.ts'
import { house, own } from '../../ledger/public.ts'
import type { Tx } from '../../platform/database.ts'
import { type Invitation, selectInvitations } from '../account/public.ts'
import type { Context } from '../context.ts'
import { isSamePayer, selectPayers } from '../deposit/public.ts'
import { type BetDay, type DailyJob, type DaySum, daySums, runDailyJob } from '../game/public.ts'
import {
  bonusLossOf,
  type DayTerms,
  firstDayOf,
  lossOf,
  selectFunded,
  setAgainst,
  sumOf,
  termsAtEndOf,
} from '../refund/public.ts'
import { rewardOf } from './rules.ts'
import { type InviteDay, insertDays, selectWinsLeft } from './store.ts'

/** The rows that a day of bets brings the players' inviters (rules.md §9), and the money with them. */

const inviteJob = (context: Context): DailyJob<DayTerms> => ({
  name: 'invite',
  first: () => firstDayOf(context, 'invite'),
  plan: (day) => termsAtEndOf(context, 'invite', day),
  page: (tx, day, terms, sums) => payPage(context, tx, { day, terms }, sums),
})

/** Calculates and pays the days that are over. */
export const payInviters = (context: Context, stopping?: AbortSignal): Promise<void> =>
  runDailyJob(context, inviteJob(context), stopping)

async function payPage(
  { ledger, clock }: Context,
  tx: Tx,
  { day, terms }: { day: string; terms: DayTerms },
  sums: Map<string, BetDay[]>,
): Promise<DaySum[]> {
  const invitations = await selectInvitations(tx, [...sums.keys()])
  if (invitations.size === 0) return []
  const payers = await samePayers(tx, [...invitations.values()])
  const friendIds = [...invitations.keys()]
  const funded = await selectFunded(tx, day, friendIds)
  const winsLeft = await selectWinsLeft(tx, day, friendIds)
  const days = [...invitations.values()].flatMap((invitation): InviteDay[] => {
    const { memberId, inviterId, currency } = invitation
    const rows = sums.get(memberId) ?? []
    const inForce = terms.get(currency)
    if (!inForce) return []
    const sum = sumOf(rows)
    const bonusLossMinor = bonusLossOf(funded.get(memberId))
    const { lossMinor, ...carried } = setAgainst(lossOf(sum) - bonusLossMinor, winsLeft.get(memberId) ?? 0)
    const reward = rewardOf(lossMinor, inForce, {
      ...invitation,
      samePayer: payers.has(memberId),
      sameCurrency: rows.every((row) => row.currency === currency),
    })
    const { percent, version } = inForce
    const of = { inviterId, inviteeId: memberId, day, currency, percent, version }
    return [{ ...of, ...sum, bonusLossMinor, ...carried, ...reward }]
  })
  // The accounts are locked before the rows are there, as everywhere.
  const outcomes = await ledger.postAllIn(
    tx,
    days.filter(({ amountMinor }) => amountMinor > 0).map(postingOf),
  )
  const failed = outcomes.find((outcome) => outcome instanceof Error)
  if (failed) throw failed
  await insertDays(tx, days, clock.now())
  return daySums(days)
}

const postingOf = ({
  inviterId,
  inviteeId,
  day,
  currency,
  version,
  amountMinor,
}: InviteDay): PostingOf<'invite'> => ({
  key: `invite:${day}:${inviteeId}`,
  kind: 'invite',
  memberId: inviterId,
  legs: [
    { account: { house: house.bonus }, asset: currency, amountMinor: -amountMinor },
    { account: { member: inviterId, name: own.invite }, asset: currency, amountMinor },
  ],
  meta: { invitee: inviteeId, day, version },
})

/**
 * Those of the invited members whose deposits were paid from an account that the inviter's were paid from as
 * well, or that the inviter registered; and the reverse.
 */
async function samePayers(tx: Tx, invitations: Invitation[]): Promise<Set<string>> {
  const people = invitations.flatMap(({ memberId, inviterId }) => [memberId, inviterId])
  const payers = await selectPayers(tx, [...new Set(people)])
  const same = invitations.filter(({ memberId, inviterId }) =>
    (payers.get(memberId) ?? []).some((payer) =>
      (payers.get(inviterId) ?? []).some((other) => isSamePayer(payer, other)),
    ),
  )
  return new Set(same.map(({ memberId }) => memberId))
}
