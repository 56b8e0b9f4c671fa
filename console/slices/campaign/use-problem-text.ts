import type { Currency } from '@krapao/contract/money.ts'
import type { Problem } from '@krapao/contract/slices/campaign/problems.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatFigure } from '@krapao/web/ui/format.ts'

/** Says what is wrong with a field. */
export function useProblemText(currency: Currency): (problem: Problem) => string {
  const { t } = useTranslation()
  return ({ problem, bound }) =>
    t(`campaign.problem.${problem}`, { bound: formatFigure(bound ?? 0), currency })
}
