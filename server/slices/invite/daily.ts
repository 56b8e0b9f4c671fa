import { house, own, type Posting } from '../../ledger/public.ts'
import type { Tx } from '../../platform/database.ts'
import { type Invitation, selectInvitations } from '../account/public.ts'
import type { Context } from '../context.ts'
import { isSamePayer, selectPayers } from '../deposit/public.ts'
import { type BetDay, type DailyJob, runDailyJob } from '../game/public.ts'
import { type DayTerms, firstDayOf, sumOf, termsAtEndOf } from '../refund/public.ts'
import { rewardOf } from './rules.ts'
import { type InviteDay, insertDays } from './store.ts'

/** What a day of bets brings those who invited the players (rules.md §9): a row each, and the money with it. */

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
): Promise<void> {
  const invitations = await selectInvitations(tx, [...sums.keys()])
  if (invitations.size === 0) return
  const payers = await samePayers(tx, [...invitations.values()])
  const days = [...invitations.values()].flatMap((invitation): InviteDay[] => {
    const { memberId, inviterId, currency } = invitation
    const rows = sums.get(memberId) ?? []
    const inForce = terms.get(currency)
    if (!inForce) return []
    const sum = sumOf(rows)
    const reward = rewardOf(sum, inForce, {
      ...invitation,
      samePayer: payers.has(memberId),
      sameCurrency: rows.every((row) => row.currency === currency),
    })
    const { percent, version } = inForce
    return [{ inviterId, inviteeId: memberId, day, currency, ...sum, percent, version, ...reward }]
  })
  // The accounts are locked before the rows are there, as everywhere.
  const outcomes = await ledger.postAllIn(
    tx,
    days.filter(({ amountMinor }) => amountMinor > 0).map(postingOf),
  )
  const failed = outcomes.find((outcome) => outcome instanceof Error)
  if (failed) throw failed
  await insertDays(tx, days, clock.now())
}

const postingOf = ({ inviterId, inviteeId, day, currency, version, amountMinor }: InviteDay): Posting => ({
  key: `invite:${day}:${inviteeId}`,
  kind: 'invite',
  memberId: inviterId,
  legs: [
    { account: { house: house.bonus }, asset: currency, amountMinor: -amountMinor },
    { account: { member: inviterId, name: own.invite }, asset: currency, amountMinor },
  ],
  meta: { invitee: inviteeId, day, version },
})

/** Those of the invited members whose deposits were paid from an account that the inviter's were paid from as well. */
async function samePayers(tx: Tx, invitations: Invitation[]): Promise<Set<string>> {
  const people = invitations.flatMap(({ memberId, inviterId }) => [memberId, inviterId])
  const payers = await selectPayers(tx, [...new Set(people)])
  const same = invitations.filter(({ memberId, inviterId }) =>
    (payers.get(memberId) ?? []).some((one) =>
      (payers.get(inviterId) ?? []).some((other) => isSamePayer(one, other)),
    ),
  )
  return new Set(same.map(({ memberId }) => memberId))
}
