import type { ExpectedBonus, ExpectedClear, MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import { inAll, type Wallet } from '../wallet/public.ts'
import { cancelFigures, type OpenBonus } from './bonus.ts'
import { requiredOf } from './required.ts'

/**
 * What a member is shown before money under a condition is taken or given back, and what the call then
 * carries.
 */

/** Money under a condition, as it is offered. */
export interface Offered {
  /** Of the campaign that gives it. */
  version: number
  condition: MemberCondition
  /** What comes in; null: the next deposit decides it. */
  amount: number | null
}

/**
 * What the server works out as well: the target follows from everything that the member has (rules.md §7.2).
 */
export function expectedOf({ version, condition, amount }: Offered, wallet: Wallet): ExpectedBonus {
  if (amount === null) return { version, amount: null, required: null }
  return { version, amount, required: requiredOf(condition, { amount, total: inAll(wallet) }) }
}

export function clearOf({ _id: bonusId, progress }: OpenBonus): ExpectedClear {
  return progress ? { bonusId, ...cancelFigures(progress) } : { bonusId, returned: 0, kept: null }
}
