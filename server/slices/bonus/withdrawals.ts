import { fromMinor } from '@krapao/contract/money.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import type { Progress } from './condition/condition.ts'
import type { MemberBonus } from './condition/store.ts'
import { finish } from './finish.ts'

/**
 * No withdrawal while the condition of a bonus is not met (rules.md §6.2): ends the member's bonus where it
 * is met or has failed.
 * @throws Refusal `BONUS_CONDITION` it runs on
 */
export async function requireNoCondition(context: Context, memberId: string): Promise<void> {
  const finished = await finish(context, memberId)
  if (!finished || finished.outcome === 'ended') return
  throw unmet(finished.bonus, finished.progress)
}

/** `current` and `required` in the member's currency. */
const unmet = ({ terms }: MemberBonus, { currentMinor, requiredMinor }: Progress): Refusal =>
  new Refusal('BONUS_CONDITION', {
    current: fromMinor(currentMinor),
    required: fromMinor(requiredMinor),
    mode: terms.mode,
  })
