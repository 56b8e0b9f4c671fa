import { type Exposure, memberSpans } from '@krapao/contract/slices/campaign/cost.ts'
import type { DeskLabel } from '@krapao/contract/slices/desk/desk-labels.ts'
import { approveWords, exposureShort } from '../../../app/exposure-words.ts'
import type { Item } from '../queries.ts'

/** What a version of a campaign may cost, in words; other items have none. */

type Facts = Pick<Item, 'evidence' | 'currency'>

/** What it gives at most in all; of a wheel without an end what a spin costs. */
export function costText(item: Facts): string | undefined {
  const exposure = exposureIn(item)
  return exposure && exposureShort(exposure, item.currency)
}

/** The button that approves it. */
export function approveCost(item: Facts): string | undefined {
  const exposure = exposureIn(item)
  return exposure && approveWords(exposure, item.currency)
}

/** The same as figures; undefined: the item is another one. */
export function exposureIn({ evidence }: Facts): Exposure | undefined {
  const at = (wanted: DeskLabel) => evidence.find(({ label }) => label === wanted)?.value
  const [inAll, amount, cost, percent] = [
    at('budgetAmount'),
    at('memberAmount'),
    at('spinAmount'),
    at('spinPercent'),
  ]
  const per = memberSpans.find((span) => span === at('memberSpan'))
  if (inAll === undefined) return undefined
  return {
    inAll: endOf(inAll),
    member: amount !== undefined && per !== undefined ? { amount: Number(amount), per } : null,
    spin:
      cost === undefined
        ? null
        : { cost: endOf(cost), percent: percent === undefined ? null : Number(percent) },
  }
}

const endOf = (value: string): number | null => (value === 'NO_LIMIT' ? null : Number(value))
