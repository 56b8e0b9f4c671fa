import type { QueryOf } from '@krapao/contract/client.ts'
import { parseAmount } from '@krapao/contract/money.ts'
import { textOr } from '../../../app/i18n.ts'
import { isDay, isMemberId, isOperatorId, searchOf } from '../../../ui/address-checks.ts'
import type { DecisionValue } from './decision-address.ts'

type Filter = Omit<QueryOf<'GET /api/console/decided'>, 'before'>

/** What is wrong with a field, as the end of a key of a text. */
export type DecisionErrors = Partial<Record<'min' | 'max' | 'from' | 'to' | 'member', string>>

/**
 * The call's filter of an address. What cannot be used is left out and named; a person or a queue that is
 * none is left out alone, and its field says that it narrows nothing.
 */
export function decisionFilter(value: DecisionValue): { filter: Filter; errors: DecisionErrors } {
  const errors: DecisionErrors = {}
  const amountOf = (field: 'min' | 'max'): string | undefined => {
    if (value[field] === '') return undefined
    const amount = parseAmount(value[field])
    if (amount === undefined) errors[field] = 'desk.filter.wrong.none'
    return amount === undefined ? undefined : String(amount)
  }
  const dayOf = (field: 'from' | 'to'): string | undefined => {
    if (value[field] === '' || isDay(value[field])) return value[field] || undefined
    errors[field] = 'desk.decisions.noDay'
    return undefined
  }
  const [min, from] = [amountOf('min'), dayOf('from')]
  let [max, to] = [amountOf('max'), dayOf('to')]
  if (min !== undefined && max !== undefined && Number(min) > Number(max)) {
    errors.max = 'desk.filter.wrong.order'
    max = undefined
  }
  if (from !== undefined && to !== undefined && from > to) {
    errors.to = 'desk.decisions.wrongDays'
    to = undefined
  }
  if (value.member !== '' && !isMemberId(value.member)) errors.member = 'desk.decisions.noMember'
  const isQueue = textOr([`desk.queue.${value.queue}.name`], '') !== ''
  const end = (['approve', 'refuse', 'noEffect'] as const).find((one) => one === value.end)
  const filter: Record<string, string | undefined> = {
    search: searchOf(value.q) || undefined,
    operatorId: isOperatorId(value.by) ? value.by : undefined,
    from,
    to,
    queue: isQueue ? value.queue : undefined,
    memberId: isMemberId(value.member) ? value.member : undefined,
    min,
    max,
    end,
  }
  return {
    filter: Object.fromEntries(Object.entries(filter).filter(([, one]) => one !== undefined)) as Filter,
    errors,
  }
}
