import type { Currency } from '@krapao/contract/money.ts'
import type { Problem } from '@krapao/contract/slices/campaign/problems.ts'
import { t } from '@krapao/web/i18n/i18n.ts'
import { formatFigure, formatMoney } from '@krapao/web/ui/format.ts'
import { problemsIn } from './problems-in.ts'
import { fieldName } from './words.ts'

/** Says what is wrong with a field. */
export const problemText = ({ problem, bound = 0 }: Problem, currency: Currency): string =>
  t(`campaign.problem.${problem}`, {
    bound: formatFigure(bound),
    amount: formatMoney(bound, currency),
    currency,
  })

/**
 * Why a version that waits cannot be approved any more, field by field: the house has lowered a ceiling since
 * it was sent. Undefined: the failure is another one.
 */
export function aboveText(failure: unknown, currency: Currency): string | undefined {
  const problems = problemsIn(failure)
  if (problems.length === 0) return undefined
  const said = problems.map(
    (problem) => `${fieldName(problem.field.replace(/^content\//, ''))} – ${problemText(problem, currency)}`,
  )
  return t('campaign.above', { problems: said.join(' · ') })
}
