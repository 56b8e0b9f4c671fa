import type { Language } from '@krapao/contract/languages.ts'
import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import type { BonusProgress, OpenBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import type { Context } from '../context.ts'
import { inTransitOf } from '../wallet/public.ts'
import { openBetsBeforeEnd } from './condition/end.ts'
import { type Evaluated, evaluateBonus } from './condition/evaluation.ts'
import { findOpen, type MemberBonus } from './condition/store.ts'
import { memberConditionOf } from './terms-of.ts'

/** The member's open bonus as the member sees it, with its progress; null: there is none. */
export async function openBonusOf(
  context: Context,
  memberId: string,
  language: Language,
): Promise<OpenBonus | null> {
  const open = await findOpen(context.db, memberId)
  return open ? showBonus(context, open, language) : null
}

/** The same of a bonus that is known to be open. */
export async function showBonus(
  context: Context,
  open: MemberBonus,
  language: Language,
): Promise<OpenBonus | null> {
  const evaluated = open.state === 'ACTIVE' ? await evaluateBonus(context, open.memberId) : undefined
  // It has ended since.
  if (open.state === 'ACTIVE' && evaluated?.bonus.id !== open.id) return null
  const bonus = evaluated?.bonus ?? open
  const openBets = evaluated ? await openBetsBeforeEnd(context, evaluated) : null
  const { id, source, campaign, version, description, terms, byDeposit, creditedAt, expiresAt } = bonus
  const content =
    source === 'bonus' ? await context.campaigns.findVersion('bonus', campaign, version) : undefined
  return {
    _id: id,
    source,
    code: campaign,
    type: content?.type ?? null,
    title: description[language],
    state: evaluated ? 'ACTIVE' : 'ARMED',
    condition: memberConditionOf(terms),
    byDeposit: byDeposit && {
      minDeposit: fromMinor(byDeposit.minDepositMinor),
      percent: byDeposit.percent,
      maxBonus: fromMinor(byDeposit.maxBonusMinor),
    },
    creditedAt: creditedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    progress: evaluated ? showProgress(evaluated) : null,
    ...(openBets && {
      openBets: { games: openBets.games, until: openBets.lookAt?.toISOString() ?? null },
    }),
    currency: bonus.currency as Currency,
  }
}

const showProgress = ({ bonus, progress, balances }: Evaluated): BonusProgress => ({
  state: progress.state,
  current: fromMinor(progress.currentMinor),
  required: fromMinor(progress.requiredMinor),
  floor: fromMinor(progress.floorMinor),
  total: fromMinor(progress.totalMinor),
  inTransit: fromMinor(inTransitOf(balances)),
  open: fromMinor(progress.openMinor),
  base: fromMinor(bonus.baseMinor),
  deposit: fromMinor(bonus.depositMinor),
  bonus: fromMinor(bonus.bonusMinor),
  removed: fromMinor(progress.removedMinor),
  forfeit: {
    returned: fromMinor(progress.forfeit.returnedMinor),
    kept: fromMinor(progress.forfeit.keptMinor),
  },
})
