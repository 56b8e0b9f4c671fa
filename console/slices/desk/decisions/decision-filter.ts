import type { QueryOf } from '@krapao/contract/client.ts'
import { parseAmount } from '@krapao/contract/money.ts'
import type { DecisionValue } from './decision-address.ts'

type Filter = Omit<QueryOf<'GET /api/console/decided'>, 'before'>

/** What is wrong with a field, as the end of a key of a text. */
export type DecisionErrors = Partial<Record<'min' | 'max' | 'to' | 'member', string>>

/** The call's filter of an address; what cannot be used is left out and named. */
export function decisionFilter(value: DecisionValue): { filter: Filter; errors: DecisionErrors } {
  const errors: DecisionErrors = {}
  const amountOf = (field: 'min' | 'max'): string | undefined => {
    if (value[field] === '') return undefined
    const amount = parseAmount(value[field])
    if (amount === undefined) errors[field] = 'desk.filter.wrong.none'
    return amount === undefined ? undefined : String(amount)
  }
  const day = (text: string): string | undefined => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)
  const [min, from] = [amountOf('min'), day(value.from)]
  let [max, to] = [amountOf('max'), day(value.to)]
  if (min !== undefined && max !== undefined && Number(min) > Number(max)) {
    errors.max = 'desk.filter.wrong.order'
    max = undefined
  }
  if (from !== undefined && to !== undefined && from > to) {
    errors.to = 'desk.decisions.wrongDays'
    to = undefined
  }
  const end = (['approve', 'refuse', 'noEffect'] as const).find((one) => one === value.end)
  const filter: Record<string, string | undefined> = {
    search: value.q.trim() || undefined,
    operatorId: value.by || undefined,
    from,
    to,
    queue: value.queue || undefined,
    memberId: value.member || undefined,
    min,
    max,
    end,
  }
  return {
    filter: Object.fromEntries(Object.entries(filter).filter(([, one]) => one !== undefined)) as Filter,
    errors,
  }
}
