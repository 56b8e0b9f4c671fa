import type { DeskLabel } from '@krapao/contract/slices/desk/desk-item.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { textOr } from '../../../app/i18n.ts'
import type { Item } from '../queries.ts'

/** What a version of a campaign may cost, in words; other items have none. */

type Facts = Pick<Item, 'evidence' | 'currency'>

/** What it gives at most at a time, and in all. */
export function costText(item: Facts): string | undefined {
  const budget = budgetIn(item, ['desk.cost.budget'], ['desk.cost.noBudget'])
  const most = factOf(item, 'mostAmount')
  if (budget === undefined || most === undefined) return budget
  const amount = formatMoney(Number(most), item.currency)
  return `${textOr(['desk.cost.most'], '', { amount })} · ${budget}`
}

/** The button that approves it. */
export const approveCost = (item: Facts): string | undefined =>
  budgetIn(item, ['desk.cost.approveBudget'], ['desk.cost.approveNoBudget'])

function budgetIn(item: Facts, limited: string[], endless: string[]): string | undefined {
  const budget = factOf(item, 'budgetAmount')
  if (budget === undefined) return undefined
  if (budget === 'NO_LIMIT') return textOr(endless, '')
  return textOr(limited, '', { amount: formatMoney(Number(budget), item.currency) })
}

const factOf = ({ evidence }: Facts, wanted: DeskLabel): string | undefined =>
  evidence.find(({ label }) => label === wanted)?.value
