import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import type { BonusProgress, OpenBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import type { Language } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import type { Progress } from './condition/condition.ts'
import { evaluateBonus } from './condition/end.ts'
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
    progress: evaluated ? showProgress(bonus, evaluated.progress) : null,
    currency: bonus.currency as Currency,
  }
}

const showProgress = (
  { baseMinor, depositMinor, bonusMinor }: MemberBonus,
  { state, currentMinor, requiredMinor, floorMinor, totalMinor, openMinor, removedMinor, forfeit }: Progress,
): BonusProgress => ({
  state,
  current: fromMinor(currentMinor),
  required: fromMinor(requiredMinor),
  floor: fromMinor(floorMinor),
  total: fromMinor(totalMinor),
  open: fromMinor(openMinor),
  base: fromMinor(baseMinor),
  deposit: fromMinor(depositMinor),
  bonus: fromMinor(bonusMinor),
  removed: fromMinor(removedMinor),
  forfeit: { returned: fromMinor(forfeit.returnedMinor), kept: fromMinor(forfeit.keptMinor) },
})
