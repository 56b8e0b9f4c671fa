import type { Currency } from '@krapao/contract/money.ts'
import type { Problem } from '@krapao/contract/slices/campaign/problems.ts'
import { formatFigure } from '@krapao/web/ui/format.ts'
import { useTranslation } from 'react-i18next'

/** Says what is wrong with a field. */
export function useProblemText(currency: Currency): (problem: Problem) => string {
  const { t } = useTranslation()
  return ({ problem, bound }) =>
    t(`campaign.problem.${problem}`, { bound: formatFigure(bound ?? 0), currency })
}
